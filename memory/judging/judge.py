"""A judge that asks a model; what it cannot use of a reply leaves a question open."""

from collections.abc import Callable, Sequence

from pydantic import BaseModel, ValidationError

from memory.classifier.judge import Span, Use, Warrant
from memory.classifier.quantity import Quantity
from memory.classifier.relation import Relation
from memory.judging import prompt
from memory.judging.reading import NotBorneOut, relation
from memory.judging.shape import Inference, ReadRelations, TermUse
from memory.llm import Message, ModelFailed, Reply

type Ask = Callable[[Sequence[Message], type[BaseModel]], Reply]


class ModelJudge:
    """Answers the checks' questions about one text with what a model says.

    Each question is asked once more when the reply is no use, then it is open. A model
    that fails without a reply is not asked again. `asked` counts questions, `open` the
    ones that got no answer.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._silent = False
        self.asked = self.open = 0

    @property
    def answered(self) -> bool:
        """Whether it was asked anything and nothing was left open."""
        return self.asked > 0 and not self.open

    def relations(self, text: str, quantities: Sequence[Quantity]) -> list[Relation]:
        """The relations that the sentence bears out."""

        def read(said: ReadRelations) -> list[Relation]:
            return [relation(each, text, quantities) for each in said.relations]

        asked = prompt.about_relations(text, quantities)
        return self._answer(asked, ReadRelations, read) or []

    def inference(self, text: str, premise: Span, conclusion: Span) -> Warrant:
        """Whether the conclusion is warranted, as far as the text is quoted for it."""
        grounds, reach = text[slice(*premise)], text[slice(*conclusion)]

        def read(said: Inference) -> Warrant:
            _require(said.premise, grounds)
            _require(said.conclusion, reach)
            return said.answer

        asked = prompt.about_inference(text, grounds, reach)
        return self._answer(asked, Inference, read) or "unanswered"

    def term(self, text: str, span: Span, field: str, law: str) -> Use:
        """Whether a term of `field` is used in its own sense, the use quoted."""

        def read(said: TermUse) -> Use:
            _require(said.quote, text)
            return said.answer

        asked = prompt.about_term(text, text[slice(*span)], field)
        return self._answer(asked, TermUse, read) or "unanswered"

    def _answer[Said: BaseModel, Meant](
        self,
        asked: Sequence[Message],
        shape: type[Said],
        read: Callable[[Said], Meant],
    ) -> Meant | None:
        self.asked += 1
        try:
            reply = self._once(asked, shape)
            try:
                return read(shape.model_validate_json(reply.text))
            except (ValidationError, NotBorneOut) as fault:
                mended = prompt.again(asked, reply.text, _said(fault))
            return read(shape.model_validate_json(self._once(mended, shape).text))
        except (ModelFailed, ValidationError, NotBorneOut):
            self.open += 1
            return None

    def _once(self, messages: Sequence[Message], shape: type[BaseModel]) -> Reply:
        if self._silent:
            raise ModelFailed("The model did not answer before.")
        try:
            return self._ask(messages, shape)
        except ModelFailed as failure:
            self._silent = failure.reply is None
            raise


def _require(words: str, text: str) -> None:
    if not words.strip() or words not in text:
        raise NotBorneOut(f"the text does not hold {words[:80]!r}")


def _said(fault: ValidationError | NotBorneOut) -> str:
    if isinstance(fault, NotBorneOut):
        return str(fault)
    first = fault.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
