#include "learnt.h"
#include "board.h"

#define HEAD_MS 350U
#define LIFT_MS 1200U
#define HATCH_MS 2000U
#define WEIGHT 8U /* a new run counts one eighth */
#define SLOWEST 2U /* times what a new machine takes */

static uint8_t index_of(uint8_t mechanism)
{
    return (uint8_t)(mechanism - MECHANISM_HEAD_0);
}

static uint16_t nominal(uint8_t mechanism)
{
    if (mechanism == MECHANISM_HATCH) {
        return HATCH_MS;
    }
    return mechanism >= MECHANISM_LIFT_0 ? LIFT_MS : HEAD_MS;
}

/* A run that takes longer is told each time and never learnt: a motor that gets a little slower every day would raise
 * its own limit for ever, and nobody would hear of it. */
static uint16_t slowest(uint8_t mechanism)
{
    return (uint16_t)(SLOWEST * nominal(mechanism));
}

bool learnt_enough(const struct board *b, uint8_t mechanism)
{
    return b->keep.travel[index_of(mechanism)].runs >= ENOUGH_RUNS;
}

uint16_t learnt_ms(const struct board *b, uint8_t mechanism)
{
    uint16_t mean = b->keep.travel[index_of(mechanism)].mean_ms;
    if (!learnt_enough(b, mechanism)) {
        return nominal(mechanism);
    }
    return mean < slowest(mechanism) ? mean : slowest(mechanism);
}

static void take_in(struct travel_time *t, uint16_t ms)
{
    uint32_t weight = t->runs < WEIGHT - 1U ? t->runs + 1U : WEIGHT;
    t->mean_ms = (uint16_t)((t->mean_ms * (weight - 1U) + ms + weight / 2U) / weight);
    t->runs = t->runs < UINT16_MAX ? (uint16_t)(t->runs + 1U) : t->runs;
}

void learnt_run(struct board *b, uint8_t mechanism, uint32_t elapsed_ms)
{
    struct travel_time *t = &b->keep.travel[index_of(mechanism)];
    uint16_t ms = (uint16_t)(elapsed_ms < UINT16_MAX ? elapsed_ms : UINT16_MAX);
    t->last_ms = ms;
    store_later(b);
    bool unusual = learnt_enough(b, mechanism) && ms > (uint32_t)t->mean_ms + setting(b, SETTING_TRAVEL_MARGIN_MS);
    if (unusual || ms > slowest(mechanism)) {
        fault_raise(b, FAULT_SLOW, mechanism, mechanism, ms);
    } else {
        take_in(t, ms);
    }
}

void learnt_bridge(struct board *b, uint8_t mechanism, uint32_t waited_ms)
{
    b->bridged = (uint16_t)(b->bridged | (1U << index_of(mechanism)));
    fault_raise(b, FAULT_BY_CLOCK, mechanism, mechanism, waited_ms);
}

bool learnt_bridged(const struct board *b, uint8_t mechanism)
{
    return has_bit(b->bridged, index_of(mechanism));
}

void learnt_trust_again(struct board *b, uint8_t mechanism)
{
    b->bridged = (uint16_t)(b->bridged & ~(1U << index_of(mechanism)));
}
