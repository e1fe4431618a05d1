//===- Agree.c - do two texts of a program do the same --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Programs/Agree.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Rows.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Interpreter/Programs/Program.h"
#include "lib/Runtime/Compare.h"
#include "lib/Runtime/CompareBounds.h"

#include <inttypes.h>

/// What code treats in a way of its own, small ones first: it is interpreted.
static const int64_t usual[] = {1, 2, 7, 3, 0, 17, 16, 5, 8, 33};
enum {
  NUM_USUAL = sizeof(usual) / sizeof(*usual),
  MAX_ELEMENTS = 1 << 16, // of all buffers, where extents can be chosen
  TRIES = 30,             // for each case
  MAX_STEPS = 1 << 22     // of all cases
};

typedef struct Pair {
  MlirOperation before, after;
  Arena *arena;
  RelaxInterpreter *interpreter;
  StrRef *symbols;
  size_t numSymbols;
  int64_t *values;
  intptr_t numBuffers;
  RelaxRandom random;
  StrBuf *text;
} Pair;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static bool sameHeads(Pair *pair) {
  StrRef *others;
  pair->numSymbols = tirFuncSymbols(pair->before, pair->arena, &pair->symbols);
  bool same =
      tirFuncSymbols(pair->after, pair->arena, &others) == pair->numSymbols &&
      mlirTypeEqual(tirFuncGetFunctionType(pair->before),
                    tirFuncGetFunctionType(pair->after));
  for (size_t i = 0; same && i < pair->numSymbols; ++i)
    same = strRefEqual(pair->symbols[i], others[i]);
  return same;
}

static EvalFrame frameOf(Pair *pair) {
  EvalFrame frame = {.interpreter = pair->interpreter, .arena = arenaCreate()};
  for (size_t i = 0; i < pair->numSymbols; ++i)
    evalBindSymbol(&frame, pair->symbols[i], pair->values[i], "the case", 0);
  return frame;
}

/// The extents of a buffer; false if it has none for these symbols.
static bool dimsOf(EvalFrame *frame, MlirType type, RelaxDType *dtype,
                   int32_t *rank, int64_t *dims) {
  const MlirAttribute *exprs;
  intptr_t count = tirBufferTypeGetDims(type, &exprs);
  RelaxError error = {0};
  bool good = count <= RELAX_MAX_RANK &&
              relaxElementDType(tirBufferTypeGetElementType(type), dtype) &&
              relaxDTypeIsNumber(*dtype);
  *rank = (int32_t)count;
  for (intptr_t i = 0; good && i < count; ++i)
    good =
        evalExpr(frame, symExprOf(frame->arena, exprs[i]), &dims[i], &error) &&
        dims[i] >= 0;
  relaxErrorFree(&error);
  return good;
}

static MlirType bufferType(const Pair *pair, intptr_t index) {
  return mlirFunctionTypeGetInput(tirFuncGetFunctionType(pair->before), index);
}

/// Facts hold, and the buffers are small if they can be.
static bool isCase(Pair *pair, bool large) {
  EvalFrame frame = frameOf(pair);
  RelaxError error = {0};
  bool good = true;
  double elements = 0;
  MlirAttribute facts = tirFuncGetFacts(pair->before);
  if (facts.ptr)
    good = evalCheckFacts(&frame, facts, "", &error);
  for (intptr_t i = 0; good && i < pair->numBuffers; ++i) {
    RelaxDType dtype;
    int32_t rank;
    int64_t dims[RELAX_MAX_RANK];
    double count = 1;
    good = dimsOf(&frame, bufferType(pair, i), &dtype, &rank, dims);
    for (int32_t d = 0; good && d < rank; ++d)
      count *= (double)dims[d];
    elements += count;
  }
  relaxErrorFree(&error);
  evalFrameRelease(&frame);
  return good && elements <= (large ? 16.0 : 1.0) * MAX_ELEMENTS;
}

/// Extents for a case: all the same first, then any.
static bool choose(Pair *pair, long number) {
  for (long t = 0; t < TRIES; ++t) {
    uint64_t same = (uint64_t)number + (uint64_t)t;
    for (size_t i = 0; i < pair->numSymbols; ++i)
      pair->values[i] =
          usual[(number + t < NUM_USUAL ? same
                                        : relaxRandomNext(&pair->random)) %
                NUM_USUAL];
    if (isCase(pair, pair->numSymbols == 0 || t > TRIES / 2))
      return true;
  }
  return false;
}

/// Where the rows of a buffer begin, if it has a table of that: behind each
/// other.
static void fillTable(const Pair *pair, intptr_t index, RelaxTensor *buffers) {
  intptr_t number = tirRowsOf(pair->before, index);
  if (number < 0)
    return;
  const RelaxTensor *rows = &buffers[index];
  RelaxTensor *table = &buffers[number];
  int64_t width = 1;
  for (int32_t d = 1; d < rows->rank; ++d)
    width *= rows->dims[d];
  for (int64_t i = 0; i < table->dims[0]; ++i)
    relaxStoreInt(table->dtype, table->data, i, i * width);
}

/// Numbers for every buffer. Integers may be indices: small ones, as a rule.
static bool fill(Pair *pair, bool small, RelaxTensor *buffers) {
  EvalFrame frame = frameOf(pair);
  RelaxError error = {0};
  bool good = true;
  for (intptr_t i = 0; good && i < pair->numBuffers; ++i) {
    RelaxDType dtype;
    int32_t rank;
    int64_t dims[RELAX_MAX_RANK];
    good = dimsOf(&frame, bufferType(pair, i), &dtype, &rank, dims) &&
           relaxTensorCreate(dtype, rank, dims, &buffers[i], &error);
    if (!good)
      break;
    relaxRandomFill(&pair->random, &buffers[i]);
    for (int64_t k = 0, e = relaxTensorCount(&buffers[i]);
         small && !relaxDTypeIsFloat(dtype) && k < e; ++k)
      relaxStoreInt(dtype, buffers[i].data, k,
                    relaxLoadInt(dtype, buffers[i].data, k) & 1);
  }
  for (intptr_t i = 0; good && i < pair->numBuffers; ++i)
    fillTable(pair, i, buffers);
  relaxErrorFree(&error);
  evalFrameRelease(&frame);
  return good;
}

static void releaseAll(RelaxTensor *tensors, intptr_t count) {
  for (intptr_t i = 0; i < count; ++i)
    relaxTensorRelease(&tensors[i]);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// One text on copies of the buffers, with errors of rounding from a seed.
static bool runOne(Pair *pair, MlirOperation function,
                   const RelaxTensor *buffers, uint64_t seed, RelaxTensor *out,
                   RelaxError *error) {
  const RelaxTensor **pointers =
      ARENA_ARRAY(pair->arena, const RelaxTensor *, pair->numBuffers + 1);
  bool good = true;
  for (intptr_t i = 0; good && i < pair->numBuffers; ++i) {
    pointers[i] = &out[i];
    good = relaxTensorClone(&buffers[i], &out[i], error);
  }
  relaxInterpreterDisturb(pair->interpreter, seed);
  return good && progCallFunction(pair->interpreter, function, pointers,
                                  pair->values, error);
}

/// What rounding can do to a buffer; no tensor where a run fails.
static RelaxTensor boundsOf(Pair *pair, const RelaxTensor *buffers,
                            const RelaxTensor *expected, intptr_t index) {
  RelaxTensor bounds = relaxBoundsStart(expected);
  for (uint64_t seed = 1; bounds.storage && seed <= RELAX_BOUND_RUNS; ++seed) {
    RelaxTensor *got =
        ARENA_ARRAY(pair->arena, RelaxTensor, pair->numBuffers + 1);
    RelaxError error = {0};
    if (runOne(pair, pair->before, buffers, seed, got, &error))
      relaxBoundsWiden(&bounds, expected, &got[index]);
    else
      relaxTensorRelease(&bounds);
    relaxErrorFree(&error);
    releaseAll(got, pair->numBuffers);
  }
  relaxBoundsFinish(&bounds, relaxDTypeIsFloat(expected->dtype));
  return bounds;
}

static bool agreesOne(Pair *pair, const RelaxTensor *buffers,
                      const RelaxTensor *expected, const RelaxTensor *got,
                      intptr_t index) {
  RelaxTolerance tolerance = relaxToleranceDefault(expected->dtype);
  RelaxComparison comparison;
  if (relaxCompare(got, expected, tolerance, &comparison))
    return true;
  RelaxTensor bounds = boundsOf(pair, buffers, expected, index);
  bool good = relaxCompareWithin(got, expected, tolerance,
                                 bounds.storage ? &bounds : NULL, &comparison);
  if (!good) {
    MlirBlock entry = bridgeBody(pair->before);
    StrRef name = bridgeLocationName(
        mlirValueGetLocation(mlirBlockGetArgument(entry, index)));
    strBufAppendFormat(pair->text, "buffer '%.*s': ", (int)name.length,
                       name.data);
    relaxComparisonPrint(&comparison, got, expected, tolerance, pair->text);
  }
  relaxTensorRelease(&bounds);
  return good;
}

static void printCase(const Pair *pair) {
  for (size_t i = 0; i < pair->numSymbols; ++i)
    strBufAppendFormat(pair->text, "%s%.*s=%" PRId64, i ? "," : ", with ",
                       (int)pair->symbols[i].length, pair->symbols[i].data,
                       pair->values[i]);
}

/// `tried`: one of the texts has an end on these inputs.
static bool agreesOn(Pair *pair, bool small, bool *tried) {
  RelaxTensor *all =
      ARENA_ARRAY(pair->arena, RelaxTensor, 3 * pair->numBuffers + 1);
  RelaxTensor *expected = all + pair->numBuffers;
  RelaxTensor *got = expected + pair->numBuffers;
  RelaxError theirs = {0}, ours = {0};
  bool good = true;
  *tried = false;
  if (fill(pair, small, all)) {
    bool there = runOne(pair, pair->before, all, 0, expected, &theirs);
    bool late = relaxInterpreterWasLimited(pair->interpreter);
    bool here = !late && runOne(pair, pair->after, all, 0, got, &ours);
    late |= relaxInterpreterWasLimited(pair->interpreter);
    *tried = !late && (there || here);
    if (*tried && there != here) {
      strBufAppendFormat(pair->text,
                         here ? "it does not fail any more: %s" : "%s",
                         relaxErrorText(here ? &theirs : &ours));
      good = false;
    }
    for (intptr_t i = 0; *tried && good && i < pair->numBuffers; ++i)
      good = agreesOne(pair, all, &expected[i], &got[i], i);
  }
  if (!good)
    printCase(pair);
  relaxErrorFree(&theirs);
  relaxErrorFree(&ours);
  releaseAll(all, 3 * pair->numBuffers);
  return good;
}

RelaxProgramsVerdict relaxProgramsAgree(MlirOperation before,
                                        MlirOperation after, long cases,
                                        StrBuf *text) {
  Arena *arena = arenaCreate();
  RelaxInterpreter interpreter = {.arena = arena};
  Pair pair = {.before = before,
               .after = after,
               .arena = arena,
               .interpreter = &interpreter,
               .random = relaxRandomSeed(1),
               .text = text};
  bool good = true, any = false;
  relaxInterpreterLimit(&interpreter, MAX_STEPS);
  if (sameHeads(&pair)) {
    pair.values = ARENA_ARRAY(arena, int64_t, pair.numSymbols + 1);
    pair.numBuffers =
        mlirFunctionTypeGetNumInputs(tirFuncGetFunctionType(before));
    for (long i = 0; good && i < cases && choose(&pair, i) &&
                     !relaxInterpreterWasLimited(&interpreter);
         ++i) {
      bool tried;
      good = agreesOn(&pair, i % 4 != 3, &tried);
      any |= tried;
    }
  }
  arenaDestroy(arena);
  return !good ? RELAX_PROGRAMS_DIFFER
         : any ? RELAX_PROGRAMS_AGREE
               : RELAX_PROGRAMS_NOT_TRIED;
}
