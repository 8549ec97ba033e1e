#include "latch.h"
#include "board.h"

#define SUPPLY_HOLD_MS 10U
#define COOLER_BY_C 5
#define BIT(n) ((uint8_t)(1U << (n)))
#define FORBIDDING                                                                                                     \
    (BIT(LATCHES_EMERGENCY_STOP_PRESSED) | BIT(LATCHES_EMERGENCY_STOP_UNACKNOWLEDGED) | BIT(LATCHES_COVER_OPEN) |      \
     BIT(LATCHES_STOPPED_BY_HOST) | BIT(LATCHES_AWAITING_KEY))

static void set(struct board *b, uint8_t latch, bool on)
{
    b->latch.bits = (uint8_t)(on ? (b->latch.bits | BIT(latch)) : (b->latch.bits & (uint8_t)~BIT(latch)));
}

bool latched(const struct board *b, uint8_t bit)
{
    return (b->latch.bits & BIT(bit)) != 0U;
}

bool latch_forbids(const struct board *b)
{
    return (b->latch.bits & FORBIDDING) != 0U;
}

void latch_init(struct board *b)
{
    b->latch.bits = b->latch.told = BIT(LATCHES_AWAITING_KEY);
}

static void watch_button(struct board *b)
{
    bool pressed = sensor(b, SENSORS_EMERGENCY_STOP);
    if (pressed && !latched(b, LATCHES_EMERGENCY_STOP_PRESSED)) {
        set(b, LATCHES_EMERGENCY_STOP_PRESSED, true);
        b->counters.emergency_stops++;
        fault_raise(b, FAULT_EMERGENCY_STOP, NO_SIDE, NO_SIDE, 0);
        store_soon(b); /* whoever pressed it may pull the plug next */
    } else if (!pressed && latched(b, LATCHES_EMERGENCY_STOP_PRESSED)) {
        set(b, LATCHES_EMERGENCY_STOP_PRESSED, false);
        set(b, LATCHES_EMERGENCY_STOP_UNACKNOWLEDGED, true);
    }
}

static void watch_cover(struct board *b)
{
    bool open = sensor(b, SENSORS_COVER_OPEN);
    if (open && !latched(b, LATCHES_COVER_OPEN)) {
        set(b, LATCHES_COVER_OPEN, true);
        fault_raise(b, FAULT_COVER, NO_SIDE, NO_SIDE, 0);
    } else if (!open && latched(b, LATCHES_COVER_OPEN)) {
        set(b, LATCHES_COVER_OPEN, false);
        set(b, LATCHES_EMERGENCY_STOP_UNACKNOWLEDGED, true);
    }
}

/* The emergency stop cuts the motor supply, so a supply that fails under a motion is treated like it. */
static void watch_supply(struct board *b)
{
    struct latch *l = &b->latch;
    l->supply_ms = b->sensors.raw.supply_low && motion_any(b) ? (uint8_t)(l->supply_ms + 1U) : 0U;
    if (l->supply_ms >= SUPPLY_HOLD_MS) {
        l->supply_ms = 0;
        set(b, LATCHES_EMERGENCY_STOP_UNACKNOWLEDGED, true);
        fault_raise(b, FAULT_EMERGENCY_STOP, NO_SIDE, NO_SIDE, 0);
    }
}

static void watch_heat(struct board *b)
{
    int16_t now = temperature_of(b);
    int16_t limit = (int16_t)setting(b, SETTING_OVERHEAT_C);
    if (now >= limit && !latched(b, LATCHES_OVER_TEMPERATURE)) {
        set(b, LATCHES_OVER_TEMPERATURE, true);
        fault_raise(b, FAULT_OVER_TEMPERATURE, NO_SIDE, NO_SIDE, 0);
    } else if (now < limit - COOLER_BY_C) {
        set(b, LATCHES_OVER_TEMPERATURE, false);
    }
}

static void watch_link(struct board *b)
{
    if (!latched(b, LATCHES_LINK_SILENT) && link_silent(b) && motion_any(b)) {
        set(b, LATCHES_LINK_SILENT, true);
        motion_deadman(b);
    }
}

void latch_tick(struct board *b)
{
    watch_button(b);
    watch_cover(b);
    watch_supply(b);
    watch_heat(b);
    watch_link(b);
}

void latch_stop_by_host(struct board *b)
{
    set(b, LATCHES_STOPPED_BY_HOST, true);
    motion_stop_all(b, STOP_REASON_STOP_COMMAND);
}

void latch_heard(struct board *b)
{
    set(b, LATCHES_LINK_SILENT, false);
}

void latch_key(struct board *b)
{
    if ((b->latch.bits & FORBIDDING) == BIT(LATCHES_AWAITING_KEY)) {
        set(b, LATCHES_AWAITING_KEY, false);
    }
}

uint8_t latch_reset(struct board *b)
{
    if (latched(b, LATCHES_EMERGENCY_STOP_PRESSED) || latched(b, LATCHES_OVER_TEMPERATURE)) {
        return VERDICT_LATCHED;
    }
    if (latched(b, LATCHES_COVER_OPEN)) {
        return VERDICT_COVER_OPEN;
    }
    if (latched(b, LATCHES_EMERGENCY_STOP_UNACKNOWLEDGED) || latched(b, LATCHES_STOPPED_BY_HOST)) {
        set(b, LATCHES_EMERGENCY_STOP_UNACKNOWLEDGED, false);
        set(b, LATCHES_STOPPED_BY_HOST, false);
        set(b, LATCHES_AWAITING_KEY, true);
    }
    return VERDICT_ACCEPTED;
}
