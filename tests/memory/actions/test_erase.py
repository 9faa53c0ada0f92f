"""Erasure: no trace of the words in any table, and the log still verifies."""

import uuid
from typing import Any

import pytest

from memory.actions.erase import Erased, erase
from memory.actions.judge_finding import judge_finding
from memory.actions.keep_findings import keep_findings
from memory.actions.place_hold import place_hold
from memory.actions.put_node import put_node
from memory.actions.seal_log import seal_log
from memory.actions.undo import undo
from memory.classifier.check import check_text
from memory.models import (
    CheckedText,
    Claim,
    Episode,
    Erasure,
    Finding,
    Node,
    Observation,
    ObservationText,
    RejectedCandidate,
)
from memory.queries.clock import database_now
from memory.queries.damage import damaged
from memory.queries.invariants import broken
from memory.queries.verification import verify
from memory.rules.candidate import NodeName
from memory.rules.digest import text_digest
from memory.rules.refused import Missing, Refused
from memory.steps.findings import Checked
from tests.make import (
    distil_episode,
    make_conclusion,
    make_observation,
)
from tests.memory.canary import (
    ALIAS,
    CANARY,
    REF,
    dump,
    hashes,
    line_that_waits,
    named_elsewhere,
    poisoned,
    traces,
)
from tests.memory.claims import claim
from tests.memory.columns import (
    CODES,
    EVERYWHERE,
    HASHED,
    NAMED,
    SETTINGS,
    texts,
)
from tests.memory.evidence import Plant, make_plant, resolve, take
from tests.memory.schema import refusal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plant() -> Plant:
    return make_plant()


def run(plant: Plant, **target: Any) -> Erased:
    return erase(
        workspace=plant.workspace,
        reason="Asked for by the person.",
        by=plant.by,
        now=database_now(),
        **target,
    )


def clean(plant: Plant) -> None:
    assert traces() == set()
    assert verify(plant.workspace).bad is None
    assert damaged(plant.workspace) == []
    assert not [name for name, ids in broken() if ids]


def test_every_column_that_can_hold_words_is_known() -> None:
    assert texts() - (EVERYWHERE | NAMED | SETTINGS | CODES | HASHED) == set()


@pytest.mark.parametrize("sealed", [True, False])
def test_an_observation_goes_everywhere_it_went(
    plant: Plant, sealed: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "memory")
    poisoned(plant)
    assert EVERYWHERE <= traces() <= EVERYWHERE | NAMED | HASHED
    before, told = dump(), hashes()
    if sealed:
        seal_log(workspace=plant.workspace, now=database_now())
    row = Observation.objects.get(ref=REF)
    found = run(plant, observation=row.uid)
    assert found.created
    assert row.words.state == "erased"
    assert Observation.objects.get(ref="x2").words.state == "live"
    seal_log(workspace=plant.workspace, now=database_now())
    clean(plant)
    gone = told - hashes()
    # Five claims with their ends, a source with its voice, a body.
    assert len(gone) >= 12
    assert {x for x in gone if x in "".join(before.values())} == gone
    assert {x for x in gone if x in "".join(dump().values())} == set()
    assert CANARY not in caplog.text


def test_a_node_goes_everywhere_it_is_named(plant: Plant) -> None:
    poisoned(plant)
    distil_episode(
        plant.agent,
        observations=(make_observation("y1", f"Ask {CANARY}, or nobody."),),
        conclusions=(make_conclusion("P-8", "V-8", supports=["y1"]),),
    )
    named_elsewhere(plant)
    seal_log(workspace=plant.workspace, now=database_now())
    waiting = line_that_waits(plant)
    assert EVERYWHERE | NAMED <= traces() <= EVERYWHERE | NAMED | HASHED
    node = Node.objects.get(external_id=CANARY)
    found = run(plant, node=node.uid)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.sent) == ("failed", None)
    assert found.certificate.node == node
    # What an alias is named in goes too.
    assert found.certificate.counts["observations"] == 3
    seal_log(workspace=plant.workspace, now=database_now())
    clean(plant)
    assert traces(ALIAS) == set()
    node.refresh_from_db()
    assert (node.kind, node.name, node.skeletons) == ("erased", "", [])
    # It has no claim left that stands, and the other pumps are as they were.
    assert set(plant.status().values()) == {"admissible"}


def test_the_leaving_pass_runs(plant: Plant) -> None:
    rows = {letter: claim(plant.workspace, letter) for letter in "abcd"}
    found = run(plant, observation=plant.observation("o1").uid)
    effects = {x.claim: x.effect.value for x in found.passed.touched}
    assert effects == {
        rows["a"].pk: "lost",
        rows["b"].pk: "lost",
        rows["c"].pk: "weakened",
    }
    for row in rows.values():
        row.state.refresh_from_db()
    assert [x.state.status for x in rows.values()] == [
        *["disputed"] * 3,
        "admissible",
    ]
    assert rows["a"].state.cause_kind == "erasure"
    assert Episode.objects.get(kind="erasure").words.task == "Erasure."


def test_ids_that_were_hashes_of_the_words_are_random(plant: Plant) -> None:
    uid, node = claim(plant.workspace, "d").uid, claim(plant.workspace, "d").subject
    run(plant, observation=plant.observation("o3").uid)
    assert not Claim.objects.filter(uid=uid).exists()
    assert not Node.objects.filter(uid=node.uid).exists()
    node.refresh_from_db()
    assert node.external_id == str(node.uid)
    assert claim(plant.workspace, "a").subject.external_id == "pump a"


def test_what_others_said_of_the_same_stays(plant: Plant) -> None:
    run(plant, observation=plant.observation("o2").uid)
    # c rests on b as well, in words of its own.
    found = claim(plant.workspace, "c").derivations.order_by("id")
    texts = list(found.values_list("words__text", flat=True))
    assert texts == ["pump c feeds tank c", None]


def test_a_second_erasure_changes_nothing(plant: Plant) -> None:
    uid = plant.observation("o1").uid
    first = run(plant, observation=uid)
    before = dump()
    again = run(plant, observation=uid)
    assert (again.created, again.certificate) == (False, first.certificate)
    assert again.passed.counts == first.passed.counts
    assert dump() == before
    node = claim(plant.workspace, "d").subject
    first = run(plant, node=node.uid)
    with pytest.raises(Missing):
        run(plant, node=node.uid)
    node.refresh_from_db()
    assert run(plant, node=node.uid).certificate == first.certificate
    assert Erasure.objects.count() == 2


def test_it_overrides_retention_and_is_not_undone(plant: Plant) -> None:
    row = plant.observation("o3")
    place_hold(
        workspace=plant.workspace,
        observations=[row.uid],
        holder=uuid.uuid4(),
        now=database_now(),
    )
    found = run(plant, observation=row.uid)
    assert ObservationText.objects.get(observation=row).text is None
    with pytest.raises(Refused, match="not a decision"):
        undo(
            workspace=plant.workspace,
            decision=found.certificate.decision.uid,
            by=plant.by,
            now=database_now(),
        )


def test_a_certificate_stays_as_it_is(plant: Plant) -> None:
    run(plant, observation=plant.observation("o3").uid)
    assert refusal("UPDATE memory_erasure SET counts = '{}'") == "erasure_append_only"
    assert refusal("DELETE FROM memory_erasure") == "erasure_append_only"


def test_what_is_elsewhere_is_not_found(plant: Plant) -> None:
    other = make_plant()
    with pytest.raises(Missing):
        run(other, observation=plant.observation("o1").uid)
    with pytest.raises(Missing):
        run(other, node=claim(plant.workspace, "a").subject.uid)
    assert RejectedCandidate.objects.count() == 0


@pytest.mark.parametrize("by_node", [True, False])
def test_what_the_checks_kept_of_the_words_goes(plant: Plant, by_node: bool) -> None:
    said = f"{CANARY} counted: 36 out of 240 samples failed (18%)."
    distil_episode(plant.agent, observations=(make_observation("flawed", said),))
    finding = Finding.objects.get(verdict="contradicted")
    paste = keep_findings(
        workspace=plant.workspace,
        text=f"He said: {said}",
        checked=Checked(check_text(f"He said: {said}"), "1"),
        by=plant.by,
        now=database_now(),
    )
    note = {"verdict": "confirm", "note": f"{CANARY} erred."}
    judge_finding(
        workspace=plant.workspace,
        finding=finding.uid,
        by=plant.by,
        now=database_now(),
        **note,
    )
    assert {"memory_checkedtext.text", "memory_decisionnote.text"} <= traces()
    target = Observation.objects.get(ref="flawed")
    node = put_node(
        workspace=plant.workspace,
        name=NodeName("person", CANARY),
        title=None,
        description=None,
        now=database_now(),
    ).node
    run(plant, **({"node": node.uid} if by_node else {"observation": target.uid}))
    named = {"memory_node.external_id", "memory_node.skeletons"}
    left = traces() - (set() if by_node else named)
    assert left == set()
    for row in Finding.objects.filter(verdict="contradicted"):
        assert (row.quote, row.message, row.reported, row.computed) == ("",) * 4
    finding.refresh_from_db()
    assert finding.state == "confirmed"
    digests = {bytes(row.digest) for row in CheckedText.objects.all()}
    assert text_digest(said) not in digests
    assert not CheckedText.objects.filter(pk=paste.pk).exclude(text="").exists()


def test_nothing_but_an_erasure_changes_a_name_in_the_log(plant: Plant) -> None:
    other = make_plant()
    run(plant, observation=plant.observation("o3").uid)
    name = "UPDATE memory_observation SET ref = uid::text, locator = %s WHERE ref = {}"
    assert refusal(name.format("'o1'"), "") == "observation_append_only"
    assert refusal(name.format("uid::text"), "sheet 4") == "observation_append_only"
    assert refusal(name.format("uid::text"), "") == ""
    sent = "UPDATE memory_episode SET external_id = uid::text, body_hash = NULL"
    assert refusal(f"{sent} WHERE id = %s", other.episode.pk) == "episode_immutable"
    assert refusal(f"{sent} WHERE id = %s", plant.episode.pk) == ""


def test_an_id_in_the_log_follows_its_row_alone(plant: Plant) -> None:
    row = claim(plant.workspace, "d")
    decided = """UPDATE memory_decision SET after = replace(after::text, %s, %s)::jsonb
        WHERE action = 'retire'"""
    heard = "UPDATE memory_event SET subject_uid = %s WHERE subject_uid = %s"
    take(plant, "o3")
    resolve(plant, "d", "retire", reason="wrong")
    old, new = str(row.uid), str(uuid.uuid4())
    assert refusal(decided, old, new) == "decision_append_only"
    assert refusal(heard, new, old) == "event_append_only"
    Claim.objects.filter(pk=row.pk).update(uid=new)
    assert refusal(decided, old, new) == ""
    assert refusal(heard, new, old) == ""
    assert refusal("UPDATE memory_decision SET after = '{}'") == "decision_append_only"
