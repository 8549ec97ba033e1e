#include "lift.h"
#include "board.h"

#define SPIN_UP_MS 100U
#define CONTRADICTION_MS 100U

static uint8_t motor(uint8_t side)
{
    return (uint8_t)(MECHANISM_LIFT_0 + side);
}

/* Only the end whose switch is dead goes by the clock; the switch of the other end is still believed. */
static bool blind_at(const struct board *b, uint8_t side, uint8_t position)
{
    return learnt_bridged(b, motor(side)) && has_bit(b->lift[side].blind, position);
}

static bool clock_says(const struct board *b, uint8_t side, uint8_t position)
{
    bool trusted =
        blind_at(b, side, position) || (position == POSITION_AWAY && !capable(b, CAPABILITIES_LIFT_UP_SWITCHES));
    return trusted && b->lift[side].by_clock == position;
}

bool lift_rests(const struct board *b, uint8_t side)
{
    return b->lift[side].state == LIFT_RESTS;
}

bool lift_home(const struct board *b, uint8_t side)
{
    return lift_rests(b, side) && !sensor_of(b, SENSORS_LIFT_UP_0, side) &&
           (sensor_of(b, SENSORS_LIFT_HOME_0, side) || clock_says(b, side, POSITION_HOME));
}

bool lift_contradicts(const struct board *b, uint8_t side)
{
    return sensor_of(b, SENSORS_LIFT_HOME_0, side) && sensor_of(b, SENSORS_LIFT_UP_0, side);
}

bool lifts_all_home(const struct board *b)
{
    for (uint8_t side = 0; side < SIDES; side++) {
        if (!lift_home(b, side)) {
            return false;
        }
    }
    return true;
}

bool lift_up(const struct board *b, uint8_t side)
{
    return lift_rests(b, side) && !sensor_of(b, SENSORS_LIFT_HOME_0, side) &&
           (sensor_of(b, SENSORS_LIFT_UP_0, side) || clock_says(b, side, POSITION_AWAY));
}

void lift_start(struct board *b, uint8_t side, uint8_t goal)
{
    struct lift *l = &b->lift[side];
    l->known = goal == POSITION_AWAY ? lift_home(b, side) : lift_up(b, side);
    l->state = LIFT_MOVES;
    l->goal = goal;
    l->by_clock = POSITION_UNKNOWN;
    l->covered = sensor(b, SENSORS_HATCH_CLOSED);
    l->left = l->other_seen = l->dead_motor = false;
    l->since_ms = l->begun_ms = b->ms;
    motion_want(b, motor(side), MOTOR_FORWARD);
}

void lift_stop(struct board *b, uint8_t side)
{
    motion_want(b, motor(side), MOTOR_OFF);
    b->lift[side].state = LIFT_RESTS;
}

static void finish(struct board *b, uint8_t side)
{
    b->lift[side].by_clock = b->lift[side].goal;
    b->counters.lift_cycles += b->lift[side].goal == POSITION_HOME ? 1U : 0U;
    lift_stop(b, side);
    jobs_arrived(b, motor(side));
}

static void fail(struct board *b, uint8_t side, uint8_t code, uint8_t named)
{
    uint32_t waited = b->ms - b->lift[side].begun_ms;
    lift_stop(b, side);
    fault_raise(b, code, named, motor(side), waited);
}

static bool goal_reached(const struct board *b, uint8_t side, uint32_t elapsed)
{
    const struct lift *l = &b->lift[side];
    if (l->goal == POSITION_HOME) {
        return sensor_of(b, SENSORS_LIFT_HOME_0, side);
    }
    if (!capable(b, CAPABILITIES_LIFT_UP_SWITCHES)) {
        return elapsed >= learnt_ms(b, motor(side));
    }
    return sensor_of(b, SENSORS_LIFT_UP_0, side);
}

/* Without up switches the way up is half of what the two ways took, because it was stopped by that very time. */
static void learn(struct board *b, uint8_t side, uint32_t elapsed)
{
    const struct lift *l = &b->lift[side];
    if (!l->known) {
        return;
    }
    if (capable(b, CAPABILITIES_LIFT_UP_SWITCHES)) {
        learnt_run(b, motor(side), elapsed);
    } else if (l->goal == POSITION_HOME) {
        learnt_run(b, motor(side), (elapsed + learnt_ms(b, motor(side))) / 2U);
    }
}

/* Starting place and opposite switch: the one that comes by again when the crank makes a full turn too much. */
static void watch_opposite(struct board *b, uint8_t side)
{
    struct lift *l = &b->lift[side];
    bool here = sensor_of(b, l->goal == POSITION_AWAY ? SENSORS_LIFT_HOME_0 : SENSORS_LIFT_UP_0, side);
    if (!here) {
        l->left = true;
    } else if (l->left && !l->other_seen) {
        l->other_seen = true;
        if (!l->known) {
            l->known = true;
            l->since_ms = b->ms;
        }
    }
}

/* One turn and the way: the crank is where it should be although its switch is silent. */
static bool turned_blindly(const struct board *b, uint8_t side)
{
    const struct lift *l = &b->lift[side];
    bool proof = l->other_seen || (capable(b, CAPABILITIES_CURRENT_SENSING) && !l->dead_motor);
    return l->known && l->left && proof && learnt_enough(b, motor(side));
}

static void at_limit(struct board *b, uint8_t side, uint32_t elapsed)
{
    if (turned_blindly(b, side)) {
        struct lift *l = &b->lift[side];
        l->blind = (uint8_t)((learnt_bridged(b, motor(side)) ? l->blind : 0U) | (1U << l->goal));
        learnt_bridge(b, motor(side), elapsed);
        finish(b, side);
    } else {
        fail(b, side, (uint8_t)(FAULT_LIFT_0 + side), side);
    }
}

static void back_off(struct board *b, uint8_t side)
{
    b->lift[side].state = LIFT_BACKS;
    b->lift[side].since_ms = b->ms;
    motion_want(b, motor(side), MOTOR_REVERSE);
}

static void arrive(struct board *b, uint8_t side, uint32_t elapsed)
{
    if (b->lift[side].goal == POSITION_AWAY && sensor_of(b, SENSORS_LIFT_HOME_0, side)) {
        fail(b, side, (uint8_t)(FAULT_LIFT_0 + side), side); /* up, and its home switch says home */
        return;
    }
    learn(b, side, elapsed);
    finish(b, side);
}

/* A way home rises, too, until it has been seen at the top. With the hatch open from the start a person has asked for it:
 * what stands half way must come home. */
static bool hatch_forced(const struct board *b, uint8_t side)
{
    const struct lift *l = &b->lift[side];
    bool rises = l->goal == POSITION_AWAY || (!l->known && l->covered);
    return rises && !sensor(b, SENSORS_HATCH_CLOSED);
}

static void watch_travel(struct board *b, uint8_t side)
{
    struct lift *l = &b->lift[side];
    uint32_t elapsed = b->ms - l->since_ms;
    uint16_t usual = learnt_ms(b, motor(side));
    watch_opposite(b, side);
    l->dead_motor = l->dead_motor || (elapsed >= SPIN_UP_MS && current_of(b, motor(side)) == 0U);
    if (hatch_forced(b, side)) {
        fail(b, side, FAULT_HATCH_NOT_CLOSED, NO_SIDE); /* hands may be where the tiles come up */
    } else if (goal_reached(b, side, elapsed)) {
        arrive(b, side, elapsed);
    } else if (motion_over_current(b, motor(side))) {
        back_off(b, side);
    } else if (blind_at(b, side, l->goal) && l->known && elapsed >= usual) {
        finish(b, side);
    } else if (elapsed >= 3UL * usual) {
        at_limit(b, side, elapsed);
    }
}

/* Far enough, or something is in the way on this side too. */
static bool backed_off(const struct board *b, uint8_t side)
{
    uint32_t long_enough = setting(b, SETTING_REVERSE_MS) + (uint32_t)REST_MS;
    return b->ms - b->lift[side].since_ms >= long_enough || motion_over_current(b, motor(side));
}

/* Nothing may move past a lift of which nobody knows where it is, so people must be told which. */
static void watch_rest(struct board *b, uint8_t side)
{
    struct lift *l = &b->lift[side];
    uint8_t code = (uint8_t)(FAULT_LIFT_0 + side);
    l->both_ms = (uint8_t)(lift_contradicts(b, side) ? l->both_ms + 1U : 0U);
    if (l->both_ms < CONTRADICTION_MS) {
        return;
    }
    l->both_ms = 0;
    if (!fault_present(b, code)) {
        fault_raise(b, code, side, motor(side), CONTRADICTION_MS);
    }
}

void lift_tick(struct board *b, uint8_t side)
{
    struct lift *l = &b->lift[side];
    if (l->state == LIFT_RESTS) {
        watch_rest(b, side);
    } else if (l->state == LIFT_MOVES) {
        watch_travel(b, side);
    } else if (l->state == LIFT_BACKS && backed_off(b, side)) {
        fail(b, side, FAULT_OVER_CURRENT, motor(side));
    }
}
