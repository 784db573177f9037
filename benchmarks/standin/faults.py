"""What goes wrong on the way to Discord and back, when a test wants it to."""

from dataclasses import dataclass, field

from benchmarks.standin.journal import Json, Request


@dataclass(slots=True)
class Fault:
    """Strikes the next `times` requests of a route; of one channel alone when that is given."""

    route: str
    channel_id: int | None = None
    times: int = 1
    delay_s: float = 0.0
    status: int | None = None
    """Answered instead of doing the work; with `lose`, although it was done."""
    reset: bool = False
    """The line is cut before the work is done."""
    lose: bool = False
    """The work is done, but the line is cut before the answer."""
    retry_after: float = 1.0
    """For the status 429."""
    struck: list[Request] = field(default_factory=list)

    def meets(self, request: Request) -> bool:
        return (
            len(self.struck) < self.times
            and request.route == self.route
            and self.channel_id in (None, request.channel_id)
        )

    def body(self) -> Json:
        return {"message": f"{self.status}: made up by the stand-in", "code": 0}


@dataclass(slots=True)
class Faults:
    planned: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> Fault:
        self.planned.append(fault)
        return fault

    def strike(self, request: Request) -> Fault | None:
        for fault in self.planned:
            if fault.meets(request):
                fault.struck.append(request)
                return fault
        return None
