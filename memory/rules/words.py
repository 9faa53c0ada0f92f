"""What of a row of the log is words, as one text that a commitment can bind.

A caller chooses ids, refs and locators as freely as any text; so they count as words.
"""

import json


def episode_words(
    task: str,
    conclusions: object,
    external_id: str,
    body_hash: bytes | memoryview | None,
) -> str:
    """The task, the declared conclusions, and what the episode was sent as.

    None declared differs from an empty list. JSON by its keys in order, since the
    database keeps none.
    """
    sent = None if body_hash is None else bytes(body_hash).hex()
    return json.dumps(
        [task, conclusions, external_id, sent], sort_keys=True, ensure_ascii=False
    )


def observation_words(text: str, ref: str, locator: str) -> str:
    """The text, and where in its source and under which name it was read."""
    return json.dumps([text, ref, locator], ensure_ascii=False)
