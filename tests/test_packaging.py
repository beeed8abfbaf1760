"""What is committed, what is built and what is pinned agree with each other."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import planscope

ROOT = Path(__file__).resolve().parent.parent
LINKED = ("collector", "analyzers", "dashboard", "harness")


def git(*arguments: str) -> str:
    """The output of a git command in this checkout; skips where there is no checkout."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout, so there is no list of committed files to compare with")
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, capture_output=True)
    return done.stdout.decode()


def tracked() -> list[str]:
    """Committed or staged files that are still there; a link counts as one, whatever is behind it."""
    names = git("ls-files", "-z").split("\0")
    return [name for name in names if name and os.path.lexists(ROOT / name)]


def packaged(name: str) -> str | None:
    """Where the wheel holds this file of the repository; None for what is no part of a package."""
    folder, _, rest = name.partition("/")
    if folder in LINKED:
        return f"planscope/{name}"
    return name if folder == "planscope" and rest not in LINKED else None


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tracked files, so that leftovers of earlier builds cannot get into the wheel."""
    copy = tmp_path_factory.mktemp("source")
    for name in tracked():
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target, follow_symlinks=False)
    return copy


def build(source: Path, *what: str) -> Path:
    """Build without isolation, which needs no network, and answer with the folder of the results."""
    out = source.parent / f"{source.name}-dist{''.join(what)}"
    command = [sys.executable, "-m", "build", "--no-isolation", *what, "--outdir", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=source.parent)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return out


@pytest.fixture(scope="module")
def wheel(source: Path) -> Path:
    """A wheel built straight from the files."""
    (found,) = build(source, "--wheel").glob("*.whl")
    return found


@pytest.fixture(scope="module")
def dist(source: Path) -> Path:
    """A folder with an sdist and a wheel built from that sdist."""
    return build(source)


def content(wheel: Path) -> dict[str, bytes]:
    """The files of the package in a wheel, without the metadata beside it."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}


def test_wheel_holds_what_is_committed(source: Path, wheel: Path) -> None:
    committed = {place: name for name in tracked() if (place := packaged(name))}
    built = content(wheel)
    missing = sorted(committed[place] for place in committed.keys() - built.keys())
    assert not missing, "not in the wheel: name the package or the kind of file in pyproject.toml"
    assert not sorted(built.keys() - committed.keys()), "in the wheel, but not committed"
    changed = [name for place, name in committed.items() if built[place] != (source / name).read_bytes()]
    assert not changed


def test_wheel_from_the_sdist_is_the_same(wheel: Path, dist: Path) -> None:
    (second,) = dist.glob("*.whl")
    assert content(second) == content(wheel)


def test_sdist_brings_licence_and_readme(dist: Path) -> None:
    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "pyproject.toml"} <= names


def test_wheel_carries_entry_points_and_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (entry_points,) = (name for name in names if name.endswith(".dist-info/entry_points.txt"))
        text = archive.read(entry_points).decode()
    assert "planscope = planscope.cli:main" in text
    assert "planscope = planscope.analyzers.detectors" in text
    assert any(name.endswith("/LICENSE") for name in names)


def test_every_package_is_named() -> None:
    found = {str(Path(place).parent) for name in tracked() if (place := packaged(name)) and place.endswith(".py")}
    assert {folder.replace("/", ".") for folder in found} == set(pyproject()["tool"]["setuptools"]["packages"])


def test_version_is_said_once() -> None:
    assert planscope.__version__ == pyproject()["project"]["version"]


def test_all_means_every_extra() -> None:
    extras = pyproject()["project"]["optional-dependencies"]
    (everything,) = extras["all"]
    assert everything == f"planscope[{','.join(sorted(extras.keys() - {'all'}))}]"


@pytest.mark.parametrize("folder", LINKED)
def test_folder_is_linked(folder: str) -> None:
    listed = git("ls-files", "--stage", "--", f"planscope/{folder}").split()
    assert listed[0] == "120000", f"planscope/{folder} must be committed as a link"
    link = ROOT / "planscope" / folder
    if not link.is_symlink():
        pytest.skip("this checkout has no links (core.symlinks is false); everything but type checks works")
    assert link.readlink() == Path("..") / folder


def test_pins_agree() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "bench" / "pin.py"), "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pins_have_hashes_and_no_hosts() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [number for number, line in enumerate(lines) if re.match(r"[a-z0-9][a-z0-9._-]*==\S+", line)]
    assert pins
    assert all("--hash=sha256:" in lines[number + 1] for number in pins)
    rest = [line for number, line in enumerate(lines) if number not in pins and "--hash=" not in line]
    assert rest == []


# Put together from pieces, so that this file does not name them either.
HOSTS = ("py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "deb." + "debian.org", "crates" + ".io")
FOLDERS = ("/wo" + "rk/", "/ro" + "ot/", str(ROOT) + "/")


def test_no_file_names_a_registry_or_somebody_s_folder() -> None:
    unwanted = re.compile("|".join([*map(re.escape, HOSTS), *(rf"(?<![\w.-]){re.escape(f)}" for f in FOLDERS)]))
    found = []
    for name in tracked():
        path = ROOT / name
        if path.is_symlink() or path.is_dir():
            continue
        text = path.read_bytes().decode("utf-8", errors="ignore")
        found += [f"{name}: {match.group()}" for match in unwanted.finditer(text)]
    assert found == []
