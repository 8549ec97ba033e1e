"""The cycle of the two tile sets and its faults: sensor events in, board commands out.

``step`` is the brain, ``evolve`` the fold over the journal, ``check`` the invariants; ``mechanism_json``,
``faults_json`` and ``prompt_json`` are the parts of the snapshot, ``first_voice`` says whether a page lets the
machine or the match speak first, ``light`` is the state light, ``dome`` and ``changes`` what the dome shows.
"""

from controller.events.machine import Place
from controller.mechanism.cycle import step
from controller.mechanism.evolve import evolve
from controller.mechanism.faults import catalogue
from controller.mechanism.inputs import (
    BoardConnected,
    BoardLost,
    Effects,
    Input,
    Notification,
    Order,
    PlanRequested,
    Reply,
    Request,
    Requested,
    SetsPlaced,
    StartTimer,
    TimerElapsed,
)
from controller.mechanism.invariants import check
from controller.mechanism.shown.dome import Dome, Seats, changes, dome
from controller.mechanism.shown.first import Voice, first_voice
from controller.mechanism.shown.light import Light, LightKind, light
from controller.mechanism.shown.prompts import Prompt, prompt
from controller.mechanism.shown.view import faults_json, mechanism_json, prompt_json
from controller.mechanism.situation import Situation, situation
from controller.mechanism.state import Books, Live, Plan, Setup, State, fresh

__all__ = [
    "BoardConnected",
    "BoardLost",
    "Books",
    "Dome",
    "Effects",
    "Input",
    "Light",
    "LightKind",
    "Live",
    "Notification",
    "Order",
    "Place",
    "Plan",
    "PlanRequested",
    "Prompt",
    "Reply",
    "Request",
    "Requested",
    "Seats",
    "SetsPlaced",
    "Setup",
    "Situation",
    "StartTimer",
    "State",
    "TimerElapsed",
    "Voice",
    "catalogue",
    "changes",
    "check",
    "dome",
    "evolve",
    "faults_json",
    "first_voice",
    "fresh",
    "light",
    "mechanism_json",
    "prompt",
    "prompt_json",
    "situation",
    "step",
]
