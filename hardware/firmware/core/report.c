#include "report.h"
#include <string.h>
#include "board.h"

#define BULK_ROOM 256U
#define COUNTER_PAGES 2U
#define EDGE_BYTES 8U

/* ---- where everything stands */

static uint8_t head_position(const struct board *b, uint8_t s)
{
    if (!head_rests(b, s)) {
        return POSITION_MOVING;
    }
    return head_home(b, s) ? POSITION_HOME : POSITION_UNKNOWN;
}

static uint8_t lift_position(const struct board *b, uint8_t s)
{
    if (!lift_rests(b, s)) {
        return POSITION_MOVING;
    }
    if (lift_home(b, s)) {
        return POSITION_HOME;
    }
    return lift_up(b, s) ? POSITION_AWAY : POSITION_UNKNOWN;
}

static uint8_t hatch_position(const struct board *b)
{
    if (!hatch_rests(b)) {
        return POSITION_MOVING;
    }
    if (hatch_closed(b)) {
        return POSITION_HOME;
    }
    return hatch_open(b) ? POSITION_AWAY : POSITION_UNKNOWN;
}

static uint8_t position(const struct board *b, uint8_t m)
{
    if (fault_of_mechanism(b, m)) {
        return POSITION_FAULTED;
    }
    if (m <= MECHANISM_PICK_3) {
        return b->motion.out[m] == MOTOR_OFF ? POSITION_HOME : POSITION_AWAY;
    }
    if (m <= MECHANISM_HEAD_3) {
        return head_position(b, (uint8_t)(m - MECHANISM_HEAD_0));
    }
    return m == MECHANISM_HATCH ? hatch_position(b) : lift_position(b, (uint8_t)(m - MECHANISM_LIFT_0));
}

void report_positions(const struct board *b, uint8_t positions[MOTORS])
{
    for (uint8_t m = 0; m < MOTORS; m++) {
        positions[m] = position(b, m);
    }
}

static void currents(const struct board *b, uint8_t list[MOTORS])
{
    for (uint8_t m = 0; m < MOTORS; m++) {
        list[m] = current_of(b, m);
    }
}

/* ---- single messages */

void report_welcome(struct board *b, struct msg_welcome *m)
{
    static const uint8_t firmware[3] = { FIRMWARE_MAJOR, FIRMWARE_MINOR, FIRMWARE_PATCH };
    memset(m, 0, sizeof *m);
    m->nonce = b->link.nonce;
    m->boot = b->counters.boots;
    m->cause = b->id.cause;
    m->major = PROTOCOL_MAJOR;
    m->minor = PROTOCOL_MINOR;
    memcpy(m->firmware, firmware, sizeof firmware);
    memcpy(m->build, b->id.build, sizeof m->build);
    memcpy(m->serial, b->id.serial, sizeof m->serial);
    m->capabilities = b->id.capabilities;
    m->max_stacks = (uint8_t)setting(b, SETTING_MAX_STACKS);
    report_positions(b, m->positions);
    m->latches = b->latch.told = b->latch.bits;
    m->phase = b->build.phase;
    memcpy(m->quota, b->build.quota, SIDES);
    memcpy(m->counts, b->build.counts, SIDES);
}

void report_done(struct board *b, uint16_t command, uint32_t begun_ms)
{
    uint8_t payload[MSG_DONE_LENGTH];
    uint32_t elapsed = b->ms - begun_ms;
    struct msg_done m = { .command = command, .board_us = hal_micros(b) };
    m.elapsed_ms = (uint16_t)(elapsed < UINT16_MAX ? elapsed : UINT16_MAX);
    memcpy(m.counts, b->build.counts, SIDES);
    outbox_push(b, MSG_DONE, payload, pack_done(payload, &m));
}

void report_sensors(struct board *b, uint16_t command)
{
    uint8_t payload[MSG_SENSOR_STATE_LENGTH];
    struct msg_sensor_state m = {
        .command = command,
        .board_us = hal_micros(b),
        .sensors = b->sensors.stable,
        .keys = b->keys.stable,
        .temperature = temperature_of(b),
    };
    m.gear = capable(b, CAPABILITIES_GEAR_SWITCH) ? b->sensors.raw.gear : 0U;
    currents(b, m.currents);
    report_positions(b, m.positions);
    outbox_push(b, MSG_SENSOR_STATE, payload, pack_sensor_state(payload, &m));
}

static void tell_latches(struct board *b)
{
    uint8_t payload[MSG_LATCHES_CHANGED_LENGTH];
    struct msg_latches_changed m = { .latches = b->latch.bits, .board_us = hal_micros(b) };
    b->latch.told = b->latch.bits;
    outbox_push(b, MSG_LATCHES_CHANGED, payload, pack_latches_changed(payload, &m));
}

static uint16_t motors_on(const struct board *b)
{
    uint16_t mask = 0;
    for (uint8_t m = 0; m < MOTORS; m++) {
        mask = (uint16_t)(mask | (b->motion.out[m] != MOTOR_OFF ? 1U << m : 0U));
    }
    return mask;
}

static void telemetry(struct board *b)
{
    uint8_t payload[MSG_TELEMETRY_LENGTH];
    struct msg_telemetry m = {
        .board_us = hal_micros(b),
        .sensors = b->sensors.stable,
        .phase = b->build.phase,
        .motors = motors_on(b),
        .temperature = temperature_of(b),
        .latches = b->latch.bits,
        .damaged = (uint16_t)(b->counters.frames_damaged & 0xFFFFU),
    };
    memcpy(m.quota, b->build.quota, SIDES);
    memcpy(m.counts, b->build.counts, SIDES);
    currents(b, m.currents);
    link_send(b, MSG_TELEMETRY, 0, payload, pack_telemetry(payload, &m));
}

/* ---- answers of many messages */

void report_begin(struct board *b, uint8_t kind, uint16_t command)
{
    b->report.kind = kind;
    b->report.command = command;
    b->report.next = 0;
}

static uint8_t trace_messages(const struct board *b)
{
    uint8_t n = (uint8_t)((b->trace.used + TRACE_PER_MESSAGE - 1U) / TRACE_PER_MESSAGE);
    return n > 0U ? n : 1U;
}

static void put_edge(struct msg_trace *m, const struct edge *e)
{
    uint8_t *to = m->entries + m->entries_n;
    protocol_put_u32(to, e->ms);
    to[4] = e->bit;
    to[5] = e->level;
    to[6] = to[7] = 0;
    m->entries_n = (uint8_t)(m->entries_n + EDGE_BYTES);
}

static bool trace_page(struct board *b, uint8_t page)
{
    uint8_t payload[PROTOCOL_MAX_PAYLOAD];
    uint8_t total = trace_messages(b);
    struct msg_trace m = { .command = b->report.command, .left = (uint8_t)(total - 1U - page) };
    for (uint8_t i = 0; i < TRACE_PER_MESSAGE; i++) {
        uint8_t edge = (uint8_t)(page * TRACE_PER_MESSAGE + i);
        if (edge < b->trace.used) {
            put_edge(&m, trace_edge(&b->trace, edge));
        }
    }
    outbox_push(b, MSG_TRACE, payload, pack_trace(payload, &m));
    return page + 1U >= total;
}

static bool counters_page(struct board *b, uint8_t page)
{
    uint8_t payload[MSG_COUNTERS_LENGTH];
    const struct counters *c = &b->counters;
    const uint32_t pages[COUNTER_PAGES][10] = {
        { c->builds, c->tiles, c->hatch_cycles, c->lift_cycles, c->pushes, c->disc_seconds, c->faults,
          c->emergency_stops, c->frames_received, c->frames_damaged },
        { c->watchdog_resets, c->brown_outs, c->boots, c->frames_repeated, c->commands_repeated, hal_rx_lost(b),
          c->longest_loop_us, c->keys_dropped, 0, 0 },
    };
    struct msg_counters m = { .command = b->report.command, .page = page };
    memcpy(m.values, pages[page], sizeof m.values);
    outbox_push(b, MSG_COUNTERS, payload, pack_counters(payload, &m));
    return page + 1U >= COUNTER_PAGES;
}

static bool learnt_page(struct board *b, uint8_t i)
{
    uint8_t payload[MSG_LEARNT_LENGTH];
    const struct travel_time *t = &b->keep.travel[i];
    struct msg_learnt m = {
        .command = b->report.command,
        .mechanism = (uint8_t)(MECHANISM_HEAD_0 + i),
        .mean_ms = t->mean_ms,
        .last_ms = t->last_ms,
        .runs = t->runs,
    };
    outbox_push(b, MSG_LEARNT, payload, pack_learnt(payload, &m));
    return i + 1U >= TRAVELS;
}

static bool next_page(struct board *b)
{
    uint8_t page = b->report.next++;
    switch (b->report.kind) {
    case REPORT_TRACE:
        return trace_page(b, page);
    case REPORT_COUNTERS:
        return counters_page(b, page);
    default:
        return learnt_page(b, page);
    }
}

/* ---- */

void report_setting(struct board *b, uint8_t which, uint16_t command)
{
    b->report.setting = which;
    b->report.setting_command = command;
}

static void tell_setting(struct board *b)
{
    uint8_t payload[MSG_SETTING_VALUE_LENGTH];
    struct report *r = &b->report;
    struct msg_setting_value m = { .command = r->setting_command, .setting = r->setting };
    m.value = setting(b, r->setting);
    r->setting = 0;
    outbox_push(b, MSG_SETTING_VALUE, payload, pack_setting_value(payload, &m));
}

static bool room_for_bulk(const struct board *b)
{
    return OUTBOX_BYTES - outbox_room(&b->outbox) < BULK_ROOM;
}

static void tell_dice(struct board *b)
{
    uint8_t payload[MSG_DICE_SHOWN_LENGTH];
    struct msg_dice_shown m = { .command = b->display.dice_command, .board_us = hal_micros(b) };
    memcpy(m.values, b->display.shown.dice, sizeof m.values);
    b->display.dice_due = false;
    outbox_push(b, MSG_DICE_SHOWN, payload, pack_dice_shown(payload, &m));
}

void report_pump(struct board *b)
{
    struct report *r = &b->report;
    if (!b->link.open) {
        return;
    }
    if (b->latch.bits != b->latch.told) {
        tell_latches(b);
    }
    if (r->setting != 0U && store_idle(b)) {
        tell_setting(b);
    }
    if (capable(b, CAPABILITIES_DICE_ECHO) && display_dice_out(b) && room_for_bulk(b)) {
        tell_dice(b);
    }
    if (r->kind != REPORT_NONE && room_for_bulk(b) && next_page(b)) {
        r->kind = REPORT_NONE;
    }
    if (r->period_ms > 0U && b->ms - r->sent_ms >= r->period_ms && hal_tx_idle(b)) {
        r->sent_ms = b->ms;
        telemetry(b);
    }
}
