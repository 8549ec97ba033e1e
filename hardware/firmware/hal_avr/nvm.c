/* The chip's EEPROM. A write takes 3.4 ms and goes on by itself; a byte that is there already is not worn. */
#include <avr/eeprom.h>
#include <avr/io.h>
#include <util/atomic.h>
#include "../core/board.h"

bool hal_nvm_ready(struct board *b)
{
    (void)b;
    return (EECR & _BV(EEPE)) == 0U;
}

uint8_t hal_nvm_read(struct board *b, uint16_t address)
{
    (void)b;
    return eeprom_read_byte((const uint8_t *)address);
}

void hal_nvm_write(struct board *b, uint16_t address, uint8_t value)
{
    if (hal_nvm_read(b, address) == value) {
        return;
    }
    EEAR = address;
    EEDR = value;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        EECR |= _BV(EEMPE);
        EECR |= _BV(EEPE);
    }
}
