#include "display.h"
#include <string.h>
#include "board.h"

#define FLASH_MS 250U
#define LAMP(n) ((uint16_t)(1U << (n)))
#define OWN_LAMPS (LAMP(LAMPS_WARNING) | LAMP(LAMPS_FAULT))

struct pattern {
    uint16_t on_ms, off_ms;
    uint8_t times;
};

/* In the order of enum beep. */
static const struct pattern patterns[] = {
    { 0, 0, 0 }, { 80, 0, 1 }, { 120, 120, 2 }, { FLASH_MS, FLASH_MS, 4 }, { 400, 200, 3 },
};

void display_beep(struct board *b, uint8_t pattern)
{
    b->display.beep = pattern;
    b->display.beep_ms = b->ms;
}

void display_dice(struct board *b, const uint8_t values[3], uint16_t command)
{
    memcpy(b->display.panel.dice, values, 3);
    b->display.dice_due = true;
    b->display.dice_command = command;
}

bool display_dice_out(const struct board *b)
{
    const struct display *d = &b->display;
    return d->dice_due && memcmp(d->panel.dice, d->shown.dice, sizeof d->shown.dice) == 0;
}

void display_text(struct board *b, const uint8_t *text, uint8_t length)
{
    memset(b->display.panel.text, 0, sizeof b->display.panel.text);
    memcpy(b->display.panel.text, text, length);
}

static bool pattern_sounds(struct board *b)
{
    struct display *d = &b->display;
    const struct pattern *p = &patterns[d->beep];
    uint32_t period = (uint32_t)p->on_ms + p->off_ms;
    uint32_t elapsed = b->ms - d->beep_ms;
    if (elapsed >= period * p->times) {
        d->beep = BEEP_OFF;
        return false;
    }
    return elapsed % period < p->on_ms;
}

static bool flash(struct board *b)
{
    struct display *d = &b->display;
    bool warns = jobs_warn(b) || (b->build.waits && !latch_forbids(b));
    if (warns && !d->warns) {
        d->warns_ms = b->ms;
    }
    d->warns = warns;
    return warns && (b->ms - d->warns_ms) % (2U * FLASH_MS) < FLASH_MS;
}

void display_tick(struct board *b)
{
    struct display *d = &b->display;
    bool flashes = flash(b);
    uint16_t own =
        (uint16_t)((flashes ? LAMP(LAMPS_WARNING) : 0U) | (fault_blocking(b) != 0U ? LAMP(LAMPS_FAULT) : 0U));
    d->panel.lamps = (uint16_t)((d->host_lamps & (uint16_t)~OWN_LAMPS) | own);
    d->panel.beeper = pattern_sounds(b) || flashes;
    if (memcmp(&d->panel, &d->shown, sizeof d->panel) != 0) {
        d->shown = d->panel;
        hal_panel(b, &d->panel);
    }
}
