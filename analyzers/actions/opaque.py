"""Whether a call may have done more than its arguments say: a script, a task runner, another agent. Pure.

Before something is called missing in a run, no such call may be there to have done it unseen.
"""

import re

from planscope.analyzers.actions.kinds import Work
from planscope.analyzers.actions.shell import simple_commands
from planscope.analyzers.assertions.backing import name_words
from planscope.collector.run import ToolCall


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PLAIN = _set(  # programs that do what they are told on the command line and no more
    "cat head tail less more ls dir find grep egrep rg ag ack fd tree wc stat file du df pwd which whereis type env "
    "printenv echo printf sed awk cut sort uniq diff cmp jq yq nl strings hexdump xxd history date whoami id ps top "
    "uname sleep true false read test [ column basename dirname realpath readlink man help cd pushd popd export set "
    "source rm mv cp mkdir touch tee chmod ln patch rmdir unlink truncate git gh psql mysql sqlite3 mongosh redis-cli "
    "curl wget dig nslookup ping ssh-keygen openssl md5sum sha256sum cksum zcat gzip gunzip tar unzip zip free uptime "
    "flake8 mypy pyright ruff eslint tsc pylint shellcheck yamllint jsonlint xmllint black prettier gofmt rubocop "
    "stylelint pytest jest vitest rspec phpunit testssl hadolint kubectl systemctl journalctl docker pip pip3 apt "
    "apt-get brew crontab lsof netstat ss ip ifconfig submit exit"
)
_FREE = re.compile(  # tools whose work is what they are told in words or code
    r"(?:^|_)(?:python|code|execute|exec|run|script|agent|task|workflow|skill|handoff|transfer|notebook|jupyter|repl"
    r"|computer|browser|click|press|tap|type|automation|invoke|webhook|rpc|graphql|http|api|request)(?:_|$)"
)


def may_hide(call: ToolCall, work: Work) -> bool:
    """Whether a call may have done what its name and arguments do not say."""
    if work.sort == "delegate":
        return True
    if not work.command:
        return work.sort not in ("look", "edit", "ask") and bool(_FREE.search(name_words(call.name)))
    if re.search(r"\|\s*(?:ba|z)?sh\b|\beval\b|-exec\b|\bxargs\b", work.command):
        return True
    programs = (re.split(r"[/\\]", words[0])[-1] for words, _ in simple_commands(work.command))
    return any(p not in _PLAIN for p in programs)
