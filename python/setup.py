"""Builds the wheel: makes the shared library in the repository around this folder, and packs it.

What comes up while building goes to the repository's build/python, as all else that is built goes to build/.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LIBRARY = ROOT / "build" / "libtilewright.so"
HEADER = ROOT / "include" / "tilewright.h"
SCRATCH = ROOT / "build" / "python"


def version() -> str:
    """Returns TW_VERSION."""
    if not HEADER.is_file() or not (ROOT / "Makefile").is_file():
        sys.exit("tilewright is built from its repository: clone it, and run `pip install ./python` there")
    found = re.search(r'#define TW_VERSION "(.*)"', HEADER.read_text())
    assert found, f"{HEADER} has no TW_VERSION"
    return found.group(1)


def make_library() -> None:
    """Runs make, which compiles only what is not up to date."""
    for tool in ("make", os.environ.get("CC", "gcc").split()[0]):
        if not shutil.which(tool):
            sys.exit(f"tilewright is compiled from C, and needs {tool}: please install it")
    try:
        subprocess.run(["make", "-C", str(ROOT), "build/libtilewright.so"], check=True)
    except subprocess.CalledProcessError as error:
        sys.exit(f"tilewright's library cannot be made: `make` ended with status {error.returncode}")


def levels() -> dict[str, str]:
    """Reads LEVELS of _library.py, which cannot be imported before there is a library."""
    for node in ast.parse((HERE / "tilewright" / "_library.py").read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "LEVELS":
            found: dict[str, str] = ast.literal_eval(node.value)
            return found
    raise AssertionError("_library.py has no LEVELS")


def needs() -> str:
    """Returns what the library needs of a processor, in the words of /proc/cpuinfo."""
    march = re.search(r"-march=(\S+)", (ROOT / "build" / "release" / "flags").read_text())
    if march and march.group(1) == "native":
        line = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
        return line.group(1).strip() if line else ""
    return levels().get(march.group(1), "") if march else ""


class BuildPy(build_py):
    """Packs the library beside the modules; an editable install finds it in the repository."""

    def run(self) -> None:
        make_library()
        super().run()
        if not self.editable_mode:
            folder = Path(self.build_lib) / "tilewright"
            shutil.copy2(LIBRARY, folder / LIBRARY.name)
            (folder / LIBRARY.name).with_suffix(".needs").write_text(needs() + "\n")


class Binary(Distribution):
    """Says that what is packed is not for all platforms."""

    def has_ext_modules(self) -> bool:
        return True


class Wheel(bdist_wheel):
    """Tags the wheel: any Python 3, but this platform."""

    def get_tag(self) -> tuple[str, str, str]:
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        return "py3", "none", platform


shutil.rmtree(SCRATCH / "lib", ignore_errors=True)  # what was packed before may be gone from the sources
number = version()
SCRATCH.mkdir(parents=True, exist_ok=True)
setup(
    version=number,
    distclass=Binary,
    cmdclass={"build_py": BuildPy, "bdist_wheel": Wheel},
    options={
        "build": {"build_base": str(SCRATCH), "build_lib": str(SCRATCH / "lib")},
        "egg_info": {"egg_base": str(SCRATCH)},
        "bdist_wheel": {"bdist_dir": str(SCRATCH / "wheel")},
    },
)
