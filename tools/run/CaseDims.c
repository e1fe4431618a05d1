//===- CaseDims.c - extents that a function is tried with -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Random.h"
#include "tools/run/Cases.h"

#include <ctype.h>
#include <inttypes.h>
#include <stb/stb_ds.h>
#include <string.h>

/// Each kind of extent that code treats in a way of its own: none, one, less
/// than a vector, a vector, one more, several with a rest.
static const int64_t usual[] = {1, 2, 0, 3, 7, 17, 16, 33, 5, 8, 13, 64, 31};
enum {
  NUM_USUAL = sizeof(usual) / sizeof(*usual),
  MAX_ELEMENTS = 1 << 20, // of all inputs
  MAX_EXTENT = 1 << 12,
  TRIES = 60 // for each case
};

typedef struct Chooser {
  const RelaxFunction *function;
  RelaxSymbolValue *values; // stb_ds array: one per symbol
  int64_t *numbers;         // stb_ds array: what they are chosen from
  SymFact *facts;
  size_t numFacts;
} Chooser;

static void addSymbol(Chooser *chooser, StrRef name) {
  for (ptrdiff_t i = 0; i < arrlen(chooser->values); ++i)
    if (strRefEqual(chooser->values[i].name, name))
      return;
  if (!symIsReserved(name))
    arrput(chooser->values, ((RelaxSymbolValue){name, 0}));
}

/// The words of `[n, 2 * m]`.
static void addSymbols(Chooser *chooser, StrRef dims) {
  for (size_t i = 0; i < dims.length;) {
    size_t begin = i;
    while (i < dims.length &&
           (isalnum((unsigned char)dims.data[i]) || dims.data[i] == '_'))
      ++i;
    if (i > begin && !isdigit((unsigned char)dims.data[begin]))
      addSymbol(chooser, (StrRef){dims.data + begin, i - begin});
    i += i == begin;
  }
}

/// The bounds that a fact names, and the numbers beside them.
static void addNumbers(Chooser *chooser, SymExpr expr) {
  int64_t value;
  if (!symExprIsConst(expr, &value))
    return;
  for (int64_t x = value - 1; x <= value + 1; ++x)
    if (x >= 0 && x <= MAX_EXTENT)
      arrput(chooser->numbers, x);
}

/// All facts hold, and the inputs have extents and fit.
static bool isCase(const Chooser *chooser) {
  double elements = 0;
  for (size_t i = 0; i < chooser->numFacts; ++i)
    if (!chooser->facts[i].likely &&
        runBreaksFact(chooser->values, chooser->facts[i]))
      return false;
  for (uint32_t i = 0; i < chooser->function->numParams; ++i) {
    int64_t dims[RELAX_MAX_RANK];
    RelaxError error = {0};
    double count = 1;
    bool good =
        relaxValueTypeDims(&chooser->function->params[i], chooser->values,
                           (size_t)arrlen(chooser->values), dims, &error);
    relaxErrorFree(&error);
    for (int32_t d = 0; good && d < chooser->function->params[i].rank; ++d) {
      good = dims[d] >= 0;
      count *= (double)dims[d];
    }
    if (!good)
      return false;
    elements += count;
  }
  return elements <= MAX_ELEMENTS;
}

static const char *printCase(const Chooser *chooser, Arena *arena) {
  StrBuf text = {0};
  for (ptrdiff_t i = 0; i < arrlen(chooser->values); ++i)
    strBufAppendFormat(&text, "%s%.*s=%" PRId64, i ? "," : "",
                       (int)chooser->values[i].name.length,
                       chooser->values[i].name.data, chooser->values[i].value);
  const char *kept =
      arenaCopyString(arena, (StrRef){strBufText(&text), text.length}).data;
  strBufFree(&text);
  return kept;
}

static bool isKnown(const char **cases, const char *text) {
  for (ptrdiff_t i = 0; i < arrlen(cases); ++i)
    if (strcmp(cases[i], text) == 0)
      return true;
  return false;
}

const char **runCaseDims(const RunSession *session,
                         const RelaxFunction *function, long count,
                         Arena *arena) {
  Chooser chooser = {.function = function};
  const char **cases = NULL;
  RelaxRandom random = relaxRandomSeed(1);
  for (uint32_t i = 0; i < function->numParams; ++i)
    addSymbols(&chooser, function->params[i].dims);
  for (size_t i = 0; i < NUM_USUAL; ++i)
    arrput(chooser.numbers, usual[i]);
  // A function of the stage vm has none left.
  if (!runEngineFacts(session->against, function->name, arena, &chooser.facts,
                      &chooser.numFacts))
    runEngineFacts(session->engine, function->name, arena, &chooser.facts,
                   &chooser.numFacts);
  for (size_t i = 0; i < chooser.numFacts; ++i)
    if (chooser.facts[i].kind != SYM_FACT_IN) {
      addNumbers(&chooser, chooser.facts[i].lhs);
      addNumbers(&chooser, chooser.facts[i].rhs);
    } else {
      for (size_t k = 0; k < chooser.facts[i].numValues; ++k)
        arrput(chooser.numbers, chooser.facts[i].values[k]);
    }
  size_t numNumbers = arrlenu(chooser.numbers);
  for (long t = 0; t < count * TRIES && arrlen(cases) < count; ++t) {
    for (ptrdiff_t i = 0; i < arrlen(chooser.values); ++i)
      chooser.values[i].value =
          chooser.numbers[(size_t)t < numNumbers
                              ? (size_t)t
                              : relaxRandomNext(&random) % numNumbers];
    const char *text = printCase(&chooser, arena);
    // Without symbols the numbers are another case.
    if (isCase(&chooser) && (!*text || !isKnown(cases, text)))
      arrput(cases, text);
  }
  arrfree(chooser.values);
  arrfree(chooser.numbers);
  return cases;
}
