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
#include "lib/Analysis/ElementType.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Interpreter/Interpreter.h"
#include "lib/Runtime/Compare.h"
#include "lib/Runtime/Random.h"
#include "lib/Sym/Model.h"
#include "lib/Transforms/Patterns/Sides.h"

#include <inttypes.h>

enum { OPTION_FILE, OPTION_CASES };
enum { COUNT_REWRITES, COUNT_RUNS, NUM_COUNTERS };
enum { MOST_RESULTS = 8, MOST_RANK = 4 };
enum { LARGEST = 7 }; // extents that no fact asks for

typedef struct Verifying {
  RelaxPassRun *run;
  const Rewrite *rewrite;
  RelaxTolerance tolerance;
  uint64_t runs;
  bool failed;
} Verifying;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static bool isPowerOfTwo(const Pattern *pattern, size_t argument) {
  for (size_t i = 0; i < pattern->numChecks; ++i)
    if (strRefEqual(strRefFromC(pattern->checks[i].rule->name),
                    strRefFromC("power_of_two")) &&
        pattern->checks[i].values[0] == argument)
      return true;
  return false;
}

static bool makeInput(const Pattern *pattern, size_t argument, MlirType type,
                      RelaxRandom *random, RelaxTensor *out) {
  RelaxTensorInfo info;
  RelaxError error = {0};
  RelaxDType dtype;
  int64_t dims[RELAX_MAX_RANK];
  if (!relaxTensorInfo(type, &info) || info.rank > RELAX_MAX_RANK ||
      !relaxElementDType(info.elementType, &dtype))
    return false;
  for (intptr_t i = 0; i < info.rank; ++i)
    if (!symAttributeIsConst(info.dims[i], &dims[i]))
      return false;
  bool good = relaxTensorCreate(dtype, (int32_t)info.rank, dims, out, &error);
  relaxErrorFree(&error);
  if (!good)
    return false;
  relaxRandomFill(random, out);
  if (dtype == RELAX_F32 && isPowerOfTwo(pattern, argument))
    for (int64_t i = 0; i < relaxTensorCount(out); ++i)
      ((float *)out->data)[i] = 4;
  return true;
}

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

static void describe(const SideChoice *choice, StrBuf *out) {
  bridgePrintType(choice->element, out);
  strBufAppendFormat(out, ", rank %d", choice->rank);
  for (size_t i = 0; i < choice->numSymbols; ++i)
    strBufAppendFormat(out, ", %.*s=%" PRId64, (int)choice->names[i].length,
                       choice->names[i].data, choice->values[i]);
}

static void report(Verifying *verifying, const SideChoice *choice,
                   const char *what) {
  StrBuf where = {0};
  describe(choice, &where);
  bridgeEmitOpError(verifying->rewrite->op,
                    "does not compute what the pattern does: %s (where open: "
                    "%s)",
                    what, strBufText(&where));
  strBufFree(&where);
  verifying->failed = true;
}

static void compare(Verifying *verifying, const SideChoice *choice,
                    const RelaxTensor *before, const RelaxTensor *after) {
  for (size_t i = 0; i < verifying->rewrite->pattern->numRoots; ++i) {
    RelaxComparison comparison;
    if (verifying->failed ||
        relaxCompare(&after[i], &before[i], verifying->tolerance, &comparison))
      continue;
    StrBuf text = {0};
    relaxComparisonPrint(&comparison, &after[i], &before[i],
                         verifying->tolerance, &text);
    report(verifying, choice, strBufText(&text));
    strBufFree(&text);
  }
}

static void runSides(Verifying *verifying, const SideChoice *choice,
                     MlirModule module, const RelaxTensor *inputs) {
  size_t numInputs = verifying->rewrite->pattern->numArguments;
  size_t numRoots = verifying->rewrite->pattern->numRoots;
  RelaxTensor before[MOST_RESULTS] = {0}, after[MOST_RESULTS] = {0};
  RelaxError error = {0};
  MlirOperation op = mlirModuleGetOperation(module);
  // What the pattern itself cannot compute (an integer over 0) says nothing.
  if (relaxInterpret(op, strRefFromC("before"), inputs, numInputs, NULL, before,
                     numRoots, &error)) {
    ++verifying->runs;
    if (relaxInterpret(op, strRefFromC("after"), inputs, numInputs, NULL, after,
                       numRoots, &error))
      compare(verifying, choice, before, after);
    else
      report(verifying, choice, relaxErrorText(&error));
  }
  relaxErrorFree(&error);
  for (size_t i = 0; i < numRoots; ++i) {
    relaxTensorRelease(&before[i]);
    relaxTensorRelease(&after[i]);
  }
}

static void runCase(Verifying *verifying, const SideChoice *choice) {
  enum { SEED = 7 };
  const Pattern *pattern = verifying->rewrite->pattern;
  Arena *arena = arenaCreate();
  MlirModule module = sidesMake(arena, verifying->rewrite, choice);
  if (module.ptr) {
    MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(
        mlirBlockGetFirstOperation(mlirModuleGetBody(module)), 0));
    RelaxTensor *inputs =
        ARENA_ARRAY(arena, RelaxTensor, pattern->numArguments);
    RelaxRandom random = relaxRandomSeed(SEED + (uint64_t)verifying->runs);
    bool good = true;
    for (size_t i = 0; i < pattern->numArguments && good; ++i)
      good = makeInput(
          pattern, i, mlirValueGetType(mlirBlockGetArgument(body, (intptr_t)i)),
          &random, &inputs[i]);
    if (good)
      runSides(verifying, choice, module, inputs);
    for (size_t i = 0; i < pattern->numArguments; ++i)
      relaxTensorRelease(&inputs[i]);
    mlirModuleDestroy(module);
  }
  arenaDestroy(arena);
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

static double boundOf(MlirOperation rewrite) {
  MlirAttribute bound = mlirOperationGetDiscardableAttributeByName(
      rewrite, mlirStringRefCreateFromCString("bound"));
  return bound.ptr && mlirAttributeIsAFloat(bound)
             ? mlirFloatAttrGetValueDouble(bound)
             : 0;
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
    symNameListAdd(
        strRefFromMlir(mlirStringAttrGetValue(mlirArrayAttrGetElement(own, i))),
        &symbols);
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
    double bound = boundOf(rewrite->op);
    Verifying verifying = {
        .run = run, .rewrite = rewrite, .tolerance = {bound, bound}};
    if (rewrite->pattern->numRoots > MOST_RESULTS) {
      bridgeEmitOpError(rewrite->op, "expected at most %d results",
                        MOST_RESULTS);
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

static const RelaxPassOption options[] = {
    [OPTION_FILE] = {"file", RELAX_OPTION_STRING,
                     "patterns and rewrites, as text; none: the module's own",
                     "", NULL},
    [OPTION_CASES] = {"cases", RELAX_OPTION_INT,
                      "most assignments of extents for each rewrite", "8",
                      NULL}};

static const char *const counters[NUM_COUNTERS] = {
    [COUNT_REWRITES] = "rewrites", [COUNT_RUNS] = "runs"};

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
        "those of the text. Values have to be equal to the bit, or within "
        "`attributes {bound = 1.0e-5}` of the rewrite (absolute, and relative "
        "to the pattern's value). A rewrite of which no run is found is an "
        "error.\n",
    .anchor = "builtin.module",
    .options = options,
    .numOptions = sizeof(options) / sizeof(*options),
    .counters = counters,
    .numCounters = NUM_COUNTERS,
    .traits = RELAX_PASS_REPORTS,
    .dialects = patternDialects,
    .run = run,
};
