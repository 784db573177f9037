"""The shape of a bank file; `questions/bank.schema.json` is generated from these models."""

import hashlib
import re
import unicodedata
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from bot.banks.excerpt import excerpt
from bot.core.question import Question

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Link = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^https?://\S+$", max_length=500)]
MAX_OPTIONS = 10
# Discord allows 4,000 characters over all text of a card; 1,000 are kept for heading, votes and standings.
MAX_CARD_TEXT = 3_000
_SLUG_LENGTH = 40


def _as_list(value: object) -> object:
    return [value] if isinstance(value, str) else value


Texts = Annotated[list[Text], BeforeValidator(_as_list, json_schema_input_type=Text | list[Text])]


class OptionTwiceError(ValueError):
    """`path` is where the second one stands in its question."""

    def __init__(self, text: str, path: tuple[str, int]) -> None:
        super().__init__(f"the option “{excerpt(text)}” stands twice: remove or reword one")
        self.path = path


class QuestionEntry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    question: Annotated[Text, Field(description="The stem, as it is asked.")]
    correct: Annotated[Texts, Field(min_length=1, description="The right option, or a list of them.")]
    wrong: Annotated[Texts, Field(min_length=1, description="The distractors.")]
    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")] | None = Field(
        None, description="A stable name; without it one is made from the text."
    )
    explanation: Annotated[Text, Field(description="Shown at the reveal.")] | None = None
    reference: Annotated[Link, Field(description="Where to read more.")] | None = None
    difficulty: Annotated[int, Field(ge=1, le=5)] | None = None
    tags: Annotated[Texts, Field(max_length=20)] = []
    image: Link | None = None
    shuffle: bool = Field(True, description="false keeps the written order of the options.")
    seconds: Annotated[int, Field(ge=5, le=300)] | None = Field(None, description="Overrides the quiz's.")

    @model_validator(mode="after")
    def _fits_a_card(self) -> "QuestionEntry":
        options = [*self.correct, *self.wrong]
        if len(options) > MAX_OPTIONS:
            raise ValueError(f"{len(options):,} options, but a card holds {MAX_OPTIONS}: remove some")
        for place, text in enumerate(options):
            if text in options[:place]:
                in_wrong = place - len(self.correct)
                raise OptionTwiceError(text, ("wrong", in_wrong) if in_wrong >= 0 else ("correct", place))
        size = len(self.question) + len(self.explanation or "") + sum(map(len, options))
        if size > MAX_CARD_TEXT:
            raise ValueError(f"{size:,} characters of text, but a card holds {MAX_CARD_TEXT:,}: shorten it")
        return self


class BankFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    title: Annotated[Text, Field(max_length=80)]
    description: Annotated[Text, Field(max_length=500)] | None = None
    language: Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")] | None = None
    license: Text | None = None
    source: Text | None = None
    questions: Annotated[list[QuestionEntry], Field(min_length=1)]


def question_id(entry: QuestionEntry) -> str:
    """The author's id, or one from the words of the question: new line breaks and spaces do not change it."""
    if entry.id is not None:
        return entry.id
    words = " ".join(unicodedata.normalize("NFKC", entry.question).split())
    ascii_ = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode().lower()
    slug = re.sub("[^a-z0-9]+", "-", ascii_)[:_SLUG_LENGTH].strip("-")
    return f"{slug or 'question'}-{hashlib.sha256(words.encode()).hexdigest()[:10]}"


def to_question(entry: QuestionEntry) -> Question:
    return Question.of(
        question_id(entry),
        entry.question,
        entry.correct,
        entry.wrong,
        explanation=entry.explanation or "",
        reference=entry.reference or "",
        image=entry.image or "",
        shuffle=entry.shuffle,
        seconds=entry.seconds,
    )
