"""The store that the pages show, and runs of it, kept between two drawings of a page."""

import os
import time
from collections.abc import Sequence

import streamlit as st

from planscope import api
from planscope.analyzers.detector import Finding
from planscope.api import OpenStore
from planscope.collector.run import Run
from planscope.dashboard import growing, queries
from planscope.dashboard.growing import Fresh
from planscope.dashboard.lifeline import Lifeline, lifeline
from planscope.dashboard.queries import Asked, Facets, Head, RunPage


def folder() -> str:
    """The folder of the store."""
    return os.environ.get("PLANSCOPE_STORE") or ".planscope"


@st.cache_resource(max_entries=4, show_spinner="Opening the store …")
def _open(path: str) -> OpenStore:
    return api.open(path)


def store() -> OpenStore:
    """The store. Raises Unreadable when there is none."""
    return _open(folder())


def marker() -> str:
    """Something that is another when the store has changed: answers are shown again as long as it stays."""
    return growing.marker(store())


@st.cache_data(max_entries=200, show_spinner=False)
def _runs(path: str, asked: Asked, marker: str) -> RunPage:
    return queries.runs(_open(path), asked)


def runs(asked: Asked, marker: str) -> RunPage:
    """A page of runs."""
    return _runs(folder(), asked, marker)


@st.cache_data(max_entries=4, show_spinner=False)
def _facets(path: str, marker: str) -> Facets:
    return queries.facets(_open(path))


def facets(marker: str) -> Facets:
    """What there is to choose from."""
    return _facets(folder(), marker)


@st.cache_resource(max_entries=4, show_spinner=False)
def _fresh(path: str, marker: str, minute: int) -> tuple[Fresh, ...]:
    return growing.growing(_open(path))


def fresh(marker: str) -> tuple[Fresh, ...]:
    """Runs that no analysis has written yet."""
    return _fresh(folder(), marker, int(time.time() // 60))  # growing runs fall quiet though nothing comes


@st.cache_resource(max_entries=4, show_spinner=False)
def _fresh_life(path: str, marker: str, run_id: str, _found: Fresh) -> tuple[tuple[Finding, ...], Lifeline]:
    known = queries.findings(_open(path), run_id) if _found.known else ()
    return tuple(known), lifeline(_found.run, known)


def fresh_run(found: Fresh, marker: str) -> tuple[Run, tuple[Finding, ...], Lifeline]:
    """The same as `run` for a run that is not written yet; its findings are those of an earlier state, if any."""
    return found.run, *_fresh_life(folder(), marker, found.head.id, found)


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
