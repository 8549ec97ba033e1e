#include "hatch.h"
#include "board.h"

#define CONTRADICTION_MS 100U

bool hatch_rests(const struct board *b)
{
    return b->hatch.state == HATCH_RESTS;
}

bool hatch_reads_closed(const struct board *b)
{
    return sensor(b, SENSORS_HATCH_CLOSED) && !sensor(b, SENSORS_HATCH_OPEN);
}

bool hatch_closed(const struct board *b)
{
    return hatch_rests(b) && hatch_reads_closed(b);
}

bool hatch_open(const struct board *b)
{
    return hatch_rests(b) && sensor(b, SENSORS_HATCH_OPEN) && !sensor(b, SENSORS_HATCH_CLOSED);
}

void hatch_start(struct board *b, uint8_t goal)
{
    struct hatch *h = &b->hatch;
    h->known = goal == POSITION_HOME ? hatch_open(b) : hatch_closed(b);
    h->state = HATCH_MOVES;
    h->goal = goal;
    h->since_ms = b->ms;
    motion_want(b, MECHANISM_HATCH, goal == POSITION_HOME ? MOTOR_REVERSE : MOTOR_FORWARD);
}

void hatch_stop(struct board *b)
{
    motion_want(b, MECHANISM_HATCH, MOTOR_OFF);
    b->hatch.state = HATCH_RESTS;
}

static void fail(struct board *b, uint8_t code, uint32_t waited_ms)
{
    hatch_stop(b);
    fault_raise(b, code, code == FAULT_OVER_CURRENT ? (uint8_t)MECHANISM_HATCH : NO_SIDE, MECHANISM_HATCH, waited_ms);
}

static void back_off(struct board *b, uint8_t code)
{
    struct hatch *h = &b->hatch;
    h->state = HATCH_BACKS;
    h->fault = code;
    h->waited_ms = (uint16_t)(b->ms - h->since_ms);
    h->since_ms = b->ms;
    motion_want(b, MECHANISM_HATCH, h->goal == POSITION_HOME ? MOTOR_FORWARD : MOTOR_REVERSE);
}

static void arrive(struct board *b, uint32_t elapsed)
{
    hatch_stop(b);
    if (b->hatch.known) {
        learnt_run(b, MECHANISM_HATCH, elapsed);
    }
    b->counters.hatch_cycles += b->hatch.goal == POSITION_HOME ? 1U : 0U;
    jobs_arrived(b, MECHANISM_HATCH);
}

static void watch_travel(struct board *b)
{
    struct hatch *h = &b->hatch;
    uint32_t elapsed = b->ms - h->since_ms;
    bool closing = h->goal == POSITION_HOME;
    bool late = elapsed >= 3UL * learnt_ms(b, MECHANISM_HATCH);
    if (sensor(b, closing ? SENSORS_HATCH_CLOSED : SENSORS_HATCH_OPEN)) {
        arrive(b, elapsed);
    } else if (closing && (late || motion_over_current(b, MECHANISM_HATCH))) {
        back_off(b, FAULT_HATCH_NOT_CLOSED); /* something may be caught in it */
    } else if (motion_over_current(b, MECHANISM_HATCH)) {
        back_off(b, FAULT_OVER_CURRENT);
    } else if (late) {
        fail(b, FAULT_HATCH_NOT_OPEN, elapsed);
    }
}

/* Far enough, at the end, or something is in the way on this side too. */
static bool backed_off(const struct board *b)
{
    const struct hatch *h = &b->hatch;
    uint32_t long_enough = setting(b, SETTING_REVERSE_MS) + (uint32_t)REST_MS;
    return b->ms - h->since_ms >= long_enough || motion_over_current(b, MECHANISM_HATCH) ||
           sensor(b, h->goal == POSITION_HOME ? SENSORS_HATCH_OPEN : SENSORS_HATCH_CLOSED);
}

static void watch_switches(struct board *b)
{
    struct hatch *h = &b->hatch;
    bool both = sensor(b, SENSORS_HATCH_OPEN) && sensor(b, SENSORS_HATCH_CLOSED);
    h->both_ms = both ? (uint8_t)(h->both_ms < CONTRADICTION_MS ? h->both_ms + 1U : h->both_ms) : 0U;
    if (h->both_ms >= CONTRADICTION_MS && !fault_present(b, FAULT_HATCH_CONTRADICTION)) {
        fail(b, FAULT_HATCH_CONTRADICTION, CONTRADICTION_MS);
    }
}

void hatch_tick(struct board *b)
{
    struct hatch *h = &b->hatch;
    if (h->state == HATCH_MOVES) {
        watch_travel(b);
    } else if (h->state == HATCH_BACKS && backed_off(b)) {
        fail(b, h->fault, h->waited_ms);
    }
    watch_switches(b);
}
