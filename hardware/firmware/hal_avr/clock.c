/* One millisecond from timer 1, microseconds from its counter. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include "../core/board.h"
#include "avr.h"

#define COUNTS_PER_US 2U /* 16 MHz by 8 */
#define COUNTS_PER_MS 2000U

static volatile uint32_t ms;

ISR(TIMER1_COMPA_vect)
{
    ms++;
}

void clock_start(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(WGM12) | _BV(CS11);
    OCR1A = COUNTS_PER_MS - 1U;
    TIMSK1 = _BV(OCIE1A);
}

uint32_t clock_ms(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        now = ms;
    }
    return now;
}

uint32_t hal_micros(struct board *b)
{
    uint32_t whole;
    uint16_t part;
    (void)b;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        whole = ms;
        part = TCNT1;
        if ((TIFR1 & _BV(OCF1A)) != 0U && part < COUNTS_PER_MS / 2U) {
            whole++; /* the interrupt of this millisecond still waits */
        }
    }
    return whole * 1000UL + part / COUNTS_PER_US;
}
