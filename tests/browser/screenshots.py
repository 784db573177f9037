"""`python -m tests.browser.screenshots`: pictures of the demo for the documentation."""

import asyncio
import io
import re
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, Locator, expect

from tests.browser.demo_page import (
    DESKTOP,
    PHONE,
    ROOT,
    DemoPage,
    Viewport,
    demo_process,
    launched_browser,
    visited,
)

FOLDER = ROOT / "docs" / "screenshots"
SPEED = 5
SECONDS = 60
SCALE = 2
MARGIN = 8

# Only the conversation: no side bar or tools of the simulated Discord, nothing that covers a message.
_CONVERSATION_ONLY = """
[data-workbench], .channel-header, .channel-composer, .history-button, .message-context-actions
    { display: none !important; }
.channel-message, .channel-message:hover { background: none !important; }
"""


async def take_all(folder: Path) -> None:
    async with launched_browser() as browser:
        await _play(browser, DESKTOP, folder, "")
        await _play(browser, PHONE, folder, "-phone")


async def _play(browser: Browser, size: Viewport, folder: Path, suffix: str) -> None:
    async with demo_process(speed=SPEED) as process, visited(browser, process, size, SCALE) as demo:
        await demo.command("quiz start", questions=2, seconds=SECONDS)
        await demo.wait_for_text("3 people answered")
        await demo.click_option("B")
        reply = await demo.wait_for_text("You chose B")
        await demo.wait_for_text("5 people answered")
        if not suffix:
            _save(await demo.page.screenshot(), folder / "demo.png")
        await demo.page.add_style_tag(content=_CONVERSATION_ONLY)
        await _picture(demo, [demo.question], folder / f"question{suffix}.png")
        await _picture(demo, [demo.question, reply], folder / f"reply{suffix}.png")
        reveal = await demo.wait_for_text(re.compile("question 1 of 2.*Standings", re.DOTALL))
        await _picture(demo, [reveal], folder / f"reveal{suffix}.png")
        await demo.wait_for_text("question 2 of 2")
        await demo.click_option("A")
        final = await demo.wait_for_text("Final standings")
        await _picture(demo, [final], folder / f"final{suffix}.png")
        await demo.press(final.get_by_role("button", name="Leaderboard"))
        board = await demo.wait_for_text("Leaderboard · all time")
        await _picture(demo, [board], folder / f"leaderboard{suffix}.png")
        await demo.quit()


async def _picture(demo: DemoPage, messages: list[Locator], file: Path) -> None:
    """The messages alone, which have to follow each other; the window grows to hold them."""
    width, height = demo.page.viewport_size["width"], 2_400  # type: ignore[index]
    before = demo.page.viewport_size
    await demo.page.set_viewport_size({"width": width, "height": height})
    await demo.page.mouse.move(0, 0)
    boxes = []
    for message in messages:
        await expect(message).to_be_in_viewport()
        box = await message.bounding_box()
        assert box
        boxes.append(box)
    top, bottom = boxes[0]["y"] - MARGIN, boxes[-1]["y"] + boxes[-1]["height"] + MARGIN
    left, right = boxes[0]["x"], min(boxes[0]["x"] + boxes[0]["width"], 760)
    clip = {"x": left, "y": max(top, 0), "width": right - left, "height": bottom - max(top, 0)}
    _save(await demo.page.screenshot(clip=clip), file)  # type: ignore[arg-type]
    assert before
    await demo.page.set_viewport_size(before)


def _save(png: bytes, file: Path) -> None:
    """With 128 colours, which nobody can tell from all of them here, at a third of the size."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(128, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.name}: {picture.width} × {picture.height}, {file.stat().st_size // 1024} kB")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(FOLDER))
