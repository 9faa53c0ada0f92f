"""What of an episode is words, as one text that a commitment can bind."""

import json


def episode_words(task: str, conclusions: object) -> str:
    """The task and the declared conclusions; none declared differs from an empty list.

    JSON by its keys in order, since the database keeps none.
    """
    return json.dumps([task, conclusions], sort_keys=True, ensure_ascii=False)
