#include "jobs.h"
#include "board.h"

#define STUCK_MS 5000U
#define DRUM 0x1FU
#define HEADS (0xFU << MECHANISM_HEAD_0)
#define LIFTS (0xFU << MECHANISM_LIFT_0)
#define HATCH (1U << MECHANISM_HATCH)

#define EACH_JOB(b, j) for (struct job *j = (b)->jobs.list; j < (b)->jobs.list + JOBS_AT_ONCE; j++)
#define EACH_CONST_JOB(b, j) for (const struct job *j = (b)->jobs.list; j < (b)->jobs.list + JOBS_AT_ONCE; j++)

/* ---- how a job ends */

static uint8_t only(uint16_t mask)
{
    uint8_t m = 0;
    while (mask > 1U) {
        mask = (uint16_t)(mask >> 1);
        m++;
    }
    return m;
}

static void done(struct board *b, struct job *j)
{
    report_done(b, j->command, j->begun_ms);
    if (j->kind == JOB_TRAVEL && j->goal == POSITION_AWAY && (j->all & LIFTS) != 0U) {
        build_raised(b);
    }
    j->kind = JOB_NONE;
}

static void halt(struct board *b, struct job *j, uint8_t reason)
{
    uint8_t payload[MSG_HALTED_LENGTH];
    struct msg_halted m = { .command = j->command, .board_us = hal_micros(b), .reason = reason };
    outbox_push(b, MSG_HALTED, payload, pack_halted(payload, &m));
    if (j->kind == JOB_STEP && j->active != 0U) {
        motion_want(b, only(j->active), MOTOR_OFF);
    }
    j->kind = JOB_NONE;
}

void jobs_halt(struct board *b, uint8_t reason)
{
    EACH_JOB(b, j) {
        if (j->kind != JOB_NONE) {
            halt(b, j, reason);
        }
    }
}

void jobs_fail(struct board *b, uint8_t mechanism, uint8_t fault, uint8_t side)
{
    uint8_t payload[MSG_FAILED_LENGTH];
    EACH_JOB(b, j) {
        if (mechanism < MOTORS && j->kind != JOB_NONE && has_bit(j->active, mechanism)) {
            struct msg_failed m = { .command = j->command, .board_us = hal_micros(b), .fault = fault, .side = side };
            outbox_push(b, MSG_FAILED, payload, pack_failed(payload, &m));
            j->kind = JOB_NONE;
        }
    }
}

void jobs_arrived(struct board *b, uint8_t mechanism)
{
    EACH_JOB(b, j) {
        j->active = (uint16_t)(j->active & ~(1U << mechanism));
    }
}

/* Lifts and hatch complete their travel; what waits, what a head does and service steps end here. */
void jobs_deadman(struct board *b)
{
    EACH_JOB(b, j) {
        if (j->kind == JOB_STEP || (j->kind == JOB_TRAVEL && (j->waits || (j->active & HEADS) != 0U))) {
            halt(b, j, STOP_REASON_DEADMAN);
        }
    }
}

/* ---- how a job begins */

static struct job *place(struct board *b)
{
    EACH_JOB(b, j) {
        if (j->kind == JOB_NONE) {
            return j;
        }
    }
    return NULL;
}

bool jobs_room(const struct board *b)
{
    EACH_CONST_JOB(b, j) {
        if (j->kind == JOB_NONE) {
            return true;
        }
    }
    return false;
}

static struct job *begin(struct board *b, uint16_t command, uint8_t kind, uint16_t mechanisms)
{
    struct job *j = place(b);
    if (j != NULL) {
        j->kind = kind;
        j->command = command;
        j->all = j->todo = mechanisms;
        j->active = 0;
        j->waits = mechanisms != 0U;
        j->covered = sensor(b, SENSORS_HATCH_CLOSED);
        j->go_ms = keys_start_ms(b);
        j->begun_ms = j->stuck_ms = b->ms;
    }
    return j;
}

void jobs_travel(struct board *b, uint16_t command, uint16_t mechanisms, uint8_t goal)
{
    struct job *j = begin(b, command, JOB_TRAVEL, mechanisms);
    if (j != NULL) {
        j->goal = goal;
    }
}

void jobs_step(struct board *b, uint16_t command, uint8_t mechanism, uint8_t direction, uint16_t duration_ms)
{
    struct job *j = begin(b, command, JOB_STEP, (uint16_t)(1U << mechanism));
    if (j != NULL) {
        j->go_ms = b->ms + PROTOCOL_WARNING_MS; /* a service step always warns */
        j->direction = direction;
        j->duration_ms = duration_ms;
    }
}

void jobs_consent(struct board *b)
{
    EACH_JOB(b, j) {
        if (j->kind == JOB_TRAVEL && j->waits) {
            j->go_ms = b->ms;
            j->covered = sensor(b, SENSORS_HATCH_CLOSED);
        }
    }
}

bool jobs_any(const struct board *b)
{
    EACH_CONST_JOB(b, j) {
        if (j->kind != JOB_NONE && !(j->waits && latched(b, LATCHES_AWAITING_KEY))) {
            return true; /* one that waits for a person's key, as after Reset, is no motion yet */
        }
    }
    return false;
}

uint16_t jobs_claim(const struct board *b)
{
    uint16_t claim = 0;
    EACH_CONST_JOB(b, j) {
        if (j->kind != JOB_NONE) {
            claim = (uint16_t)(claim | j->todo | j->active);
        }
    }
    return claim;
}

bool jobs_warn(const struct board *b)
{
    EACH_CONST_JOB(b, j) {
        if (j->kind != JOB_NONE && j->waits && !latch_forbids(b)) {
            return true;
        }
    }
    return false;
}

/* ---- how a job goes on */

/* No head turns while a lift is away, so stray lifts come first. */
static uint16_t next_group(const struct board *b, uint16_t todo)
{
    if ((todo & HATCH) != 0U) {
        return HATCH;
    }
    bool heads = (todo & HEADS) != 0U && (lifts_all_home(b) || (todo & LIFTS) == 0U);
    return (uint16_t)(heads ? (todo & HEADS) : (todo & LIFTS));
}

static bool all_rest(const struct board *b, uint16_t group)
{
    for (uint8_t side = 0; side < SIDES; side++) {
        if (((group & HEADS) != 0U && !head_rests(b, side)) || ((group & LIFTS) != 0U && !lift_rests(b, side))) {
            return false;
        }
    }
    return (group & HATCH) == 0U || hatch_rests(b);
}

static bool power_free(const struct board *b, uint16_t group)
{
    uint16_t others = HEADS | LIFTS | HATCH;
    if ((group & HATCH) == 0U) {
        others = (uint16_t)((group & HEADS) != 0U ? (LIFTS | HATCH) : (HEADS | HATCH));
    }
    return all_rest(b, others) && motion_drum_rests(b);
}

/* A lift at home goes up first, as does one that may stand below the top, unless a person has asked for it under the open
 * hatch: what stands half way must come home. */
static bool may_start(const struct board *b, const struct job *j, uint8_t side)
{
    if (sensor_of(b, SENSORS_LIFT_HOME_0, side)) {
        return hatch_reads_closed(b) && head_home(b, side);
    }
    return !j->covered || lift_up(b, side) || sensor(b, SENSORS_HATCH_CLOSED);
}

/* What was so when the command came may have changed while it waited. */
static bool still_safe(const struct board *b, const struct job *j, uint16_t group)
{
    if ((group & HEADS) != 0U) {
        return hatch_reads_closed(b) && lifts_all_home(b);
    }
    for (uint8_t side = 0; side < SIDES; side++) {
        if (has_bit(group, (uint8_t)(MECHANISM_LIFT_0 + side)) && !may_start(b, j, side)) {
            return false;
        }
    }
    return true;
}

static bool there_already(const struct board *b, uint8_t m, uint8_t goal)
{
    if (m == MECHANISM_HATCH) {
        return goal == POSITION_HOME ? hatch_closed(b) : hatch_open(b);
    }
    if (m >= MECHANISM_LIFT_0) {
        uint8_t side = (uint8_t)(m - MECHANISM_LIFT_0);
        return goal == POSITION_HOME ? lift_home(b, side) : lift_up(b, side);
    }
    return head_home(b, (uint8_t)(m - MECHANISM_HEAD_0));
}

static void start_one(struct board *b, uint8_t m, uint8_t goal)
{
    if (m == MECHANISM_HATCH) {
        hatch_start(b, goal);
    } else if (m >= MECHANISM_LIFT_0) {
        lift_start(b, (uint8_t)(m - MECHANISM_LIFT_0), goal);
    } else {
        head_start(b, (uint8_t)(m - MECHANISM_HEAD_0));
    }
}

static void start_group(struct board *b, struct job *j, uint16_t group)
{
    j->todo = (uint16_t)(j->todo & ~group);
    for (uint8_t m = MECHANISM_HEAD_0; m <= MECHANISM_HATCH; m++) {
        if (has_bit(group, m) && !there_already(b, m, j->goal)) {
            j->active = (uint16_t)(j->active | (1U << m));
            start_one(b, m, j->goal);
        }
    }
}

static void go_on(struct board *b, struct job *j)
{
    uint16_t group = next_group(b, j->todo);
    if (j->active != 0U) {
        j->stuck_ms = b->ms;
    } else if (j->todo == 0U) {
        done(b, j);
    } else if (link_silent(b)) {
        halt(b, j, STOP_REASON_DEADMAN);
    } else if (power_free(b, group) && still_safe(b, j, group)) {
        start_group(b, j, group);
    } else if (b->ms - j->stuck_ms >= STUCK_MS) {
        halt(b, j, STOP_REASON_FAULT_ELSEWHERE);
    }
}

static bool at_end_switch(const struct board *b, const struct job *j)
{
    if ((j->active & HATCH) == 0U) {
        return false;
    }
    return sensor(b, j->direction == DIRECTION_FORWARD ? SENSORS_HATCH_OPEN : SENSORS_HATCH_CLOSED);
}

static void start_step(struct board *b, struct job *j)
{
    uint8_t m = only(j->todo);
    j->active = j->todo;
    j->todo = 0;
    j->begun_ms = b->ms;
    if (m >= MECHANISM_LIFT_0 && m <= MECHANISM_LIFT_3) {
        b->lift[m - MECHANISM_LIFT_0].by_clock = POSITION_UNKNOWN;
    } else if (m >= MECHANISM_HEAD_0 && m <= MECHANISM_HEAD_3) {
        b->head[m - MECHANISM_HEAD_0].at_home = false;
    }
    motion_want(b, m, j->direction);
}

/* A step does not know where its mechanism stands, so what it needs must hold all the time. */
static bool step_safe(const struct board *b, const struct job *j)
{
    uint16_t motor = j->todo | j->active;
    if ((motor & HATCH) != 0U) {
        return true;
    }
    bool below = (motor & (DRUM | HEADS)) != 0U;
    return hatch_reads_closed(b) && (!below || lifts_all_home(b)) && (j->active != 0U || still_safe(b, j, motor));
}

static void step(struct board *b, struct job *j)
{
    if (!step_safe(b, j)) {
        halt(b, j, STOP_REASON_FAULT_ELSEWHERE);
        return;
    }
    if (j->active == 0U) {
        start_step(b, j);
        return;
    }
    uint8_t m = only(j->active);
    if (motion_over_current(b, m)) {
        motion_want(b, m, MOTOR_OFF);
        fault_raise(b, FAULT_OVER_CURRENT, m, m, b->ms - j->begun_ms);
    } else if (b->ms - j->begun_ms >= j->duration_ms || at_end_switch(b, j)) {
        motion_want(b, m, MOTOR_OFF);
        done(b, j);
    }
}

static bool still_waits(const struct board *b, struct job *j)
{
    if (j->waits && (latch_forbids(b) || (int32_t)(b->ms - j->go_ms) < 0)) {
        j->stuck_ms = b->ms;
        return true;
    }
    j->waits = false;
    return false;
}

void jobs_tick(struct board *b)
{
    EACH_JOB(b, j) {
        if (j->kind == JOB_NONE || fault_unanswered(b) || still_waits(b, j)) {
            continue;
        }
        if (j->kind == JOB_STEP) {
            step(b, j);
        } else {
            go_on(b, j);
        }
    }
}
