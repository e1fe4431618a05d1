//===- Constant.c - results that are known before the program runs --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The reference interpreter (lib/Interpreter) says what a constant operation
// yields: a private module with one function of no arguments is built around a
// copy of it. An operation that fails there (an integer division by 0) stays.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Window.h"
#include "lib/Interpreter/Interpreter.h"
#include "lib/Runtime/Container.h"
#include "lib/Transforms/Fold/Fold.h"

#include <string.h>

static const MlirValue none = {NULL};

//===----------------------------------------------------------------------===//
// Constants from elements
//===----------------------------------------------------------------------===//

/// `tensor<2x3xf32>` for a relax tensor of literal extents.
static MlirType builtinType(Arena *arena, MlirType type) {
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  int64_t *extents = ARENA_ARRAY(arena, int64_t, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    symAttributeIsConst(info.dims[i], &extents[i]);
  return mlirRankedTensorTypeGet(info.rank, extents, info.elementType,
                                 mlirAttributeGetNull());
}

/// Dense elements from a value of the runtime; equal elements print as one.
static MlirAttribute denseElements(Arena *arena, MlirType type,
                                   const RelaxTensor *tensor) {
  MlirType shaped = builtinType(arena, type);
  int64_t count = relaxTensorCount(tensor);
  size_t bytes = relaxDTypeBytes(tensor->dtype);
  const char *data = tensor->data;
  if (tensor->dtype == RELAX_STRING) {
    MlirStringRef *texts = ARENA_ARRAY(arena, MlirStringRef, count);
    for (int64_t i = 0; i < count; ++i)
      texts[i] = strRefToMlir(relaxStrings(tensor)[i]);
    return mlirDenseElementsAttrStringGet(shaped, (intptr_t)count, texts);
  }
  if (tensor->dtype == RELAX_BOOL) {
    int *bools = ARENA_ARRAY(arena, int, count);
    for (int64_t i = 0; i < count; ++i)
      bools[i] = data[i] != 0;
    return mlirDenseElementsAttrBoolGet(shaped, (intptr_t)count, bools);
  }
  bool splat = count > 0;
  for (int64_t i = 1; splat && i < count; ++i)
    splat = memcmp(data, data + (size_t)i * bytes, bytes) == 0;
  return mlirDenseElementsAttrRawBufferGet(
      shaped, splat ? bytes : (size_t)count * bytes, data);
}

static bool widthMatches(unsigned width) {
  return width == 1 || width == 8 || width == 16 || width == 32 || width == 64;
}

/// An integer tensor all of whose elements are numbers.
MlirValue foldElements(Fold *fold, MlirOperation op) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (shapeStaticCount(type, FOLD_MAX_ELEMENTS) < 0 || !bridgeIsPure(op))
    return none;
  shapeValuesVisit(fold->values, op);
  const ShapeTensor *tensor =
      shapeValuesOf(fold->values, mlirOperationGetResult(op, 0));
  RelaxTensorInfo info;
  relaxTensorInfo(type, &info);
  if (!tensor || !widthMatches(mlirIntegerTypeGetWidth(info.elementType)))
    return none;
  Arena *arena = fold->run->arena;
  MlirAttribute *elements = ARENA_ARRAY(arena, MlirAttribute, tensor->count);
  for (intptr_t i = 0; i < tensor->count; ++i) {
    int64_t value;
    if (!symExprIsConst(tensor->elements[i].value, &value) ||
        tensor->elements[i].conditions)
      return none;
    elements[i] = mlirIntegerAttrGet(info.elementType, value);
  }
  return foldToConstant(op, mlirDenseElementsAttrGet(builtinType(arena, type),
                                                     tensor->count, elements));
}

//===----------------------------------------------------------------------===//
// By the interpreter
//===----------------------------------------------------------------------===//

static MlirOperation constantOperand(MlirOperation op, intptr_t index) {
  MlirOperation definer = bridgeDefiner(mlirOperationGetOperand(op, index));
  return relaxIsConstant(definer) ? definer : (MlirOperation){NULL};
}

/// What bounds a window of an operation is no operand: few elements, or it has
/// none.
static bool hasSmallWindow(MlirOperation op) {
  RelaxIntegers extents = relaxWindowOf(op).extents;
  int64_t size = 1;
  for (intptr_t i = 0; i < extents.count; ++i)
    if (__builtin_mul_overflow(size, extents.values[i], &size) ||
        size > FOLD_MAX_ELEMENTS)
      return false;
  return true;
}

static bool isFoldable(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  // A call would need its callee.
  if (count == 0 || relaxIsCallTir(op) || !hasSmallWindow(op) ||
      !bridgeIsPure(op) || !strRefStartsWith(name, "relax.") ||
      shapeStaticCount(type, FOLD_MAX_ELEMENTS) < 0)
    return false;
  for (intptr_t i = 0; i < count; ++i) {
    MlirType operand = mlirValueGetType(mlirOperationGetOperand(op, i));
    if (!constantOperand(op, i).ptr ||
        shapeStaticCount(operand, FOLD_MAX_OPERAND_ELEMENTS) < 0)
      return false;
  }
  return true;
}

/// A function @f that returns the operation's result.
static MlirOperation wrapInFunction(MlirContext context, MlirOperation op) {
  MlirLocation loc = mlirOperationGetLocation(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  RelaxFuncArgs function = {
      .sym_name = strRefFromC("f"),
      .function_type = mlirFunctionTypeGet(context, 0, NULL, 1, &type)};
  MlirOperation wrapper = relaxFuncCreate(loc, &function);
  MlirBlock body = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(wrapper, 0), body);
  MlirOperation copy = mlirOperationClone(op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirOperation constant = mlirOperationClone(constantOperand(op, i));
    mlirBlockAppendOwnedOperation(body, constant);
    mlirOperationSetOperand(copy, i, mlirOperationGetResult(constant, 0));
  }
  mlirBlockAppendOwnedOperation(body, copy);
  MlirValue result = mlirOperationGetResult(copy, 0);
  RelaxReturnArgs returned = {.numValues = 1, .values = &result};
  mlirBlockAppendOwnedOperation(body, relaxReturnCreate(loc, &returned));
  return wrapper;
}

MlirValue foldConstant(Fold *fold, MlirOperation op) {
  if (!isFoldable(op))
    return none;
  MlirModule module = mlirModuleCreateEmpty(mlirOperationGetLocation(op));
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module),
                                wrapInFunction(fold->run->context, op));
  RelaxTensor output = {0};
  RelaxError error = {0};
  MlirValue result = none;
  if (relaxInterpret(mlirModuleGetOperation(module), strRefFromC("f"), NULL, 0,
                     NULL, &output, 1, &error))
    result = foldToConstant(
        op, denseElements(fold->run->arena,
                          mlirValueGetType(mlirOperationGetResult(op, 0)),
                          &output));
  relaxTensorRelease(&output);
  relaxErrorFree(&error);
  mlirModuleDestroy(module);
  return result;
}
