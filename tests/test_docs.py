"""The documents say what the code does."""

import re
from pathlib import Path

from dotenv import dotenv_values

from bot.banks.quality import quality_findings
from bot.banks.reading import read_bank
from bot.settings import Settings, load_settings

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
