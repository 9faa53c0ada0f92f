"""Reads an episode without a model: the offline distiller, fed and translated."""

from collections.abc import Iterable
from itertools import islice

from memory.actions.store_distillation import OpenQuestion, Reading
from memory.distillers.lexicon import KnownNode, KnownPredicate, Lexicon
from memory.distillers.proposal import (
    Entity,
    ObservationText,
    Proposal,
    ResidueProposal,
)
from memory.distillers.rules.distil import distil
from memory.models import (
    Episode,
    Method,
    Node,
    Observation,
    Predicate,
    TextState,
    Workspace,
)
from memory.rules.candidate import Candidate, NodeName, Quote
from memory.rules.identity import IdentityRefused, normalise
from memory.rules.lookalike import skeleton_keys

# Runs of words that may name a known node, and how many of them are looked up.
LONGEST_NAME = 4
MOST_NAMES = 4000


def read_offline(episode: Episode) -> Reading:
    """Propose what the live observations of an episode say outright."""
    rows = list(
        Observation.objects.filter(
            episode=episode, words__state=TextState.LIVE
        ).select_related("words")
    )
    texts = [ObservationText(row.pk, row.words.text or "") for row in rows]
    lexicon = lexicon_for(episode.workspace, [text.text for text in texts])
    found = distil(texts, lexicon)
    uids = {row.pk: str(row.uid) for row in rows}
    return Reading(
        method=Method.RULES,
        candidates=[
            _candidate(position, proposal, uids)
            for position, proposal in enumerate(found.proposals)
        ],
        questions=[_question(each) for each in found.residue],
    )


def lexicon_for(workspace: Workspace, texts: Iterable[str]) -> Lexicon:
    """The workspace's predicates, and those of its nodes that the texts may name."""
    predicates = Predicate.objects.filter(workspace=workspace).select_related("negates")
    keys = sorted(_keys(texts))
    nodes = Node.objects.filter(workspace=workspace, skeletons__overlap=keys)
    return Lexicon(
        predicates=tuple(
            KnownPredicate(
                name=row.name,
                label=row.label,
                inverse_label=row.inverse_label,
                aliases=tuple(row.aliases),
                value_kind=row.value_kind,
                negates=row.negates.name if row.negates else None,
            )
            for row in predicates
        ),
        nodes=tuple(KnownNode(row.kind, row.external_id, row.name) for row in nodes),
    )


def _keys(texts: Iterable[str]) -> set[str]:
    keys: set[str] = set()
    for name in islice(_names(texts), MOST_NAMES):
        try:
            keys |= skeleton_keys(normalise("", name))
        except IdentityRefused:
            continue
    return keys


def _names(texts: Iterable[str]) -> Iterable[str]:
    for text in texts:
        words = [word.strip(".,;:!?()[]“”\"'") for word in text.split()]
        for start in range(len(words)):
            for end in range(start + 1, min(start + LONGEST_NAME, len(words)) + 1):
                yield " ".join(words[start:end])


def _candidate(position: int, proposal: Proposal, uids: dict[int, str]) -> Candidate:
    target = proposal.target
    return Candidate(
        position=position,
        subject=_name(proposal.subject),
        predicate=proposal.predicate,
        target=_name(target) if isinstance(target, Entity) else target,
        kappa=proposal.kappa,
        supports=tuple(
            Quote(uids[span.observation], span=(span.start, span.end))
            for span in proposal.spans
        ),
        text=proposal.text,
        type=proposal.claim_type,
        qualifiers=_qualifiers(proposal),
    )


def _qualifiers(proposal: Proposal) -> dict[str, str]:
    said = {"according to": proposal.attributed_to} if proposal.attributed_to else {}
    return dict(proposal.qualifiers) | said


def _name(entity: Entity) -> NodeName:
    return NodeName(entity.kind, entity.id)


def _question(proposal: ResidueProposal) -> OpenQuestion:
    return OpenQuestion(
        kind=proposal.kind,
        text=proposal.text,
        about=tuple(_name(entity) for entity in proposal.about),
        observation=proposal.span.observation,
        span=(proposal.span.start, proposal.span.end),
    )
