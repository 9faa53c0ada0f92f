"""An HTTP transport that reads no more of a reply than is wanted."""

from collections.abc import AsyncIterator

import httpx2

MAX_BYTES = 8 * 1024 * 1024


class TooLarge(httpx2.TransportError):
    """The reply has more bytes than is read of one."""


class Bounded(httpx2.AsyncHTTPTransport):
    """A transport that cuts a reply after MAX_BYTES, before it is held in memory."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await super().handle_async_request(request)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            raise TooLarge("a compressed reply was not asked for")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Cut(response.stream)
        return response


class _Cut(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self.stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self.stream:
            size += len(chunk)
            if size > MAX_BYTES:
                raise TooLarge(f"more than {MAX_BYTES} bytes")
            yield chunk

    async def aclose(self) -> None:
        await self.stream.aclose()


def bounded_client(seconds: float) -> httpx2.AsyncClient:
    """It follows no redirect, asks no proxy, and reads MAX_BYTES at most."""
    return httpx2.AsyncClient(
        transport=Bounded(),
        trust_env=False,
        follow_redirects=False,
        timeout=seconds,
        headers={"Accept-Encoding": "identity"},
    )
