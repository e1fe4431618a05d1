//===- NarrowFloat.c - f16 and bf16 without help of the machine -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a machine cannot do with floats of 16 bits LLVM writes as calls of
// functions that libgcc may lack (`__truncsfbf2` came with version 13), and
// what machines can do differs: `vcvtneps2bf16` flushes subnormals. So nothing
// is computed in these types: operations widen to f32 and round once, and
// conversions are integer arithmetic with the same bits everywhere, but for f16
// and f32 where the target converts them as IEEE 754 says.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/NarrowFloat.h"
#include "dialects/Sym/Substitute.h"
#include "lib/Runtime/DType.h"
#include "lib/Target/Kernel.h"

static bool isNarrow(MlirType element) {
  return mlirTypeIsAF16(element) || mlirTypeIsABF16(element);
}

/// Arithmetic; what only moves elements stays as it is.
static bool computes(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  bool known = strRefStartsWith(name, "arith.") ||
               strRefStartsWith(name, "math.") ||
               bridgeIsNamed(op, "vector.reduction");
  return known && !bridgeIsNamed(op, "arith.constant") &&
         !bridgeIsNamed(op, "arith.bitcast") &&
         !bridgeIsNamed(op, "arith.select");
}

static bool hasNarrow(MlirOperation op) {
  bool found = false;
  for (intptr_t i = 0, count = mlirOperationGetNumOperands(op); i < count; ++i)
    found |= isNarrow(
        narrowElementOf(mlirValueGetType(mlirOperationGetOperand(op, i))));
  for (intptr_t i = 0, count = mlirOperationGetNumResults(op); i < count; ++i)
    found |= isNarrow(
        narrowElementOf(mlirValueGetType(mlirOperationGetResult(op, i))));
  return found;
}

/// The type in which `op` is computed: integers of more than 24 bits are exact
/// in f64 first.
static MlirType computedType(NarrowFloat *n, MlirOperation op,
                             MlirType result) {
  bool fromInteger =
      bridgeIsNamed(op, "arith.sitofp") || bridgeIsNamed(op, "arith.uitofp");
  if (fromInteger && mlirIntegerTypeGetWidth(narrowElementOf(mlirValueGetType(
                         mlirOperationGetOperand(op, 0)))) > 16)
    return buildTypeLike(result, mlirF64TypeGet(opBuilderContext(&n->b)));
  return buildTypeLike(result, mlirF32TypeGet(opBuilderContext(&n->b)));
}

/// The same operation on f32, its result rounded once.
static MlirValue compute(NarrowFloat *n, MlirOperation op) {
  MlirOperation wide = mlirOperationClone(op);
  for (intptr_t i = 0, count = mlirOperationGetNumOperands(op); i < count;
       ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (isNarrow(narrowElementOf(mlirValueGetType(operand))))
      mlirOperationSetOperand(wide, i, narrowWiden(n, operand));
  }
  opBuilderInsert(&n->b, wide);
  MlirValue result = mlirOperationGetResult(wide, 0);
  MlirType type = mlirValueGetType(result);
  if (!isNarrow(narrowElementOf(type)))
    return result;
  mlirValueSetType(result, computedType(n, op, type));
  return narrowRound(n, result, type);
}

/// A conversion between f16 and f32 that the target has.
static bool isNative(NarrowFloat *n, MlirOperation op) {
  MlirType from =
      narrowElementOf(mlirValueGetType(mlirOperationGetOperand(op, 0)));
  MlirType to = narrowElementOf(bridgeResultType(op));
  return n->hasHalf && ((mlirTypeIsAF16(from) && mlirTypeIsAF32(to)) ||
                        (mlirTypeIsAF32(from) && mlirTypeIsAF16(to)));
}

static MlirWalkResult expand(MlirOperation op, void *userData) {
  NarrowFloat *n = userData;
  if (!computes(op) || !hasNarrow(op))
    return MlirWalkResultAdvance;
  n->b = opBuilderBefore(op);
  MlirValue result;
  if (bridgeIsNamed(op, "arith.extf") || bridgeIsNamed(op, "arith.truncf")) {
    MlirType type = bridgeResultType(op);
    MlirValue operand = mlirOperationGetOperand(op, 0);
    if (isNative(n, op))
      return MlirWalkResultAdvance;
    if (bridgeIsNamed(op, "arith.truncf"))
      result = narrowRound(n, operand, type);
    else
      result = narrowWiden(n, operand);
    if (!mlirTypeEqual(mlirValueGetType(result), type)) // to f64
      result = buildValue(&n->b, "arith.extf", type, &result, 1);
  } else {
    result = compute(n, op);
  }
  bridgeReplace(op, result);
  return MlirWalkResultSkip;
}

//===----------------------------------------------------------------------===//
// What is only moved
//===----------------------------------------------------------------------===//

/// The type of the bits of what a value of `type` holds; `type` if the machine
/// has registers for it.
static MlirType movedType(MlirType type, void *userData) {
  const NarrowFloat *n = userData;
  bool shaped = mlirTypeIsAVector(type) || mlirTypeIsAMemRef(type);
  MlirType element = shaped ? mlirShapedTypeGetElementType(type) : type;
  if (!mlirTypeIsABF16(element) && !(mlirTypeIsAF16(element) && !n->hasHalf))
    return type;
  MlirType bits = mlirIntegerTypeGet(mlirTypeGetContext(type), 16);
  return mlirTypeIsAMemRef(type) ? targetMemRefOf(type, bits)
                                 : buildTypeLike(type, bits);
}

/// The bits of a constant.
static MlirAttribute movedConstant(MlirAttribute value, MlirType type) {
  if (mlirAttributeIsADenseElements(value)) {
    bool splat = mlirDenseElementsAttrIsSplat(value);
    size_t elements = splat ? 1 : (size_t)mlirElementsAttrGetNumElements(value);
    return mlirDenseElementsAttrRawBufferGet(
        type, elements * sizeof(uint16_t),
        mlirDenseElementsAttrGetRawData(value));
  }
  double number = mlirFloatAttrGetValueDouble(value);
  bool half = mlirTypeIsAF16(mlirAttributeGetType(value));
  return mlirIntegerAttrGet(type,
                            (int16_t)(half ? relaxF16FromDouble(number)
                                           : relaxBF16FromDouble(number)));
}

/// Code generators make calls of conversions even to select between two
/// numbers that no register is for: what is left of them becomes integers.
static MlirWalkResult storeAsIntegers(MlirOperation op, void *userData) {
  symMapValueTypes(op, movedType, userData);
  if (!bridgeIsNamed(op, "arith.constant"))
    return MlirWalkResultAdvance;
  MlirStringRef name = mlirStringRefCreateFromCString("value");
  MlirAttribute value = mlirOperationGetInherentAttributeByName(op, name);
  MlirType type = bridgeResultType(op);
  if (!mlirTypeEqual(mlirAttributeGetType(value), type))
    mlirOperationSetInherentAttributeByName(op, name,
                                            movedConstant(value, type));
  return MlirWalkResultAdvance;
}

void targetExpandNarrowFloats(MlirOperation func, bool hasHalf) {
  NarrowFloat n = {.hasHalf = hasHalf};
  mlirOperationWalk(func, expand, &n, MlirWalkPostOrder);
  mlirOperationWalk(func, storeAsIntegers, &n, MlirWalkPreOrder);
}
