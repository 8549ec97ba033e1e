/* What the board may never do, watched from outside: inputs and bytes in, motors and lamps out.
 *
 * Written from the description of the mechanism, not from the core. Where the board may need some milliseconds (its
 * inputs are debounced), it is given those and no more. The promises, and the function that holds the board to each:
 *
 *   no motion after power-on or any reset without a key at the table      check_stopped (needs_key)
 *   emergency stop, cover, STOP, failed supply, heat: off, in that tick   check_stopped, guard_stop
 *   a stop stays latched until released, Reset, and a key                 check_stopped (needs_reset, needs_key)
 *   ... and the board says so in Welcome                                  books_latches
 *   a motion only by an accepted command, never by bytes alone            check_switched_on, guard_bytes
 *   ... after a key within the consent time, or after the warning         permitted, warned
 *   ... and the warning is heard                                          watch_warning
 *   a build goes on after stop, dead-man, fault only by Resume            grant_drum, guard_fault, guard_tick
 *   drum, picks, heads off after 300 ms of silence; nothing begins then   check_drum, check_switched_on
 *   a host of another major version is silence                            silent, guard_answer
 *   what silence cut off does not come back with the link                 void_grants
 *   drum with heads, lifts, hatch: one group at a time                    check_groups
 *   drum and heads only under a closed hatch, lifts at home               check_drum, check_heads
 *   lifts rise only under a closed hatch, and stop when it is forced      check_switched_on, note_rise, check_lifts
 *   a time limit on every motor; the way back from an obstacle is short   check_time, check_way_back
 *   no driving against an obstacle or an end stop                         check_time, check_end_stop
 *   a motor rests before it turns the other way                           switch_motor
 *   clocks never stand in for the switches of the hatch                   guard_fault
 *   a fault stops what its severity says, in that tick                    books_fault
 *   no build while a fault is present; no hatch while one of its own is   books_accepted
 *   a wall is called ready with the counts that were asked for            books_build_changed
 *   the bootloader starts from rest, with everything off                  guard_answer, guard_may_leave, guard_dark
 *   every command executed once, answered alike, ended once at most       host.c
 *   the watchdog is fed                                                   guard_tick
 *
 * Not held here: that each motion does end (a run is too short for all of them: tests/hil), that a lift stops at its
 * upper switch (passing it is right on the way home), ten minutes of the drum (tests/hardware/firmware). */
#ifndef JANTAKU_FUZZ_GUARD_H
#define JANTAKU_FUZZ_GUARD_H
#include <stdbool.h>
#include <stdint.h>
#include "../hal_sim/sim.h"
#include "books.h"

#define GUARD_GRANTS 64
#define GUARD_SENSORS 28
#define GUARD_KEYS 6

#define SENSOR_BIT(n) ((uint32_t)1 << (n))

/* A command that was taken and may move these mechanisms until it ends. */
struct grant {
    bool used;
    uint16_t id, mechanisms;
    uint8_t type;
    bool consent;   /* a person or a warning must come before the motion */
    bool consented; /* ... and did */
    uint32_t ms;
};

struct guard {
    uint16_t capabilities;
    uint32_t ms, boot_ms;
    uint32_t key_down, key_held[GUARD_KEYS], key_ms; /* key_ms: last press since the start, 0 for none */
    bool keys_started;
    bool needs_reset, needs_key, reset_forgave, stopped_since_build;
    uint32_t level, held[GUARD_SENSORS]; /* raw levels and for how long */
    bool link, compatible;
    uint32_t heard_ms;
    struct grant grants[GUARD_GRANTS], licence, before; /* licence: of the drum */
    uint16_t ruled_by;
    uint8_t out[SIM_MOTORS];
    uint32_t on_ms[SIM_MOTORS], off_ms[SIM_MOTORS], over[SIM_MOTORS];
    uint32_t warn_ms, lamp_ms;
    uint32_t hot, sags;
    uint16_t by_clock;
    uint16_t rising; /* lifts on their way to their upper switch */
    uint16_t leave_id;   /* of the last EnterBootloader */
    bool leave_at_rest;  /* ... and all was at rest when it was sent */
    uint32_t leave_ms;   /* when it was sent last with all at rest, 0 for never */
    struct books books;
};

void guard_start(struct guard *g, uint16_t capabilities);
/* The board starts: after power-on, after a reset. */
void guard_boot(struct guard *g);
/* A millisecond has passed with these inputs, and this is what the board does now. */
void guard_tick(struct guard *g, const struct sim_inputs *in, const struct sim_outputs *out);
/* Bytes went in: motors may go off by them, never on. */
void guard_bytes(struct guard *g, const struct sim_outputs *out);
void guard_stop(struct guard *g, const struct sim_outputs *out);
/* Without power, in reset, in the bootloader. */
void guard_dark(const struct sim_outputs *out);
/* The board may go to its bootloader now: it was asked to, whether or not its answer was heard. */
bool guard_may_leave(const struct guard *g);
/* Welcome told these latches. */
void guard_latches(const struct guard *g, uint8_t latches);
/* The link, as the host knows it. */
void guard_session(struct guard *g, bool open, bool compatible);
void guard_heard(struct guard *g);
void guard_command(struct guard *g, uint16_t id, uint8_t type, const uint8_t *payload, uint8_t length);
void guard_answer(struct guard *g, uint16_t id, uint8_t type, bool accepted);
void guard_end(struct guard *g, uint16_t id);
void guard_fault(struct guard *g, uint8_t code, uint8_t side, bool raised, uint32_t board_us);
#endif
