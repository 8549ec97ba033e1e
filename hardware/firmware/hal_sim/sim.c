/* The core behind sim.h: time is a counter, pins are a struct, the wire is a ring. */
#include "sim.h"
#include <stdlib.h>
#include <string.h>
#include "../core/board.h"

#ifndef BUILD_HASH
#error "BUILD_HASH, the first eight bytes of the hash over the core's sources, comes from build.py"
#endif

#define TICK_US 1000U
#define TX_RING 1024U
#define WATCHDOG_US 120000U
#define BOOTLOADER_US 1000000U /* how long the bootloader waits for a flash tool before it starts the board */

_Static_assert(SIM_MOTORS == MOTORS && SIM_NVM_BYTES == NVM_BYTES, "sim.h and hal.h agree");

struct sim {
    struct board board; /* first: the core's handle is ours */
    struct board_id id;
    struct hal_inputs in;
    struct sim_outputs out;
    uint64_t now_us, boot_us, fed_us, start_us;
    bool on;            /* powered and not held in reset */
    bool due;           /* starts with the next step or byte */
    bool changed;
    uint8_t nvm[NVM_BYTES];
    uint8_t tx[TX_RING];
    uint32_t tx_head, tx_used;
};

static struct sim *sim_of(struct board *b)
{
    return (struct sim *)(void *)b;
}

/* ---- what the core asks for */

uint32_t hal_micros(struct board *b)
{
    return (uint32_t)(sim_of(b)->now_us - sim_of(b)->boot_us);
}

void hal_read(struct board *b, struct hal_inputs *in)
{
    *in = sim_of(b)->in;
}

void hal_motors(struct board *b, const uint8_t motor[MOTORS])
{
    struct sim *s = sim_of(b);
    s->changed = s->changed || memcmp(s->out.motor, motor, MOTORS) != 0;
    memcpy(s->out.motor, motor, MOTORS);
}

void hal_panel(struct board *b, const struct hal_panel *panel)
{
    struct sim *s = sim_of(b);
    s->out.beeper = panel->beeper ? 1U : 0U;
    memcpy(s->out.dice, panel->dice, sizeof s->out.dice);
    memcpy(s->out.seats, panel->seats, sizeof s->out.seats);
    s->out.lamps = panel->lamps;
    memcpy(s->out.text, panel->text, sizeof s->out.text);
    s->changed = true;
}

uint16_t hal_tx_room(struct board *b)
{
    return (uint16_t)(TX_RING - sim_of(b)->tx_used);
}

bool hal_tx_idle(struct board *b)
{
    return sim_of(b)->tx_used == 0U;
}

void hal_tx(struct board *b, const uint8_t *bytes, uint8_t count)
{
    struct sim *s = sim_of(b);
    for (uint8_t i = 0; i < count && s->tx_used < TX_RING; i++) {
        s->tx[(s->tx_head + s->tx_used++) % TX_RING] = bytes[i];
    }
    s->changed = true;
}

uint32_t hal_rx_lost(struct board *b)
{
    (void)b;
    return 0;
}

bool hal_nvm_ready(struct board *b)
{
    (void)b;
    return true;
}

uint8_t hal_nvm_read(struct board *b, uint16_t address)
{
    return sim_of(b)->nvm[address];
}

void hal_nvm_write(struct board *b, uint16_t address, uint8_t value)
{
    sim_of(b)->nvm[address] = value;
}

void hal_feed_watchdog(struct board *b)
{
    sim_of(b)->fed_us = sim_of(b)->now_us;
}

void hal_bootloader(struct board *b)
{
    struct sim *s = sim_of(b);
    s->id.cause = RESET_CAUSE_BOOTLOADER;
    s->due = true;
    s->start_us = s->now_us + BOOTLOADER_US;
}

/* ---- power and reset */

static void go_dark(struct sim *s)
{
    memset(&s->out, 0, sizeof s->out);
    s->tx_used = 0;
    s->changed = true;
}

static void start(struct sim *s)
{
    s->due = false;
    s->boot_us = s->now_us;
    s->fed_us = s->now_us;
    go_dark(s);
    board_init(&s->board, &s->id);
}

static bool running(struct sim *s)
{
    if (s->on && s->due && s->now_us >= s->start_us) {
        start(s);
    }
    return s->on && !s->due;
}

struct sim *sim_new(uint64_t serial, uint16_t capabilities)
{
    static const uint8_t build[8] = { BUILD_HASH };
    struct sim *s = calloc(1, sizeof *s);
    if (s == NULL) {
        return NULL;
    }
    for (uint8_t i = 0; i < 8U; i++) {
        s->id.serial[i] = (uint8_t)(serial >> (8U * i));
    }
    memcpy(s->id.build, build, sizeof build);
    s->id.capabilities = capabilities;
    s->id.cause = RESET_CAUSE_POWER_ON;
    s->in.temperature = -128;
    s->on = s->due = true;
    memset(s->nvm, 0xFF, sizeof s->nvm);
    return s;
}

void sim_free(struct sim *s)
{
    free(s);
}

void sim_reset(struct sim *s, uint8_t cause)
{
    s->id.cause = cause;
    s->due = true;
    s->start_us = s->now_us;
    go_dark(s);
}

void sim_power(struct sim *s, uint8_t on)
{
    if (on == 0U) {
        s->id.cause = s->due ? s->id.cause : (uint8_t)RESET_CAUSE_POWER_ON;
        s->due = true;
        s->start_us = s->now_us;
        go_dark(s);
    }
    s->on = on != 0U;
}

/* ---- time */

static uint32_t to_next_tick(const struct sim *s)
{
    return (uint32_t)(TICK_US - (s->now_us - s->boot_us) % TICK_US);
}

uint32_t sim_step(struct sim *s, uint32_t us)
{
    uint32_t passed = 0;
    s->changed = false;
    while (passed < us && !s->changed) {
        bool runs = running(s);
        uint32_t part = runs ? to_next_tick(s) : TICK_US;
        part = part < us - passed ? part : us - passed;
        s->now_us += part;
        passed += part;
        if (runs && (s->now_us - s->boot_us) % TICK_US == 0U) {
            board_tick(&s->board);
        }
    }
    return passed;
}

uint64_t sim_now_us(const struct sim *s)
{
    return s->now_us;
}

/* ---- pins and wire */

void sim_inputs(struct sim *s, const struct sim_inputs *in)
{
    s->in.sensors = in->sensors;
    s->in.keys = in->keys;
    s->in.gear = in->gear;
    s->in.temperature = in->temperature;
    s->in.supply_low = in->supply_low != 0U;
    memcpy(s->in.current, in->current, MOTORS);
}

void sim_outputs(const struct sim *s, struct sim_outputs *out)
{
    *out = s->out;
    out->watchdog = s->on && !s->due && s->now_us - s->fed_us < WATCHDOG_US ? 1U : 0U;
}

void sim_rx(struct sim *s, const uint8_t *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (running(s)) {
            board_rx(&s->board, bytes[i]);
        }
    }
}

uint32_t sim_tx(struct sim *s, uint8_t *bytes, uint32_t room)
{
    uint32_t n = 0;
    while (n < room && s->tx_used > 0U) {
        bytes[n++] = s->tx[s->tx_head];
        s->tx_head = (s->tx_head + 1U) % TX_RING;
        s->tx_used--;
    }
    return n;
}

uint8_t *sim_nvm(struct sim *s)
{
    return s->nvm;
}
