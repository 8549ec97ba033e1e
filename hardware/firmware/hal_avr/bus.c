/* The SPI bus: the display's modules and the input registers take turns on it, byte by byte in interrupts, since nothing
 * waits for either. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include "avr.h"
#include "pins.h"

#define SPEED _BV(SPR0) /* 2 MHz with SPI2X: some decimetres of wire on a workbench will do */
#define ON (_BV(SPE) | _BV(MSTR) | SPEED)

static bool (*volatile step)(void); /* of whoever has the bus */

void bus_start(void)
{
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

/* The modules take data with the rising edge of the clock. The registers shift with it, and are read at the falling one:
 * the clock rests high for them, and they are loaded after it has risen. */
static void next(void)
{
    if (registers_due()) {
        step = registers_step;
        SPCR = ON | _BV(SPIE) | _BV(CPOL);
        registers_begin();
    } else if (panel_due()) {
        step = panel_step;
        SPCR = ON | _BV(SPIE);
        panel_begin();
    } else {
        step = 0;
    }
}

ISR(SPI_STC_vect)
{
    if (!step()) {
        next();
    }
}

void bus_run(void)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        if (step == 0) {
            next();
        }
    }
}
