#include "interlock.h"
#include "board.h"

#define LEAST_GAP_MS 500U
#define LONGEST_STEP_MS 2000U
#define HEADS (0xFU << MECHANISM_HEAD_0)
#define LIFTS (0xFU << MECHANISM_LIFT_0)
#define HATCH (1U << MECHANISM_HATCH)

static struct ruling say(uint8_t code, uint8_t detail)
{
    return (struct ruling){ code, detail };
}

#define REFUSE_UNLESS(condition, code, detail)                                                                         \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            return say((code), (detail));                                                                              \
        }                                                                                                              \
    } while (0)

#define REFUSE_IF_REFUSED(verdict_)                                                                                    \
    do {                                                                                                               \
        struct ruling v_ = (verdict_);                                                                                 \
        if (v_.code != VERDICT_ACCEPTED) {                                                                             \
            return v_;                                                                                                 \
        }                                                                                                              \
    } while (0)

static const struct ruling accepted = { VERDICT_ACCEPTED, 0 };

/* What holds for every motion. */
static struct ruling free_to_move(const struct board *b)
{
    REFUSE_UNLESS(b->link.compatible, VERDICT_NOT_NOW, PROTOCOL_MAJOR);
    REFUSE_UNLESS(!b->commands.bootloader_due, VERDICT_NOT_NOW, 0);
    REFUSE_UNLESS(!latched(b, LATCHES_COVER_OPEN), VERDICT_COVER_OPEN, b->latch.bits);
    REFUSE_UNLESS(!latch_forbids(b) && !latched(b, LATCHES_OVER_TEMPERATURE), VERDICT_LATCHED, b->latch.bits);
    REFUSE_UNLESS(jobs_room(b), VERDICT_BUSY, 0);
    return accepted;
}

static struct ruling unclaimed(const struct board *b, uint16_t mechanisms)
{
    uint16_t claim = jobs_claim(b);
    REFUSE_UNLESS((claim & mechanisms) == 0U, VERDICT_BUSY, 0);
    return accepted;
}

static struct ruling no_build_moves(const struct board *b)
{
    REFUSE_UNLESS(!build_moving(b), VERDICT_BUILD_RUNNING, b->build.phase);
    return accepted;
}

static struct ruling no_build(const struct board *b)
{
    REFUSE_UNLESS(!build_open(b), VERDICT_BUILD_RUNNING, b->build.phase);
    return accepted;
}

static struct ruling no_fault_of(const struct board *b, uint16_t mechanisms)
{
    for (uint8_t m = 0; m < MOTORS; m++) {
        if (has_bit(mechanisms, m) && fault_of_mechanism(b, m)) {
            return say(VERDICT_FAULT_PRESENT, fault_blocking(b));
        }
    }
    return accepted;
}

static struct ruling no_fault(const struct board *b)
{
    REFUSE_UNLESS(fault_blocking(b) == 0U, VERDICT_FAULT_PRESENT, fault_blocking(b));
    return accepted;
}

static struct ruling lifts_home(const struct board *b, uint8_t sides)
{
    for (uint8_t s = 0; s < SIDES; s++) {
        REFUSE_UNLESS(!has_bit(sides, s) || lift_home(b, s), VERDICT_LIFT_NOT_HOME, s);
    }
    return accepted;
}

static struct ruling heads_home(const struct board *b, uint8_t sides)
{
    for (uint8_t s = 0; s < SIDES; s++) {
        REFUSE_UNLESS(!has_bit(sides, s) || head_home(b, s), VERDICT_HEAD_NOT_HOME, s);
    }
    return accepted;
}

static struct ruling closed(const struct board *b)
{
    REFUSE_UNLESS(hatch_closed(b), VERDICT_HATCH_NOT_CLOSED, 0);
    return accepted;
}

struct ruling interlock_hatch(const struct board *b)
{
    REFUSE_IF_REFUSED(free_to_move(b));
    REFUSE_IF_REFUSED(unclaimed(b, HATCH));
    REFUSE_IF_REFUSED(no_build_moves(b));
    REFUSE_UNLESS(fault_of_hatch(b) == 0U, VERDICT_FAULT_PRESENT, fault_of_hatch(b));
    REFUSE_UNLESS(jobs_claim(b) == 0U, VERDICT_POWER_BUDGET, 0);
    return accepted;
}

static struct ruling lifts_may(const struct board *b, uint8_t sides)
{
    uint16_t lifts = (uint16_t)((uint16_t)sides << MECHANISM_LIFT_0);
    REFUSE_IF_REFUSED(free_to_move(b));
    REFUSE_UNLESS(sides > 0U && sides <= 0xFU, VERDICT_BAD_ARGUMENT, 0);
    REFUSE_IF_REFUSED(unclaimed(b, lifts));
    REFUSE_IF_REFUSED(no_build_moves(b));
    REFUSE_UNLESS((jobs_claim(b) & (uint16_t)~LIFTS) == 0U, VERDICT_POWER_BUDGET, 0);
    return no_fault_of(b, lifts);
}

struct ruling interlock_raise(const struct board *b, uint8_t sides)
{
    REFUSE_IF_REFUSED(lifts_may(b, sides));
    REFUSE_IF_REFUSED(no_build(b));
    REFUSE_IF_REFUSED(closed(b));
    REFUSE_IF_REFUSED(lifts_home(b, sides));
    return heads_home(b, sides);
}

struct ruling interlock_lower(const struct board *b, uint8_t sides)
{
    return lifts_may(b, sides);
}

uint16_t interlock_home_mask(uint8_t mechanism)
{
    if (mechanism == MECHANISM_ALL) {
        return HEADS | LIFTS | HATCH;
    }
    return (uint16_t)((1U << mechanism) & (HEADS | LIFTS | HATCH));
}

struct ruling interlock_home(const struct board *b, uint8_t mechanism)
{
    REFUSE_UNLESS(mechanism < MOTORS || mechanism == MECHANISM_ALL, VERDICT_BAD_ARGUMENT, mechanism);
    uint16_t mask = interlock_home_mask(mechanism);
    REFUSE_IF_REFUSED(free_to_move(b));
    REFUSE_IF_REFUSED(unclaimed(b, mask));
    REFUSE_IF_REFUSED(no_build_moves(b));
    REFUSE_UNLESS(jobs_claim(b) == 0U, VERDICT_POWER_BUDGET, 0);
    REFUSE_IF_REFUSED(no_fault_of(b, mask));
    REFUSE_UNLESS((mask & (HEADS | HATCH)) != (mask & HEADS) || (mask & HEADS) == 0U || hatch_closed(b),
                  VERDICT_HATCH_NOT_CLOSED, 0);
    return (mask & HEADS) != 0U && (mask & LIFTS) == 0U ? lifts_home(b, 0xF) : accepted;
}

struct ruling interlock_run(const struct board *b, const struct msg_run *m)
{
    bool direction = m->direction == DIRECTION_FORWARD || m->direction == DIRECTION_REVERSE;
    bool duration = m->duration_ms > 0U && m->duration_ms <= LONGEST_STEP_MS;
    bool one_way = m->mechanism >= MECHANISM_PICK_0 && m->mechanism <= MECHANISM_PICK_3;
    REFUSE_UNLESS(m->mechanism < MOTORS && direction && duration, VERDICT_BAD_ARGUMENT, m->mechanism);
    REFUSE_UNLESS(!one_way || m->direction == DIRECTION_FORWARD, VERDICT_BAD_ARGUMENT, m->mechanism);
    REFUSE_IF_REFUSED(free_to_move(b));
    REFUSE_IF_REFUSED(unclaimed(b, (uint16_t)(1U << m->mechanism)));
    REFUSE_IF_REFUSED(no_build(b));
    REFUSE_UNLESS(jobs_claim(b) == 0U, VERDICT_POWER_BUDGET, 0);
    if (m->mechanism == MECHANISM_HATCH) {
        return accepted;
    }
    REFUSE_IF_REFUSED(closed(b));
    return m->mechanism <= MECHANISM_HEAD_3 ? lifts_home(b, 0xF) : accepted;
}

static struct ruling build_arguments(const struct board *b, const struct msg_build *m)
{
    uint16_t most = (uint16_t)(2U * setting(b, SETTING_MAX_STACKS));
    uint16_t total = 0;
    for (uint8_t s = 0; s < SIDES; s++) {
        REFUSE_UNLESS(m->quota[s] <= most, VERDICT_BAD_ARGUMENT, s);
        total = (uint16_t)(total + m->quota[s]);
    }
    bool colour = has_bit(m->options, BUILD_OPTIONS_CHECK_COLOUR);
    REFUSE_UNLESS(total > 0U && m->gap_ms >= LEAST_GAP_MS, VERDICT_BAD_ARGUMENT, NO_SIDE);
    REFUSE_UNLESS(!colour || capable(b, CAPABILITIES_COLOUR_SENSORS), VERDICT_BAD_ARGUMENT, NO_SIDE);
    return accepted;
}

static struct ruling drum_may(const struct board *b)
{
    REFUSE_IF_REFUSED(no_fault(b));
    REFUSE_UNLESS(jobs_claim(b) == 0U, VERDICT_POWER_BUDGET, 0);
    REFUSE_IF_REFUSED(closed(b));
    return lifts_home(b, 0xF);
}

struct ruling interlock_build(const struct board *b, const struct msg_build *m)
{
    REFUSE_IF_REFUSED(free_to_move(b));
    REFUSE_IF_REFUSED(build_arguments(b, m));
    REFUSE_IF_REFUSED(no_build(b));
    REFUSE_IF_REFUSED(drum_may(b));
    return heads_home(b, 0xF);
}

struct ruling interlock_resume(const struct board *b)
{
    REFUSE_UNLESS(build_open(b), VERDICT_NO_BUILD, b->build.phase);
    REFUSE_UNLESS(!build_moving(b), VERDICT_BUSY, b->build.phase);
    REFUSE_IF_REFUSED(free_to_move(b));
    return drum_may(b);
}

bool interlock_at_rest(const struct board *b)
{
    return hatch_closed(b) && lifts_home(b, 0xF).code == VERDICT_ACCEPTED &&
           heads_home(b, 0xF).code == VERDICT_ACCEPTED && !build_open(b) && jobs_claim(b) == 0U && motion_drum_rests(b);
}
