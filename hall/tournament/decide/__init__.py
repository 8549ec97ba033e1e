"""A command against the tournaments of a hall: refused with a reason, or answered with events."""

from __future__ import annotations

from typing import Any, Final

from hall.commands import HallCommandSpec
from hall.tournament import commands as ask
from hall.tournament.decide import calls, drawing, entrants, offences, results, rounds, setup


def _own(command: Any) -> str:
    """For whom a player's command acts."""
    return str(command.person)


COMMANDS: Final[tuple[HallCommandSpec[Any], ...]] = (
    HallCommandSpec(command=ask.KeepPreset, name="tournament.keep-preset", decide=setup.keep_preset),
    HallCommandSpec(command=ask.CreateTournament, name="tournament.create", decide=setup.create),
    HallCommandSpec(command=ask.ChangeSettings, name="tournament.change", decide=setup.change),
    HallCommandSpec(command=ask.OpenRegistration, name="tournament.open-registration", decide=setup.open_registration),
    HallCommandSpec(command=ask.AbandonTournament, name="tournament.abandon", decide=setup.abandon),
    HallCommandSpec(command=ask.AddEntrant, name="tournament.add-entrant", decide=entrants.add),
    HallCommandSpec(command=ask.ImportEntrants, name="tournament.import-entrants", decide=entrants.import_list),
    HallCommandSpec(command=ask.ChangeEntrant, name="tournament.change-entrant", decide=entrants.change),
    HallCommandSpec(command=ask.RemoveEntrant, name="tournament.remove-entrant", decide=entrants.remove),
    HallCommandSpec(command=ask.SetStatus, name="tournament.set-status", decide=entrants.set_status),
    HallCommandSpec(command=ask.NameSubstitute, name="tournament.name-substitute", decide=entrants.name_substitute),
    HallCommandSpec(command=ask.PromiseDraw, name="tournament.promise-draw", decide=drawing.promise, direct=False),
    HallCommandSpec(command=ask.DrawByHall, name="tournament.draw", decide=drawing.draw_by_hall, direct=False),
    HallCommandSpec(command=ask.AskDice, name="tournament.ask-dice", decide=drawing.ask_dice),
    HallCommandSpec(command=ask.DropDice, name="tournament.drop-dice", decide=drawing.drop_dice),
    HallCommandSpec(command=ask.DrawByTable, name="tournament.draw-by-table", decide=drawing.draw_by_table),
    HallCommandSpec(command=ask.MakeSchedule, name="tournament.make-schedule", decide=drawing.make_schedule, slow=True),
    HallCommandSpec(command=ask.SeatRound, name="tournament.seat-round", decide=drawing.seat),
    HallCommandSpec(command=ask.ExchangeSeats, name="tournament.exchange-seats", decide=drawing.exchange),
    HallCommandSpec(command=ask.MoveTable, name="tournament.move-table", decide=drawing.move),
    HallCommandSpec(command=ask.RepeatStart, name="tournament.repeat-start", decide=drawing.repeat_start),
    HallCommandSpec(command=ask.StartRound, name="tournament.start-round", decide=rounds.start),
    HallCommandSpec(command=ask.ExtendClock, name="tournament.extend-clock", decide=rounds.extend),
    HallCommandSpec(command=ask.SwitchClock, name="tournament.switch-clock", decide=rounds.switch),
    HallCommandSpec(command=ask.CallTime, name="tournament.call-time", decide=rounds.call_time),
    HallCommandSpec(command=ask.EnterResult, name="tournament.enter-result", decide=results.enter),
    HallCommandSpec(
        command=ask.EnterOwnResult, name="tournament.enter-own-result", decide=results.enter_own, person=_own
    ),
    HallCommandSpec(command=ask.ConfirmResult, name="tournament.confirm-result", decide=results.confirm),
    HallCommandSpec(
        command=ask.ConfirmOwnResult, name="tournament.confirm-own-result", decide=results.confirm_own, person=_own
    ),
    HallCommandSpec(
        command=ask.DisputeOwnResult, name="tournament.dispute-own-result", decide=results.dispute_own, person=_own
    ),
    HallCommandSpec(command=ask.WithdrawResult, name="tournament.withdraw-result", decide=results.withdraw),
    HallCommandSpec(command=ask.RuleResult, name="tournament.rule-result", decide=results.rule),
    HallCommandSpec(command=ask.HeadRuleResult, name="tournament.head-rule-result", decide=results.rule_as_head),
    HallCommandSpec(command=ask.CompleteResults, name="tournament.complete-results", decide=rounds.complete),
    HallCommandSpec(command=ask.PublishResults, name="tournament.publish-results", decide=rounds.publish),
    HallCommandSpec(command=ask.LockRound, name="tournament.lock-round", decide=rounds.lock),
    HallCommandSpec(command=ask.CutField, name="tournament.cut-field", decide=rounds.cut),
    HallCommandSpec(command=ask.GiveFine, name="tournament.give-fine", decide=offences.give),
    HallCommandSpec(command=ask.CancelFine, name="tournament.cancel-fine", decide=offences.cancel),
    HallCommandSpec(command=ask.MakeProtest, name="tournament.make-protest", decide=offences.protest),
    HallCommandSpec(
        command=ask.MakeOwnProtest, name="tournament.make-own-protest", decide=offences.protest_own, person=_own
    ),
    HallCommandSpec(command=ask.AdmitLateProtest, name="tournament.admit-late-protest", decide=offences.admit_late),
    HallCommandSpec(command=ask.DecideProtest, name="tournament.decide-protest", decide=offences.decide_protest),
    HallCommandSpec(command=ask.TakeOwnSeat, name="tournament.take-own-seat", decide=calls.take_seat, person=_own),
    HallCommandSpec(command=ask.CallReferee, name="tournament.call-referee", decide=calls.call, person=_own),
    HallCommandSpec(command=ask.AnswerCall, name="tournament.answer-call", decide=calls.answer),
    HallCommandSpec(command=ask.RenewCard, name="tournament.renew-card", decide=calls.renew_card),
    HallCommandSpec(command=ask.PublishStandings, name="tournament.publish-standings", decide=rounds.publish_standings),
    HallCommandSpec(command=ask.PublishFinal, name="tournament.publish-final", decide=rounds.publish_final),
    HallCommandSpec(command=ask.CloseTournament, name="tournament.close", decide=rounds.close),
    HallCommandSpec(command=ask.UndoStep, name="tournament.undo-step", decide=rounds.undo),
)
