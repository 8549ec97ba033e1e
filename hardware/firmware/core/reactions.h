/* What follows from a fault that was raised and from a key that was pressed. Their units only record them. */
#ifndef JANTAKU_REACTIONS_H
#define JANTAKU_REACTIONS_H

struct board;

/* board_tick calls this whenever units have looked or decided, and last before the motors get their outputs: nothing
 * runs on into the next tick. */
void react(struct board *b);
#endif
