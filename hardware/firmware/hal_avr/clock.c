/* One millisecond from timer 1, microseconds from its counter. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include "../core/board.h"
#include "avr.h"

#define COUNTS_PER_US 2U /* 16 MHz by 8 */
#define COUNTS_PER_MS 2000U

static volatile uint8_t ms;
/* Of the last whole millisecond: added up here, a product takes longer than all the rest. */
static volatile uint32_t us;

ISR(TIMER1_COMPA_vect)
{
    ms++;
    us += 1000U;
}

void clock_start(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(WGM12) | _BV(CS11);
    OCR1A = COUNTS_PER_MS - 1U;
    TIMSK1 = _BV(OCIE1A);
}

uint8_t clock_ms(void)
{
    return ms;
}

uint32_t hal_micros(struct board *b)
{
    uint32_t whole;
    uint16_t part;
    (void)b;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        whole = us;
        part = TCNT1;
        if ((TIFR1 & _BV(OCF1A)) != 0U && part < COUNTS_PER_MS / 2U) {
            whole += 1000U; /* the interrupt of this millisecond still waits */
        }
    }
    return whole + part / COUNTS_PER_US;
}
