"""Discord's rate limits: 50 requests a second in all, and a bucket for each route and channel."""

import zlib
from dataclasses import dataclass, field

from benchmarks.standin.journal import CALLBACK, EDIT, POST, Json, Request

PER_ROUTE = {POST: (5, 5.0), EDIT: (5, 5.0)}
BY_TOKEN = (5, 5.0)
OTHERS = (10, 1.0)
GLOBAL = (50, 1.0)


@dataclass(slots=True)
class Bucket:
    limit: int
    window_s: float
    remaining: int = 0
    resets_at: float = 0.0

    def take(self, now: float) -> bool:
        if now >= self.resets_at:
            self.remaining, self.resets_at = self.limit, now + self.window_s
        if self.remaining == 0:
            return False
        self.remaining -= 1
        return True


@dataclass(slots=True)
class Verdict:
    headers: dict[str, str] = field(default_factory=dict)
    refusal: Json | None = None
    """The body of the 429, when there is one."""


@dataclass(slots=True)
class RateLimits:
    """`refused` counts the 429s: 10,000 in ten minutes would get the bot's address banned."""

    enforced: bool = True
    refused: int = 0
    _all: Bucket = field(default_factory=lambda: Bucket(*GLOBAL))
    _buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)

    def judge(self, request: Request) -> Verdict:
        if request.route == CALLBACK or not self.enforced:
            return Verdict()
        by_token = "/webhooks/" in request.route
        if not by_token and not self._all.take(request.at):
            return self._refusal(self._all, request, {}, "global")
        bucket, name = self._bucket(request, by_token=by_token)
        taken = bucket.take(request.at)
        after = f"{bucket.resets_at - request.at:.3f}"
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(bucket.remaining),
            "X-RateLimit-Reset-After": after,
            "X-RateLimit-Bucket": name,
        }
        return Verdict(headers) if taken else self._refusal(bucket, request, headers, "user")

    def _bucket(self, request: Request, *, by_token: bool) -> tuple[Bucket, str]:
        major = "" if by_token else str(request.channel_id or "")
        if by_token:
            major = request.parameters.get("webhook_token", "")
        limit, window_s = BY_TOKEN if by_token else PER_ROUTE.get(request.route, OTHERS)
        name = "webhook" if by_token else f"{zlib.crc32(request.route.encode()):08x}"
        return self._buckets.setdefault((name, major), Bucket(limit, window_s)), name

    def _refusal(self, bucket: Bucket, request: Request, headers: dict[str, str], scope: str) -> Verdict:
        self.refused += 1
        retry_after = round(max(bucket.resets_at - request.at, 0.001), 3)
        return Verdict(
            headers | refusal_headers(retry_after, scope),
            refusal_body(retry_after, everywhere=scope == "global"),
        )


def refusal_headers(retry_after: float, scope: str) -> dict[str, str]:
    headers = {"Via": "1.1 google", "Retry-After": f"{retry_after:.3f}", "X-RateLimit-Scope": scope}
    return headers | {"X-RateLimit-Global": "true"} if scope == "global" else headers


def refusal_body(retry_after: float, *, everywhere: bool) -> Json:
    return {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere}
