//===- KernelFacts.c - what a kernel relies on ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Accesses are proved from the facts of a `tir.func`, so its entry looks at
// them: some instructions before the first loop.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/SymAttributes.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Runtime/KernelABI.h"
#include "lib/Sym/Parts.h"
#include "lib/Target/Kernel.h"

#include <stb/stb_ds.h>

typedef struct Guard {
  Arena *arena;
  const IndexScope *scope;
  SymFact *facts; // stb_ds
  bool failed;
} Guard;

static MlirValue buildSide(Guard *g, OpBuilder *b, SymExpr expr) {
  MlirAttribute attribute = symExprToAttribute(opBuilderContext(b), expr);
  MlirValue value = buildIndexExpr(b, g->arena, attribute, g->scope);
  g->failed |= !value.ptr;
  return value.ptr ? value : buildIndex(b, 0);
}

static MlirValue buildFact(Guard *g, OpBuilder *b, SymFact fact) {
  MlirValue lhs = buildSide(g, b, fact.lhs);
  if (fact.kind == SYM_FACT_LE)
    return buildCompare(b, CMPI_SGE, buildSide(g, b, fact.rhs), lhs);
  if (fact.kind == SYM_FACT_EQ)
    return buildCompare(b, CMPI_EQ, buildSide(g, b, fact.rhs), lhs);
  MlirValue any = {NULL};
  for (size_t i = 0; i < fact.numValues; ++i) {
    MlirValue one =
        buildCompare(b, CMPI_EQ, lhs, buildIndex(b, fact.values[i]));
    any = any.ptr ? buildBinary(b, "arith.ori", any, one) : one;
  }
  return any;
}

/// Facts that a kernel checks, each behind those that its divisors are not 0.
static void addFact(Guard *g, SymFact fact) {
  SymExpr sides[] = {fact.lhs, fact.rhs}, *divisors;
  for (int s = 0; s < (fact.kind == SYM_FACT_IN ? 1 : 2); ++s)
    for (size_t i = 0, e = symExprDivisors(g->arena, sides[s], &divisors);
         i < e; ++i) {
      SymFact positive = {.kind = SYM_FACT_LE,
                          .lhs = symExprConst(g->arena, 1),
                          .rhs = divisors[i]};
      arrput(g->facts, positive);
    }
  arrput(g->facts, fact);
}

static void collect(Guard *g, MlirOperation func) {
  MlirAttribute facts = tirFuncGetFacts(func);
  intptr_t count = bridgeLength(facts);
  for (intptr_t i = 0; i < count; ++i) {
    SymFact fact = symFactOf(g->arena, mlirArrayAttrGetElement(facts, i));
    if (!fact.likely)
      addFact(g, fact);
  }
}

MlirLogicalResult targetEnterFacts(OpBuilder *b, MlirOperation func,
                                   const IndexScope *scope, Arena *arena,
                                   OpBuilder *inside, MlirValue *unfit) {
  Guard g = {.arena = arena, .scope = scope};
  MlirType i32 = targetStatusType(opBuilderContext(b));
  MlirOperation branch = {NULL};
  collect(&g, func);
  *inside = *b;
  *unfit = (MlirValue){NULL};
  for (ptrdiff_t i = 0; i < arrlen(g.facts); ++i) {
    MlirValue holds = buildFact(&g, inside, g.facts[i]);
    branch = buildIf(inside, holds, &i32, 1);
    MlirValue result = mlirOperationGetResult(branch, 0);
    if (i == 0)
      *unfit = result;
    else
      buildYield(inside, &result, 1);
    OpBuilder no = opBuilderAtEnd(bridgeBlock(branch, 1), b->location);
    MlirValue code =
        buildConstant(&no, mlirIntegerAttrGet(i32, RELAX_KERNEL_UNFIT));
    buildYield(&no, &code, 1);
    *inside = opBuilderAtEnd(bridgeBody(branch), b->location);
  }
  arrfree(g.facts);
  return g.failed ? mlirLogicalResultFailure() : mlirLogicalResultSuccess();
}
