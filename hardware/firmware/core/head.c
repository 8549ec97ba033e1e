#include "head.h"
#include "board.h"

#define BACK_MS (200U + REST_MS)
#define SPIN_UP_MS 100U
#define SILENT_MS 100U

static uint8_t motor(uint8_t side)
{
    return (uint8_t)(MECHANISM_HEAD_0 + side);
}

bool head_home(const struct board *b, uint8_t side)
{
    const struct head *h = &b->head[side];
    if (h->state != HEAD_RESTS) {
        return false;
    }
    return sensor_of(b, SENSORS_HEAD_HOME_0, side) || (h->at_home && learnt_bridged(b, motor(side)));
}

bool head_rests(const struct board *b, uint8_t side)
{
    return b->head[side].state == HEAD_RESTS;
}

bool head_late(const struct board *b, uint8_t side)
{
    uint32_t limit = (uint32_t)learnt_ms(b, motor(side)) + setting(b, SETTING_TRAVEL_MARGIN_MS);
    return !head_rests(b, side) && b->ms - b->head[side].since_ms > limit;
}

static void turn(struct board *b, uint8_t side)
{
    struct head *h = &b->head[side];
    h->state = HEAD_TURNS;
    h->seen = sensor_of(b, SENSORS_HEAD_HOME_0, side);
    h->from_home = h->seen || h->at_home;
    build_head_turns(b, side, h->from_home);
    h->left = !h->seen;
    h->dead_motor = false;
    h->since_ms = b->ms;
    motion_want(b, motor(side), MOTOR_FORWARD);
}

void head_start(struct board *b, uint8_t side)
{
    b->head[side].backed = false;
    turn(b, side);
    b->head[side].at_home = false;
}

void head_stop(struct board *b, uint8_t side)
{
    struct head *h = &b->head[side];
    motion_want(b, motor(side), MOTOR_OFF);
    if (h->state == HEAD_TURNS && h->from_home && !h->left) {
        build_push_undone(b, side);
    }
    h->state = HEAD_RESTS;
    h->ended_ms = b->ms;
}

static void finish(struct board *b, uint8_t side)
{
    b->head[side].left = true;
    head_stop(b, side);
    b->head[side].at_home = true;
    jobs_arrived(b, motor(side));
}

static void give_up(struct board *b, uint8_t side)
{
    uint32_t waited = b->ms - b->head[side].since_ms;
    head_stop(b, side);
    fault_raise(b, (uint8_t)(FAULT_HEAD_JAM_0 + side), side, motor(side), waited);
}

static void jam(struct board *b, uint8_t side)
{
    struct head *h = &b->head[side];
    if (h->backed) {
        give_up(b, side);
        return;
    }
    h->backed = true;
    h->state = HEAD_BACKS;
    h->since_ms = b->ms;
    motion_want(b, motor(side), MOTOR_REVERSE);
}

/* Turns after which the cam is at home although its sensor does not say so. One whose sensor never left home has made
 * exactly one: the sensor is stuck. A sensor that worked as the turn began is more likely to be good, and the motor
 * slow, so it is given three. */
static uint32_t blind_turns(const struct head *h)
{
    if (!h->left) {
        return 1;
    }
    return h->seen ? 3U : 2U;
}

/* The cam has no second sensor, so only a current that flowed freely all the time proves that it turned. */
static bool turned_blindly(const struct board *b, uint8_t side, uint32_t elapsed)
{
    const struct head *h = &b->head[side];
    return h->from_home && !h->backed && !h->dead_motor && capable(b, CAPABILITIES_CURRENT_SENSING) &&
           learnt_enough(b, motor(side)) && elapsed >= blind_turns(h) * learnt_ms(b, motor(side));
}

/* A bridged sensor that works again ends the turn itself. */
static bool ends_by_clock(const struct board *b, uint8_t side, uint32_t elapsed)
{
    const struct head *h = &b->head[side];
    bool blind = !h->seen || !h->left;
    return blind && h->from_home && learnt_bridged(b, motor(side)) && elapsed >= learnt_ms(b, motor(side));
}

/* By the clock it stood at home, and it was short of it: a sensor that works again shows home too soon for a whole turn,
 * which begins only there. */
static bool was_short_of_home(const struct board *b, uint8_t side, uint32_t elapsed)
{
    const struct head *h = &b->head[side];
    return h->from_home && !h->seen && learnt_bridged(b, motor(side)) && elapsed < learnt_ms(b, motor(side)) / 2U;
}

static void watch_turn(struct board *b, uint8_t side)
{
    struct head *h = &b->head[side];
    uint32_t elapsed = b->ms - h->since_ms;
    bool home = sensor_of(b, SENSORS_HEAD_HOME_0, side);
    h->left = h->left || !home;
    h->dead_motor = h->dead_motor || (elapsed >= SPIN_UP_MS && current_of(b, motor(side)) == 0U);
    if (h->left && home && was_short_of_home(b, side, elapsed)) {
        h->seen = true;
        h->left = false;
        h->since_ms = b->ms;
    } else if (h->left && home) {
        if (h->from_home && !h->backed) {
            learnt_run(b, motor(side), elapsed);
        }
        finish(b, side);
    } else if (ends_by_clock(b, side, elapsed)) {
        finish(b, side);
    } else if (motion_over_current(b, motor(side))) {
        jam(b, side);
    } else if (turned_blindly(b, side, elapsed)) {
        learnt_bridge(b, motor(side), elapsed);
        finish(b, side);
    } else if (elapsed >= 3UL * learnt_ms(b, motor(side))) {
        jam(b, side);
    }
}

/* Nothing moves a cam at rest, so a sensor that goes silent there has died. Found out before the next turn, it costs no
 * turn too many and with it no stack. */
static void watch_rest(struct board *b, uint8_t side)
{
    struct head *h = &b->head[side];
    bool silent = h->at_home && !sensor_of(b, SENSORS_HEAD_HOME_0, side) && !learnt_bridged(b, motor(side));
    h->silent_ms = (uint8_t)(silent ? h->silent_ms + 1U : 0U);
    if (h->silent_ms < SILENT_MS) {
        return;
    }
    h->silent_ms = 0;
    if (learnt_enough(b, motor(side))) {
        learnt_bridge(b, motor(side), SILENT_MS);
    } else {
        h->at_home = false;
    }
}

void head_tick(struct board *b, uint8_t side)
{
    struct head *h = &b->head[side];
    if (h->state == HEAD_RESTS) {
        watch_rest(b, side);
    } else if (h->state == HEAD_TURNS) {
        watch_turn(b, side);
    } else if (h->state == HEAD_BACKS && b->ms - h->since_ms >= BACK_MS) {
        turn(b, side);
    }
}
