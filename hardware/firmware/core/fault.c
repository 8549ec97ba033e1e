#include "fault.h"
#include "board.h"

#define DISC_CURRENT MECHANISM_DISC

enum severity fault_severity(uint8_t code)
{
    if (code >= FAULT_SLOW) {
        return SEVERITY_WARN;
    }
    if (code < FAULT_LIFT_0) {
        return SEVERITY_HOLD;
    }
    return SEVERITY_STOP;
}

static void tell(struct board *b, const struct fault_entry *f)
{
    uint8_t payload[MSG_FAULT_RAISED_LENGTH];
    struct msg_fault_raised m = {
        .fault = f->code,
        .side = f->side,
        .board_us = f->board_us,
        .sensors = f->sensors,
        .waited_ms = f->waited_ms,
        .count = f->count,
        .current = f->current,
    };
    outbox_push(b, MSG_FAULT_RAISED, payload, pack_fault_raised(payload, &m));
}

void fault_tell_all(struct board *b)
{
    for (uint8_t i = 0; i < FAULTS_KEPT; i++) {
        if (b->faults.list[i].code != 0U) {
            tell(b, &b->faults.list[i]);
        }
    }
}

static const struct fault_entry *find(const struct board *b, uint8_t code, uint8_t side)
{
    for (uint8_t i = 0; i < FAULTS_KEPT; i++) {
        const struct fault_entry *f = &b->faults.list[i];
        if (f->code == code && f->side == side) {
            return f;
        }
    }
    return NULL;
}

/* A free place, or that of a warning when a graver fault needs one. */
static struct fault_entry *place(struct board *b, uint8_t code)
{
    struct fault_entry *warning = NULL;
    for (uint8_t i = 0; i < FAULTS_KEPT; i++) {
        struct fault_entry *f = &b->faults.list[i];
        if (f->code == 0U) {
            return f;
        }
        if (fault_severity(f->code) == SEVERITY_WARN) {
            warning = f;
        }
    }
    return fault_severity(code) == SEVERITY_WARN ? NULL : warning;
}

static void keep(struct board *b, struct fault_entry *f, uint8_t code, uint8_t side, uint8_t mechanism)
{
    b->faults.present = (uint8_t)(b->faults.present + (f->code == 0U ? 1U : 0U));
    f->code = code;
    f->side = side;
    f->board_us = hal_micros(b);
    f->sensors = b->sensors.stable;
    f->count = side < SIDES ? b->build.counts[side] : 0U;
    f->current = current_of(b, mechanism < MOTORS ? mechanism : (uint8_t)DISC_CURRENT);
}

/* Those that find no room stand in the last place, the gravest of them. */
static void leave_to_tick(struct faults *l, const struct raised *r)
{
    struct raised *last = &l->raised[FAULTS_AT_ONCE - 1U];
    if (l->raised_n < FAULTS_AT_ONCE) {
        l->raised[l->raised_n++] = *r;
    } else if (fault_severity(r->code) > fault_severity(last->code)) {
        *last = *r;
    }
}

bool fault_unanswered(const struct board *b)
{
    return b->faults.raised_n > 0U;
}

void fault_raise(struct board *b, uint8_t code, uint8_t side, uint8_t mechanism, uint32_t waited_ms)
{
    struct fault_entry *f = find(b, code, side) == NULL ? place(b, code) : NULL;
    if (f != NULL) {
        keep(b, f, code, side, mechanism);
        f->waited_ms = (uint16_t)(waited_ms < UINT16_MAX ? waited_ms : UINT16_MAX);
        b->counters.faults++;
        tell(b, f);
    }
    if (fault_severity(code) != SEVERITY_WARN) {
        leave_to_tick(&b->faults, &(struct raised){ code, side, mechanism });
    }
}

bool fault_present(const struct board *b, uint8_t code)
{
    for (uint8_t i = 0; i < FAULTS_KEPT; i++) {
        if (b->faults.list[i].code == code) {
            return true;
        }
    }
    return false;
}

uint8_t fault_blocking(const struct board *b)
{
    for (uint8_t i = 0; i < FAULTS_KEPT && b->faults.present > 0U; i++) {
        uint8_t code = b->faults.list[i].code;
        if (code != 0U && fault_severity(code) != SEVERITY_WARN) {
            return code;
        }
    }
    return 0;
}

uint8_t fault_of_hatch(const struct board *b)
{
    for (uint8_t code = FAULT_HATCH_NOT_OPEN; code <= FAULT_HATCH_CONTRADICTION; code++) {
        if (fault_present(b, code)) {
            return code;
        }
    }
    return find(b, FAULT_OVER_CURRENT, MECHANISM_HATCH) != NULL ? (uint8_t)FAULT_OVER_CURRENT : 0U;
}

bool fault_of_mechanism(const struct board *b, uint8_t mechanism)
{
    if (b->faults.present == 0U) {
        return false;
    }
    if (find(b, FAULT_OVER_CURRENT, mechanism) != NULL) {
        return true;
    }
    if (mechanism == MECHANISM_HATCH) {
        return fault_of_hatch(b) != 0U;
    }
    if (mechanism == MECHANISM_DISC) {
        return fault_present(b, FAULT_DISC_STALLED);
    }
    if (mechanism >= MECHANISM_LIFT_0) {
        return fault_present(b, (uint8_t)(FAULT_LIFT_0 + mechanism - MECHANISM_LIFT_0));
    }
    return mechanism >= MECHANISM_HEAD_0 &&
           fault_present(b, (uint8_t)(FAULT_HEAD_JAM_0 + mechanism - MECHANISM_HEAD_0));
}

/* What the sensors still show. A stalled motor is at rest now: only a new attempt can show whether it is free. */
static bool cause_seen(const struct board *b, uint8_t code)
{
    switch (code) {
    case FAULT_SURPLUS:
        return (b->sensors.stable & (0xFUL << SENSORS_FULL_0 | 0xFUL << SENSORS_COUNT_0)) != 0UL;
    case FAULT_CHANNEL_0:
    case FAULT_CHANNEL_1:
    case FAULT_CHANNEL_2:
    case FAULT_CHANNEL_3:
        return sensor_of(b, SENSORS_FULL_0, (uint8_t)(code - FAULT_CHANNEL_0));
    case FAULT_HATCH_CONTRADICTION:
        return sensor(b, SENSORS_HATCH_OPEN) && sensor(b, SENSORS_HATCH_CLOSED);
    case FAULT_LIFT_0:
    case FAULT_LIFT_1:
    case FAULT_LIFT_2:
    case FAULT_LIFT_3:
        return lift_contradicts(b, (uint8_t)(code - FAULT_LIFT_0));
    case FAULT_OVER_TEMPERATURE:
        return latched(b, LATCHES_OVER_TEMPERATURE);
    case FAULT_EMERGENCY_STOP:
    case FAULT_COVER:
        return true; /* these need Reset and a key */
    default:
        return false;
    }
}

static void forget(struct board *b, struct fault_entry *f)
{
    uint8_t payload[MSG_FAULT_CLEARED_LENGTH];
    struct msg_fault_cleared m = { .fault = f->code, .side = f->side, .board_us = hal_micros(b) };
    outbox_push(b, MSG_FAULT_CLEARED, payload, pack_fault_cleared(payload, &m));
    if (f->code == FAULT_SURPLUS) {
        build_surplus_removed(b);
    } else if (f->code == FAULT_BY_CLOCK) {
        learnt_trust_again(b, f->side);
    }
    f->code = 0;
    b->faults.present--;
}

uint8_t fault_clear(struct board *b, uint8_t code)
{
    if (code == 0U || !fault_present(b, code)) {
        return VERDICT_ACCEPTED; /* gone already */
    }
    if (cause_seen(b, code)) {
        return VERDICT_FAULT_PRESENT;
    }
    for (uint8_t i = 0; i < FAULTS_KEPT; i++) {
        if (b->faults.list[i].code == code) {
            forget(b, &b->faults.list[i]);
        }
    }
    return VERDICT_ACCEPTED;
}

void fault_forget_all(struct board *b)
{
    for (uint8_t i = 0; i < FAULTS_KEPT; i++) {
        struct fault_entry *f = &b->faults.list[i];
        if (f->code != 0U && (f->code == FAULT_EMERGENCY_STOP || f->code == FAULT_COVER || !cause_seen(b, f->code))) {
            forget(b, f);
        }
    }
}
