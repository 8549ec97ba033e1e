#include "scene.h"
#include <string.h>
#include "../core/protocol.h"
#include "check.h"

#define TICK_US 1000U
#define PRESS_MS 25U
#define AMBIENT_C 25

static void board_starts(struct scene *s)
{
    guard_boot(&s->guard);
    host_board_reset(&s->host);
}

void scene_start(struct scene *s, uint16_t capabilities, bool absent, int quick, uint32_t limit_ms)
{
    memset(s, 0, sizeof *s);
    s->sim = sim_new(1, capabilities);
    CHECK(s->sim != NULL, "no memory");
    plant_start(&s->plant, absent, quick);
    guard_start(&s->guard, capabilities);
    host_start(&s->host, &s->guard, s->sim);
    s->in.temperature = AMBIENT_C;
    s->powered = s->talks = true;
    s->left_ms = limit_ms;
}

void scene_end(struct scene *s)
{
    sim_free(s->sim);
}

static void tick(struct scene *s)
{
    struct sim_outputs out;
    sim_outputs(s->sim, &out);
    plant_step(&s->plant, out.motor);
    plant_read(&s->plant, out.motor, &s->in);
    sim_inputs(s->sim, &s->in);
    for (uint32_t us = 0; us < TICK_US;) {
        us += sim_step(s->sim, TICK_US - us);
    }
    sim_outputs(s->sim, &out);
    if (s->powered && !s->dark && out.watchdog == 0U && guard_may_leave(&s->guard)) {
        board_starts(s);
        s->dark = true;
    }
    if (s->dark && out.watchdog != 0U) {
        board_starts(s); /* whatever was said to it meanwhile */
        s->dark = false;
    }
    if (s->powered && !s->dark) {
        guard_tick(&s->guard, &s->in, &out);
        host_look(&s->host, &out);
    } else {
        guard_dark(&out);
    }
}

void scene_run(struct scene *s, uint32_t ms)
{
    for (; ms > 0U && s->left_ms > 0U; ms--, s->left_ms--) {
        tick(s);
        host_listen(&s->host);
        if (s->talks && s->host.open && s->guard.ms % PROTOCOL_HEARTBEAT_MS == 0U) {
            host_heartbeat(&s->host);
        }
    }
}

void scene_press(struct scene *s, int key)
{
    s->in.keys = (uint8_t)(s->in.keys | 1U << key);
    scene_run(s, PRESS_MS);
    s->in.keys = (uint8_t)(s->in.keys & ~(1U << key));
    scene_run(s, PRESS_MS);
}

void scene_reset(struct scene *s, uint8_t cause)
{
    s->dark = false;
    sim_reset(s->sim, cause);
    board_starts(s);
}

void scene_power(struct scene *s, bool on)
{
    sim_power(s->sim, on ? 1U : 0U);
    if (s->powered != on) {
        board_starts(s);
    }
    s->powered = on;
}
