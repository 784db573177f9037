"""The card of `/help`."""

import discord

from bot.ui.cards.layout import card, rule

_ABOUT = """## Quiz Bot
I ask questions here in the channel, and everybody can answer."""

_PLAYING = """**How to play**
Press the button beside the answer that you think is right, before the time is up. Only you see what you \
chose, and in a quiz your first answer is final. After each question I show what is right, and why.
A right answer earns up to 1,000 points; with speed scoring, the faster the more.
In a race only the first right answer earns points. In survival, who is wrong or does not answer is out.
A daily question stays open for hours: take your time, and change your answer until it closes."""

_COMMANDS = """**Commands**
`/quiz start` starts a quiz in this channel; the bank, the number of questions, the time, the scoring, \
the mode and whether teams play are yours to choose
`/quiz status` shows how the running quiz stands
`/quiz skip` closes the open question without points, and `/quiz stop` ends the quiz (for who started it, \
and for quizmasters)
`/daily add` has a question posted every day at a time of your choice, and `/daily list` shows them all (for \
quizmasters)
`/leaderboard` shows the best players or teams of the server: today, this week, this month, this season or \
of all time
`/profile` shows you your own numbers, or those of another member
`/team join` and `/team leave` are for your place on a team, `/team list` and `/team roster` show them; \
quizmasters make teams with `/team create`
`/season list` shows the season that runs and who won the others; quizmasters begin one with \
`/season start`
`/question fix` corrects a question whose answer was wrong, and all its points (for quizmasters)
`/settings show` tells what this server has decided for itself (for administrators)
`/help` shows this card"""


def help_card() -> discord.ui.LayoutView:
    return card(discord.Colour.blurple(), [_ABOUT, rule(), _PLAYING, rule(), _COMMANDS])
