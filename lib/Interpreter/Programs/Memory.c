//===- Memory.c - elements, and what reaches outside ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Programs/Program.h"

#include <stdlib.h>
#include <string.h>

bool progIsInside(const ProgMemory *memory, const int64_t *indices,
                  int64_t *place) {
  *place = 0;
  for (int32_t i = 0; i < memory->rank; ++i) {
    if (indices[i] < 0 || indices[i] >= memory->dims[i])
      return false;
    *place = *place * memory->dims[i] + indices[i];
  }
  return true;
}

bool progPlaceOf(ProgRun *run, const ProgNode *node, const ProgMemory *memory,
                 const int64_t *indices, const char *verb, int64_t *place) {
  if (progIsInside(memory, indices, place))
    return true;
  StrBuf text = {0};
  relaxDimsPrint(memory->rank, indices, &text);
  strBufAppendC(&text, ", which is outside of its extents ");
  relaxDimsPrint(memory->rank, memory->dims, &text);
  progFail(run, node, "%s '%.*s' at %s", verb, (int)memory->name.length,
           memory->name.data, strBufText(&text));
  strBufFree(&text);
  return false;
}

/// The element's indices, appended.
static void progPrintPlace(const ProgMemory *memory, int64_t place,
                           StrBuf *out) {
  int64_t indices[RELAX_MAX_RANK];
  for (int32_t i = memory->rank; i-- > 0;) {
    // Of local memory that was made again since, smaller.
    int64_t extent = memory->dims[i] ? memory->dims[i] : 1;
    indices[i] = place % extent;
    place /= extent;
  }
  relaxDimsPrint(memory->rank, indices, out);
}

void progLoadCell(ProgRun *run, const ProgNode *node, const ProgMemory *memory,
                  int64_t place, ProgCell *cell) {
  if (relaxDTypeIsFloat(memory->dtype))
    cell->f = relaxLoadFloat(memory->dtype, memory->data, place);
  else
    cell->i = relaxLoadInt(memory->dtype, memory->data, place);
  cell->lost = 0;
  if (!memory->known ||
      memory->known[(size_t)place * relaxDTypeBytes(memory->dtype)])
    return;
  // The oldest are forgotten where a program reads much and uses nothing.
  run->lost[run->numLost % PROG_MAX_LOST] = (ProgLostRead){node, memory, place};
  if (++run->numLost == 0)
    run->numLost = 1; // 0 is what was written
  cell->lost = run->numLost;
}

bool progStoreCell(ProgRun *run, const ProgNode *node, ProgMemory *memory,
                   int64_t place, ProgCell cell) {
  size_t bytes = relaxDTypeBytes(memory->dtype);
  if (!memory->isLocal) {
    StrBuf text = {0};
    if (cell.lost) {
      strBufAppendFormat(&text, "what goes into '%.*s' at ",
                         (int)memory->name.length, memory->name.data);
      progPrintPlace(memory, place, &text);
    }
    bool good = progMustKnow(run, node, &cell, strBufText(&text));
    strBufFree(&text);
    if (!good)
      return false;
  }
  if (relaxDTypeIsFloat(memory->dtype))
    relaxStoreFloat(memory->dtype, memory->data, place, cell.f);
  else
    relaxStoreInt(memory->dtype, memory->data, place, cell.i);
  if (memory->known)
    memset(memory->known + (size_t)place * bytes, cell.lost == 0, bytes);
  return true;
}

bool progMustKnow(ProgRun *run, const ProgNode *node, const ProgCell *cell,
                  const char *what) {
  if (!cell->lost)
    return true;
  if (run->numLost - cell->lost >= PROG_MAX_LOST)
    return progFail(run, node,
                    "uses what was read where nothing has written, more than "
                    "%d such reads ago; %s depends on it",
                    PROG_MAX_LOST, what);
  const ProgLostRead *read = &run->lost[(cell->lost - 1) % PROG_MAX_LOST];
  StrBuf text = {0}, place = {0};
  progPrintPlace(read->memory, read->place, &text);
  if (read->node != node)
    bridgePrintPlace(mlirOperationGetLocation(node->op), &place);
  progFail(
      run, read->node,
      "reads '%.*s' at %s, which nothing has written; %s depends on it%s%s",
      (int)read->memory->name.length, read->memory->name.data,
      strBufText(&text), what, place.length ? ", used at " : "",
      strBufText(&place));
  strBufFree(&text);
  strBufFree(&place);
  return false;
}

bool progAllocate(ProgRun *run, const ProgNode *node, ProgMemory *memory) {
  size_t bytes;
  if (!relaxTensorBytes(memory->dtype, memory->rank, memory->dims, &bytes))
    return progFail(run, node, "'%.*s': its bytes exceed 64 bits",
                    (int)memory->name.length, memory->name.data);
  enum { A_STEP = 64 }; // fills so many bytes
  run->interpreter->stepsLeft -= (int64_t)(bytes / A_STEP);
  if (run->interpreter->stepsLeft < 0)
    return evalTooLong(run->error);
  if (bytes + 1 > memory->capacity) {
    free(memory->data);
    free(memory->known);
    memory->data = malloc(bytes + 1);
    memory->known = malloc(bytes + 1);
    memory->capacity = memory->data && memory->known ? bytes + 1 : 0;
    if (!memory->capacity)
      return progFail(run, node, "out of memory for %zu bytes", bytes);
  }
  memory->isLocal = true;
  memset(memory->data, 0, bytes + 1);
  memset(memory->known, 0, bytes + 1);
  return true;
}
