"""docs_blocks.py PAGE...: runs each ```python block of the pages, and compares what it prints.

What it should print is the indented block after it; ... there matches anything. A block without one may print
anything. Each runs by itself, in an interpreter of its own.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

FEWEST = {"learning.md": 6, "README.md": 1}
BLOCK = re.compile(r"^```python\n(.*?)^```\n\n?((?:^    [^\n]*\n|^\n(?=    ))*)", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[int, str, str]]:
    """Returns for each block its line, its text, and what it should print."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in BLOCK.finditer(text):
        told = re.sub(r"^    ", "", match.group(2), flags=re.MULTILINE)
        found.append((text.count("\n", 0, match.start()) + 1, match.group(1), told))
    return found


def fits(printed: str, told: str) -> bool:
    """Whether a text is as told."""
    pattern = ".*".join(re.escape(part) for part in told.rstrip().split("..."))
    return not told or re.fullmatch(pattern, printed.rstrip(), re.DOTALL) is not None


def run(place: str, code: str, told: str) -> bool:
    """Runs a block. Returns whether it does as told; else says what it did."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    if done.returncode == 0 and fits(done.stdout, told):
        return True
    print(f"{place}: the block ends with status {done.returncode} and prints\n{done.stdout}{done.stderr}")
    print(f"and should print\n{told}" if told else "")
    return False


def main() -> None:
    good = True
    for name in sys.argv[1:]:
        page = Path(name)
        found = blocks(page)
        if len(found) < FEWEST.get(page.name, 1):
            sys.exit(f"{page} has lost its examples")
        for line, code, told in found:
            good &= run(f"{page}:{line}", code, told)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
