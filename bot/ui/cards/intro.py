"""The card that opens a quiz and says its rules."""

import discord

from bot.services.stage import IntroCard
from bot.ui.cards.layout import card, rule
from bot.ui.cards.wording import MODE_RULES, SCORING_RULES, counted
from bot.ui.join_team import JoinTeamButton
from bot.ui.markdown import fitted, one_line

_TEAMS = "**Teams:** only members of a team play, and what they earn counts for it."


def intro_card(intro: IntroCard) -> discord.ui.LayoutView:
    about = fitted(intro.description, 1_500)
    time_for, first = ("to answer it", "question") if intro.questions == 1 else ("each", "first question")
    rules = [
        f"**{counted(intro.questions, 'question')}**, {counted(intro.seconds, 'second')} {time_for}.",
        SCORING_RULES[intro.scoring],
        *filter(None, [MODE_RULES[intro.mode]]),
        *([_TEAMS] if intro.teams else []),
        "Press the button of your answer: your first answer is final, and nobody else sees it.",
    ]
    return card(
        discord.Colour.blurple(),
        [
            f"-# <@{intro.host_id}> starts a quiz\n## {fitted(one_line(intro.bank_title), 200)}",
            *([about] if about else []),
            rule(),
            "\n".join(rules),
            f"-# {_ranking(intro)}The {first} follows in a moment.",
            *([discord.ui.ActionRow(JoinTeamButton.of(intro.quiz_id))] if intro.teams else []),
        ],
    )


def _ranking(intro: IntroCard) -> str:
    if intro.ranked_from <= 1:
        return ""
    return f"Counts for the server's leaderboard when at least {intro.ranked_from} people answer. "
