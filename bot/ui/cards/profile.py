"""The card of `/profile`."""

import discord

from bot.core.period import Period
from bot.services.profile_requests import BankResult, OwnPlace, Profile
from bot.ui.cards.layout import Part, card, rule
from bot.ui.cards.leaderboard import percentage
from bot.ui.cards.streaks import daily_lines
from bot.ui.cards.wording import counted, place_in_words, seconds
from bot.ui.markdown import fitted, one_line

_TIMES = {Period.ALL: "All time", Period.MONTH: "This month"}
_NOTHING_YET = (
    "Nothing counts here yet. Points come from daily questions, and from quizzes that enough people play: "
    "start one with `/quiz start`."
)


def profile_card(profile: Profile, picture: Part | None = None) -> discord.ui.LayoutView:
    parts: list[Part | str] = [f"### 👤 <@{profile.player_id}>"]
    if profile.total.answered:
        parts += ["\n".join(map(_place, profile.places)), rule(), _facts(profile)]
    else:
        parts.append("\n".join([_NOTHING_YET, *daily_lines(profile.daily)]))
    parts += [picture] if picture else []
    return card(discord.Colour.gold(), parts)


def _place(own: OwnPlace) -> str:
    time = f"Season {fitted(one_line(own.season), 100)}" if own.season else _TIMES[own.period]
    if own.standing is None:
        return f"**{time}:** no place yet"
    points = counted(own.standing.score.points, "point")
    return f"**{time}:** {place_in_words(own.standing)} of {own.players:,} with {points}"


def _facts(profile: Profile) -> str:
    total = profile.total
    right = f"🎯 {percentage(total)} right: {total.right:,} of {counted(total.answered, 'answer')}"
    fastest = profile.fastest_ms
    lines = [right, f"⚡ Fastest right answer: {seconds(fastest)}" if fastest is not None else ""]
    lines += [_best_bank(profile.best_bank) if profile.best_bank else "", *daily_lines(profile.daily)]
    return "\n".join(filter(None, lines))


def _best_bank(best: BankResult) -> str:
    score = best.score
    title = fitted(one_line(best.title), 200)
    return f"📚 Best bank: {title}, {percentage(score)} of {score.answered:,} right"
