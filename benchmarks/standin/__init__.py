"""A stand-in for Discord on loopback: the gateway, the routes a quiz bot uses, and players.

A bot in a process of its own is pointed at `StandIn.url`; whoever holds the `StandIn` drives the players,
makes faults happen and reads from its journal what was asked of it.
"""

from benchmarks.standin.interactions import Interaction
from benchmarks.standin.journal import Request
from benchmarks.standin.server import StandIn
from benchmarks.standin.world import Channel, Guild, Message

__all__ = ["Channel", "Guild", "Interaction", "Message", "Request", "StandIn"]
