//===- PipelineCut.c - the begin or the end of a pipeline -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/PipelineText.h"
#include "lib/Support/NearNames.h"

#include <limits.h>
#include <stdlib.h>

/// `PASS#N`.
typedef struct Wanted {
  StrRef name;
  long number; // occurrences that are still to come
} Wanted;

static bool parseWanted(StrRef which, Wanted *out, StrBuf *message) {
  size_t length = 0;
  while (length < which.length && which.data[length] != '#')
    ++length;
  *out = (Wanted){{which.data, length}, 1};
  if (length == which.length)
    return true;
  char *end = NULL;
  const char *digits = which.data + length + 1; // a NUL stands behind the text
  out->number = strtol(digits, &end, 10);
  if (end == which.data + which.length && end != digits && out->number > 0 &&
      out->number < LONG_MAX)
    return true;
  strBufAppendFormat(message,
                     "expected a pass, or PASS#N with N from 1 on, "
                     "got '%.*s'",
                     (int)which.length, which.data);
  return false;
}

/// Drops what comes behind the wanted step, or before it; true if it is there.
static bool cut(PipelineStep **steps, Wanted *wanted, bool stop) {
  for (PipelineStep **at = steps; *at; at = &(*at)->next) {
    PipelineStep *step = *at;
    bool found = step->nests ? cut(&step->inner, wanted, stop)
                             : strRefEqual(step->name, wanted->name) &&
                                   --wanted->number == 0;
    if (!found)
      continue;
    if (stop)
      step->next = NULL;
    else
      *steps = step;
    return true;
  }
  return false;
}

static void addNames(const PipelineStep *steps, StrRef *names, size_t *count,
                     size_t most) {
  for (; steps; steps = steps->next) {
    if (!steps->nests && *count < most)
      names[(*count)++] = steps->name;
    addNames(steps->inner, names, count, most);
  }
}

static bool cutAt(PipelineStep **steps, StrRef which, bool stop,
                  StrBuf *message) {
  enum { MOST = 512 };
  Wanted wanted;
  if (!parseWanted(which, &wanted, message))
    return false;
  long number = wanted.number;
  if (cut(steps, &wanted, stop))
    return true;
  StrRef names[MOST];
  size_t count = 0, near;
  if (wanted.number < number) {
    strBufAppendFormat(
        message, "the pipeline has '%.*s' %ld time%s, got '#%ld'",
        (int)wanted.name.length, wanted.name.data, number - wanted.number,
        number - wanted.number == 1 ? "" : "s", number);
    return false;
  }
  addNames(*steps, names, &count, MOST);
  strBufAppendFormat(message, "the pipeline does not have '%.*s'",
                     (int)wanted.name.length, wanted.name.data);
  if (nearNames(wanted.name, names, count, &near, 1))
    strBufAppendFormat(message, "; did you mean '%.*s'?",
                       (int)names[near].length, names[near].data);
  return false;
}

bool pipelineStopAfter(PipelineStep **steps, StrRef which, StrBuf *message) {
  return cutAt(steps, which, true, message);
}

bool pipelineStartAt(PipelineStep **steps, StrRef which, StrBuf *message) {
  return cutAt(steps, which, false, message);
}
