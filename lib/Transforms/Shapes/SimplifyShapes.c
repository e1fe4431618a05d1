//===- SimplifyShapes.c - extents as the facts have them ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Rules compare normal forms and never ask the prover, so an extent that the
// facts make simpler gets its simpler form from a relax.match_cast: behind it
// the deduction goes on with that.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/SimplifyExpr.h"
#include "lib/Transforms/Shapes/Deduction.h"

#include <stb/stb_ds.h>

/// The type with simpler extents; `*changed` if there are any.
static MlirType simplifyType(Deduction *deduction, RelaxTensorInfo info,
                             bool *changed) {
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, info.rank);
  *changed = false;
  for (intptr_t i = 0; i < info.rank; ++i) {
    SymExpr old = deductionDim(deduction, info.dims[i]);
    SymExpr expr = simplifyExpr(&deduction->facts, old);
    dims[i] = symExprToAttribute(deduction->context, expr);
    *changed |= !symExprEqual(old, expr) && !symExprIsUnknown(old);
  }
  return relaxTensorTypeLike(info, info.rank, dims);
}

/// A check, which has nothing to gain, or a loop program, whose buffers say the
/// extents as they are.
static bool keepsExtents(MlirOperation user) {
  return relaxIsMatchCast(user) || relaxIsCallTir(user);
}

/// All uses with the simpler type but those that keep the old one. False: there
/// are no others.
static bool findKept(MlirValue value, MlirOperation **kept) {
  bool gains = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(value); use.ptr;
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (keepsExtents(user))
      arrput(*kept, user);
    else
      gains = true;
  }
  return gains;
}

static void castUses(Deduction *deduction, MlirOperation op, MlirValue result,
                     MlirType type) {
  MlirOperation *kept = NULL;
  MlirValue cast = {NULL};
  if (findKept(result, &kept))
    cast = deductionCheckedCast(deduction, mlirOperationGetNextInBlock(op),
                                result, type);
  if (cast.ptr) {
    arrput(kept, mlirOpResultGetOwner(cast));
    mlirValueReplaceAllUsesExcept(result, cast, arrlen(kept), kept);
    ++deduction->counters[COUNT_EXTENTS_SIMPLIFIED];
  }
  arrfree(kept);
}

void deductionSimplify(Deduction *deduction, MlirOperation op) {
  if (relaxIsMatchCast(op))
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    RelaxTensorInfo info;
    bool changed;
    if (!relaxTensorInfo(mlirValueGetType(result), &info) || !info.ranked)
      continue;
    MlirType type = simplifyType(deduction, info, &changed);
    if (changed)
      castUses(deduction, op, result, type);
  }
}

static MlirLogicalResult run(RelaxPassRun *run) {
  return deductionRun(run, true, false);
}

const RelaxPass relaxSimplifyShapesPass = {
    .name = "relax-simplify-shapes",
    .summary = "extents in the simplest form that the facts allow",
    .documentation =
        "Deduces shapes, and where the facts decide a minimum, maximum, rest "
        "or rounding in the type of a result (`min(n, 8)` is `n` where `n <= "
        "8`, `4 * (n floordiv 4)` is `n` where `n mod 4 == 0`), a "
        "`relax.match_cast` gives it the simpler type, with which everything "
        "behind goes on but loop programs, whose buffers say their extents. "
        "The cast compares extents that are equal; verifiers do not ask the "
        "prover, so without it the text would not be valid.\n"
        "\n"
        "Equalities (`n == m`, `n == 4 * k`) are `relax-merge-symbols`' "
        "business: run it before.\n",
    .anchor = "builtin.module",
    .counters = {DEDUCTION_COUNTER_NAMES},
    .run = run,
};
