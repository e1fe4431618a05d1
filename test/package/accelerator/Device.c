/* The simulator of mu8. */
#include "Device.h"

#include <string.h>

typedef struct Device {
  int8_t left[MU8_ROWS][MU8_DEPTH], right[MU8_DEPTH][MU8_COLUMNS];
  uint32_t sums[MU8_ROWS][MU8_COLUMNS]; /* wrap */
  int32_t leftZero, rightZero;
} Device;

static int fits(const Mu8Command *command, int32_t rows, int32_t columns) {
  return command->rows >= 0 && command->rows <= rows && command->columns >= 0 &&
         command->columns <= columns;
}

static void load(const Mu8Command *command, int8_t *to, size_t width) {
  for (int32_t i = 0; i < command->rows; ++i)
    memcpy(to + (size_t)i * width,
           (const int8_t *)command->host + i * command->stride,
           (size_t)command->columns);
}

static void multiply(Device *device, int32_t depth) {
  for (int i = 0; i < MU8_ROWS; ++i)
    for (int32_t k = 0; k < depth; ++k)
      for (int j = 0; j < MU8_COLUMNS; ++j)
        device->sums[i][j] +=
            (uint32_t)((device->left[i][k] - device->leftZero) *
                       (device->right[k][j] - device->rightZero));
}

static void store(const Device *device, const Mu8Command *command) {
  for (int32_t i = 0; i < command->rows; ++i)
    memcpy((int32_t *)command->host + i * command->stride, device->sums[i],
           (size_t)command->columns * sizeof(int32_t));
}

static int execute(Device *device, const Mu8Command *command) {
  switch (command->op) {
  case MU8_ZERO:
    device->leftZero = command->a;
    device->rightZero = command->b;
    return 1;
  case MU8_LOAD_LEFT:
    if (!fits(command, MU8_ROWS, MU8_DEPTH))
      return 0;
    load(command, &device->left[0][0], MU8_DEPTH);
    return 1;
  case MU8_LOAD_RIGHT:
    if (!fits(command, MU8_DEPTH, MU8_COLUMNS))
      return 0;
    load(command, &device->right[0][0], MU8_COLUMNS);
    return 1;
  case MU8_CLEAR:
    memset(device->sums, 0, sizeof device->sums);
    return 1;
  case MU8_MULTIPLY:
    if (command->a < 0 || command->a > MU8_DEPTH)
      return 0;
    multiply(device, command->a);
    return 1;
  case MU8_STORE:
    if (!fits(command, MU8_ROWS, MU8_COLUMNS))
      return 0;
    store(device, command);
    return 1;
  }
  return 0;
}

int mu8Execute(const Mu8Command *commands, size_t count) {
  static Device device;
  for (size_t i = 0; i < count; ++i)
    if (!execute(&device, &commands[i]))
      return 0;
  return 1;
}
