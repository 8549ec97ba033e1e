#include "reactions.h"
#include "board.h"

static uint8_t reason_of(uint8_t fault)
{
    switch (fault) {
    case FAULT_EMERGENCY_STOP:
        return STOP_REASON_EMERGENCY_STOP;
    case FAULT_COVER:
        return STOP_REASON_COVER;
    default:
        return STOP_REASON_FAULT_ELSEWHERE;
    }
}

/* The drum stops for every fault that is more than a warning, everything for those that are to stop. The command that
 * moved the mechanism fails; others are halted. */
static void on_fault(struct board *b, const struct raised *r)
{
    uint8_t reason = reason_of(r->code);
    display_beep(b, BEEP_FAULT);
    build_suspend(b, reason);
    jobs_fail(b, r->mechanism, r->code, r->side);
    if (fault_severity(r->code) == SEVERITY_STOP) {
        motion_stop_all(b, reason);
    }
}

/* Each key is a person's consent. Open and raise together interrupt a build, and the host hears of them when that is
 * done. */
static void on_key(struct board *b, uint8_t key)
{
    if (key == KEY_BOTH) {
        build_suspend(b, STOP_REASON_KEYS);
    } else {
        latch_key(b);
        jobs_consent(b);
        build_consent(b);
    }
    keys_report(b, key, true);
}

static void catch_up(struct board *b)
{
    for (uint8_t i = 0; i < b->faults.raised_n; i++) {
        on_fault(b, &b->faults.raised[i]);
    }
    b->faults.raised_n = 0;
    for (uint8_t key = 0; b->keys.pressed != 0U; key++, b->keys.pressed >>= 1) {
        if ((b->keys.pressed & 1U) != 0U) {
            on_key(b, key);
        }
    }
}

void react(struct board *b)
{
    if (fault_unanswered(b) || b->keys.pressed != 0U) {
        catch_up(b);
    }
}
