#include "build.h"
#include <string.h>
#include "board.h"

#define MIX_MS 8000U              /* the disc turns the other way after so long */
#define REVERSALS_APART_MS 1000U
#define CHANNEL_MS 5000U          /* full for so long with nothing moving: blocked */
#define STACK_SETTLES_MS 250U     /* from the counter into the head */
#define HEAD_REFILLS_MS 200U      /* two tiles drop from the channel into the head */
#define HEAD_TILES 2              /* that a head at rest holds */
#define FLUSHES 5U                /* pushes that empty a head and a full channel, and one to spare */
#define LIFT_SAGS_MS 100U
#define DRUM_LONGEST_MS 600000UL  /* however tiles trickle: ten times what a build takes */

/* ---- saying where it stands */

static void enter(struct board *b, uint8_t phase, uint8_t reason)
{
    uint8_t payload[MSG_BUILD_CHANGED_LENGTH];
    struct msg_build_changed m = { .phase = phase, .reason = reason, .board_us = hal_micros(b) };
    memcpy(m.counts, b->build.counts, SIDES);
    b->build.phase = phase;
    outbox_push(b, MSG_BUILD_CHANGED, payload, pack_build_changed(payload, &m));
}

bool build_open(const struct board *b)
{
    uint8_t phase = b->build.phase;
    return b->build.waits || phase == BUILD_PHASE_SHUFFLING || phase == BUILD_PHASE_PICKING ||
           phase == BUILD_PHASE_CHECKING || phase == BUILD_PHASE_SUSPENDED;
}

bool build_moving(const struct board *b)
{
    return build_open(b) && (b->build.waits || b->build.phase != BUILD_PHASE_SUSPENDED);
}

/* ---- begin, suspend, resume, give up */

static void expect_tiles(struct board *b)
{
    for (uint8_t s = 0; s < SIDES; s++) {
        b->build.side[s].progress_ms = b->build.side[s].full_ms = b->ms;
        b->build.side[s].turned = false;
    }
    b->build.turned_ms = b->ms;
    b->build.tail = false;
}

/* It moves, and nothing was raised in this tick that holds it. */
static bool goes_on(const struct board *b)
{
    return build_moving(b) && !fault_unanswered(b);
}

static void wait_for_consent(struct board *b)
{
    b->build.waits = true;
    b->build.go_ms = keys_start_ms(b);
}

void build_begin(struct board *b, const struct msg_build *m)
{
    struct build *d = &b->build;
    memset(d, 0, sizeof *d);
    d->command = m->command;
    memcpy(d->quota, m->quota, SIDES);
    d->gap_ms = m->gap_ms;
    d->shuffle_ms = m->shuffle_ms;
    d->options = m->options;
    d->begun_ms = b->ms;
    d->resumes_in = m->shuffle_ms > 0U ? BUILD_PHASE_SHUFFLING : BUILD_PHASE_PICKING;
    wait_for_consent(b);
    if (!b->stopped_since_build) {
        d->go_ms = b->ms; /* nothing moves above the deck */
    }
    b->stopped_since_build = false;
    b->counters.builds++;
}

void build_resume(struct board *b)
{
    wait_for_consent(b);
}

void build_consent(struct board *b)
{
    b->build.go_ms = b->ms;
}

static void lift_strays(struct board *b, uint8_t s, uint32_t since_ms)
{
    uint8_t motor = (uint8_t)(MECHANISM_LIFT_0 + s);
    fault_raise(b, (uint8_t)(FAULT_LIFT_0 + s), s, motor, b->ms - since_ms);
}

/* A lift may have left home while the warning was given. */
static bool lifts_stay(struct board *b)
{
    for (uint8_t s = 0; s < SIDES; s++) {
        if (!lift_home(b, s)) {
            lift_strays(b, s, b->ms);
            return false;
        }
        b->build.side[s].lift_ms = b->ms;
    }
    return true;
}

static void start_when_allowed(struct board *b)
{
    struct build *d = &b->build;
    if ((int32_t)(b->ms - d->go_ms) < 0 || !lifts_stay(b)) {
        return;
    }
    d->waits = false;
    d->started_ms = b->ms;
    expect_tiles(b);
    enter(b, d->resumes_in, STOP_REASON_NONE);
}

static void drum_off(struct board *b)
{
    for (uint8_t m = MECHANISM_DISC; m <= MECHANISM_PICK_3; m++) {
        motion_want(b, m, MOTOR_OFF);
    }
}

void build_suspend(struct board *b, uint8_t reason)
{
    struct build *d = &b->build;
    if (!build_moving(b)) {
        return;
    }
    drum_off(b);
    if (d->phase != BUILD_PHASE_NONE && d->phase != BUILD_PHASE_SUSPENDED && d->phase != BUILD_PHASE_READY) {
        d->resumes_in = d->phase;
    }
    d->waits = false;
    enter(b, BUILD_PHASE_SUSPENDED, reason);
    store_later(b);
}

static void end_halted(struct board *b, uint8_t reason)
{
    uint8_t payload[MSG_HALTED_LENGTH];
    struct msg_halted m = { .command = b->build.command, .board_us = hal_micros(b), .reason = reason };
    outbox_push(b, MSG_HALTED, payload, pack_halted(payload, &m));
}

void build_cancel(struct board *b)
{
    drum_off(b);
    b->build.waits = false;
    enter(b, BUILD_PHASE_NONE, STOP_REASON_CANCELLED);
    end_halted(b, STOP_REASON_CANCELLED);
}

void build_raised(struct board *b)
{
    if (b->build.phase == BUILD_PHASE_READY) {
        enter(b, BUILD_PHASE_NONE, STOP_REASON_NONE);
    }
}

void build_surplus_removed(struct board *b)
{
    for (uint8_t s = 0; s < SIDES; s++) {
        if (b->build.counts[s] > b->build.quota[s]) {
            b->build.counts[s] = b->build.quota[s];
        }
    }
}

/* ---- counting */

static bool wrong_colour(const struct board *b, uint8_t s)
{
    bool expect_b = has_bit(b->build.options, BUILD_OPTIONS_EXPECT_COLOUR_B);
    bool check = has_bit(b->build.options, BUILD_OPTIONS_CHECK_COLOUR);
    return check && capable(b, CAPABILITIES_COLOUR_SENSORS) && sensor_of(b, SENSORS_COLOUR_0, s) != expect_b;
}

static bool stack_complete(const struct build *d, uint8_t s)
{
    return d->counts[s] % 2U == 0U || d->counts[s] == d->quota[s];
}

static void count(struct board *b, uint8_t s)
{
    struct build *d = &b->build;
    d->counts[s] = d->counts[s] < UINT8_MAX ? (uint8_t)(d->counts[s] + 1U) : (uint8_t)UINT8_MAX;
    d->side[s].progress_ms = b->ms;
    d->side[s].turned = false;
    b->counters.tiles++;
    if (stack_complete(d, s)) {
        d->side[s].stack_ms[((d->counts[s] - 1U) / 2U) % STACKS_WAITING] = b->ms;
    }
    if (wrong_colour(b, s)) {
        fault_raise(b, FAULT_WRONG_SET, s, NO_SIDE, 0);
    }
    if (d->counts[s] > d->quota[s]) {
        fault_raise(b, FAULT_SURPLUS, s, NO_SIDE, 0);
    }
}

static void count_all(struct board *b)
{
    for (uint8_t s = 0; s < SIDES; s++) {
        if (b->sensors.counted[s]) {
            count(b, s);
        }
    }
}

/* ---- heads */

static bool stack_waits(const struct build *d, uint8_t s)
{
    uint8_t pushed = (uint8_t)(2U * d->side[s].pushes);
    uint8_t real = d->counts[s] < d->quota[s] ? d->counts[s] : d->quota[s];
    return real >= pushed + 2U || (real == pushed + 1U && real == d->quota[s]);
}

static bool refilled(const struct board *b, uint8_t s)
{
    return b->ms - b->head[s].ended_ms >= HEAD_REFILLS_MS;
}

static bool stack_lies(const struct board *b, uint8_t s)
{
    const struct build_side *side = &b->build.side[s];
    return b->ms - side->stack_ms[side->pushes % STACKS_WAITING] >= STACK_SETTLES_MS && refilled(b, s);
}

static void tend_head(struct board *b, uint8_t s)
{
    if (!head_rests(b, s) || !lift_home(b, s)) {
        return;
    }
    if (b->build.quota[s] > 0U && !head_home(b, s)) {
        if (!b->head[s].at_home) {
            b->build.side[s].pushing = false;
            head_start(b, s); /* the rest of an interrupted push */
        }
    } else if (stack_waits(&b->build, s) && stack_lies(b, s)) {
        b->build.side[s].pushes++;
        b->build.side[s].pushing = true;
        b->counters.pushes++;
        head_start(b, s);
    } else if (b->build.phase == BUILD_PHASE_CHECKING && b->build.side[s].flushes > 0U && refilled(b, s)) {
        b->build.side[s].flushes--;
        head_start(b, s);
    }
}

void build_push_undone(struct board *b, uint8_t s)
{
    if (b->build.side[s].pushing) {
        b->build.side[s].pushing = false;
        b->build.side[s].undone = true;
        b->build.side[s].pushes--;
    }
}

void build_head_turns(struct board *b, uint8_t s, bool from_home)
{
    if (b->build.side[s].undone && !from_home) {
        b->build.side[s].pushes++;
    }
    b->build.side[s].undone = false;
}

static bool heads_done(const struct board *b)
{
    for (uint8_t s = 0; s < SIDES; s++) {
        bool owes = stack_waits(&b->build, s) || b->build.side[s].flushes > 0U;
        if (owes || (b->build.quota[s] > 0U && !head_home(b, s))) {
            return false;
        }
    }
    return true;
}

/* ---- drum */

static void turn_disc(struct board *b)
{
    struct build *d = &b->build;
    motion_want(b, MECHANISM_DISC, d->reverse ? MOTOR_REVERSE : MOTOR_FORWARD);
    if (++d->disc_ms >= 1000U) {
        d->disc_ms = 0;
        b->counters.disc_seconds++;
    }
}

static void reverse_disc(struct board *b)
{
    struct build *d = &b->build;
    bool allowed = !has_bit(d->options, BUILD_OPTIONS_NO_REVERSAL);
    if (allowed && b->ms - d->turned_ms >= REVERSALS_APART_MS) {
        d->reverse = !d->reverse;
        d->turned_ms = b->ms;
    }
}

static bool side_open(const struct build *d, uint8_t s)
{
    return d->counts[s] < d->quota[s];
}

/* By its sensor, or by arithmetic when that one is blind. */
static bool channel_full(const struct board *b, uint8_t s)
{
    int16_t inside = (int16_t)(b->build.counts[s] - 2 * b->build.side[s].pushes);
    int16_t room = (int16_t)((int16_t)setting(b, SETTING_CHANNEL_CAPACITY) + (head_rests(b, s) ? HEAD_TILES : 0));
    return sensor_of(b, SENSORS_FULL_0, s) || inside >= room;
}

static void drive_picks(struct board *b)
{
    struct build *d = &b->build;
    for (uint8_t s = 0; s < SIDES; s++) {
        bool paused = channel_full(b, s) || head_late(b, s);
        bool on = side_open(d, s) && !paused;
        motion_want(b, (uint8_t)(MECHANISM_PICK_0 + s), on ? MOTOR_FORWARD : MOTOR_OFF);
        if (paused) {
            d->side[s].progress_ms = b->ms; /* no tile can come: no gap runs */
        }
    }
}

/* ---- what can be wrong */

static void declare_short(struct board *b, uint8_t open, uint8_t side)
{
    uint8_t total = 0;
    for (uint8_t s = 0; s < SIDES; s++) {
        total = (uint8_t)(total | b->build.counts[s]);
    }
    uint32_t waited = b->ms - b->build.side[side].progress_ms;
    if (total == 0U) {
        fault_raise(b, FAULT_DISC_STALLED, NO_SIDE, MECHANISM_DISC, waited);
    } else if (open == 1U) {
        fault_raise(b, (uint8_t)(FAULT_SHORT_0 + side), side, MECHANISM_DISC, waited);
    } else {
        fault_raise(b, FAULT_SHORT_UNKNOWN, NO_SIDE, MECHANISM_DISC, waited);
    }
}

static void watch_gaps(struct board *b)
{
    struct build *d = &b->build;
    uint8_t open = 0, silent = 0, side = 0;
    for (uint8_t s = 0; s < SIDES; s++) {
        if (!side_open(d, s)) {
            continue;
        }
        uint32_t waited = b->ms - d->side[s].progress_ms;
        open++;
        side = s;
        silent = (uint8_t)(silent + (waited >= d->gap_ms ? 1U : 0U));
        if (waited >= d->gap_ms / 2U && !d->side[s].turned) {
            d->side[s].turned = true;
            reverse_disc(b);
        }
    }
    if ((silent > 0U && silent == open) || b->ms - d->started_ms >= DRUM_LONGEST_MS) {
        declare_short(b, open, side);
    }
}

static void watch_channel(struct board *b, uint8_t s)
{
    struct build_side *side = &b->build.side[s];
    bool blocked = sensor_of(b, SENSORS_FULL_0, s) && head_rests(b, s);
    if (!blocked || b->sensors.counted[s]) {
        side->full_ms = b->ms;
    } else if (b->ms - side->full_ms >= CHANNEL_MS) {
        side->flushes = FLUSHES;
        fault_raise(b, (uint8_t)(FAULT_CHANNEL_0 + s), s, (uint8_t)(MECHANISM_PICK_0 + s), CHANNEL_MS);
    }
}

static void watch_lifts(struct board *b)
{
    for (uint8_t s = 0; s < SIDES; s++) {
        uint32_t *seen = &b->build.side[s].lift_ms;
        if (lift_home(b, s)) {
            *seen = b->ms;
        } else if (b->ms - *seen >= LIFT_SAGS_MS) {
            lift_strays(b, s, *seen);
        }
    }
}

/* True when the build can go on. */
static bool sound(struct board *b)
{
    if (!sensor(b, SENSORS_HATCH_CLOSED)) {
        fault_raise(b, FAULT_HATCH_NOT_CLOSED, NO_SIDE, MECHANISM_HATCH, 0);
    } else if (motion_over_current(b, MECHANISM_DISC)) {
        fault_raise(b, FAULT_DISC_STALLED, NO_SIDE, MECHANISM_DISC, 0);
    } else {
        watch_lifts(b);
    }
    return goes_on(b);
}

/* ---- phases */

static bool quotas_met(const struct board *b)
{
    for (uint8_t s = 0; s < SIDES; s++) {
        if (side_open(&b->build, s)) {
            return false;
        }
    }
    return true;
}

static void shuffle(struct board *b)
{
    struct build *d = &b->build;
    turn_disc(b);
    if (++d->shuffled_ms >= d->shuffle_ms) {
        expect_tiles(b);
        enter(b, BUILD_PHASE_PICKING, STOP_REASON_NONE);
    }
}

static void pick(struct board *b)
{
    struct build *d = &b->build;
    if (quotas_met(b)) {
        drum_off(b);
        d->tail = false;
        enter(b, BUILD_PHASE_CHECKING, STOP_REASON_NONE);
        return;
    }
    if (b->ms - d->turned_ms >= MIX_MS) {
        reverse_disc(b);
    }
    turn_disc(b);
    drive_picks(b);
    watch_gaps(b);
    for (uint8_t s = 0; s < SIDES && goes_on(b); s++) {
        tend_head(b, s);
        watch_channel(b, s);
    }
}

static void end_ready(struct board *b)
{
    enter(b, BUILD_PHASE_READY, STOP_REASON_NONE);
    report_done(b, b->build.command, b->build.begun_ms);
    store_later(b);
}

static void check(struct board *b)
{
    struct build *d = &b->build;
    for (uint8_t s = 0; s < SIDES; s++) {
        tend_head(b, s);
    }
    if (!heads_done(b)) {
        d->tail = false;
        return;
    }
    if (!d->tail) {
        d->tail = true;
        d->tail_ms = b->ms;
    }
    for (uint8_t s = 0; s < SIDES && goes_on(b); s++) {
        if (sensor_of(b, SENSORS_FULL_0, s)) {
            fault_raise(b, FAULT_SURPLUS, s, NO_SIDE, b->ms - d->tail_ms);
        }
    }
    if (goes_on(b) && b->ms - d->tail_ms >= setting(b, SETTING_TAIL_MS)) {
        end_ready(b);
    }
}

static void run_phase(struct board *b)
{
    switch (b->build.phase) {
    case BUILD_PHASE_SHUFFLING:
        shuffle(b);
        break;
    case BUILD_PHASE_PICKING:
        pick(b);
        break;
    case BUILD_PHASE_CHECKING:
        check(b);
        break;
    default:
        break;
    }
}

void build_tick(struct board *b)
{
    if (!build_open(b)) {
        return;
    }
    count_all(b);
    if (fault_unanswered(b)) {
        return;
    }
    if (b->build.waits) {
        start_when_allowed(b);
    } else if (b->build.phase != BUILD_PHASE_SUSPENDED && sound(b)) {
        run_phase(b);
    }
}
