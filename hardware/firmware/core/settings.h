/* Settings with their ranges. They are kept by store.c. */
#ifndef JANTAKU_SETTINGS_H
#define JANTAKU_SETTINGS_H
#include <stdbool.h>
#include <stdint.h>

struct board;

uint16_t setting(const struct board *b, uint8_t which);
/* A value out of range is brought into it. */
void setting_put(struct board *b, uint8_t which, uint16_t value);
bool setting_exists(uint8_t which);
uint16_t setting_default(uint8_t which);
#endif
