//===- Deduction.c - the state of shape deduction in one function ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/Deduction.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Match.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Walk.h"
#include "lib/Analysis/Signature.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"

#include <stb/stb_ds.h>

/// More facts than any model needs; each costs time in every later proof.
enum { MAX_ASSUMPTIONS = 64 };

/// No real extent is larger.
static const int64_t manyElements = 1000000000;

//===----------------------------------------------------------------------===//
// Symbols and their definers
//===----------------------------------------------------------------------===//

/// The entry argument that has `name` as a bare dimension, or null.
static MlirValue bindingArgument(MlirOperation function, StrRef name) {
  MlirBlock entry = bridgeBody(function);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    const MlirAttribute *dims;
    intptr_t count = symTypeDims(mlirValueGetType(argument), &dims);
    for (intptr_t d = 0; d < count; ++d) {
      StrRef bare;
      if (symAttributeIsSymbol(dims[d], &bare) && strRefEqual(bare, name))
        return argument;
    }
  }
  return (MlirValue){NULL};
}

StrRef deductionName(const Deduction *deduction) {
  return relaxFuncGetSymName(deduction->function);
}

bool deductionSignatureHas(MlirOperation function, StrRef name) {
  return bindingArgument(function, name).ptr ||
         symNamesHave(relaxFuncGetSymbols(function), name);
}

//===----------------------------------------------------------------------===//
// Assumptions
//===----------------------------------------------------------------------===//

static bool signatureDefinesAll(MlirOperation function, SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (!deductionSignatureHas(function, expr.symbols[i]))
      return false;
  return true;
}

bool deductionIsImpossible(const Deduction *deduction, SymFact fact) {
  const Facts *facts = &deduction->facts;
  if (fact.kind == SYM_FACT_IN)
    return false;
  return fact.kind == SYM_FACT_EQ ? factsDifferent(facts, fact.lhs, fact.rhs)
                                  : factsLess(facts, fact.rhs, fact.lhs);
}

bool deductionAssume(Deduction *deduction, MlirOperation op, SymFact fact) {
  if (symExprIsUnknown(fact.lhs) || symExprIsUnknown(fact.rhs))
    return false;
  if (factsProve(&deduction->facts, fact))
    return true;
  if (!functionIsPublic(deduction->function) ||
      !mlirOperationEqual(mlirOperationGetParentOperation(op),
                          deduction->function) ||
      !signatureDefinesAll(deduction->function, fact.lhs) ||
      !signatureDefinesAll(deduction->function, fact.rhs) ||
      deductionIsImpossible(deduction, fact) ||
      deduction->numAssumptions == MAX_ASSUMPTIONS)
    return false;
  ++deduction->numAssumptions;
  Assumption *assumption = ARENA_NEW(deduction->arena, Assumption);
  *assumption =
      (Assumption){fact, mlirOperationGetLocation(op), deduction->assumptions};
  deduction->assumptions = assumption;
  factsAdd(&deduction->facts, fact);
  return true;
}

bool deductionAccept(Deduction *deduction, MlirOperation op,
                     const ShapeElement *element) {
  for (const ShapeCondition *c = element->conditions; c; c = c->next)
    if (!deductionAssume(deduction, op, c->fact))
      return false;
  return true;
}

/// A later assumption may say more: `kept` are the facts but `except`.
static bool isImplied(Deduction *deduction, const Assumption *except) {
  Facts kept = {.arena = deduction->arena};
  factsAddOf(&kept, deduction->function);
  for (Assumption *a = deduction->assumptions; a; a = a->next)
    if (a != except)
      factsAdd(&kept, a->fact);
  return factsProve(&kept, except->fact);
}

static void dropImplied(Deduction *deduction) {
  for (Assumption **link = &deduction->assumptions; *link;)
    if (isImplied(deduction, *link))
      *link = (*link)->next;
    else
      link = &(*link)->next;
}

/// At most what no caller comes near: the end that an exporter writes for "to
/// the end", or that a 32-bit element fits. The text says it, nobody has to
/// hear of it.
static bool isRemarkable(SymFact fact) {
  int64_t limit;
  return fact.kind != SYM_FACT_LE || !symExprIsConst(fact.rhs, &limit) ||
         limit < manyElements;
}

static void sayAssumption(const Assumption *assumption) {
  StrBuf text = {0};
  if (!isRemarkable(assumption->fact))
    return;
  symFactsPrint(&assumption->fact, 1, &text);
  bridgeEmitRemark(assumption->loc,
                   "assumes '%s', which callers of the function now have to "
                   "satisfy",
                   strBufText(&text));
  strBufFree(&text);
}

static void sayTargetsLeft(const Deduction *deduction) {
  deduction->counters[COUNT_TARGETS_LEFT] += (uint64_t)arrlen(deduction->left);
  for (ptrdiff_t i = 0; deduction->explains && i < arrlen(deduction->left); ++i)
    bridgeEmitRemark(deduction->left[i].loc,
                     "the target is not resolved: element %ld %s",
                     deduction->left[i].element, deduction->left[i].why);
}

static void writeAssumptions(Deduction *deduction) {
  MlirAttribute old = relaxFuncGetFacts(deduction->function);
  intptr_t before = bridgeLength(old), count = before;
  for (Assumption *a = deduction->assumptions; a; a = a->next)
    ++count;
  if (count == before)
    return;
  MlirAttribute *facts = ARENA_ARRAY(deduction->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < before; ++i)
    facts[i] = mlirArrayAttrGetElement(old, i);
  // The list has the last assumption first.
  intptr_t next = count;
  for (Assumption *a = deduction->assumptions; a; a = a->next) {
    sayAssumption(a);
    facts[--next] = symFactToAttribute(deduction->context, a->fact);
    ++deduction->counters[COUNT_FACTS_ASSUMED];
  }
  relaxFuncSetFacts(deduction->function,
                    mlirArrayAttrGet(deduction->context, count, facts));
}

void deductionFinish(Deduction *deduction) {
  sayTargetsLeft(deduction);
  dropImplied(deduction);
  writeAssumptions(deduction);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

MlirType deductionFill(Deduction *deduction, MlirType precise,
                       MlirType general) {
  RelaxTensorInfo p, g;
  if (!relaxExtentsInfo(precise, &p) || !relaxExtentsInfo(general, &g) ||
      (g.ranked && p.ranked && p.rank != g.rank))
    return precise;
  MlirAttribute device = p.device.ptr ? p.device : g.device;
  if (!p.ranked || !g.ranked) {
    MlirType ranked = p.ranked ? precise : general;
    return p.elementType.ptr ? relaxTensorTypeOn(ranked, device) : ranked;
  }
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, p.rank);
  for (intptr_t i = 0; i < p.rank; ++i)
    dims[i] = symAttributeIsUnknown(p.dims[i]) ? g.dims[i] : p.dims[i];
  MlirType filled = relaxTypeWithDims(precise, p.rank, dims);
  return p.elementType.ptr ? relaxTensorTypeOn(filled, device) : filled;
}

bool deductionAgrees(Deduction *deduction, MlirType declared, MlirType deduced,
                     bool proved) {
  RelaxTensorInfo a, b;
  if (!relaxExtentsInfo(declared, &a) || !relaxExtentsInfo(deduced, &b) ||
      !a.ranked || !b.ranked)
    return true;
  bool agrees = a.rank == b.rank;
  for (intptr_t i = 0; agrees && i < a.rank; ++i)
    agrees = mlirAttributeEqual(a.dims[i], b.dims[i]) ||
             symAttributeIsUnknown(a.dims[i]) ||
             symAttributeIsUnknown(b.dims[i]) ||
             (proved &&
              factsEqual(&deduction->facts, deductionDim(deduction, a.dims[i]),
                         deductionDim(deduction, b.dims[i])));
  return agrees;
}

bool deductionContradicts(Deduction *deduction, MlirType a, MlirType b) {
  RelaxTensorInfo x, y;
  if (!relaxExtentsInfo(a, &x) || !relaxExtentsInfo(b, &y) || !x.ranked ||
      !y.ranked)
    return false;
  if (x.rank != y.rank)
    return true;
  for (intptr_t i = 0; i < x.rank; ++i)
    if (factsDifferent(&deduction->facts, deductionDim(deduction, x.dims[i]),
                       deductionDim(deduction, y.dims[i])))
      return true;
  return false;
}

MlirLogicalResult deductionReportTypes(Deduction *deduction, MlirOperation op,
                                       const char *what, MlirType expected,
                                       MlirType got) {
  return bridgeEmitOpError(op, "%s: expected %s, got %s", what,
                           deductionShapeText(deduction, expected),
                           deductionShapeText(deduction, got));
}

const char *deductionShapeText(Deduction *deduction, MlirType type) {
  RelaxTensorInfo info;
  return relaxExtentsInfo(type, &info) ? relaxShapeText(deduction->arena, info)
                                       : relaxTypeText(deduction->arena, type);
}
