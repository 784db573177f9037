"""The documents say what the code does."""

import re
from pathlib import Path

import discord
from discord import app_commands
from dotenv import dotenv_values
from typer.main import get_group

from bot import cli
from bot.banks.model import BankFile
from bot.banks.quality import quality_findings
from bot.banks.reading import read_bank
from bot.settings import Settings, load_settings
from bot.ui.command_tree import QuizTree
from bot.ui.daily_commands import DailyCommands
from bot.ui.leaderboard_commands import LeaderboardCommands
from bot.ui.permissions import missing_for_discussion, missing_permissions
from bot.ui.profile_commands import ProfileCommands
from bot.ui.question_commands import QuestionCommands
from bot.ui.quiz_commands import QuizCommands
from bot.ui.season_commands import SeasonCommands
from bot.ui.settings_commands import SettingsCommands
from bot.ui.team_commands import TeamCommands

ROOT = Path(__file__).parents[1]


def defaults() -> dict[str, str]:
    fields = {name.upper(): field.default for name, field in Settings.model_fields.items()}
    return {name: "" if default is None else str(default) for name, default in fields.items()}


def test_env_example_lists_every_setting_with_its_default() -> None:
    assert dotenv_values(ROOT / ".env.example") == defaults()


def test_env_example_explains_every_setting() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    above = {line: lines[number - 1] for number, line in enumerate(lines) if re.match("[A-Z_]+=", line)}
    assert [line for line, comment in above.items() if not comment.startswith("# ")] == []


def test_env_example_is_right_as_it_stands() -> None:
    assert load_settings(ROOT / ".env.example").discord_token is None


def test_the_readme_lists_every_setting_with_its_default() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([A-Z_]+)` \| (?:`([^`]*)`)? *\| \S", readme, re.MULTILINE)
    assert dict(rows) == defaults()


def test_the_readme_explains_every_command_of_the_bot() -> None:
    tree = QuizTree(discord.Client(intents=discord.Intents.none()))
    for cog in (
        QuizCommands(),
        DailyCommands(),
        LeaderboardCommands(),
        ProfileCommands(),
        TeamCommands(),
        SeasonCommands(),
        QuestionCommands(),
        SettingsCommands(),
    ):
        for command in cog.get_app_commands():
            tree.add_command(command)
    leaves = [c.qualified_name for c in tree.walk_commands() if isinstance(c, app_commands.Command)]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `/([a-z -]+)` \|", readme, re.MULTILINE) == leaves


def test_the_readme_explains_every_command_of_the_command_line() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = [name for name in get_group(cli.app).commands if name != "bank"]
    commands += [f"bank {name}" for name in get_group(cli.bank_app).commands]
    assert sorted(re.findall(r"^\| `quizbot ([a-z ]+)` \|", readme, re.MULTILINE)) == sorted(commands)


def test_the_readme_names_only_files_that_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"\]\(([^):#]+)\)|src=\"([^\"]+)\"", readme)
    assert [path for pair in named if not (ROOT / (path := "".join(pair))).exists()] == []


def test_the_readme_links_only_to_headings_that_it_has() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", readme, re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", readme)) <= anchors


def test_the_lists_of_settings_have_one_order() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([A-Z_]+)` \|", readme, re.MULTILINE) == list(defaults())
    assert list(dotenv_values(ROOT / ".env.example")) == list(defaults())


def test_what_the_readme_says_of_quotes_is_so() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (quoted,) = re.findall(r"```yaml\n(  - .*?)```", readme, re.DOTALL)
    (entry,) = loaded_bank(f"title: T\nquestions:\n{quoted}").questions
    assert entry.question == "What is C # for?"
    assert entry.wrong == ["One, two", "It isn't used"]


def loaded_bank(text: str) -> BankFile:
    reading = read_bank(text)
    assert reading.bank is not None, reading.faults
    return reading.bank


def test_the_invitation_asks_for_what_the_bot_needs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (number,) = re.findall(r"permissions=(\d+)", readme)
    asked = discord.Permissions(int(number))
    assert missing_permissions(asked, thread=False) + missing_permissions(asked, thread=True) == []
    assert missing_for_discussion(asked) == []
    assert asked.attach_files
    assert sum(value for _name, value in asked) == 6


def test_the_bank_in_the_contributing_guide_is_a_good_one() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (bank,) = re.findall(r"```yaml\n(.*?)```", guide, re.DOTALL)
    reading = read_bank(bank)
    assert reading.bank is not None, reading.faults
    assert quality_findings(reading.bank, reading.marked) == []


def test_the_image_passes_signals_on_to_the_bot() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert 'ENTRYPOINT ["quizbot"]' in dockerfile
    assert "USER quizbot" in dockerfile
