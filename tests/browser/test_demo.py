"""The demo, played in a real browser as a newcomer would."""

import os
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import Browser, expect

from tests.browser.demo_page import (
    DESKTOP,
    MISSING_BROWSER,
    PHONE,
    DemoPage,
    Viewport,
    chromium,
    demo_process,
    launched_browser,
    visited,
)

SPEED = 10

# At this speed a question stays open for 18 seconds of the wall clock, and the opponents answer within two.
SECONDS = 180
QUESTION_1 = re.compile(r"question 1 of \d")
OPPONENTS = ("@Ada", "@Grace", "@Linus", "@Margaret")

pytestmark = pytest.mark.skipif(chromium() is None and os.environ.get("CI") != "true", reason=MISSING_BROWSER)


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with launched_browser() as browser:
        yield browser


@pytest.fixture
def size() -> Viewport:
    return DESKTOP


@pytest.fixture
async def demo(browser: Browser, size: Viewport) -> AsyncIterator[DemoPage]:
    async with demo_process(speed=SPEED) as process, visited(browser, process, size) as page:
        yield page


async def test_a_quiz_is_played_from_the_welcome_to_the_leaderboard(demo: DemoPage) -> None:
    await demo.wait_for_text("Welcome!")
    await demo.command("quiz start", questions=2, seconds=SECONDS)
    await demo.wait_for_text(QUESTION_1)

    await demo.wait_for_text(f"{len(OPPONENTS)} people answered")
    await demo.click_option("B")
    reply = await demo.wait_for_text(re.compile(r"You chose B after [\d.]+ s\. Your answer is final\."))
    await expect(reply).to_contain_text("Only you can see this")
    await demo.wait_for_text(f"{len(OPPONENTS) + 1} people answered")

    await demo.restart_bot()
    await demo.click_option("C")
    await demo.wait_for_text("You already chose B, and the first answer is final.")

    reveal = await demo.wait_for_text(re.compile(r"question 1 of 2.*Standings", re.DOTALL))
    await expect(reveal).to_contain_text("· right ·")
    await expect(reveal).to_contain_text("@You")

    await demo.wait_for_text("question 2 of 2")
    await demo.click_option("A")
    final = await demo.wait_for_text("Final standings")
    await expect(final).to_contain_text("🥇")
    for player in ("@You", *OPPONENTS):
        await expect(final).to_contain_text(player)

    await demo.press(final.get_by_role("button", name="Leaderboard"))
    await expect(await demo.wait_for_text("Leaderboard · all time")).to_contain_text("Only you can see this")

    await demo.command("leaderboard")
    board = demo.message("used /leaderboard")
    await expect(board).to_be_in_viewport(ratio=0.9)
    await expect(board).to_contain_text(re.compile(r"@You: .*of 5 with [\d,]+ points?"))

    await demo.command("help")
    await demo.wait_for_text("How to play")

    assert await demo.quit() == 0


async def test_teams_are_made_joined_and_ranked(demo: DemoPage) -> None:
    for name in ("Red", "Blue"):
        await demo.command("team create", name=name)
        await demo.wait_for_text(f"{name} is a new team.")
    await demo.command("quiz start", questions=3, seconds=SECONDS, teams="True")
    intro = await demo.wait_for_text("starts a quiz")
    await demo.press(intro.get_by_role("button", name="Join a team"))
    await demo.wait_for_text(re.compile("You are on (Red|Blue) now"))
    for number in (1, 2, 3):
        await demo.wait_for_text(f"question {number} of 3")
        await demo.click_option("A")

    final = await demo.wait_for_text("Final standings")
    await expect(final).to_contain_text(
        re.compile(r"Teams.*(2\splayers.*3\splayers|3\splayers.*2\splayers)", re.DOTALL)
    )
    await expect(final.locator("img")).to_be_visible()

    await demo.command("leaderboard", who="teams")
    board = await demo.wait_for_text("Team leaderboard · all time")
    await expect(board).to_contain_text(re.compile(r"@You's team, (Red|Blue): .*of 2 with"))


async def test_what_the_bot_refuses_is_answered_and_the_page_goes_on(demo: DemoPage) -> None:
    await demo.command("quiz start", questions=1, seconds=SECONDS)
    await demo.wait_for_text(QUESTION_1)
    await demo.command("quiz start")
    await demo.wait_for_text("Only you can see this")
    await expect(demo.page.get_by_text("uncertain")).to_have_count(0)
    await demo.click_option("A")
    await demo.wait_for_text("You chose A")


async def test_a_second_person_answers_and_sees_no_reply_of_the_first(demo: DemoPage) -> None:
    await demo.command("quiz start", questions=1, seconds=SECONDS)
    await demo.wait_for_text(QUESTION_1)
    await demo.click_option("A")
    await demo.wait_for_text("You chose A")

    await demo.switch_viewer("Friend")
    await demo.wait_for_text(QUESTION_1)
    await expect(demo.message("You chose")).to_have_count(0)
    await demo.click_option("B")
    await demo.wait_for_text("You chose B")
    await demo.wait_for_text(f"{len(OPPONENTS) + 2} people answered")

    await demo.switch_viewer("You")
    await expect(demo.message("You chose A")).to_have_count(1)
    await expect(demo.message("You chose B")).to_have_count(0)


async def test_a_daily_question_is_added_posted_and_answered(demo: DemoPage) -> None:
    far_off = f"{datetime.now(UTC) + timedelta(hours=12):%H:%M}"
    await demo.command("daily add", time=far_off, zone="UTC", days="Mon-Fri")
    await expect(await demo.wait_for_text("Added.")).to_contain_text(f"{far_off} UTC · Mon–Fri")
    await demo.command("daily post-now", schedule=1)
    await demo.wait_for_text("Posted:")
    await demo.wait_for_text("daily question ·")

    await demo.click_option("B")
    await demo.wait_for_text(re.compile(r"You chose B\. You can change it until"))
    await demo.click_option("C")
    await demo.wait_for_text(re.compile(r"You chose C\. You can change it until"))
    await demo.wait_for_text(f"{len(OPPONENTS) + 1} people answered")

    await demo.command("daily list")
    await expect(await demo.wait_for_text("Daily questions")).to_contain_text("Last: posted on")


@pytest.mark.parametrize("size", [PHONE], ids=["390 px"])
async def test_a_question_is_readable_on_a_phone(demo: DemoPage, size: Viewport) -> None:
    await demo.command("quiz start", questions=1, seconds=SECONDS)
    # From here on nothing new comes, which would scroll the page.
    await demo.wait_for_text(f"{len(OPPONENTS)} people answered")

    card = demo.question.locator(".component-container")
    frame = await card.bounding_box()
    assert frame
    assert frame["x"] >= 0
    assert frame["x"] + frame["width"] <= size[0]
    assert await card.evaluate("card => card.scrollWidth <= card.clientWidth")
    for letter in "ABCD":
        button = card.get_by_role("button", name=letter, exact=True)
        await button.scroll_into_view_if_needed()
        await expect(button).to_be_in_viewport(ratio=0.9)
        box = await button.bounding_box()
        assert box
        assert box["x"] + box["width"] <= frame["x"] + frame["width"]


async def test_restarts_and_clicks_at_once_lose_no_click(demo: DemoPage) -> None:
    await demo.command("quiz start", questions=1, seconds=SECONDS)
    await demo.wait_for_text(QUESTION_1)

    await demo.demo.press("rrrrr")
    for letter in "ABCDA":
        await demo.click_option(letter)
    await demo.demo.until_printed("was restarted", times=5)

    await expect(demo.messages.filter(has_text="You chose A")).to_have_count(1)
    await expect(demo.messages.filter(has_text="You already chose A")).to_have_count(4)


async def test_a_page_that_is_opened_again_goes_on(demo: DemoPage, browser: Browser) -> None:
    await demo.command("quiz start", questions=1, seconds=SECONDS)
    await demo.page.close()

    async with visited(browser, demo.demo) as again:
        await again.wait_for_text(QUESTION_1)
        await again.click_option("A")
        await again.wait_for_text("You chose A")


async def test_a_session_ended_in_the_page_ends_the_demo(demo: DemoPage) -> None:
    await demo.wait_for_text("Welcome!")

    await demo.page.get_by_text("More", exact=True).click()
    await demo.page.get_by_role("button", name="End preview session").click()

    await demo.demo.until_printed("ended in the browser")
    assert await demo.demo.exit_code() == 0
