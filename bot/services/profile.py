"""What a player has done in a server, put together from the boards and answers that are kept."""

from datetime import date, timedelta

from bot.core.board import Ranking
from bot.core.period import Period, start_of
from bot.core.ranking import Score
from bot.services.house import House
from bot.services.profile_requests import BankResult, OwnPlace, Profile, Week
from bot.services.streaks import daily_lines
from bot.store import players, seasons
from bot.store.board_keys import BoardKey
from bot.store.boards import PlayerBoard
from bot.store.database import Transaction

WEEKS = 12


class Profiles:
    def __init__(self, house: House) -> None:
        self._house = house

    async def of(self, guild_id: int, player_id: int) -> Profile:
        zone = await self._house.rules.zone(guild_id)
        today = self._house.clock().astimezone(zone).date()
        async with self._house.database.read() as connection:
            return Profile(
                player_id,
                await _places(connection, guild_id, player_id, today),
                await players.fastest_ms(connection, guild_id, player_id),
                _best(await players.by_bank(connection, guild_id, player_id)),
                await daily_lines(connection, guild_id, player_id),
                await _weeks(connection, guild_id, player_id, today),
            )


async def _places(connection: Transaction, guild_id: int, player_id: int, today: date) -> list[OwnPlace]:
    keys = [(BoardKey.on(guild_id, Period.ALL, today), ""), (BoardKey.on(guild_id, Period.MONTH, today), "")]
    if season := await seasons.running(connection, guild_id):
        keys.insert(1, (BoardKey.of_season(guild_id, season.id), season.name))
    places = []
    for key, name in keys:
        board = PlayerBoard(connection, key, Ranking.POINTS)
        places.append(OwnPlace(key.period, await board.own(player_id), await board.count(), name))
    return places


def _best(scores: dict[str, Score]) -> BankResult | None:
    """By accuracy among the banks with enough answers; where none has, the one with most points.

    None without a right answer.
    """
    results = [BankResult(title, score) for title, score in scores.items() if score.right]
    if enough := [result for result in results if result.score.accuracy is not None]:
        return max(enough, key=lambda r: (r.score.accuracy or 0, r.score.points, r.title))
    return max(results, key=lambda r: (r.score.points, r.title), default=None)


async def _weeks(connection: Transaction, guild_id: int, player_id: int, today: date) -> list[Week]:
    this_week = start_of(Period.WEEK, today)
    starts = [this_week - timedelta(weeks=back) for back in reversed(range(WEEKS))]
    points = await players.points_by_week(connection, guild_id, player_id, starts)
    return [Week(start, points.get(start, 0)) for start in starts]
