"""What the store knows and the checks use: voices of sources, taught concepts."""

from typing import Any

import pytest

from memory.actions.put_predicate import PredicateEntry, put_predicate
from memory.jobs.checks import check_passage
from memory.models import Agent, Claim, Finding
from memory.rules.lifecycle import Status
from tests.make import (
    distil_episode,
    make_agent,
    make_conclusion,
    make_observation,
    make_source,
    make_workspace,
)
from tests.memory.claims import put

pytestmark = pytest.mark.django_db(transaction=True)
AGREE = "P&ID rev B and P&ID rev C both confirm it, two independent drawings."
COUNT = "We sold 40 gadgets and 15 widgets, 55 in total."


def sheets(**second: Any) -> tuple[Any, ...]:
    """Two revisions of one document, unless the second is changed."""
    one = {"uri": "doc://plant/pid.pdf", "title": "P&ID rev B", "version": "B"}
    other = one | {"title": "P&ID rev C", "version": "C"} | second
    return make_source(**one), make_source("other", **other)


def alarms(agent: Agent, text: str) -> list[str]:
    return [f.message for f in check_passage(agent.workspace, text).report.alarms()]


def test_revisions_of_one_document_are_one_voice(reader: Agent) -> None:
    distil_episode(
        reader, sources=sheets(), observations=(make_observation(text=AGREE),)
    )
    found = Finding.objects.get(verdict="suspect")
    assert found.message == "P&ID rev B and P&ID rev C are one voice; they count once."
    assert alarms(reader, AGREE) == [found.message]
    assert alarms(make_agent(make_workspace()), AGREE) == []


def test_two_documents_are_two_voices(reader: Agent) -> None:
    two = sheets(uri="doc://plant/other.pdf")
    distil_episode(reader, sources=two, observations=(make_observation(text=AGREE),))
    assert not Finding.objects.filter(verdict="suspect").exists()
    assert alarms(reader, AGREE) == []


def test_a_concept_counts_once_it_is_believed(reader: Agent) -> None:
    entry = PredicateEntry("broader", "is a kind of")
    put_predicate(workspace=reader.workspace, entry=entry)
    taught = make_conclusion("widget", "gadget", predicate="broader")
    distil_episode(reader, conclusions=(taught,))
    assert alarms(reader, COUNT) == []
    put(Claim.objects.get(predicate__name="broader"), Status.admissible)
    (found,) = alarms(reader, COUNT)
    assert found.startswith("40 already holds the other summands")
