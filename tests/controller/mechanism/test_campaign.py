"""Random keys, faults, stops, power cuts and requests in any order: nothing is lost, nobody is left standing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from controller.mechanism import Place, Plan, PlanRequested, Request, SetsPlaced, TimerElapsed
from controller.mechanism.shown.dome import dome
from controller.mechanism.shown.view import faults_json, mechanism_json, prompt_json
from controller.refusals import Refused
from firmware_bridge import messages as m
from firmware_bridge.messages import BuildPhase, Fault, Key, Latches, ResetCause

FULL, PLAIN, THREE, ODD, LONG = (36,) * 4, (34,) * 4, (36, 36, 36, 0), (22, 21, 22, 20), (46,) * 4
PLANS = (Plan(FULL), Plan(PLAIN), Plan(THREE, 3), Plan(ODD), Plan(LONG))
BUILD_FAULTS = [fault for fault in Fault if fault <= Fault.CHANNEL_3] + [Fault.DISC_STALLED]


def campaign(make_desk: Callable[..., Any], sets: int) -> type[RuleBasedStateMachine]:
    class Campaign(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.desk = make_desk(sets=sets)
            self.desk.connect()

        @property
        def board(self) -> Any:
            return self.desk.board

        @property
        def linked(self) -> bool:
            return bool(self.desk.state.live.connected)

        @rule(keys=st.sampled_from([(Key.OPEN,), (Key.RAISE,), (Key.OPEN, Key.RAISE), (Key.DICE_1,)]))
        def press(self, keys: tuple[Key, ...]) -> None:
            if self.linked:
                self.desk.press(*keys)

        @rule()
        def one_motion_ends(self) -> None:
            if self.linked:
                self.desk._one_end()

        @rule()
        def all_motions_end(self) -> None:
            if self.linked:
                self.desk.finish()

        @precondition(lambda self: self.linked and self.board.phase is BuildPhase.PICKING and not self.board.waits)
        @rule(short=st.booleans())
        def build_ends(self, short: bool) -> None:
            counts = (1, *self.board.quota[1:]) if short and self.board.quota[0] > 1 else None
            self.desk.finish_build(counts)

        @precondition(lambda self: self.linked and self.board.phase is BuildPhase.PICKING and not self.board.waits)
        @rule(fault=st.sampled_from(BUILD_FAULTS), seen=st.booleans())
        def build_fails(self, fault: Fault, seen: bool) -> None:
            self.board.raise_fault(fault, int(fault) % 4, seen=seen)
            self.desk.pump()

        @precondition(lambda self: self.linked and self.board.job is not None and self.board.job.mechanisms)
        @rule()
        def motion_fails(self) -> None:
            mechanism = self.board.job.mechanisms[0]
            if mechanism == m.Mechanism.HATCH:
                fault = Fault.HATCH_NOT_OPEN
            elif mechanism >= m.Mechanism.LIFT_0:
                fault = Fault(Fault.LIFT_0 + mechanism - m.Mechanism.LIFT_0)
            else:
                fault = Fault(Fault.HEAD_JAM_0 + mechanism - m.Mechanism.HEAD_0)
            self.board.raise_fault(fault)
            self.desk.pump()

        @rule(fault=st.sampled_from([Fault.SLOW, Fault.BY_CLOCK]), mechanism=st.sampled_from(list(m.Mechanism)[:14]))
        def warning(self, fault: Fault, mechanism: m.Mechanism) -> None:
            if self.linked:
                self.board.raise_fault(fault, int(mechanism))
                self.desk.pump()

        @rule(latch=st.sampled_from([Latches.EMERGENCY_STOP_PRESSED, Latches.COVER_OPEN]))
        def stop(self, latch: Latches) -> None:
            if self.linked and not self.board.latches & latch:
                self.board.emergency_stop(latch)
                self.desk.pump()

        @rule()
        def release(self) -> None:
            if self.linked:
                self.board.release()
                self.desk.pump()

        @rule()
        def link_lost(self) -> None:
            if self.linked:
                self.desk.lose()

        @rule()
        def link_back(self) -> None:
            if not self.linked:
                self.desk.connect()

        @rule(cause=st.sampled_from(list(ResetCause)))
        def power_cut(self, cause: ResetCause) -> None:
            self.desk.power_cycle(cause)

        @rule(lift=st.integers(0, 3))
        def power_cut_with_one_lift_away(self, lift: int) -> None:
            self.board.positions[m.Mechanism.LIFT_0 + lift] = m.Position.UNKNOWN
            self.desk.power_cycle()

        @rule()
        def service_killed(self) -> None:
            self.desk.restart_service()

        @rule(request=st.sampled_from(list(Request)))
        def ask(self, request: Request) -> None:
            try:
                self.desk.ask(request)
            except Refused as refusal:
                assert refusal.code and refusal.number, "its sentence stands in the catalogue"

        @rule(a=st.sampled_from(list(Place)), b=st.sampled_from(list(Place)))
        def placed(self, a: Place, b: Place) -> None:
            try:
                self.desk.tell(SetsPlaced({"A": a, "B": b}))
            except Refused as refusal:
                assert refusal.code

        @rule(plan=st.sampled_from(PLANS))
        def plan(self, plan: Plan) -> None:
            try:
                self.desk.tell(PlanRequested(plan))
            except Refused as refusal:
                assert refusal.code == "wall-too-long"

        @rule()
        def timers_run_out(self) -> None:
            pending, self.desk.timers = self.desk.timers, []
            for wake in pending:
                if wake.timer != "watch" or self.board.job is None:
                    self.desk.tell(TimerElapsed(wake.timer, wake.serial))

        @rule()
        def look(self) -> None:
            state = self.desk.state
            assert set(mechanism_json(state)["sets"]) <= {"A", "B"}
            assert prompt_json(state)["key"]
            assert all(fault["remedies"] for fault in faults_json(state, {}))
            assert len(dome(state).text) <= 8

        def teardown(self) -> None:
            self.desk.follow()

    return Campaign


@pytest.mark.parametrize("sets", [1, 2])
def test_whatever_happens_people_get_to_a_wall(make_desk: Callable[..., Any], sets: int) -> None:
    run_state_machine_as_test(
        campaign(make_desk, sets),
        settings=settings(
            max_examples=100,
            stateful_step_count=40,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
