//===- VerifyRewrites.c - both sides of a rewrite, run --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Extents come from the model finder over the facts (0, 1, bounds, primes),
// what a pattern leaves open from lists; the reference interpreter runs both
// sides. Values are equal to the bit, or within the bound that the rewrite
// states.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Pattern.gen.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Sym/Model.h"
#include "lib/Transforms/Patterns/SidesRun.h"

#include <inttypes.h>
#include <math.h>

enum { OPTION_FILE, OPTION_CASES };
enum { COUNT_REWRITES, COUNT_RUNS };
enum { MOST_RANK = 4 };
enum { LARGEST = 7 }; // extents that no fact asks for

typedef struct Verifying {
  RelaxPassRun *run;
  const Rewrite *rewrite;
  bool exact; // no bound is stated
  double bound, size;
  uint64_t runs;
  bool failed;
} Verifying;

static void report(Verifying *verifying, const SideChoice *choice, bool special,
                   const char *what) {
  StrBuf where = {0};
  bridgePrintType(choice->element, &where);
  strBufAppendFormat(&where, ", rank %d", choice->rank);
  for (size_t i = 0; i < choice->numSymbols; ++i)
    strBufAppendFormat(&where, ", %.*s=%" PRId64, (int)choice->names[i].length,
                       choice->names[i].data, choice->values[i]);
  bridgeEmitOpError(verifying->rewrite->op,
                    "does not compute what the pattern does: %s (where open: "
                    "%s%s)",
                    what, strBufText(&where),
                    special ? "; with special values" : "");
  strBufFree(&where);
  verifying->failed = true;
}

/// On ordinary numbers, then on those that code treats in a way of its own,
/// some of them each time.
static void runCase(Verifying *verifying, const SideChoice *choice) {
  enum { TIMES = 4 };
  for (int i = 0; i < TIMES && !verifying->failed; ++i) {
    StrBuf why = {0};
    SidesTrial trial = {.rewrite = verifying->rewrite,
                        .choice = choice,
                        .special = i > 0,
                        .exact = verifying->exact,
                        .bound = verifying->bound,
                        .size = verifying->size,
                        .seed = verifying->runs};
    SidesOutcome outcome = sidesRun(&trial, &why);
    verifying->runs += outcome != SIDES_NOT_RUN;
    if (outcome == SIDES_DIFFER)
      report(verifying, choice, trial.special, strBufText(&why));
    strBufFree(&why);
  }
}

//===----------------------------------------------------------------------===//
// One rewrite
//===----------------------------------------------------------------------===//

/// Some argument's element type, or rank, is open.
static bool leaves(const Pattern *pattern, bool element) {
  RelaxTensorInfo info;
  for (size_t i = 0; i < pattern->numArguments; ++i)
    if (relaxTensorInfo(pattern->values[i].type, &info) &&
        (element ? relaxElementIsUnknown(info.elementType) : !info.ranked))
      return true;
  return false;
}

/// With a known assignment of the symbols: all alternatives, element types,
/// ranks.
static void runAssignment(Verifying *verifying, SideChoice choice) {
  MlirContext context = verifying->run->context;
  const MlirType elements[] = {mlirF32TypeGet(context),
                               mlirIntegerTypeGet(context, 64),
                               mlirIntegerTypeGet(context, 1)};
  const Pattern *pattern = verifying->rewrite->pattern;
  size_t choices = sidesCountChoices(pattern);
  size_t numElements = leaves(pattern, true) ? 3 : 1;
  int ranks = leaves(pattern, false) ? MOST_RANK : 0;
  for (choice.choice = 0; choice.choice < choices; ++choice.choice)
    for (size_t e = 0; e < numElements; ++e)
      for (choice.rank = 0; choice.rank <= ranks && !verifying->failed;
           ++choice.rank) {
        choice.element = elements[e];
        runCase(verifying, &choice);
      }
}

/// A number that the rewrite states; false if it does not.
static bool states(MlirOperation rewrite, const char *name, double *value) {
  MlirAttribute number = mlirOperationGetDiscardableAttributeByName(
      rewrite, mlirStringRefCreateFromCString(name));
  bool has = number.ptr && mlirAttributeIsAFloat(number);
  if (has)
    *value = mlirFloatAttrGetValueDouble(number);
  return has;
}

/// A convolution multiplies all its extents: what would take long is left out.
static bool isSmall(const int64_t *values, size_t count) {
  enum { MOST_WORK = 1 << 22 };
  int64_t product = 1;
  for (size_t i = 0; i < count; ++i)
    if (values[i] > 1 &&
        (__builtin_mul_overflow(product, values[i], &product) ||
         product > MOST_WORK))
      return false;
  return true;
}

static void verifyRewrite(Verifying *verifying) {
  const Rewrite *rewrite = verifying->rewrite;
  Arena *arena = verifying->run->arena;
  SymNameList symbols = {.arena = arena};
  Facts facts = {.arena = arena};
  factsAddList(&facts, rewrite->pattern->facts);
  factsAddList(&facts, rewrite->facts);
  for (size_t i = 0; i < rewrite->pattern->numArguments; ++i)
    symWalkTypeSymbols(rewrite->pattern->values[i].type, symNameListAdd,
                       &symbols);
  MlirAttribute own = relaxPatternGetSymbols(rewrite->pattern->op);
  for (intptr_t i = 0; own.ptr && i < mlirArrayAttrGetNumElements(own); ++i)
    symNameListAdd(bridgeTextAt(own, i), &symbols);
  int64_t *values = NULL;
  size_t found = 1;
  if (symbols.count)
    found = symFindModels(
        arena, facts.items, facts.count, symbols.names, symbols.count, LARGEST,
        (size_t)relaxOptionInt(verifying->run, OPTION_CASES), &values);
  for (size_t i = 0; i < found && !verifying->failed; ++i)
    if (isSmall(values + i * symbols.count, symbols.count))
      runAssignment(verifying,
                    (SideChoice){.names = symbols.names,
                                 .values = values + i * symbols.count,
                                 .numSymbols = symbols.count});
  if (!verifying->failed && !verifying->runs) {
    bridgeEmitOpError(rewrite->op, "no inputs are found on which both sides "
                                   "run");
    verifying->failed = true;
  }
}

static bool verifyAll(RelaxPassRun *run, const PatternFile *file) {
  bool good = true;
  for (size_t i = 0; i < file->numRewrites; ++i) {
    const Rewrite *rewrite = &file->rewrites[i];
    Verifying verifying = {.run = run, .rewrite = rewrite, .size = INFINITY};
    verifying.exact = !states(rewrite->op, "bound", &verifying.bound);
    states(rewrite->op, "size", &verifying.size);
    if (rewrite->pattern->numRoots > SIDES_MOST_RESULTS) {
      bridgeEmitOpError(rewrite->op, "expected at most %d results",
                        SIDES_MOST_RESULTS);
      return false;
    }
    verifyRewrite(&verifying);
    ++run->counters[COUNT_REWRITES];
    run->counters[COUNT_RUNS] += verifying.runs;
    good &= !verifying.failed;
  }
  return good;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  PatternFile file;
  StrRef path = relaxOptionString(run, OPTION_FILE);
  if (relaxOptionInt(run, OPTION_CASES) < 1)
    return bridgeEmitOpError(run->op, "pass 'relax-verify-rewrites': 'cases': "
                                      "expected at least 1");
  bool good = path.length
                  ? patternFileRead(&file, run->op, "relax-verify-rewrites",
                                    path, run->arena)
                  : patternFileOf(&file, run->op, run->arena);
  good = good && verifyAll(run, &file);
  if (path.length)
    patternFileFree(&file);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

const RelaxPass relaxVerifyRewritesPass = {
    .name = "relax-verify-rewrites",
    .summary = "run both sides of rewrites and compare",
    .documentation =
        "For each `relax.rewrite` of a file, or of the module, the pattern and "
        "what takes its place become two functions, which the reference "
        "interpreter runs on the same inputs. Extents are assignments that "
        "satisfy the facts of both (different primes, 0, 1, bounds); `?` and "
        "`*` are several element types and ranks, where both sides have them; "
        "every combination of alternatives is run; attributes with a name are "
        "those of the text. Values have to be equal to the bit, also where "
        "inputs have NaN, infinities, -0, subnormal and the largest numbers "
        "among them, or the ends of integers; or within "
        "`attributes {bound = 1.0e-5}` of the rewrite (relative to the "
        "pattern's value, and to the largest one if that is more than 1; then "
        "all inputs are at most 100, or what `size = 40.0` says). A rewrite of "
        "which no run is found is an "
        "error.\n",
    .anchor = "builtin.module",
    .options =
        {[OPTION_FILE] =
             {"file", RELAX_OPTION_STRING,
              "patterns and rewrites, as text; none: the module's own", "",
              NULL},
         [OPTION_CASES] = {"cases", RELAX_OPTION_INT,
                           "most assignments of extents for each rewrite", "8",
                           NULL}},
    .counters = {[COUNT_REWRITES] = "rewrites", [COUNT_RUNS] = "runs"},
    .traits = RELAX_PASS_REPORTS,
    .dialects = {PATTERN_DIALECTS},
    .run = run,
};
