/* Before main: why the chip was reset, and an end to a watchdog that still runs. */
#include <avr/io.h>
#include <avr/wdt.h>
#include <util/delay.h>
#include "../core/board.h"
#include "avr.h"

#define TO_BOOTLOADER 0x4A4BU
#define WARM 0x5741524DUL

static uint8_t flags __attribute__((section(".noinit")));
static uint16_t marker __attribute__((section(".noinit"))); /* survives the watchdog's reset */
static bool from_bootloader __attribute__((section(".noinit")));
static uint32_t canary __attribute__((section(".noinit"))); /* does not survive a loss of power */
static bool warm __attribute__((section(".noinit")));

void before_main(void) __attribute__((naked, used, section(".init3")));
void before_main(void)
{
    flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
    from_bootloader = (flags & _BV(WDRF)) != 0U && marker == TO_BOOTLOADER;
    marker = 0;
    warm = canary == WARM;
    canary = WARM;
}

uint8_t reset_cause(void)
{
    if (from_bootloader) {
        return RESET_CAUSE_BOOTLOADER;
    }
    if (flags == 0U) { /* a bootloader has taken them: the one of the Arduino Mega does */
        return warm ? RESET_CAUSE_EXTERNAL : RESET_CAUSE_POWER_ON;
    }
    if ((flags & _BV(PORF)) != 0U) {
        return RESET_CAUSE_POWER_ON; /* the brown-out flag is set then, too */
    }
    if ((flags & _BV(BORF)) != 0U) {
        return RESET_CAUSE_BROWN_OUT;
    }
    return (flags & _BV(WDRF)) != 0U ? RESET_CAUSE_WATCHDOG : RESET_CAUSE_EXTERNAL;
}

void hal_feed_watchdog(struct board *b)
{
    (void)b;
    wdt_reset();
}

/* The bootloader runs after every reset and waits for a flash tool. */
void hal_bootloader(struct board *b)
{
    (void)b;
    marker = TO_BOOTLOADER;
    wdt_enable(WDTO_15MS);
    for (;;) {
    }
}
