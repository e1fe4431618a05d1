//===- IndexConditions.c - what a condition says of indices ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Facts.h"
#include "lib/Analysis/IndexFacts.h"

/// Predicates of `arith.cmpi`.
enum { EQ, NE, SLT, SLE, SGT, SGE, ULT, ULE, UGT, UGE };

static int64_t predicateOf(MlirOperation op) {
  return mlirIntegerAttrGetValueInt(mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("predicate")));
}

/// a < b
static void addLess(IndexFacts *facts, SymExpr a, SymExpr b) {
  SymExpr next;
  if (symExprAdd(facts->arena, a, symExprConst(facts->arena, 1), &next) ==
      SYM_OK)
    indexFactsAdd(facts, factAtMost(next, b));
}

/// a < b of unsigned numbers, where b is none below zero.
static void addInside(IndexFacts *facts, SymExpr a, SymExpr b) {
  SymExpr zero = symExprConst(facts->arena, 0);
  if (!indexFactsProve(facts, factAtMost(zero, b)))
    return;
  indexFactsAdd(facts, factAtMost(zero, a));
  addLess(facts, a, b);
}

static void assumeCompare(IndexFacts *facts, MlirOperation op, bool holds) {
  static const int opposite[] = {NE,  EQ,  SGE, SGT, SLE,
                                 SLT, UGE, UGT, ULE, ULT};
  int64_t predicate = predicateOf(op);
  SymExpr a = indexValueExpr(facts, mlirOperationGetOperand(op, 0));
  SymExpr b = indexValueExpr(facts, mlirOperationGetOperand(op, 1));
  if (predicate < EQ || predicate > UGE)
    return;
  if (!holds)
    predicate = opposite[predicate];
  if (predicate == EQ)
    indexFactsAdd(facts, factEqual(a, b));
  else if (predicate == SLT)
    addLess(facts, a, b);
  else if (predicate == SLE)
    indexFactsAdd(facts, factAtMost(a, b));
  else if (predicate == SGT)
    addLess(facts, b, a);
  else if (predicate == SGE)
    indexFactsAdd(facts, factAtMost(b, a));
  else if (predicate == ULT)
    addInside(facts, a, b);
  else if (predicate == UGT)
    addInside(facts, b, a);
}

void indexFactsAssume(IndexFacts *facts, MlirValue condition, bool holds) {
  if (!mlirValueIsAOpResult(condition))
    return;
  MlirOperation op = mlirOpResultGetOwner(condition);
  StrRef name = bridgeOpName(op);
  bool both = holds ? strRefEqual(name, strRefFromC("arith.andi"))
                    : strRefEqual(name, strRefFromC("arith.ori"));
  if (both) {
    indexFactsAssume(facts, mlirOperationGetOperand(op, 0), holds);
    indexFactsAssume(facts, mlirOperationGetOperand(op, 1), holds);
  } else if (strRefEqual(name, strRefFromC("arith.cmpi")) &&
             !mlirTypeIsAVector(mlirValueGetType(condition))) {
    assumeCompare(facts, op, holds);
  }
}
