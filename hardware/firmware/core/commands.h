/* Commands of the host: executed once each, answered at once. */
#ifndef JANTAKU_COMMANDS_H
#define JANTAKU_COMMANDS_H
#include <stdbool.h>
#include <stdint.h>
#include "protocol.h"

struct remembered {
    uint16_t command;
    uint8_t verdict, detail;
};

struct commands {
    struct remembered list[PROTOCOL_REMEMBERED_COMMANDS];
    uint8_t next, used;
    bool bootloader_due;
    uint32_t bootloader_ms;
};

struct board;

/* There is room for the answer of one more of this type. */
bool commands_can_take(const struct board *b, uint8_t type);
void commands_handle(struct board *b, uint8_t type, const uint8_t *payload, uint8_t length);
void commands_forget(struct board *b);
void commands_tick(struct board *b);
#endif
