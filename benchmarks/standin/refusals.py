"""Discord's refusals: a status, a code that the documentation lists, and a sentence."""

from collections.abc import Sequence

from benchmarks.standin.journal import Json


class Refused(Exception):  # noqa: N818
    def __init__(self, status: int, code: int, message: str, faults: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.body: Json = {"message": message, "code": code}
        if faults:
            errors = [{"code": "INVALID", "message": fault} for fault in faults]
            self.body["errors"] = {"_errors": errors}


def unauthorized() -> Refused:
    return Refused(401, 0, "401: Unauthorized")


def unknown_channel() -> Refused:
    return Refused(404, 10003, "Unknown Channel")


def unknown_message() -> Refused:
    return Refused(404, 10008, "Unknown Message")


def unknown_webhook() -> Refused:
    return Refused(404, 10015, "Unknown Webhook")


def unknown_interaction() -> Refused:
    return Refused(404, 10062, "Unknown interaction")


def acknowledged_already() -> Refused:
    return Refused(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> Refused:
    return Refused(403, 50001, "Missing Access")


def others_message() -> Refused:
    return Refused(403, 50005, "Cannot edit a message authored by another user")


def missing_permissions() -> Refused:
    return Refused(403, 50013, "Missing Permissions")


def dead_token() -> Refused:
    return Refused(401, 50027, "Invalid Webhook Token")


def invalid_form(faults: Sequence[str]) -> Refused:
    return Refused(400, 50035, "Invalid Form Body", faults)
