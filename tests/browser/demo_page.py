"""The demo as a person meets it: a process with two keys, and its page in a real browser."""

import asyncio
import os
import re
import shutil
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Locator, Page, async_playwright, expect

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MISSING_BROWSER = (
    "No Chromium is there: install it (`apt-get install chromium`), or name its program in CHROMIUM."
)

PATIENCE_S = 60.0
"""How long anything may take on a slow machine before a test gives up."""

Viewport = tuple[int, int]
DESKTOP: Viewport = (1100, 900)
PHONE: Viewport = (390, 844)

expect.set_options(timeout=PATIENCE_S * 1000)

_ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/#\S+")
_PAGE_AT_REST = "() => window.simcordPreview?.ready && window.simcordPreview.authorized"
_CLICK_TAKEN = """sequence => {
    const page = window.simcordPreview, last = page.lastAction;
    return page.ready && last && last.sequence >= sequence ? last.settlement : null;
}"""


def chromium() -> str | None:
    """The browser's program, or None when there is none."""
    named = os.environ.get("CHROMIUM")
    candidates = (named,) if named else BROWSERS
    return next(filter(None, map(shutil.which, candidates)), None)


@dataclass(slots=True)
class DemoProcess:
    process: Process
    url: str
    printed: list[str]

    async def press(self, key: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(key.encode())
        await self.process.stdin.drain()

    async def until_printed(self, words: str, times: int = 1) -> None:
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE_S):
            while sum(words in line for line in self.printed) < times:
                line = (await self.process.stdout.readline()).decode()
                assert line, f"The demo ended before it printed {words!r}: {self.printed}"
                self.printed.append(line.rstrip())

    async def exit_code(self) -> int:
        async with asyncio.timeout(PATIENCE_S):
            return await self.process.wait()


@asynccontextmanager
async def demo_process(*, speed: float) -> AsyncIterator[DemoProcess]:
    """The command itself, ready to be visited. It is ended when it has not ended by then."""
    arguments = ("-m", "bot", "demo", "--port", "0", "--no-browser", "--speed", str(speed))
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=ROOT, stdin=PIPE, stdout=PIPE
    )
    demo = DemoProcess(process, "", [])
    try:
        await demo.until_printed("http://")
        found = _ADDRESS.search(demo.printed[-1])
        assert found, demo.printed
        demo.url = found[0]
        yield demo
    finally:
        if process.returncode is None:
            process.terminate()  # not killed, so that it takes its folder along
        await demo.exit_code()


@dataclass(slots=True)
class DemoPage:
    """What one sees and does in the channel."""

    page: Page
    demo: DemoProcess

    @property
    def messages(self) -> Locator:
        return self.page.locator("#channel-message-list .channel-message")

    def message(self, words: str | re.Pattern[str]) -> Locator:
        """The newest message with these words."""
        return self.messages.filter(has_text=words).last

    @property
    def question(self) -> Locator:
        """The newest message with an answer to press."""
        return self.messages.filter(has=self.page.get_by_role("button", name="A", exact=True)).last

    async def wait_for_text(self, words: str | re.Pattern[str]) -> Locator:
        message = self.message(words)
        await expect(message).to_be_visible()
        return message

    async def command(self, name: str, /, **options: str | int) -> None:
        """Types it, adds the options that it has not yet from the list above the box, and sends it."""
        await self._at_rest()
        box = self.page.locator("#channel-composer-input")
        await box.fill(f"/{name}")
        await expect(self.page.locator(".command-entry.is-active")).to_contain_text(f"/{name}")
        await box.press("Enter")
        for option, value in options.items():
            await self._add_option(option, str(value))
        await self.page.get_by_role("button", name="Send", exact=True).click()
        await expect(box).to_be_visible()

    async def _add_option(self, option: str, value: str) -> None:
        field = self.page.locator(f'.command-option-input[data-option="{option}"]')
        if not await field.is_visible():  # what has to be given is there from the beginning
            offered = self.page.locator(".command-suggestion").get_by_text(option, exact=True)
            if not await offered.is_visible():
                await self.page.locator(".command-ghost").click()
            await offered.click()
        await field.fill(value)

    async def click_option(self, letter: str) -> None:
        """Presses the button beside an answer of the newest question."""
        await self.press(self.question.get_by_role("button", name=letter, exact=True))

    async def press(self, button: Locator) -> None:
        """Once: a click that the page does not take fails the test, as it would annoy a person."""
        await self._at_rest()
        before: int = await self.page.evaluate("() => window.simcordPreview.lastAction?.sequence ?? 0")
        await button.click()
        taken = await self.page.wait_for_function(_CLICK_TAKEN, arg=before + 1)
        assert await taken.json_value() == "settled", await self._diagnostics()

    async def switch_viewer(self, name: str) -> None:
        await self.page.get_by_label("Viewing as").select_option(label=name)
        await self.page.wait_for_function(
            """name => { const picker = document.querySelector("#viewer-picker");
                return window.simcordPreview.ready && picker.selectedOptions[0].label === name; }""",
            arg=name,
        )

    async def restart_bot(self) -> None:
        told = sum("was restarted" in line for line in self.demo.printed)
        await self.demo.press("r")
        await self.demo.until_printed("was restarted", times=told + 1)

    async def quit(self) -> int:
        """Ends the demo from its terminal; its exit code."""
        await self.demo.press("q")
        return await self.demo.exit_code()

    async def _at_rest(self) -> None:
        await self.page.wait_for_function(_PAGE_AT_REST)

    async def _diagnostics(self) -> Any:
        return await self.page.evaluate("() => window.simcordPreview.diagnostics")


@asynccontextmanager
async def launched_browser() -> AsyncIterator[Browser]:
    program = chromium()
    assert program, MISSING_BROWSER
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=BROWSER_ARGUMENTS)
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def visited(
    browser: Browser,
    demo: DemoProcess,
    size: Viewport = DESKTOP,
    scale: float = 1,
    *,
    bypass_csp: bool = False,
) -> AsyncIterator[DemoPage]:
    """The page of the demo in a window of its own."""
    width, height = size
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        reduced_motion="reduce",
        bypass_csp=bypass_csp,
    )
    context.set_default_timeout(PATIENCE_S * 1000)
    try:
        page = await context.new_page()
        await page.goto(demo.url)
        yield DemoPage(page, demo)
    finally:
        await context.close()
