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
TEAM_QUESTIONS = 5
SCALE = 2
WIDTH = 700
MARGIN = 20

# Only the conversation: no side bar or tools of the simulated Discord, nothing that covers a message.
_CONVERSATION_ONLY = """
[data-workbench], .channel-header, .channel-composer, .history-button, .message-context-actions
    { display: none !important; }
.channel-message, .channel-message:hover { background: none !important; }
"""

_UNSCROLLED = """() => {
    const timeline = document.querySelector("#channel-timeline");
    return timeline.clientHeight > 2000 && timeline.scrollHeight <= timeline.clientHeight;
}"""

_IMAGES_SHOWN = "message => Promise.all([...message.querySelectorAll('img')].map(image => image.decode()))"


async def take_all(folder: Path) -> None:
    async with launched_browser() as browser:
        for size, suffix in ((DESKTOP, ""), (PHONE, "-phone")):
            await _play(browser, size, folder, suffix)
            await _play_daily(browser, size, folder, suffix)
            await _play_teams(browser, size, folder, suffix)


async def _play(browser: Browser, size: Viewport, folder: Path, suffix: str) -> None:
    async with (
        demo_process(speed=SPEED) as process,
        visited(browser, process, size, SCALE, bypass_csp=True) as demo,
    ):
        await demo.command("quiz start", questions=2, seconds=SECONDS)
        await demo.wait_for_text(re.compile("[34] people answered"))
        await demo.click_option("B")
        reply = await demo.wait_for_text("You chose B")
        await demo.wait_for_text("5 people answered")
        if not suffix:
            _save(_opened(await demo.page.screenshot()), folder / "demo.png")
        await _show_conversation_only(demo, size)
        await _picture([demo.question], folder / f"question{suffix}.png")
        await _picture([demo.question, reply], folder / f"reply{suffix}.png")
        reveal = await demo.wait_for_text(re.compile("question 1 of 2.*Standings", re.DOTALL))
        await _picture([reveal], folder / f"reveal{suffix}.png")
        await demo.wait_for_text("question 2 of 2")
        await demo.click_option("A")
        final = await demo.wait_for_text("Final standings")
        await _picture([final], folder / f"final{suffix}.png")
        await demo.press(final.get_by_role("button", name="Leaderboard"))
        board = await demo.wait_for_text("Leaderboard · all time")
        await _picture([board], folder / f"leaderboard{suffix}.png")
        await demo.quit()


async def _play_daily(browser: Browser, size: Viewport, folder: Path, suffix: str) -> None:
    async with (
        demo_process(speed=SPEED) as process,
        visited(browser, process, size, SCALE, bypass_csp=True) as demo,
    ):
        await demo.command("daily add", time="08:00", zone="Europe/Berlin", days="Mon-Fri")
        await demo.wait_for_text("Added.")
        await demo.command("daily post-now", schedule=1)
        await demo.wait_for_text("Posted:")
        await demo.wait_for_text(re.compile("[34] people answered"))
        await demo.click_option("B")
        reply = await demo.wait_for_text("You chose B")
        await demo.wait_for_text("5 people answered")
        await _show_conversation_only(demo, size)
        await _picture([demo.question, reply], folder / f"daily{suffix}.png")
        await demo.quit()


async def _play_teams(browser: Browser, size: Viewport, folder: Path, suffix: str) -> None:
    async with (
        demo_process(speed=SPEED) as process,
        visited(browser, process, size, SCALE, bypass_csp=True) as demo,
    ):
        await demo.command("team create", name="Foxes", emoji="🦊", colour="orange")
        await demo.command("team create", name="Night Owls", emoji="🦉", colour="blue")
        await demo.command("quiz start", questions=TEAM_QUESTIONS, seconds=SECONDS, teams="True")
        intro = await demo.wait_for_text("only members of a team play")
        await demo.press(intro.get_by_role("button", name="Join a team"))
        joined = await demo.wait_for_text(re.compile("You are on .* now"))
        for number in range(1, TEAM_QUESTIONS + 1):
            question = f"question {number} of {TEAM_QUESTIONS}"
            await demo.wait_for_text(re.compile(f"{question}.*[34] people answered", re.DOTALL))
            await demo.click_option("B")
            reveal = await demo.wait_for_text(re.compile(f"{question}.*Standings", re.DOTALL))
        final = await demo.wait_for_text("Final standings")
        await demo.command("leaderboard", who="teams", picture="True")
        board = await demo.wait_for_text("Team leaderboard")
        await demo.command("profile")
        profile = await demo.wait_for_text(re.compile(r"\d% right: "))
        await expect(profile).to_contain_text("Only you can see this")
        await demo.command("settings show")
        settings = await demo.wait_for_text("Settings of this server")
        await _show_conversation_only(demo, size, height=16_000)
        await _picture([intro, joined], folder / f"teams{suffix}.png")
        await _picture([reveal], folder / f"teams-reveal{suffix}.png")
        await _picture([final], folder / f"teams-final{suffix}.png")
        await _picture([board], folder / f"teams-leaderboard{suffix}.png")
        await _picture([profile], folder / f"profile{suffix}.png")
        await _picture([settings], folder / f"settings{suffix}.png")
        await demo.quit()


async def _show_conversation_only(demo: DemoPage, size: Viewport, height: int = 3_000) -> None:
    """High enough that nothing scrolls, and no wider than a card needs."""
    await demo.page.add_style_tag(content=_CONVERSATION_ONLY)
    await demo.page.set_viewport_size({"width": min(size[0], WIDTH), "height": height})
    await demo.page.wait_for_function(_UNSCROLLED)
    await demo.page.mouse.move(0, 0)


async def _picture(messages: list[Locator], file: Path) -> None:
    """The messages alone, one below the other, with all that they show."""
    for message in messages:
        await message.evaluate(_IMAGES_SHOWN)
    pictures = [_opened(await message.screenshot(animations="disabled")) for message in messages]
    height = sum(picture.height for picture in pictures)
    together = Image.new("RGB", (pictures[0].width, height + 2 * MARGIN), pictures[0].getpixel((0, 0)))
    top = MARGIN
    for picture in pictures:
        together.paste(picture, (0, top))
        top += picture.height
    _save(together, file)


def _opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def _save(picture: Image.Image, file: Path) -> None:
    """With 128 colours, which nobody can tell from all of them here, at a third of the size."""
    picture.quantize(128, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.name}: {picture.width} × {picture.height}, {file.stat().st_size // 1024} kB")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    asyncio.run(take_all(FOLDER))
