"""The store that the pages show, and runs of it, kept between two drawings of a page."""

import os
from collections.abc import Sequence

import streamlit as st

from planscope import api
from planscope.analyzers.detector import Finding
from planscope.api import OpenStore
from planscope.collector.run import Run
from planscope.dashboard import queries
from planscope.dashboard.lifeline import Lifeline, lifeline
from planscope.dashboard.queries import Asked, Facets, Head, RunPage

FRESH = 3  # seconds that an answer is shown again


def folder() -> str:
    """The folder of the store."""
    return os.environ.get("PLANSCOPE_STORE") or ".planscope"


@st.cache_resource(max_entries=4, show_spinner="Opening the store …")
def _open(path: str) -> OpenStore:
    return api.open(path)


def store() -> OpenStore:
    """The store. Raises Unreadable when there is none."""
    return _open(folder())


@st.cache_data(ttl=FRESH, max_entries=200, show_spinner="Looking for runs …")
def _runs(path: str, asked: Asked) -> RunPage:
    return queries.runs(_open(path), asked)


def runs(asked: Asked) -> RunPage:
    """A page of runs."""
    return _runs(folder(), asked)


@st.cache_data(ttl=FRESH, max_entries=4, show_spinner=False)
def _facets(path: str) -> Facets:
    return queries.facets(_open(path))


def facets() -> Facets:
    """What there is to choose from."""
    return _facets(folder())


@st.cache_resource(max_entries=12, show_spinner="Reading the run …")
def _run(path: str, run_id: str, generation: int) -> tuple[Run | None, tuple[Finding, ...], Lifeline | None]:
    opened = _open(path)
    head = queries.head(opened, run_id)
    run = queries.whole_run(opened, head) if head else None
    found: Sequence[Finding] = queries.findings(opened, run_id)
    return run, tuple(found), lifeline(run, found) if run else None


def run(head: Head) -> tuple[Run | None, tuple[Finding, ...], Lifeline | None]:
    """A run with its findings and its lifeline; the run is None when its spans are gone."""
    return _run(folder(), head.id, queries.generation(store(), head.id))
