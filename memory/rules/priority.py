"""The order of the review queue."""


def priority(*, impact: int, uncertainty: float, age_days: float) -> float:
    """Impact × uncertainty × age, each shifted so that none alone sends it to zero.

    impact counts live dependants, uncertainty is 1 − the lower confidence, age is
    how long nobody has judged the claim.
    """
    return (1 + impact) * max(uncertainty, 0.01) * (1 + max(age_days, 0.0))
