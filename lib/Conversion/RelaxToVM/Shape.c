//===- Shape.c - shapes as values to registers ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A shape has no register of its own: its type says which registers of symbols
// it consists of. So `relax.shape_of` and `relax.shape` are nothing,
// `relax.broadcast_shape` and a `relax.match_cast` of a shape make the
// registers of the symbols that they bind, and `relax.shape_to_tensor` stores
// them. Passed.c gives them to functions.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Walk.h"
#include "dialects/VM/ControlFlow.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"

#include <stb/stb_ds.h>

StrRef vmLoweringSubject(VmLowering *lowering, MlirOperation op) {
  StrRef name = bridgeOpName(op);
  StrRef value = bridgeLocationName(lowering->loc);
  return arenaFormat(lowering->arena, "'%.*s'%s%.*s", SPREAD(name),
                     value.length ? " %" : "", SPREAD(value));
}

MlirLogicalResult vmCheckShapeUses(MlirOperation op) {
  if (mlirOperationGetNumResults(op) != 1 ||
      !relaxIsShapeType(bridgeResultType(op)))
    return mlirLogicalResultSuccess();
  for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(op, 0));
       use.ptr; use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    StrRef name = bridgeOpName(user);
    if (relaxIsMemoryLevel(op) && relaxIsDispatch(user))
      continue;
    if (bridgeIsTerminator(user) || mlirOperationGetNumRegions(user))
      return bridgeEmitOpError(
          op,
          "is used by '%.*s': compiled mode gives shapes to functions only; "
          "make a tensor of it by 'relax.shape_to_tensor'",
          SPREAD(name));
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLowerShapeOf(VmLowering *lowering, MlirOperation op) {
  (void)lowering;
  (void)op;
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLowerShapeToTensor(VmLowering *lowering, MlirOperation op) {
  MlirType shape = mlirValueGetType(relaxShapeToTensorGetShape(op));
  if (!vmShapeIsKnown(op, shape))
    return mlirLogicalResultFailure();
  VmOperands operands = {.lowering = lowering};
  VmIntegersArgs args = {.values = vmOperandDims(&operands, shape),
                         .resultType = bridgeResultType(op)};
  args.numIndices = operands.count;
  args.indices = operands.values;
  return vmLoweringGive(lowering, op, vmIntegersCreate(lowering->loc, &args));
}

/// An element is a register: that of the symbol which it binds, or one that has
/// to be what the shape says.
static void lowerElement(VmLowering *lowering, MlirValue tensor, intptr_t i,
                         MlirAttribute dim, StrRef subject) {
  StrRef name;
  if (symAttributeIsSymbol(dim, &name) && !vmIsBound(lowering, name)) {
    vmLoadElement(lowering, tensor, i, name, subject);
    return;
  }
  name =
      arenaFormat(lowering->arena, "%%element%td", arrlen(lowering->symbols));
  vmLoadElement(lowering, tensor, i, name, subject);
  if (symAttributeIsUnknown(dim))
    return;
  vmCheckEqual(lowering, symExprSymbol(lowering->arena, name),
               symExprOf(lowering->arena, dim), subject);
}

MlirLogicalResult vmLowerTensorToShape(VmLowering *lowering, MlirOperation op) {
  const MlirAttribute *dims;
  StrRef subject = vmLoweringSubject(lowering, op);
  MlirValue tensor = vmLoweringValue(lowering, relaxTensorToShapeGetInput(op));
  intptr_t rank = symTypeDims(bridgeResultType(op), &dims);
  for (intptr_t i = 0; i < rank; ++i)
    lowerElement(lowering, tensor, i, dims[i], subject);
  vmLowerFacts(lowering, relaxTensorToShapeGetFacts(op), true, subject);
  return mlirLogicalResultSuccess();
}

/// The extents that meet in one dimension of the result, from its end: one per
/// operand that has it.
static intptr_t meetingDims(MlirOperation op, intptr_t back,
                            MlirAttribute *dims) {
  intptr_t count = 0;
  for (intptr_t i = 0; i < 2; ++i) {
    const MlirAttribute *all;
    intptr_t rank =
        symTypeDims(mlirValueGetType(mlirOperationGetOperand(op, i)), &all);
    if (back <= rank)
      dims[count++] = all[rank - back];
  }
  return count;
}

/// What the types say needs no instruction: equal extents and literal ones.
static bool isPlain(const MlirAttribute *dims, intptr_t count) {
  int64_t literal;
  for (intptr_t i = 0; i < count; ++i)
    if (symAttributeIsConst(dims[i], &literal) && literal == 1)
      return true;
  return count == 1 || mlirAttributeEqual(dims[0], dims[1]);
}

/// A register for `name` (if that is not empty): what `dims` broadcast to.
static void lowerExtent(VmLowering *lowering, MlirOperation op, StrRef name,
                        intptr_t dimension, MlirAttribute *dims,
                        intptr_t count) {
  VmOperands operands = {.lowering = lowering};
  for (intptr_t i = 0; i < count; ++i)
    dims[i] = vmOperandExpr(&operands, dims[i]);
  MlirType number = mlirIntegerTypeGet(lowering->context, 64);
  StrRef subject = vmLoweringSubject(lowering, op);
  VmBroadcastDimArgs args = {
      .numIndices = operands.count,
      .indices = operands.values,
      .extents = mlirArrayAttrGet(lowering->context, count, dims),
      .dimension = dimension,
      .subject = subject,
      .resultType = number};
  MlirLocation loc =
      name.length ? bridgeNamedLocation(name, lowering->loc) : lowering->loc;
  VmSymbol symbol = {
      name, vmLoweringAppend(lowering, vmBroadcastDimCreate(loc, &args))};
  if (name.length)
    arrput(lowering->symbols, symbol);
}

static void lowerDim(VmLowering *lowering, MlirOperation op, intptr_t back) {
  const MlirAttribute *declared;
  intptr_t rank = symTypeDims(bridgeResultType(op), &declared);
  MlirAttribute dims[2];
  intptr_t count = meetingDims(op, back, dims);
  StrRef name = {"", 0};
  bool binds = symAttributeIsSymbol(declared[rank - back], &name) &&
               !vmIsBound(lowering, name);
  if (binds || !isPlain(dims, count))
    lowerExtent(lowering, op, binds ? name : (StrRef){"", 0}, rank - back, dims,
                count);
}

MlirLogicalResult vmLowerBroadcastShape(VmLowering *lowering,
                                        MlirOperation op) {
  MlirType result = bridgeResultType(op);
  if (!vmShapeIsKnown(op, mlirValueGetType(relaxBroadcastShapeGetLhs(op))) ||
      !vmShapeIsKnown(op, mlirValueGetType(relaxBroadcastShapeGetRhs(op))) ||
      !vmShapeIsKnown(op, result))
    return mlirLogicalResultFailure();
  const MlirAttribute *dims;
  intptr_t rank = symTypeDims(result, &dims);
  for (intptr_t back = rank; back > 0; --back)
    lowerDim(lowering, op, back);
  vmLowerFacts(lowering, relaxBroadcastShapeGetFacts(op), true,
               vmLoweringSubject(lowering, op));
  return mlirLogicalResultSuccess();
}

MlirLogicalResult vmLowerMatchShape(VmLowering *lowering, MlirOperation op) {
  const MlirAttribute *from, *to;
  MlirType type = mlirValueGetType(relaxMatchCastGetInput(op));
  intptr_t rank = symTypeDims(bridgeResultType(op), &to);
  if (!vmShapeIsKnown(op, type))
    return mlirLogicalResultFailure();
  symTypeDims(type, &from);
  // Names first: another dimension may use one that a later one binds.
  for (intptr_t i = 0; i < rank; ++i) {
    StrRef name;
    MlirAttribute extent = from[i];
    if (symAttributeIsSymbol(to[i], &name) && !vmIsBound(lowering, name))
      lowerExtent(lowering, op, name, i, &extent, 1);
  }
  StrRef subject = vmLoweringSubject(lowering, op);
  for (intptr_t i = 0; i < rank; ++i) {
    if (symAttributeIsUnknown(to[i]) || mlirAttributeEqual(from[i], to[i]))
      continue;
    vmCheckEqual(lowering, symExprOf(lowering->arena, from[i]),
                 symExprOf(lowering->arena, to[i]), subject);
  }
  vmLowerFacts(lowering, relaxMatchCastGetFacts(op), true, subject);
  return mlirLogicalResultSuccess();
}
