"""Text from traces made fit for a page: shown as what it is, whatever it holds.

Streamlit's `st.text`, `st.code` and `st.dataframe` show text as text; what they leave alone is characters that hide,
turn the reading direction or drive a terminal. Those are written as escapes here, as reports on a terminal have them.
"""

from planscope.analyzers.report.safe import safe

TITLE = 120  # characters that a store keeps of a title
LONGEST = 20_000  # characters of one text on a page, unless all of it is asked for


def visible(text: str) -> str:
    """The text with its lines kept and every character that would act on the page written as an escape."""
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(safe(line.replace("\t", "    ")) for line in lines)


def line(text: str, size: int = 160) -> str:
    """The beginning of a text on one line."""
    flat = safe(" ".join(text[: 8 * size].split()))
    return flat if len(flat) <= size and len(text) <= 8 * size else flat[: size - 1].rstrip() + "…"


def title_of(title: str) -> str:
    """The title of a run as it is stored, with a sign that there is more."""
    return line(title) + ("…" if len(title) >= TITLE else "")


def cut(text: str, size: int = LONGEST) -> tuple[str, int]:
    """The text as it is shown, and how many of its characters are not."""
    return visible(text[:size]), max(0, len(text) - size)
