//===- ReplayLog.c - reading a log ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Recompute/ReplayLog.h"
#include "lib/Runtime/Recompute/ReplayLine.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/// The line of that kind about `name` that has to follow; its number.
static bool readAbout(ReplayReader *reader, ReplayKind kind, uint32_t name,
                      int64_t least, int64_t most, int64_t *out) {
  const char *text = reader->log->names[name].key;
  bool end;
  if (!replayReadLine(reader, &end))
    return false;
  bool right = !end && reader->kind == kind &&
               replayNameOf(reader->log, &reader->texts[FIELD_NAME]) == name;
  if (!right)
    return relaxFail(reader->json.error,
                     REPLAY_LINE "expected %s of '%s', got %s%s", reader->line,
                     replayKindNames[kind], text,
                     end ? "the end" : replayKindNames[reader->kind],
                     !end && reader->kind == kind ? " of another one" : "");
  *out = reader->numbers[kind == REPLAY_MEMORY ? FIELD_MEMORY : FIELD_ALIAS];
  if (*out >= least && *out <= most)
    return true;
  return relaxFail(reader->json.error,
                   REPLAY_LINE "%s of '%s': expected %" PRId64 " to %" PRId64
                               ", got %" PRId64,
                   reader->line, replayKindNames[kind], text, least, most,
                   *out);
}

/// The lines behind CONSTANT and CALL.
static bool readResults(ReplayReader *reader, ReplayStep *step,
                        const uint32_t *names, uint32_t count) {
  static const int64_t most = (int64_t)1 << RELAX_RECOMPUTE_SUM_BITS;
  step->firstResult = (uint32_t)arrlen(reader->log->results);
  step->numResults = count;
  for (uint32_t i = 0; i < count; ++i) {
    int64_t bytes, view = -1;
    if (!readAbout(reader, REPLAY_MEMORY, names[i], 0, most, &bytes) ||
        (step->kind == REPLAY_CALL &&
         !readAbout(reader, REPLAY_ALIAS, names[i], -1,
                    (int64_t)step->numArgs - 1, &view)))
      return false;
    ReplayResult result = {names[i], {(uint64_t)bytes, (int32_t)view}};
    arrput(reader->log->results, result);
  }
  return true;
}

static bool readChanged(ReplayReader *reader, ReplayStep *step) {
  step->firstResult = (uint32_t)arrlen(reader->log->changed);
  step->numResults = (uint32_t)arrlen(reader->changed);
  for (uint32_t i = 0; i < step->numResults; ++i) {
    int64_t index = reader->changed[i];
    if (index < 0 || index >= step->numArgs)
      return relaxFail(reader->json.error,
                       REPLAY_LINE "MUTATE: expected an index of its %" PRIu32
                                   " arguments, got %" PRId64,
                       reader->line, step->numArgs, index);
    arrput(reader->log->changed, (uint32_t)index);
  }
  return true;
}

/// CALL and MUTATE.
static bool readOperator(ReplayReader *reader, ReplayStep *step) {
  RelaxRecomputeLog *log = reader->log;
  static const int64_t most = (int64_t)1 << RELAX_RECOMPUTE_SUM_BITS;
  step->firstArg = (uint32_t)arrlen(log->args);
  step->numArgs = (uint32_t)arrlen(reader->args);
  for (uint32_t i = 0; i < step->numArgs; ++i)
    arrput(log->args, reader->args[i]);
  step->time = reader->numbers[FIELD_TIME];
  if (step->time < 0 || step->time > most - log->time)
    return relaxFail(reader->json.error,
                     REPLAY_LINE
                     "expected times from 0 on whose sum is at most "
                     "2^%d, got %" PRId64,
                     step->line, RELAX_RECOMPUTE_SUM_BITS, step->time);
  log->time += step->time;
  if (step->kind == REPLAY_MUTATE ? !arrlen(reader->changed)
                                  : !arrlen(reader->results))
    return relaxFail(reader->json.error,
                     REPLAY_LINE "expected a %s with a result", step->line,
                     replayKindNames[step->kind]);
  if (step->kind == REPLAY_MUTATE)
    return readChanged(reader, step);
  uint32_t *names = reader->results; // reading on fills another one
  reader->results = NULL;
  bool good = readResults(reader, step, names, (uint32_t)arrlen(names));
  arrfree(names);
  return good;
}

static bool readStep(ReplayReader *reader) {
  ReplayStep step = {.kind = reader->kind, .line = reader->line};
  bool copy = step.kind == REPLAY_COPY || step.kind == REPLAY_COPY_FROM;
  if (copy)
    step.from = replayNameOf(reader->log, &reader->texts[FIELD_SRC]);
  if (step.kind != REPLAY_CALL && step.kind != REPLAY_MUTATE)
    step.name = replayNameOf(reader->log,
                             &reader->texts[copy ? FIELD_DST : FIELD_NAME]);
  bool good = step.kind == REPLAY_CONSTANT
                  ? readResults(reader, &step, &step.name, 1)
              : step.kind == REPLAY_CALL || step.kind == REPLAY_MUTATE
                  ? readOperator(reader, &step)
                  : true;
  arrput(reader->log->steps, step);
  return good;
}

static bool readSteps(ReplayReader *reader) {
  bool started = false, end;
  while (replayReadLine(reader, &end) && !end) {
    bool annotation = reader->kind == REPLAY_ANNOTATE;
    if (!started || annotation) {
      started |=
          annotation &&
          strcmp(strBufText(&reader->texts[FIELD_ANNOTATION]), "START") == 0;
      continue;
    }
    if (reader->kind == REPLAY_MEMORY || reader->kind == REPLAY_ALIAS)
      return relaxFail(reader->json.error,
                       REPLAY_LINE "%s without a CONSTANT or CALL in front",
                       reader->line, replayKindNames[reader->kind]);
    if (!readStep(reader))
      return false;
  }
  if (!relaxErrorIsSet(reader->json.error) && !started)
    relaxFail(reader->json.error, "the log has no ANNOTATE with START");
  return !relaxErrorIsSet(reader->json.error);
}

RelaxRecomputeLog *relaxRecomputeLogParse(StrRef text, RelaxError *error) {
  ReplayReader reader = {.json = {.text = text, .error = error}, .line = 1};
  reader.log = calloc(1, sizeof *reader.log);
  if (!reader.log) {
    relaxFail(error, "out of memory");
    return NULL;
  }
  sh_new_arena(reader.log->names);
  bool good = readSteps(&reader);
  replayReaderFree(&reader);
  if (good)
    return reader.log;
  relaxRecomputeLogDestroy(reader.log);
  return NULL;
}

void relaxRecomputeLogDestroy(RelaxRecomputeLog *log) {
  if (!log)
    return;
  arrfree(log->steps);
  arrfree(log->args);
  arrfree(log->results);
  arrfree(log->changed);
  shfree(log->names);
  free(log);
}

size_t relaxRecomputeLogOperators(const RelaxRecomputeLog *log) {
  size_t count = 0;
  for (ptrdiff_t i = 0; i < arrlen(log->steps); ++i)
    count += log->steps[i].kind == REPLAY_CONSTANT ||
             log->steps[i].kind == REPLAY_CALL ||
             log->steps[i].kind == REPLAY_MUTATE;
  return count;
}
