/* Totals of the machine, of the board and of the link, in the order of the message Counters. */
#ifndef JANTAKU_COUNTERS_H
#define JANTAKU_COUNTERS_H
#include <stdint.h>

struct counters {
    uint32_t builds, tiles, hatch_cycles, lift_cycles, pushes, disc_seconds, faults, emergency_stops;
    uint32_t frames_received, frames_damaged;
    uint32_t watchdog_resets, brown_outs, boots, frames_repeated, commands_repeated, longest_loop_us;
    uint32_t keys_dropped;
};
#endif
