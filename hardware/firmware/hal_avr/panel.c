/* Two MAX7219 in a chain: dice, seats and lamps on the first, text on the second. Changes go out in interrupts, since
 * nothing waits for a display. */
#include <avr/io.h>
#include <avr/pgmspace.h>
#include <string.h>
#include <util/atomic.h>
#include "../core/board.h"
#include "avr.h"
#include "pins.h"

#define DIGITS 8U
enum { NO_DECODE = 0x09, INTENSITY = 0x0A, SCAN_LIMIT = 0x0B, SHUTDOWN = 0x0C, LAMP_TEST = 0x0F };

/* Segments 0bDP-A-B-C-D-E-F-G. */
static const uint8_t digit_font[10] PROGMEM = { 0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B };
static const uint8_t wind_font[4] PROGMEM = { 0x4F, 0x5B, 0x3E, 0x76 }; /* E, S, W (as U), N (as H) */
/* From '-' to 'Z'; what seven segments cannot show is dark. */
static const uint8_t text_font[] PROGMEM = {
    0x01, 0x80, 0x25,                                                       /* - . / */
    0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B,             /* 0-9 */
    0x00, 0x00, 0x00, 0x09, 0x00, 0x65, 0x00,                               /* : ; < = > ? @ */
    0x77, 0x1F, 0x4E, 0x3D, 0x4F, 0x47, 0x5E, 0x37, 0x06, 0x3C, 0x57, 0x0E, 0x55, /* A-M */
    0x76, 0x7E, 0x67, 0x73, 0x05, 0x5B, 0x0F, 0x3E, 0x3A, 0x5C, 0x49, 0x3B, 0x6D, /* N-Z */
};

/* What the modules show, and which digits differ from it until they are sent: the interrupt clears, others set. */
static volatile uint8_t segments[2][DIGITS];
static volatile uint8_t stale;
static uint8_t digit_sent, byte_sent;

/* The byte for the far module goes first: address, second, address, first. */
static uint8_t byte_to_send(void)
{
    if ((byte_sent & 1U) == 0U) {
        return (uint8_t)(digit_sent + 1U);
    }
    return segments[byte_sent == 1U ? 1 : 0][digit_sent];
}

bool panel_due(void)
{
    return stale != 0U;
}

void panel_begin(void)
{
    while ((stale & _BV(digit_sent)) == 0U) {
        digit_sent = (uint8_t)((digit_sent + 1U) % DIGITS);
    }
    stale &= (uint8_t)~_BV(digit_sent);
    byte_sent = 0;
    DISPLAY_SELECT_PORT &= (uint8_t)~_BV(DISPLAY_SELECT_BIT);
    SPDR = byte_to_send();
}

bool panel_step(void)
{
    if (++byte_sent < 4U) {
        SPDR = byte_to_send();
        return true;
    }
    DISPLAY_SELECT_PORT |= _BV(DISPLAY_SELECT_BIT);
    return false;
}

static void put(uint8_t n, uint8_t first, uint8_t second)
{
    if (segments[0][n] == first && segments[1][n] == second) {
        return;
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        segments[0][n] = first;
        segments[1][n] = second;
        stale = (uint8_t)(stale | _BV(n));
    }
    bus_run();
}

static void send(uint8_t address, uint8_t first, uint8_t second)
{
    DISPLAY_SELECT_PORT &= (uint8_t)~_BV(DISPLAY_SELECT_BIT);
    (void)bus_swap(address);
    (void)bus_swap(second);
    (void)bus_swap(address);
    (void)bus_swap(first);
    DISPLAY_SELECT_PORT |= _BV(DISPLAY_SELECT_BIT);
}

void panel_start(void)
{
    send(LAMP_TEST, 0, 0);
    send(NO_DECODE, 0, 0);
    send(SCAN_LIMIT, DIGITS - 1U, DIGITS - 1U);
    send(INTENSITY, 8, 8);
    for (uint8_t digit = 0; digit < DIGITS; digit++) {
        send((uint8_t)(digit + 1U), 0, 0);
    }
    send(SHUTDOWN, 1, 1);
}

static uint8_t digit(uint8_t value)
{
    return pgm_read_byte(&digit_font[value % 10U]);
}

static uint8_t glyph(uint8_t character)
{
    uint8_t upper = character >= 'a' && character <= 'z' ? (uint8_t)(character - 32) : character;
    return upper >= '-' && upper <= 'Z' ? pgm_read_byte(&text_font[upper - '-']) : 0U;
}

static uint8_t first_module(const struct hal_panel *p, uint8_t n)
{
    bool seats = p->seats[3] > 0U; /* no hand: nothing to show */
    switch (n) {
    case 0:
    case 1:
    case 2:
        return p->dice[n] > 0U ? digit(p->dice[n]) : 0U;
    case 3:
        return seats ? digit((uint8_t)(p->seats[0] + 1U)) : 0U;
    case 4:
        return seats ? pgm_read_byte(&wind_font[p->seats[1] & 3U]) : 0U;
    case 5:
    case 6:
        return seats ? digit(p->seats[n - 3U]) : 0U;
    default:
        return (uint8_t)(p->lamps & 0xFFU);
    }
}

void hal_panel(struct board *b, const struct hal_panel *panel)
{
    (void)b;
    for (uint8_t n = 0; n < DIGITS; n++) {
        put(n, first_module(panel, n), glyph(panel->text[n]));
    }
    if (panel->beeper) {
        BEEPER_PORT |= _BV(BEEPER_BIT);
    } else {
        BEEPER_PORT &= (uint8_t)~_BV(BEEPER_BIT);
    }
}
