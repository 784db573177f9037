from datetime import timedelta

from bot.core.period import Period
from bot.services.profile import Profiles
from tests.services.world import ALICE, BOB, CAROL, GUILD, World, add_bank


async def play(world: World, *, right: bool = True, questions: int = 1) -> None:
    """Alice and Bob answer, Bob right and always a second later."""
    await world.start(questions=questions)
    for _ in range(questions):
        await world.next_question()
        world.clock.advance(1)
        await world.answer(ALICE, right=right)
        world.clock.advance(1)
        await world.answer(BOB)
    await world.pass_time(60)


async def test_who_never_played_has_an_empty_profile(world: World) -> None:
    profile = await Profiles(world.house).of(GUILD, CAROL)
    assert [(own.period, own.standing, own.players) for own in profile.places] == [
        (Period.ALL, None, 0),
        (Period.MONTH, None, 0),
    ]
    assert (profile.fastest_ms, profile.best_bank, profile.daily) == (None, None, [])
    assert profile.total.answered == 0
    assert [week.points for week in profile.weeks] == [0] * 12


async def test_a_profile_says_where_one_stands_and_how_fast_one_was(world: World) -> None:
    await play(world, questions=2)
    alice, bob = [await Profiles(world.house).of(GUILD, player) for player in (ALICE, BOB)]
    assert [own.standing and own.standing.place for own in alice.places] == [1, 1]
    assert [own.standing and own.standing.place for own in bob.places] == [2, 2]
    assert (alice.fastest_ms, bob.fastest_ms) == (1_000, 2_000)
    assert (alice.total.right, alice.total.answered) == (2, 2)


async def test_points_stand_in_the_weeks_they_were_made_in(world: World) -> None:
    await play(world)
    before = (await Profiles(world.house).of(GUILD, ALICE)).weeks[-1]
    world.clock.advance(timedelta(weeks=3).total_seconds())
    await play(world, right=False)
    weeks = (await Profiles(world.house).of(GUILD, ALICE)).weeks
    assert weeks[-4] == before
    assert before.points > 0
    assert [week.points for week in weeks] == [0] * 8 + [before.points] + [0] * 3
    assert all(week.starts.weekday() == 0 for week in weeks)
    assert weeks[-1].starts - weeks[0].starts == timedelta(weeks=11)
    assert weeks[-1].starts <= world.clock.now.date() < weeks[-1].starts + timedelta(weeks=1)


async def test_the_best_bank_is_that_of_best_accuracy_once_enough_was_answered(world: World) -> None:
    await play(world, right=False, questions=9)
    assert (await Profiles(world.house).of(GUILD, ALICE)).best_bank is None
    await play(world)
    first = (await Profiles(world.house).of(GUILD, ALICE)).best_bank
    assert first is not None
    assert (first.score.right, first.score.answered) == (1, 10)
    world.bank_id = await add_bank(world.house.database, slug="other")
    await play(world, questions=9)
    assert (await Profiles(world.house).of(GUILD, ALICE)).best_bank == first
    await play(world)
    best = (await Profiles(world.house).of(GUILD, ALICE)).best_bank
    assert best is not None
    assert (best.title, best.score.answered) == ("Other", 10)


async def test_with_few_answers_the_best_bank_is_that_of_most_points(world: World) -> None:
    await play(world, right=False, questions=2)
    world.bank_id = await add_bank(world.house.database, slug="other")
    await play(world)
    best = (await Profiles(world.house).of(GUILD, ALICE)).best_bank
    assert best is not None
    assert best.title == "Other"
