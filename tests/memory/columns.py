"""Every column of the memory that can hold words, by what becomes of them."""

from django.apps import apps
from django.db import connection

# Where an observation's words go, and in which columns.
EVERYWHERE = {
    "memory_claim.qualifiers",
    "memory_claim.value_text",
    "memory_decisionnote.text",
    "memory_derivationtext.search",
    "memory_derivationtext.text",
    "memory_episode.external_id",
    "memory_episodesource.ref",
    "memory_episodetext.conclusions",
    "memory_episodetext.task",
    "memory_idempotentreply.body",
    "memory_node.external_id",
    "memory_node.name",
    "memory_node.skeletons",
    "memory_observation.locator",
    "memory_observation.ref",
    "memory_observationtext.text",
    "memory_rejectedcandidate.proposal",
    "memory_rejectedcandidate.text",
    "memory_residue.text",
    "memory_retractionwords.reason",
    "memory_source.title",
    "memory_source.uri",
    "memory_source.version",
    "memory_work.error",
}
# Where only the name of an entity goes.
NAMED = {
    "memory_node.description",
    "memory_receipttext.message",
    "memory_operationline.message",
    "memory_operationline.sent",
    "memory_source.vetted_note",
}
# Words of the workspace itself, of people and of machines, not of what was seen:
# settings, vocabulary and accounts, which are changed where they are kept.
SETTINGS = {
    "memory_agent.name",
    "memory_apikey.label",
    "memory_apikey.prefix",
    "memory_derivation.model",
    "memory_distillationrun.model",
    "memory_distillationrun.prompt_version",
    "memory_embeddingrun.model",
    "memory_judgerun.model",
    "memory_judgerun.prompt_version",
    "memory_eventcursor.name",
    "memory_vector3072.model",
    "memory_vector384.model",
    "memory_episode.model",
    "memory_heartbeat.name",
    "memory_idempotentreply.token",
    "memory_node.kind",
    "memory_operationline.code",
    "memory_predicate.aliases",
    "memory_predicate.inverse_label",
    "memory_predicate.label",
    "memory_predicate.name",
    "memory_webhook.kinds",
    "memory_webhook.secret",
    "memory_webhook.url",
    "memory_workspace.name",
    "memory_workspace.slug",
}
# What the store itself writes: codes of a closed list, and numbers.
CODES = {
    "memory_alarm.derivations",
    "memory_apikey.scopes",
    "memory_claimstatus.cause_kind",
    "memory_delivery.error",
    "memory_decision.policy",
    "memory_decision.reason",
    "memory_dispute.died",
    "memory_dispute.effect",
    "memory_dispute.was",
    "memory_endorsement.action",
    "memory_erasure.counts",
    "memory_erasure.observations",
    "memory_checkedtext.rules_version",
    "memory_checkedtext.triggered",
    "memory_episodetext.credentials",
    "memory_event.kind",
    "memory_finding.decided_by",
    "memory_finding.rule",
    "memory_finding.tolerance",
    "memory_observationtext.credentials",
    "memory_receipt.degraded",
    "memory_receipt.lenses",
    "memory_receipt.nodes",
    "memory_receipt.references",
    "memory_receiptline.effect",
    "memory_receiptline.lenses",
    "memory_receiptline.reason",
    "memory_logseal.ids",
    "memory_rejectedcandidate.method",
    "memory_rejectedcandidate.reason",
    "memory_source.credentials",
    "memory_statusevent.before",
}
# Hashes and ids of words, and what goes with the words beside it.
HASHED = {
    "memory_checkedtext.text",
    "memory_embeddingrun.error",
    "memory_finding.computed",
    "memory_finding.message",
    "memory_finding.quote",
    "memory_finding.reported",
    "memory_judgerun.reply_hashes",
    "memory_receiptline.conflicts_with",
    "memory_receipttext.findings",
    "memory_receipttext.reframe",
    "memory_receipttext.tensions",
    "memory_unembedded.error",
    "memory_claim.value_unit",
    "memory_claim.uid",
    "memory_decision.after",
    "memory_decision.before",
    "memory_distillationrun.reply_hashes",
    "memory_endorsement.about",
    "memory_episode.body_hash",
    "memory_event.subject_uid",
    "memory_node.uid",
    "memory_rejectedcandidate.detail",
    "memory_rejectedcandidate.path",
    "memory_source.as_of",
    "memory_source.voice",
}


def texts() -> set[str]:
    """Every column of the memory that can hold words of a caller's."""
    closed = {
        f"{model._meta.db_table}.{field.column}"
        for model in apps.get_app_config("memory").get_models()
        for field in model._meta.local_concrete_fields
        if field.choices
    }
    with connection.cursor() as cursor:
        cursor.execute(COLUMNS)
        found = {name for (name,) in cursor.fetchall()}
    return found - closed


COLUMNS = """
SELECT table_name || '.' || column_name FROM information_schema.columns
WHERE table_schema = 'public' AND table_name LIKE 'memory\\_%'
AND data_type IN ('text', 'character varying', 'json', 'jsonb', 'tsvector', 'ARRAY')
"""
