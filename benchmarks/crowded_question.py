"""A thousand players answer one question within two seconds."""

from collections.abc import Sequence
from statistics import median

from benchmarks.places import Place, quizzes
from benchmarks.rows import REPEATS, Bound, Row
from benchmarks.standin.load import at_rate

PLAYERS = 1_000
WITHIN_S = 2.0
QUESTION_S = 20


async def measure() -> Sequence[Row]:
    slowest, recorded, edits = [], [], []
    async with quizzes(REPEATS, QUESTION_S) as place:
        for card in place.cards:
            alone = Place(place.bot, [card])
            outcome = await at_rate(place.discord, alone.presses(PLAYERS), PLAYERS / WITHIN_S)
            slowest.append(outcome.percentile_s(100))
        for card in place.cards:
            await place.discord.until(lambda card=card: not card.custom_ids(), 60)  # type: ignore[misc]
            recorded.append(len(place.bot.records.answers(card.channel_id)))
            edits.append(len(card.edits))
    what = f"{PLAYERS:,} players click one question within {WITHIN_S:.0f} s"
    return [
        Row(
            f"{what}: the slowest acknowledgement",
            measured=f"{max(slowest):.2f} s",
            reference="Discord's 3 seconds",
            figure=max(slowest),
            bound=Bound.AT_MOST,
            target=3.0,
            unit="s",
            note=f"median of {REPEATS} questions {median(slowest):.2f} s",
        ),
        Row(
            f"{what}: answers recorded",
            measured=f"{min(recorded):,}",
            reference="all",
            figure=min(recorded),
            bound=Bound.AT_LEAST,
            target=PLAYERS,
        ),
        Row(
            f"{what}: edits of its card, the reveal included",
            measured=f"{max(edits)}",
            reference="–",
            figure=max(edits),
            bound=Bound.AT_MOST,
            target=3,
        ),
    ]
