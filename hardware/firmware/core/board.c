#include "board.h"
#include <string.h>

void board_init(struct board *b, const struct board_id *id)
{
    memset(b, 0, sizeof *b);
    b->id = *id;
    b->stopped_since_build = true;
    store_init(b);
    link_init(b);
    latch_init(b);
    hal_motors(b, b->motion.out);
    hal_panel(b, &b->display.panel);
}

void board_new_session(struct board *b)
{
    commands_forget(b);
    b->report.kind = REPORT_NONE;
    b->report.period_ms = 0;
    b->report.setting = 0;
    b->display.dice_due = false;
    fault_tell_all(b);
}

static void watch_gear(struct board *b)
{
    uint8_t gear = b->sensors.raw.gear;
    if (b->ms > 1U && gear != b->gear && capable(b, CAPABILITIES_GEAR_SWITCH)) {
        fault_raise(b, FAULT_GEAR_CHANGED, gear, NO_SIDE, 0);
    }
    b->gear = gear;
}

static void mechanisms_tick(struct board *b)
{
    for (uint8_t side = 0; side < SIDES; side++) {
        head_tick(b, side);
        lift_tick(b, side);
    }
    hatch_tick(b);
}

/* From the pins to what the motors should do. What was seen is reacted to before anything is decided by it. */
static void decide(struct board *b)
{
    sensors_tick(b);
    latch_tick(b);
    keys_tick(b);
    watch_gear(b);
    react(b);
    mechanisms_tick(b);
    react(b);
    jobs_tick(b);
    build_tick(b);
    react(b);
}

void board_tick(struct board *b)
{
    b->ms++;
    decide(b);
    motion_tick(b);
    display_tick(b);
    commands_tick(b);
    store_tick(b);
    report_pump(b);
    link_pump(b);
    hal_feed_watchdog(b);
}

void board_rx(struct board *b, uint8_t byte)
{
    link_byte(b, byte);
    if (byte == 0U) {
        link_pump(b);
    }
}

void board_loop_took(struct board *b, uint32_t us)
{
    if (us > b->counters.longest_loop_us) {
        b->counters.longest_loop_us = us;
    }
}
