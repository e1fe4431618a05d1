//===- Boundary.c - what is checked before the first kernel ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// docs/language/symbols.md, rules 1 and 6. The order is that of
// lib/Runtime/Emit.h, so that a message may say where a symbol was bound.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Reference.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "dialects/Sym/Walk.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

#include <stb/stb_ds.h>

MlirAttribute vmLoweringText(const VmLowering *lowering, StrRef ref) {
  return mlirStringAttrGet(lowering->context, strRefToMlir(ref));
}

static void bindDim(VmLowering *lowering, MlirValue tensor, intptr_t axis,
                    StrRef name, StrRef subject) {
  VmDimArgs args = {tensor, axis, subject,
                    mlirIntegerTypeGet(lowering->context, 64)};
  MlirLocation named = bridgeNamedLocation(name, lowering->loc);
  VmSymbol symbol = {name,
                     vmLoweringAppend(lowering, vmDimCreate(named, &args))};
  arrput(lowering->symbols, symbol);
}

static void checkDim(VmLowering *lowering, MlirValue tensor, intptr_t axis,
                     MlirAttribute expr, StrRef subject) {
  VmOperands operands = {.lowering = lowering};
  MlirAttribute expected = vmOperandExpr(&operands, expr);
  VmCheckDimArgs args = {tensor, operands.count, operands.values,
                         axis,   expected,       subject};
  vmLoweringAppend(lowering, vmCheckDimCreate(lowering->loc, &args));
}

/// One pass over all dims; a composite dim whose symbols are bound further
/// right waits for the second pass.
static void lowerDimsPass(VmLowering *lowering, const MlirValue *tensors,
                          const MlirType *types, StrRef *subjects,
                          intptr_t count, bool checks, bool *done) {
  size_t slot = 0;
  for (intptr_t i = 0; i < count; ++i) {
    const MlirAttribute *dims;
    intptr_t rank = symTypeDims(types[i], &dims);
    for (intptr_t axis = 0; axis < rank; ++axis, ++slot) {
      StrRef name;
      if (done[slot] || symAttributeIsUnknown(dims[axis]))
        continue;
      if (symAttributeIsSymbol(dims[axis], &name) && !vmIsBound(lowering, name))
        bindDim(lowering, tensors[i], axis, name, subjects[i]);
      else if (!vmExprIsBound(lowering, dims[axis]))
        continue;
      else if (checks)
        checkDim(lowering, tensors[i], axis, dims[axis], subjects[i]);
      done[slot] = true;
    }
  }
}

/// What a container holds binds nothing: every extent that its type says is
/// looked at.
static void checkHeld(VmLowering *lowering, MlirValue container, MlirType type,
                      StrRef subject) {
  MlirType held = relaxContainedType(type);
  for (MlirType next = held; next.ptr; next = relaxContainedType(held))
    held = next;
  const MlirAttribute *dims;
  intptr_t rank = held.ptr ? symTypeDims(held, &dims) : 0;
  for (intptr_t axis = 0; axis < rank; ++axis)
    if (!symAttributeIsUnknown(dims[axis]))
      checkDim(lowering, container, axis, dims[axis], subject);
}

void vmLowerDims(VmLowering *lowering, const MlirValue *tensors,
                 const MlirType *types, StrRef *subjects, intptr_t count,
                 bool checks) {
  size_t slots = 0;
  const MlirAttribute *dims;
  for (intptr_t i = 0; i < count; ++i)
    slots += (size_t)symTypeDims(types[i], &dims);
  bool *done = ARENA_ARRAY(lowering->arena, bool, slots);
  for (int pass = 0; pass < 2; ++pass)
    lowerDimsPass(lowering, tensors, types, subjects, count, checks, done);
  for (intptr_t i = 0; checks && i < count; ++i)
    checkHeld(lowering, tensors[i], types[i], subjects[i]);
}

void vmCheckEqual(VmLowering *lowering, SymExpr lhs, SymExpr rhs,
                  StrRef subject) {
  SymFact fact = {.kind = SYM_FACT_EQ, .lhs = lhs, .rhs = rhs};
  MlirAttribute equal = symFactToAttribute(lowering->context, fact);
  vmLowerFacts(lowering, mlirArrayAttrGet(lowering->context, 1, &equal), true,
               subject);
}

void vmLowerFacts(VmLowering *lowering, MlirAttribute facts, bool always,
                  StrRef subject) {
  for (intptr_t i = 0, e = bridgeLength(facts); i < e; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(facts, i);
    // A signature's facts about what only its results know are promises.
    if (symFactAttrGetLikely(fact) ||
        !vmExprIsBound(lowering, symFactAttrGetLhs(fact)) ||
        !vmExprIsBound(lowering, symFactAttrGetRhs(fact)))
      continue;
    VmOperands operands = {.lowering = lowering};
    MlirAttribute check = vmOperandFact(&operands, fact);
    VmCheckFactArgs args = {operands.count, operands.values, check, always,
                            subject};
    vmLoweringAppend(lowering, vmCheckFactCreate(lowering->loc, &args));
  }
}

/// relax-pass-symbols has made arguments of what calls pass; from outside
/// nobody passes anything.
static MlirLogicalResult checkClause(VmLowering *lowering) {
  MlirAttribute names = relaxFuncGetSymbols(lowering->source);
  for (intptr_t i = 0, e = bridgeLength(names); i < e; ++i) {
    StrRef name = bridgeTextAt(names, i);
    if (!vmIsBound(lowering, name))
      return bridgeEmitOpError(lowering->source,
                               "cannot be lowered to 'vm': symbol '%.*s' of "
                               "'symbols (...)' has no value: no argument has "
                               "it as a bare dimension%s",
                               SPREAD(name),
                               relaxFuncGetSymVisibility(lowering->source).ptr
                                   ? "; run 'relax-pass-symbols'"
                                   : "");
  }
  return mlirLogicalResultSuccess();
}

/// Only passes values on, whatever their extents are; guards compare extents.
static bool passesOn(MlirOperation op) {
  return (relaxKeeps(op) && !relaxIsDispatch(op) && !relaxIsDefer(op)) ||
         relaxIsCallLibrary(op) || relaxIsIf(op) || relaxIsIsConstructor(op) ||
         relaxIsGetField(op) || relaxIsTupleGet(op) || relaxIsRefRead(op) ||
         bridgeIsTerminator(op) || relaxIsFunc(op);
}

static MlirWalkResult findUse(MlirOperation op, void *userData) {
  SymMatch *match = userData;
  if (passesOn(op))
    return MlirWalkResultAdvance;
  symWalkOperationSymbols(op, symMatchName, match);
  symWalkDefinedSymbols(op, symMatchName, match);
  return match->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Nothing passes a value for symbols of `any (...)`, and nothing has to.
static MlirLogicalResult checkAny(VmLowering *lowering) {
  MlirAttribute names = relaxFuncGetAny(lowering->source);
  for (intptr_t i = 0, e = bridgeLength(names); i < e; ++i) {
    StrRef name = bridgeTextAt(names, i);
    SymMatch use = {name, false};
    mlirOperationWalk(lowering->source, findUse, &use, MlirWalkPreOrder);
    if (use.found && !vmIsBound(lowering, name))
      return bridgeEmitOpError(lowering->source,
                               "cannot be lowered to 'vm': something is "
                               "computed with symbol '%.*s' of 'any (...)', "
                               "for which nothing passes a value",
                               SPREAD(name));
  }
  return mlirLogicalResultSuccess();
}

/// `input 'x'`, by the name attribute, the value's name, or the position.
static StrRef subjectOf(VmLowering *lowering, MlirBlock entry, intptr_t index) {
  MlirAttribute all = relaxFuncGetArgAttrs(lowering->source);
  MlirAttribute name = {NULL};
  if (all.ptr)
    name = mlirDictionaryAttrGetElementByName(
        mlirArrayAttrGetElement(all, index),
        mlirStringRefCreateFromCString("relax.name"));
  StrRef given = name.ptr && mlirAttributeIsAString(name)
                     ? bridgeText(name)
                     : bridgeLocationName(mlirValueGetLocation(
                           mlirBlockGetArgument(entry, index)));
  return given.length
             ? arenaFormat(lowering->arena, "input '%.*s'", SPREAD(given))
             : arenaFormat(lowering->arena, "input %ld", (long)index);
}

MlirLogicalResult vmLowerBoundary(VmLowering *lowering, MlirBlock entry,
                                  bool isPublic) {
  intptr_t count = mlirBlockGetNumArguments(entry);
  MlirValue *tensors = ARENA_ARRAY(lowering->arena, MlirValue, count);
  MlirType *types = ARENA_ARRAY(lowering->arena, MlirType, count);
  StrRef *subjects = ARENA_ARRAY(lowering->arena, StrRef, count);
  for (intptr_t i = 0; i < count; ++i) {
    tensors[i] = mlirBlockGetArgument(lowering->block, i);
    types[i] = mlirValueGetType(tensors[i]);
    subjects[i] = subjectOf(lowering, entry, i);
    if (isPublic)
      types[i] = mlirValueGetType(mlirBlockGetArgument(entry, i));
    if (!relaxIsTensorType(types[i]) && !relaxContainedType(types[i]).ptr &&
        !relaxIsAdtType(types[i]) && !relaxIsFnType(types[i]) &&
        !relaxIsRefType(types[i]))
      return bridgeEmitError(mlirValueGetLocation(tensors[i]),
                             "'%s' cannot be lowered to 'vm': arguments are "
                             "tensors, sequences, optionals and data; those "
                             "of a private function shapes, functions and "
                             "references, too",
                             subjects[i].data);
  }
  for (intptr_t i = 0; isPublic && i < count; ++i) {
    if (relaxIsAdtType(types[i])) // checked where a call comes in
      continue;
    VmCheckTensorArgs args = {.tensor = tensors[i], .subject = subjects[i]};
    vmLoweringAppend(lowering, vmCheckTensorCreate(lowering->loc, &args));
  }
  vmBindPassed(lowering, entry, subjects);
  vmLowerDims(lowering, tensors, types, subjects, count, isPublic);
  if (mlirLogicalResultIsFailure(checkClause(lowering)) ||
      mlirLogicalResultIsFailure(checkAny(lowering)))
    return mlirLogicalResultFailure();
  StrRef name = relaxFuncGetSymName(lowering->source);
  vmLowerFacts(lowering, relaxFuncGetFacts(lowering->source), isPublic, name);
  return mlirLogicalResultSuccess();
}
