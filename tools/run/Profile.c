//===- Profile.c - what each kernel takes -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Profile.h"
#include "lib/Support/Map.h"
#include "lib/Target/Work/Work.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

struct RunProfileIndex {
  char *key; // name and symbols
  size_t value;
};

static RunProfileCalls *findCalls(RunProfile *profile,
                                  const RelaxTraceEvent *event) {
  StrBuf key = {0};
  strBufAppendFormat(&key, "%d%d %s", event->library, profile->loaded,
                     event->name);
  for (uint32_t i = 0; i < event->numSymbols; ++i)
    strBufAppendFormat(&key, " %" PRId64, event->symbols[i]);
  ptrdiff_t at = strMapFind(profile->index, strBufText(&key));
  if (at < 0) {
    RunProfileCalls calls = {.name = strdup(event->name),
                             .library = event->library,
                             .load = !profile->loaded};
    for (uint32_t i = 0; i < event->numSymbols; ++i)
      arrput(calls.symbols, event->symbols[i]);
    if (!profile->index)
      sh_new_strdup(profile->index);
    shput(profile->index, strBufText(&key), arrlenu(profile->items));
    arrput(profile->items, calls);
    at = strMapFind(profile->index, strBufText(&key));
  }
  strBufFree(&key);
  return &profile->items[profile->index[at].value];
}

void runProfileEvent(void *user, const RelaxTraceEvent *event) {
  RunProfileCalls *calls = findCalls(user, event);
  ++calls->calls;
  calls->nanoseconds += event->end - event->begin;
  calls->bytes += event->bytes;
}

/// What the text of kernels says, each read once.
typedef struct KernelWork {
  const char *key;
  RelaxWork *value;
} KernelWork;

static const RelaxWork *workOf(KernelWork **works, MlirOperation lowered,
                               const char *name) {
  const KernelWork *known = strMapEntry(*works, name);
  if (known)
    return known->value;
  MlirOperation kernel = {NULL};
  if (lowered.ptr)
    kernel = bridgeLookupNearestSymbol(lowered, strRefFromC(name));
  RelaxWork *work = kernel.ptr ? relaxWorkCreate(kernel) : NULL;
  shput(*works, name, work);
  return work;
}

/// Adds the work of calls; one that cannot be counted spoils the row.
static void addWork(RunProfileRow *row, const RunProfileCalls *calls,
                    const RelaxWork *work) {
  RelaxWorkCount count = {0};
  if (calls->library) {
    row->counted = false;
    row->bytes += calls->bytes;
    return;
  }
  bool known = work && relaxWorkCount(work, calls->symbols, &count);
  row->counted &= known;
  row->moved &= known;
  row->multiplyAdds += calls->calls * count.multiplyAdds;
  row->bytes += calls->calls * count.bytes;
}

static int compareRows(const void *a, const void *b) {
  const RunProfileRow *x = a, *y = b;
  if (x->seconds != y->seconds)
    return x->seconds > y->seconds ? -1 : 1;
  return strcmp(x->name, y->name);
}

RunProfileRow *runProfileRows(const RunProfile *profile,
                              MlirOperation lowered) {
  RunProfileRow *rows = NULL;
  KernelWork *works = NULL;
  for (ptrdiff_t i = 0; i < arrlen(profile->items); ++i) {
    const RunProfileCalls *calls = &profile->items[i];
    ptrdiff_t at = 0;
    while (at < arrlen(rows) && (rows[at].library != calls->library ||
                                 rows[at].load != calls->load ||
                                 strcmp(rows[at].name, calls->name) != 0))
      ++at;
    if (at == arrlen(rows)) {
      RunProfileRow row = {.name = calls->name,
                           .library = calls->library,
                           .load = calls->load,
                           .counted = true,
                           .moved = true};
      arrput(rows, row);
    }
    rows[at].calls += calls->calls;
    rows[at].seconds += 1e-9 * (double)calls->nanoseconds;
    addWork(&rows[at], calls,
            calls->library ? NULL : workOf(&works, lowered, calls->name));
  }
  if (arrlen(rows))
    qsort(rows, arrlenu(rows), sizeof(*rows), compareRows);
  for (ptrdiff_t i = 0; i < shlen(works); ++i)
    relaxWorkDestroy(works[i].value);
  shfree(works);
  return rows;
}

void runProfileFree(RunProfile *profile) {
  for (ptrdiff_t i = 0; i < arrlen(profile->items); ++i) {
    free(profile->items[i].name);
    arrfree(profile->items[i].symbols);
  }
  arrfree(profile->items);
  shfree(profile->index);
}
