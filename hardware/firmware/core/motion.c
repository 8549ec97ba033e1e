#include "motion.h"
#include <string.h>
#include "board.h"

#define INRUSH_MS 200U
#define OVER_MS 50U

void motion_want(struct board *b, uint8_t mechanism, uint8_t direction)
{
    b->motion.want[mechanism] = direction;
}

static bool drum_turns(const struct board *b)
{
    for (uint8_t m = MECHANISM_DISC; m <= MECHANISM_PICK_3; m++) {
        if (b->motion.out[m] != MOTOR_OFF) {
            return true;
        }
    }
    return false;
}

bool motion_drum_rests(const struct board *b)
{
    return !drum_turns(b) && (!b->motion.drum_turned || b->ms - b->motion.drum_ms >= COAST_MS);
}

/* The safe state is decided here, whatever the parts believe. */
static bool permitted(const struct board *b, uint8_t mechanism)
{
    if (latch_forbids(b)) {
        return false;
    }
    if (mechanism <= MECHANISM_HEAD_3) {
        return hatch_reads_closed(b) && (mechanism < MECHANISM_HEAD_0 || lifts_all_home(b));
    }
    return motion_drum_rests(b);
}

static uint8_t gate(struct board *b, uint8_t m)
{
    struct motion *o = &b->motion;
    uint8_t want = o->want[m];
    if (want == MOTOR_OFF || !permitted(b, m)) {
        return MOTOR_OFF;
    }
    bool turns_round = o->last[m] != MOTOR_OFF && o->last[m] != want;
    if (turns_round && (o->out[m] != MOTOR_OFF || b->ms - o->off_ms[m] < REST_MS)) {
        return MOTOR_OFF;
    }
    return want;
}

static bool set(struct board *b, uint8_t m, uint8_t direction)
{
    struct motion *o = &b->motion;
    if (o->out[m] == direction) {
        return false;
    }
    if (direction == MOTOR_OFF) {
        o->off_ms[m] = b->ms;
    } else {
        o->on_ms[m] = b->ms;
        o->last[m] = direction;
    }
    o->out[m] = direction;
    o->over_ms[m] = 0;
    return true;
}

static uint8_t limit_of(const struct board *b, uint8_t m)
{
    if (m == MECHANISM_DISC) {
        return (uint8_t)setting(b, SETTING_CURRENT_LIMIT_DISC);
    }
    if (m == MECHANISM_HATCH) {
        return (uint8_t)setting(b, SETTING_CURRENT_LIMIT_HATCH);
    }
    if (m >= MECHANISM_LIFT_0) {
        return (uint8_t)setting(b, SETTING_CURRENT_LIMIT_LIFT);
    }
    return m >= MECHANISM_HEAD_0 ? (uint8_t)setting(b, SETTING_CURRENT_LIMIT_HEAD) : 255U;
}

static void watch_current(struct board *b, uint8_t m)
{
    struct motion *o = &b->motion;
    bool started = o->out[m] != MOTOR_OFF && b->ms - o->on_ms[m] >= INRUSH_MS;
    if (!started || current_of(b, m) <= limit_of(b, m)) {
        o->over_ms[m] = 0;
    } else if (o->over_ms[m] < OVER_MS) {
        o->over_ms[m]++;
    }
}

bool motion_over_current(const struct board *b, uint8_t mechanism)
{
    return b->motion.over_ms[mechanism] >= OVER_MS;
}

void motion_tick(struct board *b)
{
    bool changed = false;
    for (uint8_t m = 0; m < MOTORS; m++) {
        if (b->motion.want[m] != MOTOR_OFF || b->motion.out[m] != MOTOR_OFF) {
            changed = set(b, m, gate(b, m)) || changed;
            watch_current(b, m);
        }
    }
    if (drum_turns(b)) {
        b->motion.drum_ms = b->ms;
        b->motion.drum_turned = true;
    }
    if (changed) {
        hal_motors(b, b->motion.out);
    }
}

static void all_off(struct board *b)
{
    for (uint8_t m = 0; m < MOTORS; m++) {
        b->motion.want[m] = MOTOR_OFF;
        (void)set(b, m, MOTOR_OFF);
    }
    hal_motors(b, b->motion.out);
}

void motion_stop_all(struct board *b, uint8_t reason)
{
    b->stopped_since_build = true;
    all_off(b);
    for (uint8_t side = 0; side < SIDES; side++) {
        head_stop(b, side);
        lift_stop(b, side);
    }
    hatch_stop(b);
    jobs_halt(b, reason);
    build_suspend(b, reason);
}

void motion_deadman(struct board *b)
{
    build_suspend(b, STOP_REASON_DEADMAN);
    for (uint8_t side = 0; side < SIDES; side++) {
        head_stop(b, side);
    }
    jobs_deadman(b);
}

bool motion_any(const struct board *b)
{
    for (uint8_t m = 0; m < MOTORS; m++) {
        if (b->motion.out[m] != MOTOR_OFF || b->motion.want[m] != MOTOR_OFF) {
            return true;
        }
    }
    return jobs_any(b) || build_moving(b);
}
