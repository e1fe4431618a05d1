//===- Table.c - the table of a policy ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Batch/Table.h"
#include "lib/Support/Map.h"
#include "lib/Support/OutOfMemory.h"

#include <stdlib.h>
#include <string.h>

int32_t batchTableAddType(BatchTable *table, StrRef name) {
  char *copy = malloc(name.length + 1);
  if (!copy)
    outOfMemory();
  memcpy(copy, name.data, name.length);
  copy[name.length] = '\0';
  arrput(table->types, ((BatchType){copy, *copy == '!'}));
  return (int32_t)arrlen(table->types) - 1;
}

void batchTableSet(BatchTable *table, const int32_t *state, size_t count,
                   int32_t action) {
  int32_t number = batchStatesAdd(&table->states, state, count);
  if (number == (int32_t)arrlen(table->actions))
    arrput(table->actions, action);
  else
    table->actions[number] = action;
}

void batchTableFree(BatchTable *table) {
  for (ptrdiff_t i = 0; i < arrlen(table->types); ++i)
    free(table->types[i].name);
  arrfree(table->types);
  arrfree(table->actions);
  batchStatesFree(&table->states);
}

typedef struct TypeNumber {
  char *key;
  int32_t value;
} TypeNumber;

static bool refuse(const BatchTable *table, const char *name,
                   RelaxError *error) {
  StrBuf known = {0};
  for (ptrdiff_t i = 0; i < arrlen(table->types) && i < 8; ++i)
    strBufAppendFormat(&known, "%s'%s'", i ? ", " : "", table->types[i].name);
  if (arrlen(table->types) > 8)
    strBufAppendC(&known, ", ...");
  relaxFail(error,
            "the table was learnt for other types: expected one of %s, got "
            "'%s'",
            strBufText(&known), name);
  strBufFree(&known);
  return false;
}

bool batchTableBind(const BatchTable *table, const BatchGraph *graph,
                    int32_t **numbers, RelaxError *error) {
  TypeNumber *map = NULL;
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(table->types); ++i)
    shput(map, table->types[i].name, (int32_t)i);
  arrsetlen(*numbers, 0);
  for (ptrdiff_t i = 0; good && i < arrlen(graph->types); ++i) {
    const TypeNumber *entry = strMapEntry(map, graph->types[i].name);
    if (entry)
      arrput(*numbers, entry->value);
    else
      good = refuse(table, graph->types[i].name, error);
  }
  shfree(map);
  return good;
}
