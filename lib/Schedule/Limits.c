//===- Limits.c - what a target makes of the rules ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A tile of sums takes three quarters of the registers: what is left holds two
// vectors of a column, a broadcast element, and what the code generator wants
// (references/cpu-perf.md, 2: 12 x 2 vectors of 32 registers never spill).
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Limits.h"
#include "dialects/Relax/Target.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"

enum { WORD = 4, AVX = 32 };

/// At least 1.
static int64_t atLeastOne(int64_t value) { return value < 1 ? 1 : value; }

/// Bytes of the smallest elements that a masked access takes as it is; where
/// the target has none, code generation would make branches of it.
static int64_t maskBytesOf(const RelaxTarget *target) {
  if (strRefIs(target->arch, "x86_64"))
    return target->vectorBytes >= AVX ? WORD : 0;
  return strRefIs(target->arch, "riscv64") ? 1 : 0;
}

/// Without AVX-512 a masked store of x86 is microcode on some processors.
static bool hasSlowMasks(const RelaxTarget *target) {
  return strRefIs(target->arch, "x86_64") && target->vectorBytes == AVX;
}

bool scheduleLimitsOf(MlirOperation function, ScheduleLimits *limits) {
  RelaxTarget target;
  if (!relaxTargetOf(function, &target))
    return false;
  int64_t sums = target.registers * 3 / 4;
  enum { ROW_BYTES = 20 * 1024, DECODING = 6, MOST_ROWS = 8 };
  int64_t decoded = atLeastOne((target.registers - DECODING) / 2);
  *limits = (ScheduleLimits){
      .vectorBytes = target.vectorBytes,
      .lineBytes = target.lineBytes,
      .lanes = target.vectorBytes / WORD,
      .leastLanes = 4,
      .maskBytes = maskBytesOf(&target),
      .slowMasks = hasSlowMasks(&target),
      .rows = atLeastOne(sums / 2),
      .leastRows = 4,
      .mostRows = MOST_ROWS,
      .mostWideRows = 6,
      .mostSlimRows = 8,
      .wide = {4, 3, 5},
      .decodedRows = decoded < MOST_ROWS ? decoded : MOST_ROWS,
      .mostShared = 4,
      .dotRows = atLeastOne(sums / 4),
      .dotColumns = 4,
      .chains = 4,
      .panelColumns = 512,
      .panelRows = 8,
      .windowRounds = 1 << 12,
      .copyRounds = 1 << 6,
      .sharedRounds = 4, // windows of 2 x 2
      .squareSide = target.lineBytes / WORD,
      .mostUnrolled = 8,
      .prefetchRounds = 32,
      .prefetchLines = 8,
      .parallelPoints = 1 << 15, // some microseconds
      .longRound = 1 << 20,
      .parallelRounds = 8,
      .manyNeighbours = 64,
      .onceBytes = 1 << 21, // a millisecond
  };
  // Rows of 5,000 numbers of 4 bytes, in whole tiles.
  limits->dotBlock =
      atLeastOne(target.cacheBytes / ROW_BYTES / limits->dotRows) *
      limits->dotRows;
  return true;
}

bool scheduleLimitsAgain(LimitsMemo *memo, MlirOperation function,
                         ScheduleLimits *limits) {
  MlirAttribute target = tirFuncGetTarget(function);
  if (!memo->known || memo->target.ptr != target.ptr) {
    memo->known = scheduleLimitsOf(function, &memo->limits);
    memo->target = target;
  }
  *limits = memo->limits;
  return memo->known;
}
