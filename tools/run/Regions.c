//===- Regions.c - what back ends save ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Regions.h"
#include "lib/Runtime/File.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <string.h>
#include <time.h>

enum { NANO = 1000000000 };

//===----------------------------------------------------------------------===//
// Which regions
//===----------------------------------------------------------------------===//

/// Of one more input.
static void appendExtents(const RelaxTensor *input, StrBuf *out) {
  strBufAppendC(out, " [");
  for (int32_t d = 0; d < input->rank; ++d)
    strBufAppendFormat(out, "%s%" PRId64, d ? ", " : "", input->dims[d]);
  strBufAppendC(out, "]");
}

static StrRef textOf(const StrBuf *buffer) {
  return (StrRef){buffer->data, buffer->length};
}

static size_t reach(RunRegions *regions, const RelaxOffloadCall *call) {
  RunRegion region = {call->artefact, call->text, {0}, 0};
  size_t count = arrlenu(regions->reached), alike = count;
  for (size_t i = 0; i < call->numInputs; ++i)
    appendExtents(call->inputs[i], &region.extents);
  for (size_t i = count; i > 0; --i) {
    const RunRegion *other = &regions->reached[i - 1];
    if (!strRefEqual(textOf(&other->extents), textOf(&region.extents)))
      continue;
    if (other->artefact.data == region.artefact.data) {
      strBufFree(&region.extents);
      return i - 1;
    }
    if (strRefEqual(other->text, region.text))
      alike = other->alike;
  }
  region.alike = alike;
  arrput(regions->reached, region);
  return count;
}

static bool ask(void *user, const RelaxOffloadCall *call) {
  RunRegions *regions = user;
  size_t index = reach(regions, call);
  return regions->all || regions->reached[index].alike == regions->only;
}

bool runRegionsParse(const CommandLine *line, RunRegions *out,
                     RelaxOffloadOptions *offload) {
  static const RunOption others[] = {RUN_MODE, RUN_INTERLEAVE, RUN_CASES};
  const char *how = commandLineValue(line, RUN_REGIONS);
  bool good = !how || strcmp(how, "never") != 0;
  for (size_t i = 0; i < sizeof(others) / sizeof(*others); ++i)
    good &= !commandLineValue(line, others[i]);
  out->path = commandLineValue(line, RUN_MEASURE_REGIONS);
  if (!out->path)
    return true;
  offload->ask = ask;
  offload->askUser = out;
  return good ||
         runFail("'--measure-regions' times compiled calls one by one: "
                 "expected no '--regions=never', '--mode', '--interleave' or "
                 "'--cases'");
}

void runRegionsBegin(RunRegions *regions) {
  for (ptrdiff_t i = 0; i < arrlen(regions->reached); ++i)
    strBufFree(&regions->reached[i].extents);
  arrfree(regions->reached);
  regions->all = true;
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

/// A call with the regions alike number `only` of `count` by their back end:
/// `count` is none of them, behind that all.
static bool timeCall(RunSession *session, const RunPrepared *prepared,
                     size_t only, size_t count, int64_t *out) {
  struct timespec begin, end;
  session->regions->only = only;
  session->regions->all = only > count;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  bool good = runCallAgain(session, prepared);
  clock_gettime(CLOCK_MONOTONIC, &end);
  *out = (int64_t)(end.tv_sec - begin.tv_sec) * NANO +
         (int64_t)(end.tv_nsec - begin.tv_nsec);
  return good;
}

/// Rounds of `--bench`, or as many as fit into some seconds.
static bool isEnough(const RunSession *session, long round, int64_t spent) {
  enum { LEAST_ROUNDS = 15, MOST_ROUNDS = 500 };
  const int64_t most = 5 * (int64_t)NANO;
  if (session->bench)
    return round >= session->bench;
  return round >= MOST_ROUNDS || (round >= LEAST_ROUNDS && spent >= most);
}

/// `best` has a time for our own kernels alone, behind those of all regions,
/// and one for all back ends. In turns, so that what else the machine does
/// falls on all of them; of each the shortest, which that disturbs least.
static bool timeAll(RunSession *session, const RunPrepared *prepared,
                    size_t count, int64_t *best) {
  int64_t spent = 0, time;
  size_t last = count > 0 ? count + 1 : 0;
  bool good = true;
  for (size_t i = 0; i <= last; ++i)
    best[i] = INT64_MAX;
  // The first round warms up.
  for (long round = -1; good && !isEnough(session, round, spent); ++round)
    for (size_t i = 0; good && i <= last; ++i) {
      if (i < count && session->regions->reached[i].alike != i)
        continue;
      good = timeCall(session, prepared, i, count, &time);
      spent += time;
      if (good && round >= 0 && time < best[i])
        best[i] = time;
    }
  return good;
}

/// The call with its extents, by which it is found again among those of a
/// program without regions.
static void appendCall(RunRegions *regions, const RunPrepared *prepared,
                       size_t count, const int64_t *best) {
  StrRef name = prepared->function->name;
  strBufAppendFormat(&regions->lines, "call %.*s", (int)name.length, name.data);
  for (ptrdiff_t i = 0; i < arrlen(prepared->kept); ++i)
    appendExtents(&prepared->kept[i], &regions->lines);
  strBufAppendFormat(&regions->lines, " takes %" PRId64, best[count]);
  if (count > 0)
    strBufAppendFormat(&regions->lines, ", by back ends %" PRId64,
                       best[count + 1]);
  strBufAppendC(&regions->lines, "\n");
}

/// A line for each of those alike, which share what they save.
static void appendLines(RunRegions *regions, size_t first, int64_t own,
                        int64_t library) {
  int64_t count = 0;
  for (size_t i = first; i < arrlenu(regions->reached); ++i)
    count += regions->reached[i].alike == first;
  for (size_t i = first; i < arrlenu(regions->reached); ++i) {
    const RunRegion *region = &regions->reached[i];
    if (region->alike == first)
      strBufAppendFormat(&regions->lines, "%.*s%s saves %" PRId64 "\n",
                         (int)region->artefact.length, region->artefact.data,
                         region->extents.length ? strBufText(&region->extents)
                                                : "",
                         (own - library) / count);
  }
}

bool runRegionsMeasure(RunSession *session, const RunPrepared *prepared) {
  RunRegions *regions = session->regions;
  size_t count = arrlenu(regions->reached); // those that the call has reached
  int64_t *best = NULL;
  arrsetlen(best, count + 2);
  bool good = timeAll(session, prepared, count, best);
  if (good)
    appendCall(regions, prepared, count, best);
  for (size_t i = 0; good && i < count; ++i)
    if (regions->reached[i].alike == i)
      appendLines(regions, i, best[count], best[i]);
  regions->all = true;
  arrfree(best);
  return good;
}

bool runRegionsWrite(const RunRegions *regions) {
  RelaxError error = {0};
  StrRef pieces[2] = {
      strRefFromC("// Nanoseconds of calls, and what the back end of a region "
                  "saves of them (relax-partition{measured=}).\n"),
      textOf(&regions->lines)};
  bool good = !regions->path ||
              relaxFileWrite(regions->path, pieces, 2, &error) ||
              runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  return good;
}

void runRegionsFree(RunRegions *regions) {
  runRegionsBegin(regions);
  strBufFree(&regions->lines);
}
