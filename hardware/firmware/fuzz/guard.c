#include "guard.h"
#include <string.h>
#include "../core/protocol.h"
#include "check.h"

#define DRUM 0x001FU
#define HEADS (0xFU << MECHANISM_HEAD_0)
#define LIFTS (0xFU << MECHANISM_LIFT_0)
#define HATCH (1U << MECHANISM_HATCH)

#define POSITION_MS 7U          /* debounced for 5, then one tick */
#define KEY_MS 20U
#define RELEASE_MS 50U
#define DEADMAN_MS (PROTOCOL_DEADMAN_MS + 2U)
#define SUPPLY_MS 12U
#define CONTRADICTION_MS 110U
#define OVER_MS 260U            /* inrush of 200, spike of 50 */
#define OVER_TENTHS 201U        /* above every limit that can be set */
#define HOT_C 111               /* likewise */
#define WARNING_MS (PROTOCOL_WARNING_MS - 5U)
#define FLASH_MS 255U
#define STOP_MS 25U             /* into an end stop */
#define REVERSES_MS 420U        /* a motor that rests before it turns the other way is still at it */
#define HEAD_ON_MS 2020U        /* a service step; three times its own time is less */
#define LIFT_ON_MS 8400U        /* three times, twice where its place was not known, and the way back */
#define HATCH_ON_MS 7200U
#define DRUM_ON_MS 600500U
#define LIFT_BACK_MS 1110U      /* longest setting and the rest before it */
#define HEAD_BACK_MS 310U
#define STEP_MS 2020U           /* of a service step */
#define SAG_MS 115U             /* a lift at home may shake while the drum turns */
#define COASTS_MS 295U          /* the drum after its motors are off */
#define LEAVES_MS 55U           /* for the bootloader, after it was asked to */

static uint16_t mask_of_motors(const uint8_t motor[SIM_MOTORS])
{
    uint16_t mask = 0;
    for (int m = 0; m < SIM_MOTORS; m++) {
        mask = (uint16_t)(mask | (motor[m] != 0U ? 1U << m : 0U));
    }
    return mask;
}

static uint16_t mask_of(const struct sim_outputs *out)
{
    return mask_of_motors(out->motor);
}

static bool steady(const struct guard *g, int sensor, bool level, uint32_t ms)
{
    return (g->level >> sensor & 1U) == (level ? 1U : 0U) && g->held[sensor] >= ms;
}

static bool fitted(const struct guard *g, int capability)
{
    return (g->capabilities >> capability & 1U) != 0U;
}

static bool reads(const struct guard *g, const struct sim_inputs *in, int sensor)
{
    bool there = sensor != SENSORS_COVER_OPEN || fitted(g, CAPABILITIES_COVER_SWITCH);
    return there && (in->sensors >> sensor & 1U) != 0U;
}

static bool trusts_clock(const struct guard *g, int m)
{
    return (g->by_clock >> m & 1U) != 0U;
}

static bool silent(const struct guard *g)
{
    return !g->link || !g->compatible || g->ms - g->heard_ms > DEADMAN_MS;
}

/* ---- what the board is told */

static void stop(struct guard *g)
{
    g->needs_reset = true;
    g->stopped_since_build = true;
    g->licence.used = false;
}

void guard_start(struct guard *g, uint16_t capabilities)
{
    memset(g, 0, sizeof *g);
    g->capabilities = capabilities;
    guard_boot(g);
}

void guard_boot(struct guard *g)
{
    struct guard fresh = { .capabilities = g->capabilities, .ms = g->ms, .boot_ms = g->ms };
    fresh.needs_key = fresh.stopped_since_build = true;
    *g = fresh;
}

void guard_session(struct guard *g, bool open, bool compatible)
{
    g->link = open;
    g->compatible = compatible;
    books_session(&g->books);
}

void guard_heard(struct guard *g)
{
    g->heard_ms = g->ms;
}

static uint16_t concerns(uint8_t type, const uint8_t *payload, uint8_t length)
{
    uint8_t argument = length > 2U ? payload[2] : 0U;
    switch (type) {
    case MSG_RESET:
        return HEADS | LIFTS;
    case MSG_OPEN_HATCH:
    case MSG_CLOSE_HATCH:
        return HATCH;
    case MSG_RAISE_LIFTS:
    case MSG_LOWER_LIFTS:
        return (uint16_t)((argument & 0xFU) << MECHANISM_LIFT_0);
    case MSG_HOME:
        return argument == MECHANISM_ALL ? (uint16_t)(HEADS | LIFTS | HATCH) : (uint16_t)(1U << (argument & 15U));
    case MSG_RUN:
        return (uint16_t)(1U << (argument & 15U));
    default:
        return 0;
    }
}

/* Nothing turns, and no sensor says that a part is away for longer than the board needs to believe it. */
static bool at_rest(const struct guard *g)
{
    bool rests = mask_of_motors(g->out) == 0U && !steady(g, SENSORS_HATCH_CLOSED, false, POSITION_MS);
    for (int m = MECHANISM_DISC; m <= MECHANISM_PICK_3; m++) {
        rests = rests && (g->off_ms[m] == 0U || g->ms - g->off_ms[m] >= COASTS_MS);
    }
    for (int m = MECHANISM_HEAD_0; m <= MECHANISM_LIFT_3; m++) {
        int home = m < MECHANISM_LIFT_0 ? SENSORS_HEAD_HOME_0 + m - MECHANISM_HEAD_0
                                        : SENSORS_LIFT_HOME_0 + m - MECHANISM_LIFT_0;
        rests = rests && (trusts_clock(g, m) || !steady(g, home, false, POSITION_MS));
    }
    return rests;
}

static void ask_to_leave(struct guard *g, uint16_t id)
{
    g->leave_id = id;
    g->leave_at_rest = at_rest(g);
    g->leave_ms = g->leave_at_rest ? g->ms : g->leave_ms;
}

bool guard_may_leave(const struct guard *g)
{
    return g->leave_ms != 0U && g->ms - g->leave_ms <= LEAVES_MS;
}

static bool rules_drum(uint8_t type)
{
    return type == MSG_BUILD || type == MSG_RESUME || type == MSG_PAUSE || type == MSG_CANCEL || type == MSG_RESET;
}

static bool consent_now(const struct guard *g)
{
    return g->key_ms != 0U && g->ms - g->key_ms <= PROTOCOL_CONSENT_MS + 2U;
}

static void grant_drum(struct guard *g, uint16_t id, uint8_t type)
{
    g->licence = (struct grant){ .used = true, .id = id, .type = type, .mechanisms = DRUM | HEADS, .ms = g->ms };
    g->licence.consent = type == MSG_RESUME || g->stopped_since_build;
    g->licence.consented = consent_now(g);
}

static void grant(struct guard *g, uint16_t id, uint8_t type, uint16_t mechanisms)
{
    struct grant *free = &g->grants[0]; /* the oldest, when the answers to so many were lost with their sessions */
    for (int i = 0; i < GUARD_GRANTS && free->used; i++) {
        free = !g->grants[i].used || g->grants[i].ms < free->ms ? &g->grants[i] : free;
    }
    *free = (struct grant){ .used = true, .id = id, .type = type, .mechanisms = mechanisms, .ms = g->ms };
    free->consent = true;
    free->consented = type != MSG_RUN && consent_now(g);
}

void guard_command(struct guard *g, uint16_t id, uint8_t type, const uint8_t *payload, uint8_t length)
{
    books_command(&g->books, id, type, payload, length);
    if (type == MSG_ENTER_BOOTLOADER) {
        ask_to_leave(g, id);
    }
    if (rules_drum(type)) {
        g->before = g->licence;
        g->ruled_by = id;
        g->licence.used = false;
    }
    if (type == MSG_BUILD || type == MSG_RESUME) {
        grant_drum(g, id, type);
    }
    if (concerns(type, payload, length) != 0U) {
        grant(g, id, type, concerns(type, payload, length));
    }
    bool held_down = (g->level & (SENSOR_BIT(SENSORS_EMERGENCY_STOP) | SENSOR_BIT(SENSORS_COVER_OPEN))) != 0U;
    if (type == MSG_RESET && !held_down) {
        g->reset_forgave = g->needs_reset;
        g->needs_key = g->needs_key || g->needs_reset;
        g->needs_reset = false;
    }
}

void guard_answer(struct guard *g, uint16_t id, uint8_t type, bool accepted)
{
    CHECK(!accepted || g->compatible ||
              (concerns(type, (const uint8_t *)"\0\0\1", 3) == 0U && type != MSG_BUILD && type != MSG_RESUME),
          "a motion was accepted from a host of another major version");
    bool leaves = accepted && type == MSG_ENTER_BOOTLOADER && g->leave_id == id;
    CHECK(!leaves || g->leave_at_rest, "the bootloader is to start although not all is at rest");
    if (accepted) {
        books_accepted(&g->books, id, type);
        if (type == MSG_BUILD && g->licence.id == id) {
            g->stopped_since_build = false;
        }
        return;
    }
    if (rules_drum(type) && g->ruled_by == id) {
        g->licence = g->before;
    }
    g->needs_reset = g->needs_reset || (type == MSG_RESET && g->reset_forgave);
    guard_end(g, id);
}

void guard_end(struct guard *g, uint16_t id)
{
    for (int i = 0; i < GUARD_GRANTS; i++) {
        g->grants[i].used = g->grants[i].used && g->grants[i].id != id;
    }
}

void guard_fault(struct guard *g, uint8_t code, uint8_t side, bool raised, uint32_t board_us)
{
    bool fresh = g->boot_ms + board_us / 1000U == g->ms;
    books_fault(&g->books, code, raised, fresh, mask_of_motors(g->out));
    CHECK(code != FAULT_BY_CLOCK || (side >= MECHANISM_HEAD_0 && side <= MECHANISM_LIFT_3), "motor %u goes by clock",
          side);
    if (code == FAULT_BY_CLOCK && side < SIM_MOTORS) {
        g->by_clock = (uint16_t)(raised ? g->by_clock | 1U << side : g->by_clock & ~(1U << side));
    } else if (raised && code < 100U && g->boot_ms + board_us / 1000U > g->licence.ms) {
        g->licence.used = false;
    }
}

void guard_bytes(struct guard *g, const struct sim_outputs *out)
{
    for (int m = 0; m < SIM_MOTORS; m++) {
        CHECK(out->motor[m] == 0U || out->motor[m] == g->out[m], "bytes alone switched motor %d on", m);
        if (g->out[m] != 0U && out->motor[m] == 0U) {
            g->off_ms[m] = g->ms;
        }
    }
    memcpy(g->out, out->motor, SIM_MOTORS);
}

void guard_stop(struct guard *g, const struct sim_outputs *out)
{
    CHECK(mask_of(out) == 0U, "motors %04x run after STOP was received", mask_of(out));
    stop(g);
}

void guard_dark(const struct sim_outputs *out)
{
    CHECK(mask_of(out) == 0U, "motors %04x run although the board does not", mask_of(out));
}

void guard_latches(const struct guard *g, uint8_t latches)
{
    books_latches(latches, g->needs_reset, g->needs_key);
}

/* ---- what the board sees */

static void press(struct guard *g)
{
    bool held = steady(g, SENSORS_EMERGENCY_STOP, true, 0) || steady(g, SENSORS_COVER_OPEN, true, 0);
    g->key_ms = g->ms;
    g->needs_key = g->needs_key && (g->needs_reset || held);
    g->licence.consented = true;
    for (int i = 0; i < GUARD_GRANTS; i++) {
        g->grants[i].consented = g->grants[i].consented || g->grants[i].type != MSG_RUN;
    }
}

static void watch_keys(struct guard *g, const struct sim_inputs *in)
{
    if (!g->keys_started) {
        g->keys_started = true;
        g->key_down = in->keys;
    }
    for (int k = 0; k < GUARD_KEYS; k++) {
        bool down = (in->keys >> k & 1U) != 0U, was = (g->key_down >> k & 1U) != 0U;
        g->key_held[k] = down == was ? 0U : g->key_held[k] + 1U;
        if (g->key_held[k] >= KEY_MS) {
            g->key_held[k] = 0;
            g->key_down ^= 1U << k;
            if (down) {
                press(g);
            }
        }
    }
}

static void watch_sensors(struct guard *g, const struct sim_inputs *in)
{
    for (int i = 0; i < GUARD_SENSORS; i++) {
        bool now = reads(g, in, i), was = (g->level >> i & 1U) != 0U;
        g->held[i] = now == was ? g->held[i] + 1U : 1U;
        g->level = now ? g->level | SENSOR_BIT(i) : g->level & ~SENSOR_BIT(i);
    }
    if (steady(g, SENSORS_EMERGENCY_STOP, true, 0) || steady(g, SENSORS_COVER_OPEN, true, 0)) {
        stop(g);
    }
    g->hot = in->temperature >= HOT_C && fitted(g, CAPABILITIES_TEMPERATURE) ? g->hot + 1U : 0U;
}

/* The warning flashes: dark for a quarter of a second at most while it lasts. */
static void watch_warning(struct guard *g, const struct sim_outputs *out)
{
    if ((out->lamps >> LAMPS_WARNING & 1U) == 0U) {
        g->warn_ms = g->ms - g->lamp_ms > FLASH_MS ? 0U : g->warn_ms;
    } else {
        CHECK(out->beeper != 0U, "the warning flashes without a sound");
        g->lamp_ms = g->ms;
        g->warn_ms = g->warn_ms == 0U ? g->ms : g->warn_ms;
    }
}

static void warned(const struct guard *g, struct grant *p)
{
    uint32_t since = g->warn_ms > p->ms ? g->warn_ms : p->ms;
    p->consented = p->consented || (g->warn_ms != 0U && g->ms - since >= WARNING_MS);
}

/* ---- what must hold */

static void check_stopped(const struct guard *g, uint16_t on)
{
    CHECK(on == 0U || !steady(g, SENSORS_EMERGENCY_STOP, true, 0), "motors %04x run under emergency stop", on);
    CHECK(on == 0U || !steady(g, SENSORS_COVER_OPEN, true, 0), "motors %04x run under an open cover", on);
    CHECK(on == 0U || !g->needs_reset, "motors %04x run after a stop without Reset", on);
    CHECK(on == 0U || !g->needs_key, "motors %04x run although no key was pressed", on);
    CHECK(on == 0U || g->sags < SUPPLY_MS, "motors %04x run although the supply failed", on);
    CHECK(on == 0U || g->hot < 3U, "motors %04x run although it is too hot", on);
}

static void check_groups(uint16_t on)
{
    int groups = ((on & (DRUM | HEADS)) != 0U) + ((on & LIFTS) != 0U) + ((on & HATCH) != 0U);
    CHECK(groups <= 1, "motors of %d groups run together: %04x", groups, on);
}

static void check_drum(const struct guard *g, uint16_t on)
{
    uint16_t below = on & (uint16_t)(DRUM | HEADS);
    CHECK(below == 0U || !steady(g, SENSORS_HATCH_CLOSED, false, POSITION_MS),
          "motors %04x run under a hatch that is not closed", below);
    bool both = steady(g, SENSORS_HATCH_CLOSED, true, CONTRADICTION_MS) &&
                steady(g, SENSORS_HATCH_OPEN, true, CONTRADICTION_MS);
    CHECK(below == 0U || !both, "motors %04x run while the hatch says open and closed", below);
    CHECK(below == 0U || !silent(g), "motors %04x run although the host is silent", below);
}

/* A head may start in the tick in which its lift has come home by the clock. The board says so in the same tick, and is
 * heard after this look: a head is judged from its second tick on. */
static void check_heads(const struct guard *g, uint16_t on)
{
    uint16_t heads = on & HEADS & mask_of_motors(g->out);
    for (int s = 0; s < 4; s++) {
        bool trusted = trusts_clock(g, MECHANISM_LIFT_0 + s);
        CHECK(heads == 0U || trusted || !steady(g, SENSORS_LIFT_HOME_0 + s, false, POSITION_MS),
              "heads %04x turn while lift %d is not at home", heads, s);
        CHECK((on & DRUM) == 0U || trusted || !steady(g, SENSORS_LIFT_HOME_0 + s, false, SAG_MS),
              "motors %04x run while lift %d is not at home", on & DRUM, s);
    }
}

static bool any_step(const struct guard *g, int m)
{
    bool any = false;
    for (int i = 0; i < GUARD_GRANTS; i++) {
        any = any || (g->grants[i].used && g->grants[i].type == MSG_RUN && (g->grants[i].mechanisms >> m & 1U) != 0U);
    }
    return any;
}

static void check_lifts(struct guard *g, uint16_t on)
{
    for (int m = MECHANISM_LIFT_0; m <= MECHANISM_LIFT_3; m++) {
        bool up =
            fitted(g, CAPABILITIES_LIFT_UP_SWITCHES) && steady(g, SENSORS_LIFT_UP_0 + m - MECHANISM_LIFT_0, true, 1);
        g->rising = (uint16_t)((on >> m & 1U) == 0U || g->out[m] != 1U || up ? g->rising & ~(1U << m) : g->rising);
        CHECK((g->rising >> m & 1U) == 0U || !steady(g, SENSORS_HATCH_CLOSED, false, POSITION_MS),
              "lift motor %d goes on rising with the hatch open", m);
    }
}

static uint32_t longest(int m)
{
    if (m == MECHANISM_HATCH) {
        return HATCH_ON_MS;
    }
    return m >= MECHANISM_LIFT_0 ? LIFT_ON_MS : m >= MECHANISM_HEAD_0 ? HEAD_ON_MS : DRUM_ON_MS;
}

/* Lifts and heads turn one way; the other way is only ever a short one, from an obstacle. */
static void check_way_back(const struct guard *g, int m, uint32_t ran)
{
    bool turns_one_way = m >= MECHANISM_HEAD_0 && m <= MECHANISM_LIFT_3;
    if (!turns_one_way || g->out[m] != 2U) {
        return;
    }
    uint32_t limit = any_step(g, m) ? STEP_MS : m >= MECHANISM_LIFT_0 ? LIFT_BACK_MS : HEAD_BACK_MS;
    CHECK(ran <= limit, "motor %d goes back for %u ms", m, ran);
}

static void check_end_stop(const struct guard *g, uint16_t on)
{
    bool opens = (on & HATCH) != 0U && g->out[MECHANISM_HATCH] == 1U;
    bool closes = (on & HATCH) != 0U && g->out[MECHANISM_HATCH] == 2U;
    CHECK(!opens || !steady(g, SENSORS_HATCH_OPEN, true, STOP_MS) || g->ms - g->on_ms[MECHANISM_HATCH] < STOP_MS,
          "the hatch is driven on although it is open");
    CHECK(!closes || !steady(g, SENSORS_HATCH_CLOSED, true, STOP_MS) || g->ms - g->on_ms[MECHANISM_HATCH] < STOP_MS,
          "the hatch is driven on although it is closed");
}

static void check_time(const struct guard *g, uint16_t on)
{
    for (int m = 0; m < SIM_MOTORS; m++) {
        uint32_t ran = (on >> m & 1U) != 0U ? g->ms - g->on_ms[m] : 0U;
        CHECK(ran <= longest(m), "motor %d has run for %u ms", m, ran);
        check_way_back(g, m, ran);
        CHECK(g->over[m] < OVER_MS, "motor %d has pushed against an obstacle for %u ms", m, g->over[m]);
    }
}

static bool recently_on(const struct guard *g, int m)
{
    return g->off_ms[m] != 0U && g->ms - g->off_ms[m] <= REVERSES_MS;
}

static bool permitted(struct guard *g, int m)
{
    bool any = false;
    for (int i = 0; i < GUARD_GRANTS; i++) {
        struct grant *p = &g->grants[i];
        any = any || (p->used && (p->mechanisms >> m & 1U) != 0U && (!p->consent || p->consented));
    }
    const struct grant *d = &g->licence;
    return any || (d->used && (d->mechanisms >> m & 1U) != 0U && (!d->consent || d->consented));
}

static bool lies_at_home(const struct guard *g, int lift)
{
    return steady(g, SENSORS_LIFT_HOME_0 + lift - MECHANISM_LIFT_0, true, POSITION_MS);
}

/* A crank turns one way, so a lift that is not at the top goes up first, also on its way home. With the hatch open from
 * the start it is let: what stands half way comes home by command. */
static bool rises(const struct guard *g, int lift)
{
    bool sees_top = fitted(g, CAPABILITIES_LIFT_UP_SWITCHES) && !trusts_clock(g, lift);
    bool below_top = sees_top && steady(g, SENSORS_LIFT_UP_0 + lift - MECHANISM_LIFT_0, false, POSITION_MS);
    bool covered = steady(g, SENSORS_HATCH_CLOSED, true, POSITION_MS);
    return g->out[lift] == 1U && (lies_at_home(g, lift) || (below_top && covered));
}

static void note_rise(struct guard *g, int m)
{
    if (m >= MECHANISM_LIFT_0 && m <= MECHANISM_LIFT_3 && rises(g, m)) {
        g->rising = (uint16_t)(g->rising | 1U << m);
    }
}

static void check_switched_on(struct guard *g, int m)
{
    bool head = m >= MECHANISM_HEAD_0 && m <= MECHANISM_HEAD_3;
    if (m >= MECHANISM_HEAD_0 && recently_on(g, m)) {
        return; /* turns back before an obstacle, or tries again */
    }
    CHECK(permitted(g, m) || (head && recently_on(g, m)), "motor %d starts without a command, a key or a warning", m);
    CHECK(!silent(g), "motor %d starts although the host is silent", m);
    if (m >= MECHANISM_LIFT_0 && m <= MECHANISM_LIFT_3) {
        CHECK(!lies_at_home(g, m) || !steady(g, SENSORS_HATCH_CLOSED, false, POSITION_MS),
              "lift motor %d rises with the hatch open", m);
    }
}

static void switch_motor(struct guard *g, int m, uint8_t now)
{
    uint8_t was = g->out[m];
    CHECK(was == 0U || now == 0U || was == now, "motor %d is reversed without a rest", m);
    g->out[m] = now;
    if (now == 0U) {
        g->off_ms[m] = g->ms;
    } else {
        note_rise(g, m);
        check_switched_on(g, m);
        g->on_ms[m] = g->ms;
    }
}

static void watch_motors(struct guard *g, const struct sim_inputs *in, const struct sim_outputs *out)
{
    for (int m = 0; m < SIM_MOTORS; m++) {
        CHECK(out->motor[m] <= 2U, "motor %d is at %d", m, out->motor[m]);
        if (out->motor[m] != g->out[m]) {
            switch_motor(g, m, out->motor[m]);
        }
        bool limited = fitted(g, CAPABILITIES_CURRENT_SENSING) && (m == MECHANISM_DISC || m >= MECHANISM_HEAD_0);
        bool over = limited && out->motor[m] != 0U && in->current[m] >= OVER_TENTHS;
        g->over[m] = over ? g->over[m] + 1U : 0U;
    }
}

/* What runs may complete its travel; what has not begun, or was cut off, needs a new command. A Reset that waits for a
 * person's key goes on waiting. */
static void void_grants(struct guard *g)
{
    uint16_t on = mask_of_motors(g->out);
    for (int i = 0; i < GUARD_GRANTS; i++) {
        struct grant *p = &g->grants[i];
        bool waits = p->type == MSG_RESET && g->needs_key;
        p->mechanisms = (uint16_t)(waits ? p->mechanisms : p->mechanisms & on);
    }
}

void guard_tick(struct guard *g, const struct sim_inputs *in, const struct sim_outputs *out)
{
    g->ms++;
    watch_sensors(g, in);
    watch_keys(g, in);
    watch_warning(g, out);
    warned(g, &g->licence);
    for (int i = 0; i < GUARD_GRANTS; i++) {
        warned(g, &g->grants[i]);
    }
    if (silent(g)) {
        g->licence.used = false;
        void_grants(g);
    }
    uint16_t on = mask_of(out);
    g->sags = in->supply_low != 0U && on != 0U ? g->sags + 1U : 0U;
    check_stopped(g, on);
    check_groups(on);
    check_drum(g, on);
    check_heads(g, on);
    watch_motors(g, in, out);
    check_lifts(g, on);
    check_end_stop(g, on);
    check_time(g, on);
    CHECK(out->watchdog != 0U, "the watchdog was not fed");
}
