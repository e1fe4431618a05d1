//===- Choices.c - what programs decide by values -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Choices.h"
#include "lib/Runtime/File.h"
#include "lib/Runtime/Random.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// The numbers of a line.
static bool parseLine(const char *path, char *text, RunChoiceLine *line) {
  for (char *at = strtok(text, " \t\r"); at; at = strtok(NULL, " \t\r")) {
    char *end;
    errno = 0;
    int64_t value = strtoll(at, &end, 10);
    if (*end || errno)
      return runFail("'%s', line %zu: expected integers, got '%s'", path,
                     line->number, at);
    arrput(line->values, value);
  }
  return true;
}

static bool parseFile(RunChoices *choices) {
  StrBuf file = {0};
  RelaxError error = {0};
  bool good = relaxFileReadText(choices->path, &file, &error) ||
              runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  size_t number = 0;
  for (char *at = (char *)strBufText(&file), *next; good && *at; at = next) {
    char *end = strchr(at, '\n');
    next = end ? end + 1 : at + strlen(at);
    if (end)
      *end = 0;
    RunChoiceLine line = {.number = ++number};
    if (*at == '#')
      continue;
    good = parseLine(choices->path, at, &line);
    arrput(choices->lines, line);
  }
  strBufFree(&file);
  size_t calls = arrlenu(choices->calls), lines = arrlenu(choices->lines);
  return good && (lines == calls ||
                  runFail("'%s': expected a line for each of %zu calls, got "
                          "%zu",
                          choices->path, calls, lines));
}

bool runChoicesParse(const CommandLine *line, const RunCall *calls,
                     RunChoices *out) {
  const char *given = commandLineValue(line, RUN_DECISIONS);
  *out = (RunChoices){.calls = calls,
                      .recordTo = commandLineValue(line, RUN_RECORD_DECISIONS)};
  out->asked = given || out->recordTo;
  if (!out->asked)
    return true;
  const char *mode = commandLineValue(line, RUN_MODE);
  if ((mode && strcmp(mode, "either") == 0) ||
      commandLineValue(line, RUN_AGAINST) ||
      commandLineValue(line, RUN_KERNELS))
    return runFail("'--decisions' and '--record-decisions' exclude "
                   "'--mode=either', '--against' and '--kernels'");
  if (given && *given == '@') {
    out->path = given + 1;
    return parseFile(out);
  }
  out->drawn = given != NULL;
  arrsetlen(out->lines, arrlenu(calls));
  for (ptrdiff_t i = 0; i < arrlen(calls); ++i)
    out->lines[i] = (RunChoiceLine){.values = NULL};
  return !given || runParseSeedText(RUN_DECISIONS, given, &out->seed);
}

bool runChoicesWrite(const RunChoices *choices) {
  StrBuf text = {0};
  RelaxError error = {0};
  if (!choices->recordTo)
    return true;
  for (ptrdiff_t i = 0; i < arrlen(choices->lines); ++i) {
    const RunChoiceLine *line = &choices->lines[i];
    for (ptrdiff_t k = 0; k < arrlen(line->values); ++k)
      strBufAppendFormat(&text, "%s%" PRId64, k ? " " : "", line->values[k]);
    strBufAppendC(&text, "\n");
  }
  StrRef piece = {text.data, text.length};
  bool good = relaxFileWrite(choices->recordTo, &piece, 1, &error) ||
              runFail("%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  strBufFree(&text);
  return good;
}

void runChoicesFree(RunChoices *choices) {
  for (ptrdiff_t i = 0; i < arrlen(choices->lines); ++i)
    arrfree(choices->lines[i].values);
  arrfree(choices->lines);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void runChoicesBegin(RunSession *session, const RunCall *call, bool first) {
  RunChoices *choices = session->choices;
  if (!choices)
    return;
  choices->running = NULL;
  choices->records = first && !choices->path;
  choices->call = (size_t)(call - choices->calls);
  RunChoiceLine *line = &choices->lines[choices->call];
  line->taken = 0;
  if (choices->records)
    arrsetlen(line->values, 0);
}

void runChoicesAgain(RunSession *session) {
  const RunChoices *choices = session->choices;
  if (choices)
    runChoicesBegin(session, &choices->calls[choices->call], false);
}

void runChoicesTogether(RunSession *session, const RunCall *first,
                        const size_t *numbers) {
  RunChoices *choices = session->choices;
  if (!choices)
    return;
  choices->running = numbers;
  choices->call = (size_t)(first - choices->calls);
}

/// From the seed, the call and how many it has drawn before, so that calls that
/// run together draw what they do by themselves.
static int64_t draw(const RunChoices *choices, size_t call, size_t before,
                    int64_t below) {
  RelaxRandom random =
      relaxRandomSeed(choices->seed ^ ((uint64_t)call << 32) ^ before);
  return (int64_t)(relaxRandomNext(&random) % (uint64_t)below);
}

/// What the line has next.
static bool take(const RunChoices *choices, const RunChoiceLine *line,
                 int64_t below, int64_t *value, RelaxError *error) {
  if (line->taken >= arrlenu(line->values))
    return relaxFail(error, "'%s', line %zu: expected more than %zu decisions",
                     choices->path, line->number, line->taken);
  *value = line->values[line->taken];
  return (*value >= 0 && *value < below) || below < 0 ||
         relaxFail(error,
                   "'%s', line %zu: decision %zu: expected 0 to %" PRId64
                   ", got %" PRId64,
                   choices->path, line->number, line->taken + 1, below - 1,
                   *value);
}

bool runChoose(void *user, int64_t below, int64_t *value, RelaxError *error) {
  const RunSession *session = user;
  RunChoices *choices = session->choices;
  size_t call = choices->call;
  if (choices->running)
    call += choices->running[runEngineRunningCall(session->engine)];
  RunChoiceLine *line = &choices->lines[call];
  if (choices->path && !take(choices, line, below, value, error))
    return false;
  if (choices->drawn && below > 0)
    *value = draw(choices, call, line->taken, below);
  if (choices->records)
    arrput(line->values, *value);
  ++line->taken;
  return true;
}

bool runChoicesEnd(const RunSession *session, const RunCall *call) {
  const RunChoices *choices = session->choices;
  if (!choices || !choices->path)
    return true;
  const RunChoiceLine *line = &choices->lines[call - choices->calls];
  return line->taken == arrlenu(line->values) ||
         runFail("'%s', line %zu: the call made %zu decisions, got %zu",
                 choices->path, line->number, line->taken,
                 arrlenu(line->values));
}
