"""The cycle of the two tile sets and its faults: sensor events in, board commands out.

``step`` is the brain, ``evolve`` the fold over the journal, ``check`` the invariants; ``mechanism_json``,
``faults_json`` and ``prompt_json`` are the parts of the snapshot, ``dome`` and ``changes`` what the dome shows.
"""

from controller.events.machine import Place
from controller.mechanism.cycle import step
from controller.mechanism.evolve import evolve
from controller.mechanism.faults import catalogue
from controller.mechanism.inputs import (
    Asked,
    BoardConnected,
    BoardLost,
    Heard,
    Input,
    Order,
    Placed,
    PlanAsked,
    Reply,
    Request,
    Step,
    Wake,
    Woke,
)
from controller.mechanism.invariants import check
from controller.mechanism.shown.dome import Dome, Seats, changes, dome
from controller.mechanism.shown.prompts import Prompt, prompt
from controller.mechanism.shown.view import faults_json, mechanism_json, prompt_json
from controller.mechanism.situation import Situation, situation
from controller.mechanism.state import Books, Live, Plan, Setup, State, fresh

__all__ = [
    "Asked",
    "BoardConnected",
    "BoardLost",
    "Books",
    "Dome",
    "Heard",
    "Input",
    "Live",
    "Order",
    "Place",
    "Placed",
    "Plan",
    "PlanAsked",
    "Prompt",
    "Reply",
    "Request",
    "Seats",
    "Setup",
    "Situation",
    "State",
    "Step",
    "Wake",
    "Woke",
    "catalogue",
    "changes",
    "check",
    "dome",
    "evolve",
    "faults_json",
    "fresh",
    "mechanism_json",
    "prompt",
    "prompt_json",
    "situation",
    "step",
]
