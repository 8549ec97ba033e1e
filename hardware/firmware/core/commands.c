#include "commands.h"
#include <string.h>
#include "board.h"

#define BOOTLOADER_MAGIC 0x4A414E54UL
#define BOOTLOADER_DELAY_MS 50U /* its answer goes out first */
#define LEAST_PERIOD_MS 20U
#define TEXT_MAX 8U
#define COMMAND_ID_BYTES 2U

static const struct ruling accepted = { VERDICT_ACCEPTED, 0 };
static const struct ruling bad_argument = { VERDICT_BAD_ARGUMENT, 0 };

static struct ruling of(uint8_t code, uint8_t detail)
{
    return (struct ruling){ code, detail };
}

/* Each handler gets a payload of at least the length of its message. */
#define UNPACK(name, m)                                                                                                \
    struct msg_##name m;                                                                                               \
    if (!unpack_##name(payload, length, &m)) {                                                                         \
        return bad_argument;                                                                                           \
    }

#define HANDLER(name) static struct ruling name(struct board *b, uint16_t id, const uint8_t *payload, uint8_t length)

/* ---- motion */

static uint16_t strays(const struct board *b)
{
    uint16_t mask = 0;
    for (uint8_t s = 0; s < SIDES; s++) {
        if (!lift_home(b, s)) {
            mask = (uint16_t)(mask | (1U << (MECHANISM_LIFT_0 + s)));
        }
        if (!head_home(b, s) && hatch_reads_closed(b)) {
            mask = (uint16_t)(mask | (1U << (MECHANISM_HEAD_0 + s)));
        }
    }
    return mask;
}

HANDLER(reset)
{
    (void)payload;
    (void)length;
    bool may = b->link.compatible && !b->commands.bootloader_due;
    uint8_t verdict = may ? latch_reset(b) : (uint8_t)VERDICT_NOT_NOW;
    if (verdict == VERDICT_ACCEPTED) {
        motion_stop_all(b, STOP_REASON_RESET);
        fault_forget_all(b);
        jobs_travel(b, id, strays(b), POSITION_HOME);
    }
    return of(verdict, b->latch.bits);
}

static struct ruling move_hatch(struct board *b, uint16_t id, uint8_t goal)
{
    struct ruling v = interlock_hatch(b);
    if (v.code == VERDICT_ACCEPTED) {
        jobs_travel(b, id, (uint16_t)(1U << MECHANISM_HATCH), goal);
    }
    return v;
}

HANDLER(open_hatch)
{
    (void)payload;
    (void)length;
    return move_hatch(b, id, POSITION_AWAY);
}

HANDLER(close_hatch)
{
    (void)payload;
    (void)length;
    return move_hatch(b, id, POSITION_HOME);
}

HANDLER(raise_lifts)
{
    UNPACK(raise_lifts, m)
    struct ruling v = interlock_raise(b, m.sides);
    if (v.code == VERDICT_ACCEPTED) {
        jobs_travel(b, id, (uint16_t)((uint16_t)m.sides << MECHANISM_LIFT_0), POSITION_AWAY);
    }
    return v;
}

HANDLER(lower_lifts)
{
    UNPACK(lower_lifts, m)
    struct ruling v = interlock_lower(b, m.sides);
    if (v.code == VERDICT_ACCEPTED) {
        jobs_travel(b, id, (uint16_t)((uint16_t)m.sides << MECHANISM_LIFT_0), POSITION_HOME);
    }
    return v;
}

HANDLER(home)
{
    UNPACK(home, m)
    struct ruling v = interlock_home(b, m.mechanism);
    if (v.code == VERDICT_ACCEPTED) {
        jobs_travel(b, id, interlock_home_mask(m.mechanism), POSITION_HOME);
    }
    return v;
}

HANDLER(run)
{
    UNPACK(run, m)
    struct ruling v = interlock_run(b, &m);
    if (v.code == VERDICT_ACCEPTED) {
        jobs_step(b, id, m.mechanism, m.direction, m.duration_ms);
    }
    return v;
}

HANDLER(build)
{
    (void)id;
    UNPACK(build, m)
    struct ruling v = interlock_build(b, &m);
    if (v.code == VERDICT_ACCEPTED) {
        build_begin(b, &m);
    }
    return v;
}

HANDLER(pause)
{
    (void)id;
    (void)payload;
    (void)length;
    if (!build_open(b)) {
        return of(VERDICT_NO_BUILD, b->build.phase);
    }
    build_suspend(b, STOP_REASON_STOP_COMMAND);
    return accepted;
}

HANDLER(resume)
{
    (void)id;
    (void)payload;
    (void)length;
    struct ruling v = interlock_resume(b);
    if (v.code == VERDICT_ACCEPTED) {
        build_resume(b);
    }
    return v;
}

HANDLER(cancel)
{
    (void)id;
    (void)payload;
    (void)length;
    if (!build_open(b)) {
        return of(VERDICT_NO_BUILD, b->build.phase);
    }
    build_cancel(b);
    return accepted;
}

HANDLER(clear_fault)
{
    (void)id;
    UNPACK(clear_fault, m)
    return of(fault_clear(b, m.fault), m.fault);
}

/* ---- sensors and maintenance */

HANDLER(get_sensors)
{
    (void)b;
    (void)id;
    (void)payload;
    (void)length;
    return accepted; /* SensorState follows the answer */
}

HANDLER(subscribe)
{
    (void)id;
    UNPACK(subscribe, m)
    bool slow_enough = m.period_ms == 0U || m.period_ms >= LEAST_PERIOD_MS;
    b->report.period_ms = slow_enough ? m.period_ms : b->report.period_ms;
    return slow_enough ? accepted : bad_argument;
}

HANDLER(dump_trace)
{
    (void)payload;
    (void)length;
    report_begin(b, REPORT_TRACE, id);
    return accepted;
}

HANDLER(get_counters)
{
    (void)payload;
    (void)length;
    report_begin(b, REPORT_COUNTERS, id);
    return accepted;
}

HANDLER(get_learnt)
{
    (void)payload;
    (void)length;
    report_begin(b, REPORT_LEARNT, id);
    return accepted;
}

HANDLER(get_setting)
{
    UNPACK(get_setting, m)
    if (!setting_exists(m.setting)) {
        return of(VERDICT_BAD_ARGUMENT, m.setting);
    }
    report_setting(b, m.setting, id);
    return accepted;
}

HANDLER(put_setting)
{
    UNPACK(put_setting, m)
    if (!setting_exists(m.setting)) {
        return of(VERDICT_BAD_ARGUMENT, m.setting);
    }
    setting_put(b, m.setting, m.value);
    store_now(b);
    report_setting(b, m.setting, id);
    return accepted;
}

HANDLER(enter_bootloader)
{
    (void)id;
    UNPACK(enter_bootloader, m)
    if (m.magic != BOOTLOADER_MAGIC) {
        return bad_argument;
    }
    if (!interlock_at_rest(b)) {
        return of(VERDICT_NOT_NOW, 0);
    }
    b->commands.bootloader_due = true;
    b->commands.bootloader_ms = b->ms;
    return accepted;
}

/* ---- displays */

HANDLER(show_dice)
{
    UNPACK(show_dice, m)
    for (uint8_t i = 0; i < 3U; i++) {
        if (m.values[i] > 6U) {
            return of(VERDICT_BAD_ARGUMENT, i);
        }
    }
    display_dice(b, m.values, id);
    return accepted;
}

HANDLER(show_seats)
{
    (void)id;
    UNPACK(show_seats, m)
    if (m.dealer >= SIDES || m.prevailing >= SIDES) {
        return bad_argument;
    }
    uint8_t *seats = b->display.panel.seats;
    seats[0] = m.dealer;
    seats[1] = m.prevailing;
    seats[2] = m.extra;
    seats[3] = m.hand;
    return accepted;
}

HANDLER(show_text)
{
    (void)id;
    UNPACK(show_text, m)
    if (m.text_n > TEXT_MAX) {
        return bad_argument;
    }
    display_text(b, m.text, m.text_n);
    return accepted;
}

HANDLER(set_lamps)
{
    (void)id;
    UNPACK(set_lamps, m)
    b->display.host_lamps = m.lamps;
    return accepted;
}

HANDLER(sound_beep)
{
    (void)id;
    UNPACK(sound_beep, m)
    if (m.pattern > BEEP_FAULT) {
        return bad_argument;
    }
    display_beep(b, m.pattern);
    return accepted;
}

/* ---- */

typedef struct ruling handler(struct board *b, uint16_t id, const uint8_t *payload, uint8_t length);

static const struct {
    uint8_t type;
    handler *handle;
} handlers[] = {
    { MSG_RESET, reset },
    { MSG_OPEN_HATCH, open_hatch },
    { MSG_CLOSE_HATCH, close_hatch },
    { MSG_RAISE_LIFTS, raise_lifts },
    { MSG_LOWER_LIFTS, lower_lifts },
    { MSG_BUILD, build },
    { MSG_PAUSE, pause },
    { MSG_RESUME, resume },
    { MSG_CANCEL, cancel },
    { MSG_HOME, home },
    { MSG_RUN, run },
    { MSG_CLEAR_FAULT, clear_fault },
    { MSG_GET_SENSORS, get_sensors },
    { MSG_SUBSCRIBE, subscribe },
    { MSG_DUMP_TRACE, dump_trace },
    { MSG_SHOW_DICE, show_dice },
    { MSG_SHOW_SEATS, show_seats },
    { MSG_SHOW_TEXT, show_text },
    { MSG_SET_LAMPS, set_lamps },
    { MSG_SOUND_BEEP, sound_beep },
    { MSG_GET_COUNTERS, get_counters },
    { MSG_GET_LEARNT, get_learnt },
    { MSG_GET_SETTING, get_setting },
    { MSG_PUT_SETTING, put_setting },
    { MSG_ENTER_BOOTLOADER, enter_bootloader },
};

static struct ruling execute(struct board *b, uint8_t type, uint16_t id, const uint8_t *payload, uint8_t length)
{
    for (uint8_t i = 0; i < sizeof handlers / sizeof handlers[0]; i++) {
        if (handlers[i].type == type) {
            return handlers[i].handle(b, id, payload, length);
        }
    }
    return of(VERDICT_UNKNOWN_COMMAND, type);
}

static const struct remembered *recall(const struct board *b, uint16_t id)
{
    for (uint8_t i = 0; i < b->commands.used; i++) {
        if (b->commands.list[i].command == id) {
            return &b->commands.list[i];
        }
    }
    return NULL;
}

static void remember(struct board *b, uint16_t id, struct ruling v)
{
    struct commands *c = &b->commands;
    c->list[c->next] = (struct remembered){ id, v.code, v.detail };
    c->next = (uint8_t)((c->next + 1U) % PROTOCOL_REMEMBERED_COMMANDS);
    c->used = c->used < PROTOCOL_REMEMBERED_COMMANDS ? (uint8_t)(c->used + 1U) : c->used;
}

static void answer(struct board *b, uint16_t id, uint8_t verdict, uint8_t detail)
{
    uint8_t payload[MSG_ANSWER_LENGTH];
    struct msg_answer m = { .command = id, .verdict = verdict, .detail = detail };
    outbox_push(b, MSG_ANSWER, payload, pack_answer(payload, &m));
}

bool commands_can_take(const struct board *b, uint8_t type)
{
    if (b->report.setting != 0U && (type == MSG_PUT_SETTING || type == MSG_GET_SETTING)) {
        return false; /* one at a time: its value is being written */
    }
    return outbox_room(&b->outbox) >= OUTBOX_COMMAND_ROOM && b->report.kind == REPORT_NONE;
}

void commands_forget(struct board *b)
{
    b->commands.used = b->commands.next = 0;
}

void commands_handle(struct board *b, uint8_t type, const uint8_t *payload, uint8_t length)
{
    if (length < COMMAND_ID_BYTES) {
        b->counters.frames_damaged++; /* nobody to answer to */
        return;
    }
    uint16_t id = protocol_get_u16(payload);
    const struct remembered *known = recall(b, id);
    if (known != NULL) {
        b->counters.commands_repeated++;
        answer(b, id, known->verdict, known->detail);
        return;
    }
    struct ruling v = execute(b, type, id, payload, length);
    remember(b, id, v);
    answer(b, id, v.code, v.detail);
    if (type == MSG_GET_SENSORS) {
        report_sensors(b, id);
    }
}

void commands_tick(struct board *b)
{
    if (b->commands.bootloader_due && b->ms - b->commands.bootloader_ms >= BOOTLOADER_DELAY_MS) {
        b->commands.bootloader_due = false;
        motion_stop_all(b, STOP_REASON_RESET);
        hal_bootloader(b);
    }
}
