/* Bytes as a schedule of what happens to the table: commands, keys, sensors, currents, time, resets, torn memory.
 * The first three bytes furnish it: capabilities, kind of machine, non-volatile memory. */
#include <stddef.h>
#include <string.h>
#include "../core/protocol.h"
#include "check.h"
#include "scene.h"

#define TRAINING_MS 400000U
#define NONCE 0x5EED0001U
#define ENOUGH 9

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct script {
    const uint8_t *at, *end;
};

static uint8_t take(struct script *t)
{
    return t->at < t->end ? *t->at++ : 0U;
}

static uint8_t experienced[SIM_NVM_BYTES]; /* of a board that has moved everything often enough to trust its clock */

/* ---- commands */

static const uint8_t kinds[] = {
    MSG_RESET,       MSG_OPEN_HATCH,  MSG_CLOSE_HATCH, MSG_RAISE_LIFTS, MSG_LOWER_LIFTS,
    MSG_BUILD,       MSG_PAUSE,       MSG_RESUME,      MSG_CANCEL,      MSG_HOME,
    MSG_RUN,         MSG_CLEAR_FAULT, MSG_SHOW_DICE,   MSG_PUT_SETTING, MSG_ENTER_BOOTLOADER,
    MSG_GET_SENSORS, MSG_SUBSCRIBE,   MSG_DUMP_TRACE,  MSG_SOUND_BEEP,  MSG_GET_LEARNT,
};

static uint8_t arguments_of(uint8_t type, struct script *t, uint8_t *a)
{
    static const uint16_t gaps[] = { 500, 700, 1000, 9500 }, lengths[] = { 50, 300, 1000, 2000 };
    uint8_t b = 0;
    switch (type) {
    case MSG_RAISE_LIFTS:
    case MSG_LOWER_LIFTS:
        a[0] = take(t) & 15U;
        return 1;
    case MSG_BUILD:
        b = take(t);
        for (int s = 0; s < 4; s++) {
            a[s] = (uint8_t)((b >> (2 * s)) & 3U);
        }
        b = take(t);
        wire_put(a + 4, gaps[b & 3U], 2);
        wire_put(a + 6, (uint32_t)(b >> 2 & 3U) * 150U, 2);
        a[8] = (uint8_t)(b >> 4 & 7U);
        return 9;
    case MSG_HOME:
        b = take(t) & 15U;
        a[0] = b == 15U ? MECHANISM_ALL : b;
        return 1;
    case MSG_RUN:
        b = take(t);
        a[0] = b & 15U;
        a[1] = (uint8_t)(1U + (b >> 4 & 1U));
        wire_put(a + 2, lengths[b >> 5 & 3U], 2);
        return 4;
    case MSG_PUT_SETTING:
        a[0] = take(t) % 12U;
        wire_put(a + 1, (uint32_t)take(t) * 8U, 2);
        return 3;
    case MSG_ENTER_BOOTLOADER:
        wire_put(a, 0x4A414E54U, 4);
        return 4;
    default:
        a[0] = take(t);
        a[1] = 0;
        a[2] = 0;
        return 3;
    }
}

static void command(struct scene *s, struct script *t, uint8_t operand)
{
    uint8_t arguments[16] = { 0 };
    uint8_t type = kinds[operand % (sizeof kinds)];
    uint8_t length = arguments_of(type, t, arguments);
    host_command(&s->host, take(t) & 15U, type, arguments, length);
}

/* ---- what else can happen */

static void lie(struct scene *s, struct script *t)
{
    uint8_t b = take(t);
    uint32_t bit = SENSOR((b & 0x7FU) % GUARD_SENSORS);
    s->plant.levels = (b & 0x80U) != 0U ? s->plant.levels | bit : s->plant.levels & ~bit;
    s->plant.forced |= bit;
}

static void believe(struct scene *s, struct script *t)
{
    uint8_t b = take(t);
    s->plant.forced = (b & 0x80U) != 0U ? 0U : s->plant.forced & ~SENSOR((b & 0x7FU) % GUARD_SENSORS);
}

static void glitch(struct scene *s, struct script *t)
{
    uint8_t b = take(t);
    uint32_t bit = SENSOR((b & 31U) % GUARD_SENSORS), forced = s->plant.forced, levels = s->plant.levels;
    s->plant.levels = (levels & ~bit) | (~s->in.sensors & bit);
    s->plant.forced |= bit;
    scene_run(s, 1U + (b >> 5));
    s->plant.forced = forced;
    s->plant.levels = levels;
}

static void jam(struct scene *s, struct script *t)
{
    uint8_t b = take(t);
    s->plant.jammed = (uint16_t)((b & 0x80U) != 0U ? 0U : s->plant.jammed ^ 1U << b % SIM_MOTORS);
}

static void load(struct scene *s, struct script *t)
{
    s->plant.forced_current = take(t);
}

static void climate(struct scene *s, struct script *t)
{
    uint8_t b = take(t);
    s->in.supply_low = b & 1U;
    s->in.temperature = (b & 2U) != 0U ? 120 : (b & 4U) != 0U ? 72 : 25;
    s->in.gear = b >> 3 & 3U;
}

static void link(struct scene *s, struct script *t)
{
    uint8_t b = take(t);
    switch (b & 7U) {
    case 0:
    case 1:
        host_hello(&s->host, s->host.nonce + 1U, PROTOCOL_MAJOR);
        break;
    case 2:
        host_hello(&s->host, s->host.nonce + 1U, (uint8_t)(PROTOCOL_MAJOR + (b >> 3 & 1U)));
        break;
    case 3:
        s->talks = !s->talks;
        break;
    case 4:
        s->host.acks = !s->host.acks;
        break;
    case 5:
        host_frame(&s->host, MSG_GOODBYE, 0, &b, 1);
        break;
    default:
        host_stop(&s->host, (b & 1U) != 0U);
        break;
    }
}

/* A power cut while memory is written leaves what was written; a worn cell shows anything. */
static void board(struct scene *s, struct script *t)
{
    uint8_t b = take(t);
    if ((b & 3U) == 0U) {
        uint32_t at = (uint32_t)(take(t) | (b & 0x0CU) << 6);
        sim_nvm(s->sim)[at] ^= (uint8_t)(1U << (b >> 4 & 7U));
        s->host.nvm_harmed = true;
    } else if ((b & 3U) == 1U) {
        scene_power(s, !s->powered);
    } else {
        scene_power(s, true);
        scene_reset(s, (uint8_t)(1U + (b >> 2) % 4U));
    }
}

static void key(struct scene *s, struct script *t)
{
    s->in.keys = (uint8_t)(s->in.keys ^ 1U << take(t) % GUARD_KEYS);
}

static void wait(struct scene *s, uint8_t operand)
{
    static const uint16_t times[] = { 1, 2, 4, 6, 10, 21, 51, 101, 150, 300, 310, 500, 1000, 1990, 2020, 2500 };
    scene_run(s, times[operand & 15U]);
}

static void happen(struct scene *s, struct script *t)
{
    static void (*const events[])(struct scene *, struct script *) = {
        lie, believe, glitch, jam, load, climate, link, board, key,
    };
    uint8_t code = take(t);
    uint8_t kind = code >> 5, operand = code & 31U;
    if (kind <= 1U) {
        wait(s, operand);
    } else if (kind <= 4U) {
        command(s, t, operand);
    } else if (kind == 5U) {
        scene_press(s, operand % GUARD_KEYS);
    } else {
        events[operand % (sizeof events / sizeof events[0])](s, t);
    }
}

/* ---- the table */

static void furnish(struct scene *s, struct script *t)
{
    uint8_t capabilities = take(t), machine = take(t), memory = take(t);
    static const uint8_t quick[] = { 4, 4, 8, 1 };
    static const uint16_t limits_ms[] = { 1500, 1500, 5000, 14000 };
    scene_start(s, capabilities & 0x7FU, (machine & 4U) != 0U, quick[machine & 3U], limits_ms[machine >> 6]);
    if ((memory & 1U) != 0U) {
        memcpy(sim_nvm(s->sim), experienced, sizeof experienced);
    }
    scene_run(s, 12);
    if ((machine & 8U) == 0U) {
        scene_press(s, KEY_DICE_0);
    }
    host_hello(&s->host, NONCE, PROTOCOL_MAJOR);
}

static void play(struct scene *s, struct script t)
{
    furnish(s, &t);
    while (t.at < t.end && s->left_ms > 0U) {
        happen(s, &t);
    }
    scene_run(s, 50);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct scene s;
    if (size < 4U) {
        return 0;
    }
    check_inputs_begin();
    if (setjmp(check_left) == 0) {
        play(&s, (struct script){ data, data + size });
    }
    scene_end(&s);
    return 0;
}

static uint8_t ended(struct scene *s, uint8_t id, uint8_t type, const uint8_t *arguments, uint8_t length)
{
    host_command(&s->host, id, type, arguments, length);
    const uint8_t *ends = &s->host.ends[s->host.first_id + id];
    for (int i = 0; i < 400 && *ends == 0U; i++) {
        scene_run(s, 20);
    }
    return *ends;
}

/* What a board has learnt on a quick machine. */
static void train(void)
{
    static const uint8_t all = 15, build[9] = { 2, 2, 2, 2, 0xFF, 0x0F, 0, 0, 0 };
    struct scene s;
    scene_start(&s, 0x1F, false, 4, TRAINING_MS);
    scene_run(&s, 12);
    for (int i = 0; i < ENOUGH; i++) {
        scene_press(&s, KEY_OPEN);
        host_hello(&s.host, NONCE + (uint32_t)i, PROTOCOL_MAJOR);
        bool well = ended(&s, 1, MSG_OPEN_HATCH, NULL, 0) && ended(&s, 2, MSG_CLOSE_HATCH, NULL, 0) &&
                    ended(&s, 3, MSG_BUILD, build, 9) && ended(&s, 4, MSG_RAISE_LIFTS, &all, 1) &&
                    ended(&s, 5, MSG_LOWER_LIFTS, &all, 1);
        CHECK(well, "the machine does not work");
    }
    scene_run(&s, 61000);
    memcpy(experienced, sim_nvm(s.sim), sizeof experienced);
    scene_end(&s);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    train();
    return 0;
}
