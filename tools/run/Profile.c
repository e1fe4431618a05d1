//===- Profile.c - what each kernel takes -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Profile.h"
#include "lib/Support/Map.h"
#include "lib/Support/OutOfMemory.h"

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

/// What the text of kernels says, each read once.
typedef struct RunKernelWork {
  const char *key;
  RelaxWork *value;
} KernelWork;

static const RelaxWork *workOf(RunProfile *profile, const char *name) {
  const KernelWork *known = strMapEntry(profile->works, name);
  if (known)
    return known->value;
  MlirOperation kernel = {NULL};
  if (profile->lowered.ptr)
    kernel = bridgeLookupNearestSymbol(profile->lowered, strRefFromC(name));
  RelaxWork *work = kernel.ptr ? relaxWorkCreate(kernel) : NULL;
  if (!profile->works)
    sh_new_strdup(profile->works);
  shput(profile->works, name, work);
  return work;
}

/// Counts a call whose tables are there only now, once for tables that are as
/// those of the call before.
static void countTables(RunProfileCalls *calls, const RelaxWork *work,
                        const RelaxTraceEvent *event) {
  RelaxWorkTable *tables = calloc(event->numBuffers + 1, sizeof *tables);
  if (!tables)
    outOfMemory();
  size_t hash = 1;
  for (uint32_t i = 0; i < event->numBuffers; ++i) {
    const RelaxTensor *buffer = event->buffers[i];
    if (buffer->dtype != RELAX_I64 || buffer->rank != 1)
      continue;
    tables[i] = (RelaxWorkTable){buffer->data, buffer->dims[0]};
    hash = stbds_hash_bytes(buffer->data, relaxTensorSize(buffer), hash);
  }
  if (!calls->tables || calls->lastTables != hash) {
    calls->last = (RunWorkCount){0};
    calls->last.known = relaxWorkCount(work, event->symbols, tables,
                                       event->numBuffers, &calls->last.count);
  }
  bool known = calls->last.known;
  calls->tables = true;
  calls->lastTables = hash;
  calls->uncounted += !known;
  calls->multiplyAdds += known ? calls->last.count.multiplyAdds : 0;
  calls->moved += known ? calls->last.count.bytes : 0;
  free(tables);
}

/// Does the kernel belong to the prelude? Those know nothing but tables. They
/// make running sums, which they read as they go, and what they sum, or owners
/// of rows, of which tables say how many there are. Adds the bytes; a single
/// number is the last of the sums.
static bool makesTables(const RelaxWork *work, const RelaxTraceEvent *event,
                        uint64_t *bytes) {
  uint64_t made = 0;
  bool owners = relaxWorkReadsTables(work), sums = false;
  for (uint32_t i = 0; i < event->numBuffers; ++i) {
    const RelaxTensor *buffer = event->buffers[i];
    if (buffer->dtype != RELAX_I64 || buffer->rank != 1)
      return false;
    bool runs = relaxWorkReads(work, i);
    if (!relaxWorkWrites(work, i) || (!owners && !runs && buffer->dims[0] == 1))
      continue;
    sums |= runs;
    made += relaxTensorSize(buffer);
  }
  *bytes += owners || sums ? made : 0;
  return owners || sums;
}

void runProfileEvent(void *user, const RelaxTraceEvent *event) {
  RunProfile *profile = user;
  RunProfileCalls *calls = findCalls(profile, event);
  ++calls->calls;
  calls->nanoseconds += event->end - event->begin;
  calls->bytes += event->bytes;
  // What runs at load has no text yet.
  const RelaxWork *work = event->library || !profile->lowered.ptr
                              ? NULL
                              : workOf(profile, event->name);
  if (work && relaxWorkReadsTables(work))
    countTables(calls, work, event);
  if (work && makesTables(work, event, &profile->auxBytes)) {
    ++profile->preludeKernels;
    calls->prelude = true;
  }
}

/// Adds the work of calls; one that cannot be counted spoils the row.
static void addWork(RunProfileRow *row, RunProfileCalls *calls,
                    const RelaxWork *work) {
  if (calls->library) {
    row->counted = false;
    row->bytes += calls->bytes;
    return;
  }
  if (calls->tables) {
    row->counted &= !calls->uncounted;
    row->moved &= !calls->uncounted;
    row->multiplyAdds += calls->multiplyAdds;
    row->bytes += calls->moved;
    return;
  }
  if (work && !calls->counted) { // rows are made after each call
    calls->counted = true;
    calls->last.known =
        relaxWorkCount(work, calls->symbols, NULL, 0, &calls->last.count);
  }
  row->counted &= calls->last.known;
  row->moved &= calls->last.known;
  row->multiplyAdds += calls->calls * calls->last.count.multiplyAdds;
  row->bytes += calls->calls * calls->last.count.bytes;
}

static int compareRows(const void *a, const void *b) {
  const RunProfileRow *x = a, *y = b;
  if (x->seconds != y->seconds)
    return x->seconds > y->seconds ? -1 : 1;
  return strcmp(x->name, y->name);
}

RunProfileRow *runProfileRows(RunProfile *profile) {
  RunProfileRow *rows = NULL;
  for (ptrdiff_t i = 0; i < arrlen(profile->items); ++i) {
    RunProfileCalls *calls = &profile->items[i];
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
    rows[at].prelude |= calls->prelude;
    rows[at].seconds += 1e-9 * (double)calls->nanoseconds;
    addWork(&rows[at], calls,
            calls->library ? NULL : workOf(profile, calls->name));
  }
  if (arrlen(rows))
    qsort(rows, arrlenu(rows), sizeof(*rows), compareRows);
  return rows;
}

bool runProfileHasTables(const RunProfile *profile) {
  bool found = false;
  for (ptrdiff_t i = 0; i < arrlen(profile->items); ++i)
    found |= profile->items[i].tables ||
             strcmp(profile->items[i].name, "relax.lengths") == 0;
  return found;
}

bool runProfileWork(RunProfile *profile, RunWork *work) {
  *work = (RunWork){.auxBytes = profile->auxBytes,
                    .preludeKernels = profile->preludeKernels};
  RunProfileRow *rows = runProfileRows(profile);
  bool known = arrlen(rows) > 0;
  for (ptrdiff_t i = 0; i < arrlen(rows); ++i) {
    // Libraries of others multiply, and nobody counts it.
    bool own = rows[i].library && strncmp(rows[i].name, "relax.", 6) == 0;
    known &= rows[i].counted || own || rows[i].load;
    work->multiplyAdds += rows[i].load ? 0 : rows[i].multiplyAdds;
  }
  arrfree(rows);
  return known;
}

void runProfileFree(RunProfile *profile) {
  for (ptrdiff_t i = 0; i < shlen(profile->works); ++i)
    relaxWorkDestroy(profile->works[i].value);
  shfree(profile->works);
  for (ptrdiff_t i = 0; i < arrlen(profile->items); ++i) {
    free(profile->items[i].name);
    arrfree(profile->items[i].symbols);
  }
  arrfree(profile->items);
  shfree(profile->index);
}
