"""Static files under names that hold a hash of their content."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Hashes also the names that JavaScript modules import from one another."""

    support_js_module_import_aggregation = True


class WholeFiles(WhiteNoiseMiddleware):
    """Answers in one piece: an ASGI server cannot stream a file read synchronously."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """The same status, headers and bytes, with the file closed."""
        streamed = WhiteNoiseMiddleware.serve(static_file, request)
        whole = HttpResponse(b"".join(streamed), status=streamed.status_code)
        whole.headers = streamed.headers
        streamed.close()
        return whole
