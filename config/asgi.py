"""The web application as an ASGI server calls it: the site, and the tools at /mcp."""

import os
from typing import Any

from django.conf import settings
from django.core.asgi import get_asgi_application

from config import mcp
from config.mcp import App

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def make() -> App:
    """A new application; its server has to run the lifespan, which the tools need."""
    site = get_asgi_application()
    tools = mcp.application(site, settings.ALLOWED_HOSTS)

    async def whole(scope: Any, receive: Any, send: Any) -> None:
        mine = scope["type"] == "lifespan" or scope["path"].rstrip("/") == "/mcp"
        await (tools if mine else site)(scope, receive, send)

    return whole


application = make()
