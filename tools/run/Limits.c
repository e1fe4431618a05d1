//===- Limits.c - what this machine can do at most ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Two programs, compiled as kernels are: sums that need no memory, as many as
// registers hold, and a sum over more memory than caches hold.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Limits.h"
#include "dialects/Relax/Target.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Runtime/Parallel.h"
#include "lib/Runtime/Storage.h"
#include "lib/Target/JIT.h"
#include "tools/run/EngineState.h"

enum {
  STREAMS = 8,              // loads in flight of the sum over memory
  STREAM_BYTES = 128 << 20, // a multiple of what caches hold
  REPEATS = 5,              // of which the shortest counts
  LEAST_ROUNDS = 1 << 14,   // of the sums in registers
  MOST_ROUNDS = 1 << 28,
};
static const double leastSeconds = 2e-3;

/// A program of `count` sums of vectors side by side, a task for each block of
/// the buffer; its text goes to `out`.
typedef struct Sums {
  const char *name;
  int count;
  long long lanes;
  bool stream; // adds what is in memory; else products of what is in registers
  StrBuf *out;
} Sums;

static void beginProgram(const Sums *s) {
  strBufAppendFormat(
      s->out,
      "tir.func private @%s(%%X: !tir.buffer<[t, c, %lld], f32>) symbols (r) {"
      "%%m = tir.as_memref %%X : !tir.buffer<[t, c, %lld], f32> to "
      "memref<?x?x%lldxf32> "
      "%%t = tir.extent (t) : index %%r = tir.extent (r) : index\n"
      "%%c0 = arith.constant 0 : index %%c1 = arith.constant 1 : index "
      "%%step = arith.constant %d : index\n",
      s->name, s->lanes, s->lanes, s->lanes, s->count);
  for (int k = 0; k < s->count; ++k)
    strBufAppendFormat(s->out, "%%k%d = arith.constant %d : index\n", k, k);
  strBufAppendC(s->out, "scf.parallel (%i) = (%c0) to (%t) step (%c1) {\n");
}

static void appendLoad(const Sums *s, const char *name, int k,
                       const char *place) {
  strBufAppendFormat(
      s->out,
      "%%%s%d = vector.load %%m[%%i, %s%d, %%c0] : memref<?x?x%lldxf32>, "
      "vector<%lldxf32>\n",
      name, k, place, k, s->lanes, s->lanes);
}

/// `, ` between `prefix<k>suffix`.
static void appendList(const Sums *s, const char *prefix, const char *middle) {
  for (int k = 0; k < s->count; ++k) {
    strBufAppendFormat(s->out, "%s%s%d", k ? ", " : "", prefix, k);
    if (middle)
      strBufAppendFormat(s->out, "%s%d", middle, k);
  }
}

static void appendTypes(const Sums *s) {
  for (int k = 0; k < s->count; ++k)
    strBufAppendFormat(s->out, "%svector<%lldxf32>", k ? ", " : "", s->lanes);
}

/// One round: `%b<k>` of `%a<k>`.
static void appendRound(const Sums *s) {
  if (s->stream)
    strBufAppendC(s->out, "%row = arith.muli %j, %step : index\n");
  for (int k = 0; k < s->count; ++k) {
    if (s->stream) {
      strBufAppendFormat(s->out, "%%j%d = arith.addi %%row, %%k%d : index\n", k,
                         k);
      appendLoad(s, "l", k, "%j");
      strBufAppendFormat(s->out,
                         "%%b%d = arith.addf %%a%d, %%l%d : vector<%lldxf32>\n",
                         k, k, k, s->lanes);
    } else {
      strBufAppendFormat(s->out,
                         "%%p%d = arith.mulf %%a%d, %%x0 fastmath<contract> : "
                         "vector<%lldxf32>\n"
                         "%%b%d = arith.addf %%p%d, %%x0 fastmath<contract> : "
                         "vector<%lldxf32>\n",
                         k, k, s->lanes, k, k, s->lanes);
    }
  }
}

static void appendProgram(const Sums *s) {
  beginProgram(s);
  for (int k = 0; k < s->count; ++k)
    appendLoad(s, "x", k, "%k");
  strBufAppendFormat(s->out,
                     "%%z:%d = scf.for %%j = %%c0 to %%r step %%c1 iter_args(",
                     s->count);
  appendList(s, "%a", " = %x");
  strBufAppendC(s->out, ") -> (");
  appendTypes(s);
  strBufAppendC(s->out, ") {\n");
  appendRound(s);
  strBufAppendC(s->out, "scf.yield ");
  appendList(s, "%b", NULL);
  strBufAppendC(s->out, " : ");
  appendTypes(s);
  strBufAppendC(s->out, "\n}\n");
  for (int k = 1; k < s->count; ++k)
    strBufAppendFormat(s->out,
                       "%%s%d = arith.addf %%%s%d, %%z#%d : vector<%lldxf32>\n",
                       k, k == 1 ? "z#" : "s", k - 1, k, s->lanes);
  strBufAppendFormat(s->out,
                     "vector.store %%s%d, %%m[%%i, %%c0, %%c0] : "
                     "memref<?x?x%lldxf32>, vector<%lldxf32>\n"
                     "scf.reduce\n}\ntir.return\n}\n",
                     s->count - 1, s->lanes, s->lanes);
}

/// `calls` rounds of the program; seconds of the shortest of some calls, with
/// at least that many seconds where the rounds may grow.
static double timeProgram(RelaxKernel kernel, float *data, int64_t tasks,
                          int64_t rows, int64_t *rounds, int64_t mostRounds) {
  void *buffers[] = {data};
  double best = 0;
  for (int run = 0; run < REPEATS;) {
    int64_t symbols[] = {tasks, rows, *rounds};
    double begin = engineSeconds(CLOCK_MONOTONIC);
    kernel(buffers, symbols);
    double seconds = engineSeconds(CLOCK_MONOTONIC) - begin;
    if (seconds < leastSeconds && *rounds < mostRounds) {
      *rounds *= 2;
      continue;
    }
    if (run++ == 0 || seconds < best)
      best = seconds;
  }
  return best;
}

static void measure(RelaxJit *jit, const RelaxTarget *target, int sums,
                    RunLimits *out) {
  int64_t lanes = target->vectorBytes / 4;
  RelaxStorage *memory = relaxStorageCreate(STREAM_BYTES);
  RelaxKernel peak = relaxJitFind(jit, "peak"),
              stream = relaxJitFind(jit, "stream");
  if (!memory || !peak || !stream) {
    relaxStorageRelease(memory);
    return;
  }
  float *data = memory->data;
  for (size_t i = 0; i < STREAM_BYTES / sizeof(*data); ++i)
    data[i] = 0.5f; // sums of products stay near 1
  int64_t threads = out->threads, rounds = LEAST_ROUNDS;
  double seconds = timeProgram(peak, data, threads, sums, &rounds, MOST_ROUNDS);
  out->multiplyAdds = (double)(threads * rounds * sums * lanes) / seconds;
  int64_t rows = STREAM_BYTES / (threads * target->vectorBytes);
  rounds = rows / STREAMS;
  seconds = timeProgram(stream, data, threads, rows, &rounds, rounds);
  out->bytes =
      (double)(threads * rounds * STREAMS * target->vectorBytes) / seconds;
  out->known = true;
  relaxStorageRelease(memory);
}

/// The first target of a module; null if there is none.
static MlirOperation findTarget(MlirOperation module) {
  MlirOperation op = {NULL};
  if (module.ptr)
    op = mlirBlockGetFirstOperation(bridgeBody(module));
  while (op.ptr && !relaxIsMachine(op))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

/// The target of the module, else that of the options, in an empty module; null
/// after errors.
static MlirModule createModule(MlirContext context, MlirOperation like,
                               const RunEngineOptions *options) {
  MlirModule module =
      bridgeParseModule(context, strRefFromC("module {\n}\n"), "limits");
  MlirOperation target = findTarget(like);
  if (target.ptr)
    mlirBlockInsertOwnedOperation(mlirModuleGetBody(module), 0,
                                  mlirOperationClone(target));
  else if (!bridgeRunStages(mlirModuleGetOperation(module),
                            &(BridgeStages){.target = options->target,
                                            .batch = options->batch}))
    module.ptr = NULL;
  return module;
}

/// Compiles both programs for the target and lets them run.
static void compileAndMeasure(MlirContext context, MlirModule module,
                              const RunEngineOptions *options, RunLimits *out) {
  MlirOperation place = findTarget(mlirModuleGetOperation(module));
  RelaxTarget target = relaxTargetRead(place);
  StrBuf text = {0}, message = {0};
  Sums sums = {.name = "peak",
               .count = target.registers >= 32 ? 20 : 12,
               .lanes = target.vectorBytes / 4,
               .out = &text};
  Sums stream = {.name = "stream",
                 .count = STREAMS,
                 .lanes = sums.lanes,
                 .stream = true,
                 .out = &text};
  appendProgram(&sums);
  appendProgram(&stream);
  MlirModule programs =
      bridgeParseModule(context, (StrRef){text.data, text.length}, "limits");
  mlirBlockInsertOwnedOperation(mlirModuleGetBody(programs), 0,
                                mlirOperationClone(place));
  RelaxJitOptions jit = {.machine = runEngineTarget(options), .threads = 1};
  jit.machine.debugInfo = false;
  RelaxJit *code =
      relaxJitCreate(mlirModuleGetOperation(programs), &jit, &message);
  if (code)
    measure(code, &target, sums.count, out);
  relaxJitDestroy(code);
  mlirModuleDestroy(programs);
  strBufFree(&text);
  strBufFree(&message);
}

RunLimits runLimitsMeasure(MlirContext context, MlirOperation module,
                           const RunEngineOptions *options) {
  RunLimits limits = {.threads = relaxParallelThreads()};
  MlirModule empty = createModule(context, module, options);
  if (empty.ptr) {
    compileAndMeasure(context, empty, options, &limits);
    mlirModuleDestroy(empty);
  }
  return limits;
}
