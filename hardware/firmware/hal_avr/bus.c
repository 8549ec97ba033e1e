/* The SPI bus: its users take turns on it, byte by byte in interrupts, since nothing waits for any of them. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include "avr.h"
#include "pins.h"

#define SPEED _BV(SPR0) /* 2 MHz with SPI2X: some decimetres of wire on a workbench will do */
#define ON (_BV(SPE) | _BV(MSTR) | SPEED)

static const struct bus_user *users;
static uint8_t count;
static bool (*volatile step)(void); /* of whoever has the bus */

void bus_start(const struct bus_user *list, uint8_t length)
{
    users = list;
    count = length;
    DISPLAY_SELECT_PORT |= _BV(DISPLAY_SELECT_BIT);
    REGISTER_LOAD_PORT |= _BV(REGISTER_LOAD_BIT);
    SPCR = ON;
    SPSR = _BV(SPI2X);
}

uint8_t bus_swap(uint8_t byte)
{
    SPDR = byte;
    while ((SPSR & _BV(SPIF)) == 0U) {
    }
    return SPDR;
}

static void begin(const struct bus_user *user)
{
    step = user->step;
    SPCR = (uint8_t)(ON | _BV(SPIE) | (user->clock_rests_high ? _BV(CPOL) : 0));
    user->begin();
}

static void next(void)
{
    for (uint8_t n = 0; n < count; n++) {
        if (users[n].due()) {
            begin(&users[n]);
            return;
        }
    }
    step = 0;
}

ISR(SPI_STC_vect)
{
    if (!step()) {
        next();
    }
}

void bus_run(void)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        if (step == 0) {
            next();
        }
    }
}
