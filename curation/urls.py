"""Addresses of the browser application; a workspace is a prefix."""

from django.urls import URLPattern, URLResolver, include, path

from curation.views import (
    account,
    activity,
    claims,
    episodes,
    guide,
    holds,
    home,
    provenance,
    review,
    silence,
    sources,
    verdicts,
)

_workspace: list[URLPattern | URLResolver] = [
    path("", home.show, name="home"),
    path("seen/", home.seen, name="seen"),
    path("review/", review.start, name="review"),
    path("review/<uuid:uid>/", review.focus, name="review-claim"),
    path("review/<uuid:uid>/hold/", holds.hold, name="hold"),
    path("review/<uuid:uid>/skip/", verdicts.skip, name="skip"),
    path("review/<uuid:uid>/<slug:verb>/", verdicts.verdict, name="verdict"),
    path("claims/", claims.index, name="claims"),
    path("claims/<uuid:uid>/", claims.claim, name="claim"),
    path("claims/<uuid:uid>/provenance/", provenance.show, name="provenance"),
    path("claims/<uuid:uid>/provenance.svg", provenance.drawing, name="provenance-svg"),
    path("claims/<uuid:uid>/provenance.csv", provenance.table, name="provenance-csv"),
    path("claims/<uuid:uid>/prov.json", provenance.prov_json, name="prov-json"),
    path("episodes/", episodes.index, name="episodes"),
    path("episodes/<uuid:uid>/", episodes.episode, name="episode"),
    path("episodes/<uuid:uid>/retry/", episodes.retry, name="retry-episode"),
    path("sources/", sources.index, name="sources"),
    path("sources/<uuid:uid>/", sources.source, name="source"),
    path("uncited/", silence.uncited, name="uncited"),
    path("rejected/", silence.rejected, name="rejected"),
    path("activity/", activity.log, name="activity"),
    path("activity.csv", activity.export, name="activity-csv"),
    path("activity/<uuid:uid>/", activity.decision, name="decision"),
    path("activity/<uuid:uid>/undo/", verdicts.undo, name="undo"),
    path("help/", guide.guide, name="help"),
    path("single-keys/", account.single_keys, name="single-keys"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", account.start, name="start"),
    path("login/", account.SignIn.as_view(), name="login"),
    path("logout/", account.SignOut.as_view(), name="logout"),
    path("theme/", account.theme, name="theme"),
    path("w/<slug:slug>/", include(_workspace)),
]
