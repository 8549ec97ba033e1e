/* Sixteen analogue channels, one each tick: every one comes by after 16 ms, three times within an over-current. */
#include <avr/io.h>
#include "avr.h"

#define CHANNELS 16U

static uint8_t channel;

static void begin(uint8_t n)
{
    ADMUX = (uint8_t)(_BV(REFS0) | (n & 7U));
    ADCSRB = n >= 8U ? _BV(MUX5) : 0U;
    ADCSRA |= _BV(ADSC);
}

void analog_start(void)
{
    DIDR0 = 0xFF;
    DIDR2 = 0xFF;
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0); /* 125 kHz: 104 us */
    begin(0);
}

bool analog_take(uint8_t *measured, uint16_t *value)
{
    if ((ADCSRA & _BV(ADSC)) != 0U) {
        return false;
    }
    *measured = channel;
    *value = ADC;
    channel = (uint8_t)((channel + 1U) % CHANNELS);
    begin(channel);
    return true;
}
