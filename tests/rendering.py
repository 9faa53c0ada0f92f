"""Makes the test database quickly: a migration renders a new model alone.

Django renders all that a new model refers to anew, whether it changes or not; with
some eighty models that are tied together it takes most of the time. Nothing refers to
a new model yet, so the tables come out the same.
"""

from collections.abc import Iterator

import pytest
from django.db.migrations.state import ProjectState

RELOAD = ProjectState.reload_model


def render(
    state: ProjectState, app_label: str, model_name: str, delay: bool = False
) -> None:
    """Django's way, but for a model that the rendered state does not know."""
    rendered = "apps" in state.__dict__  # asking for it would render everything
    if rendered and model_name not in state.apps.all_models[app_label]:
        state.apps.render_multiple([state.models[app_label, model_name]])
    else:
        RELOAD(state, app_label, model_name, delay)


@pytest.fixture(scope="session", autouse=True)
def quick_rendering() -> Iterator[None]:
    """Every migration of the run goes this way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ProjectState, "reload_model", render)
        yield
