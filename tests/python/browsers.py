"""The browser of this machine, if it has one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

# A busy machine can take long to meet an expected condition.
expect.set_options(timeout=120_000)

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = f"no browser here: none of {', '.join(_NAMES)} is on the PATH"


def chromium() -> str | None:
    """Returns the browser's program, or ``None`` if there is none."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def started(program: str) -> Iterator[Browser]:
    """Starts the browser without a window."""
    # Chromium's sandbox does not work for the superuser.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        yield browser
        browser.close()
