"""Fields, constraints, one-table filters and single-row facts."""

from memory.models.claim import (
    Claim,
    ClaimStatus,
    ClaimType,
    ClaimValidity,
    Quarantine,
)
from memory.models.conflict import Conflict, ConflictKind, ConflictState, Endorsement
from memory.models.decision import (
    Action,
    Actor,
    Decision,
    DecisionNote,
    Reason,
    StatusEvent,
    Supersession,
    Withdrawal,
)
from memory.models.derivation import Derivation, DerivationText, Method, Support
from memory.models.dispute import UNSETTLED, Dispute, DisputeState, Proposal
from memory.models.graph import Cardinality, Node, Predicate, ValueKind
from memory.models.keeping import Alarm, Archived, Erasure, Hold, LogSeal, SealedKind
from memory.models.leftover import Event, RejectedCandidate, Residue, ResidueKind
from memory.models.log import (
    Episode,
    EpisodeKind,
    EpisodeSource,
    EpisodeText,
    Observation,
    ObservationText,
    TextState,
)
from memory.models.merge import Distinction, Merge
from memory.models.operation import (
    LineState,
    Operation,
    OperationKind,
    OperationLine,
)
from memory.models.queue import (
    Heartbeat,
    IdempotentReply,
    ReviewItem,
    Work,
    WorkKind,
    WorkState,
)
from memory.models.retraction import (
    AffectedClaim,
    EffectKind,
    Retraction,
    RetractionKind,
    RetractionWords,
)
from memory.models.source import Source, SourceKind
from memory.models.usage import DistillationRun
from memory.models.workspace import (
    Agent,
    ApiKey,
    ConflictPolicy,
    Membership,
    Role,
    Scope,
    Workspace,
)

__all__ = [
    "UNSETTLED",
    "Action",
    "Actor",
    "AffectedClaim",
    "Agent",
    "Alarm",
    "ApiKey",
    "Archived",
    "Cardinality",
    "Claim",
    "ClaimStatus",
    "ClaimType",
    "ClaimValidity",
    "Conflict",
    "ConflictKind",
    "ConflictPolicy",
    "ConflictState",
    "Decision",
    "DecisionNote",
    "Derivation",
    "DerivationText",
    "Dispute",
    "DisputeState",
    "DistillationRun",
    "Distinction",
    "EffectKind",
    "Endorsement",
    "Episode",
    "EpisodeKind",
    "EpisodeSource",
    "EpisodeText",
    "Erasure",
    "Event",
    "Heartbeat",
    "Hold",
    "IdempotentReply",
    "LineState",
    "LogSeal",
    "Membership",
    "Merge",
    "Method",
    "Node",
    "Observation",
    "ObservationText",
    "Operation",
    "OperationKind",
    "OperationLine",
    "Predicate",
    "Proposal",
    "Quarantine",
    "Reason",
    "RejectedCandidate",
    "Residue",
    "ResidueKind",
    "Retraction",
    "RetractionKind",
    "RetractionWords",
    "ReviewItem",
    "Role",
    "Scope",
    "SealedKind",
    "Source",
    "SourceKind",
    "StatusEvent",
    "Supersession",
    "Support",
    "TextState",
    "ValueKind",
    "Withdrawal",
    "Work",
    "WorkKind",
    "WorkState",
    "Workspace",
]
