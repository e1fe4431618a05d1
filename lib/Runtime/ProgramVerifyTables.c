//===- ProgramVerifyTables.c - expressions, facts, kernels ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/ProgramCode.h"

#include <inttypes.h>

/// A cursor over the code of one expression.
typedef struct ExprWalk {
  const int64_t *code;
  size_t size, at;
} ExprWalk;

/// Looks for atoms that cannot be evaluated. The code is well formed already;
/// bounds and depth are checked here all the same, because this is what stands
/// between a file and the evaluator.
static bool walkPoly(ExprWalk *walk, int depth) {
  if (walk->at >= walk->size || depth > 2 * SYM_MAX_DEPTH)
    return false;
  int64_t numTerms = walk->code[walk->at++];
  for (int64_t t = 0; t < numTerms; ++t) {
    if (walk->size - walk->at < 2)
      return false;
    int64_t numFactors = walk->code[walk->at + 1];
    walk->at += 2;
    for (int64_t f = 0; f < numFactors; ++f) {
      if (walk->at >= walk->size)
        return false;
      int64_t kind = walk->code[walk->at++];
      if (kind == SYM_ATOM_SYMBOL) {
        if (walk->at++ >= walk->size)
          return false;
      } else if (kind < SYM_ATOM_FLOORDIV || kind > SYM_ATOM_MAX ||
                 !walkPoly(walk, depth + 1) || !walkPoly(walk, depth + 1)) {
        return false;
      }
    }
  }
  return true;
}

static bool checkExprs(const RelaxProgram *program, RelaxError *error) {
  for (uint32_t i = 0; i < program->numExprs; ++i) {
    SymExpr expr = program->exprs[i].expr;
    ExprWalk walk = {expr.code, expr.codeSize, 0};
    if (!symExprCodeIsWellFormed(expr.code, expr.codeSize, expr.numSymbols) ||
        !walkPoly(&walk, 0) || walk.at != walk.size)
      return relaxFail(error, "expression %" PRIu32 " is malformed", i);
  }
  return true;
}

/// Extents of buffers are expressions over the symbols of their kernel; what
/// says where rows begin is another one of its buffers, whose own rows do not
/// lie apart.
static bool checkBuffer(const RelaxProgram *program,
                        const RelaxKernelEntry *kernel,
                        const RelaxKernelBuffer *buffer) {
  bool good = buffer->dtype < RELAX_NUM_DTYPES &&
              buffer->rank <= RELAX_MAX_RANK &&
              (buffer->rows == RELAX_NO_ROWS ||
               (buffer->rows < kernel->numBuffers &&
                kernel->buffers[buffer->rows].rows == RELAX_NO_ROWS));
  for (uint32_t d = 0; good && d < buffer->rank; ++d) {
    good = buffer->dims[d] < program->numExprs;
    const RelaxExprEntry *dim = good ? &program->exprs[buffer->dims[d]] : NULL;
    for (size_t s = 0; good && s < dim->expr.numSymbols; ++s)
      good = dim->registers[s] < kernel->numSymbols;
  }
  return good;
}

static bool checkKernels(const RelaxProgram *program, RelaxError *error) {
  for (uint32_t i = 0; i < program->numKernels; ++i) {
    const RelaxKernelEntry *kernel = &program->kernels[i];
    for (uint32_t b = 0; b < kernel->numBuffers; ++b) {
      if (!checkBuffer(program, kernel, &kernel->buffers[b]))
        return relaxFail(error, "kernel %" PRIu32 " is malformed", i);
    }
  }
  return true;
}

static bool checkFacts(const RelaxProgram *program, RelaxError *error) {
  for (uint32_t i = 0; i < program->numFacts; ++i) {
    const RelaxFactEntry *fact = &program->facts[i];
    bool ok = fact->lhs < program->numExprs;
    if (fact->kind == SYM_FACT_IN)
      ok = ok && fact->numValues > 0;
    else
      ok = ok && (fact->kind == SYM_FACT_EQ || fact->kind == SYM_FACT_LE) &&
           fact->rhs < program->numExprs && fact->numValues == 0;
    if (!ok)
      return relaxFail(error, "fact %" PRIu32 " is malformed", i);
  }
  return true;
}

bool relaxProgramVerifyTables(const RelaxProgram *program, RelaxError *error) {
  return checkExprs(program, error) && checkFacts(program, error) &&
         checkKernels(program, error);
}
