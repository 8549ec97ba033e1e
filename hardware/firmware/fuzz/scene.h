/* Board, machine, host and guard in one virtual time. */
#ifndef JANTAKU_FUZZ_SCENE_H
#define JANTAKU_FUZZ_SCENE_H
#include "guard.h"
#include "host.h"
#include "plant.h"

struct scene {
    struct sim *sim;
    struct plant plant;
    struct host host;
    struct guard guard;
    struct sim_inputs in;
    bool powered, dark;      /* dark: in the bootloader */
    bool talks;              /* the host sends its heartbeat */
    uint32_t left_ms;        /* what this run may still take */
};

void scene_start(struct scene *s, uint16_t capabilities, bool absent, int quick, uint32_t limit_ms);
void scene_end(struct scene *s);
void scene_run(struct scene *s, uint32_t ms);
/* A key goes down and up again, long enough to count. */
void scene_press(struct scene *s, int key);
void scene_reset(struct scene *s, uint8_t cause);
void scene_power(struct scene *s, bool on);
#endif
