"""Who may import whom, and what the rules of the game may not touch."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ANY = "*"

# By the part of the package: other parts of it, then packages from elsewhere. Every part may import itself.
ALLOWED: dict[str, tuple[set[str], set[str]]] = {
    "errors": (set(), set()),
    "core": (set(), set()),
    "banks": ({"core", "errors"}, {"pydantic", "pydantic_core", "yaml"}),
    "store": ({"core", "errors"}, {"sqlalchemy", "alembic", "aiosqlite"}),
    "ops": ({"errors"}, {"rich"}),
    "services": ({"core", "banks", "store", "errors", "ops.metrics"}, set()),
    "ui": (
        {"services", "core", "errors", "locales"},
        {"discord", "aiohttp", "PIL"},
    ),  # aiohttp: what discord.py raises when the network fails
    "settings": ({"errors"}, {"dotenv", "pydantic", "pydantic_core", "pydantic_settings"}),
    "app": ({"core", "banks", "store", "services", "ui", "ops", "settings", "errors"}, {ANY}),
    "demo": ({"app", "banks", "core", "services", "settings", "errors", "ops"}, {ANY}),
    "bank_check": ({"banks", "errors"}, {"rich"}),
    "cli": ({"app", "demo", "bank_check", "banks", "store", "ops", "settings", "errors"}, {"rich", "typer"}),
    "__main__": ({"cli"}, set()),
}
IMPURE_MODULES = {"asyncio", "time", "threading", "os", "socket", "secrets", "uuid"}
CLOCKS = {"now", "utcnow", "today"}

SOURCES = sorted((ROOT / "bot").rglob("*.py"))


def part_of(path: Path) -> str:
    inside = path.relative_to(ROOT / "bot")
    return inside.parts[0].removesuffix(".py")


def imported_modules(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Each module with its line; of `from a import b`, both `a` and `a.b`, as `b` may be a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: import by the full name"
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def may_import(part: str, module: str) -> bool:
    parts, packages = ALLOWED[part]
    package, _, inside = module.partition(".")
    if package != "bot":
        return package in packages or ANY in packages or package in sys.stdlib_module_names
    return any(f"{inside}.".startswith(f"{allowed}.") for allowed in {part, *parts})


def breaches(part: str, source: str) -> dict[str, int]:
    """Each module that may not be imported, with its line."""
    return {
        module: line for line, module in imported_modules(ast.parse(source)) if not may_import(part, module)
    }


def impurities(source: str) -> list[str]:
    """Where the source reaches for a clock, for chance that is not given to it, or for the world outside."""
    tree = ast.parse(source)
    found = [
        f"line {line}: {module}"
        for line, module in imported_modules(tree)
        if module.split(".")[0] in IMPURE_MODULES
        or (module.split(".")[0] == "random" and module != "random.Random")
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS:
            found.append(f"line {node.lineno}: .{node.attr}")
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_imports_only_what_its_layer_may(path: Path) -> None:
    inside = path.relative_to(ROOT / "bot").as_posix()
    if inside != "__init__.py":
        found = breaches(part_of(path), path.read_text(encoding="utf-8"))
        assert found == {}


@pytest.mark.parametrize("path", [path for path in SOURCES if part_of(path) == "core"], ids=lambda p: p.name)
def test_the_rules_of_the_game_are_pure(path: Path) -> None:
    assert impurities(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("core", "import pydantic"),
        ("core", "from bot.store import tables"),
        ("core", "from bot import errors"),
        ("banks", "import discord"),
        ("store", "from bot.services.stage import Stage"),
        ("services", "import discord.ext.commands"),
        ("services", "from bot.ops import logs"),
        ("services", "def lazily():\n    import bot.ui.cards"),
        ("ui", "from bot.store.tables import banks"),
        ("ui", "import sqlalchemy"),
        ("app", "import bot.cli"),
    ],
)
def test_a_breach_is_seen(part: str, source: str) -> None:
    assert len(breaches(part, source)) == 1


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("core", "from bot.core.question import Question\nfrom random import Random"),
        ("services", "from bot.ops import metrics\nfrom bot.ops.metrics import Counter"),
        ("ui", "from bot.errors import UserError\nimport discord.ui"),
        ("cli", "import bot.app"),
    ],
)
def test_what_a_layer_may_import_is_no_breach(part: str, source: str) -> None:
    assert breaches(part, source) == {}


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from asyncio import sleep",
        "import random",
        "from random import choice",
        "import datetime\ndatetime.datetime.now()",
        "from datetime import date\ndate.today()",
    ],
)
def test_an_impurity_is_seen(source: str) -> None:
    assert len(impurities(source)) == 1
