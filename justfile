# `just` alone runs what CI runs.

default:
    .ci/run

# format and fix what can be fixed without asking
fix:
    uv run ruff format .
    uv run ruff check --fix .

lint:
    .ci/run lint

types:
    .ci/run types

imports:
    .ci/run imports

# the wheel holds what is committed
wheel:
    .ci/run wheel

# planscope demo, from the built wheel
demo:
    .ci/run demo

# just test -k stale
test *arguments:
    uv run pytest {{arguments}}

# `pytest --cov` would miss what is imported before it starts
coverage:
    uv run coverage run -m pytest
    uv run coverage report

# pin dependencies again; `just pin --upgrade` for the newest
pin *arguments:
    uv run python bench/pin.py {{arguments}}

# pictures of the dashboard into docs/img; needs Debian's chromium
screenshots *arguments:
    uv run python bench/screenshots.py {{arguments}}
