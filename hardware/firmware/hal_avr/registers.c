/* Sixteen inputs behind two shift registers, scanned once each tick: what they show is one millisecond old. */
#include <avr/io.h>
#include "avr.h"
#include "pins.h"

#define REGISTERS 2U

volatile uint8_t register_levels[REGISTERS];
static volatile bool due;
static uint8_t taken;

/* A pulse of two clocks of the chip; the registers ask for 20 ns. */
static void load(void)
{
    REGISTER_LOAD_PORT &= (uint8_t)~_BV(REGISTER_LOAD_BIT);
    REGISTER_LOAD_PORT |= _BV(REGISTER_LOAD_BIT);
}

/* No input may seem to change when the first scan of the program comes in. */
void registers_start(void)
{
    SPCR |= _BV(CPOL); /* see main.c */
    load();
    for (uint8_t n = 0; n < REGISTERS; n++) {
        register_levels[n] = bus_swap(0);
    }
    SPCR &= (uint8_t)~_BV(CPOL);
}

void registers_scan(void)
{
    due = true;
    bus_run();
}

bool registers_due(void)
{
    return due;
}

void registers_begin(void)
{
    due = false;
    taken = 0;
    load();
    SPDR = 0;
}

bool registers_step(void)
{
    register_levels[taken] = SPDR;
    if (++taken < REGISTERS) {
        SPDR = 0;
        return true;
    }
    return false;
}
