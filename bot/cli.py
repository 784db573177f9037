"""The `quizbot` command: what people type, and what it prints and exits with."""

import logging
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from bot.bank_check import check_banks
from bot.banks.schema import bank_schema
from bot.errors import UserError
from bot.ops.logs import set_up_logging
from bot.settings import Settings, load_settings, misspelt

log = logging.getLogger(__name__)

ENV_FILE = Path(".env")

app = typer.Typer(
    name="quizbot",
    help="A Discord quiz bot: live quizzes, daily questions, leaderboards.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
bank_app = typer.Typer(help="Check question banks and describe their format.", no_args_is_help=True)
app.add_typer(bank_app, name="bank")


@dataclass
class Failures:
    """How much is shown of an error; the callback sets it before a command runs."""

    tracebacks: bool = False


def main(arguments: Sequence[str] | None = None) -> None:
    """Exits with 0 when it is done, 1 when the input is wrong, 2 when the command is."""
    failures = Failures()
    try:
        app(args=arguments, obj=failures)
    except UserError as error:
        _fail(str(error), error, failures)
    except Exception as error:  # the end of the process: nobody else can tell the person
        message = f"Something went wrong inside Quiz Bot ({type(error).__name__})"
        _fail(f"{message}: run `quizbot --verbose …` to see where, and report it.", error, failures)


def _fail(message: str, error: Exception, failures: Failures) -> NoReturn:
    if failures.tracebacks:
        traceback.print_exception(error)
    Console(stderr=True).print(Text(message, style="red"), soft_wrap=True)
    sys.exit(1)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"quizbot {version('quizbot')}")
        raise typer.Exit


@app.callback()
def _every_command(
    context: typer.Context,
    verbose: Annotated[bool, typer.Option("--verbose", help="Show the traceback of an error.")] = False,
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    context.obj.tracebacks = verbose


@app.command()
def run() -> None:
    """Connect to Discord with the token from .env or the environment."""
    settings = _load_settings()
    if settings.discord_token is None:
        raise UserError(
            "DISCORD_TOKEN is not set: get one at https://discord.com/developers/applications → Bot → "
            "Reset Token and put it into .env, or try `make demo`, which needs none."
        )
    # Here, as the Discord library takes longer to import than a bank to check.
    from bot.app import run as run_bot  # noqa: PLC0415

    run_bot(settings)


@app.command()
def demo(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any that is free.")] = 8080,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    speed: Annotated[float, typer.Option(min=0.1, max=100, help="How fast its clock runs.")] = 1.0,
) -> None:
    """Play on a simulated Discord in the browser: no token, no account."""
    settings = _load_settings()
    logging.getLogger().setLevel(logging.ERROR)
    try:
        demo_module = import_module("bot.demo")
    except ModuleNotFoundError as error:
        if error.name != "simcord":
            raise
        raise UserError("The demo needs the package simcord: install quizbot[demo].") from error
    demo_module.run(settings, port=port, browser=browser, speed=speed)


def _load_settings() -> Settings:
    """Warns of what is ignored, also where the rest is wrong."""
    set_up_logging()
    try:
        settings = load_settings(ENV_FILE)
        token = settings.discord_token
        secrets = [token.get_secret_value()] if token else []
        set_up_logging(settings.log_level, settings.log_format, secrets)
    finally:
        for sentence in misspelt(ENV_FILE):
            log.warning(sentence)
    return settings


@bank_app.command()
def schema(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="A file to write it to.")] = None,
) -> None:
    """Print the JSON Schema of bank files, for editors."""
    if output is None:
        typer.echo(bank_schema(), nl=False)
        return
    try:
        output.write_text(bank_schema(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise UserError(f"{output} cannot be written: {error.strerror}") from error


@bank_app.command()
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Banks, or folders of banks.")],
) -> None:
    """Say all that is wrong with banks, each with its line and what to do."""
    if not check_banks(paths, Console(), Console(stderr=True)):
        raise typer.Exit(1)
