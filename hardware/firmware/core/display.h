/* What a person sees and hears: lamps, beeper, dice, text. WARNING and FAULT are the board's own lamps. */
#ifndef JANTAKU_DISPLAY_H
#define JANTAKU_DISPLAY_H
#include <stdbool.h>
#include <stdint.h>
#include "hal.h"

struct display {
    struct hal_panel panel;
    struct hal_panel shown;
    uint16_t host_lamps;
    uint8_t beep;          /* enum beep: pattern that plays once */
    uint32_t beep_ms;      /* when it began */
    bool warns;
    uint32_t warns_ms;
    bool dice_due;          /* the host has not been told yet which dice are shown */
    uint16_t dice_command;  /* that asked for them */
};

struct board;

void display_beep(struct board *b, uint8_t pattern);
void display_dice(struct board *b, const uint8_t values[3], uint16_t command);
/* Whether dice that were asked for are out, and nobody was told yet. */
bool display_dice_out(const struct board *b);
void display_text(struct board *b, const uint8_t *text, uint8_t length);
void display_tick(struct board *b);
#endif
