//===- Bind.c - weights of a region move into it --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A region is outlined with its weights as arguments. What every call gives it
// alike is a constant of the region: its back end sees it once.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Conversion/Backends/Region.h"
#include "lib/Transforms/Shapes/FitCall.h"

#include <stb/stb_ds.h>

MlirBlock regionBody(MlirOperation function) { return bridgeBody(function); }

bool regionIsConstant(MlirOperation op) {
  return relaxIsConstant(op) || relaxIsGetWeight(op);
}

static MlirOperation definer(MlirOperation call, intptr_t operand) {
  MlirValue value = mlirOperationGetOperand(call, operand);
  return bridgeDefiner(value);
}

static bool sameConstant(MlirOperation a, MlirOperation b) {
  if (relaxIsGetWeight(a) && relaxIsGetWeight(b))
    return mlirAttributeEqual(relaxGetWeightGetWeight(a),
                              relaxGetWeightGetWeight(b));
  return relaxIsConstant(a) && relaxIsConstant(b) &&
         mlirAttributeEqual(relaxConstantGetValue(a), relaxConstantGetValue(b));
}

/// What all calls give for the argument, which has the very type; null if that
/// is no constant.
static MlirOperation commonConstant(MlirOperation *calls, intptr_t index,
                                    MlirType type) {
  MlirOperation first = {NULL};
  for (ptrdiff_t i = 0; i < arrlen(calls); ++i) {
    MlirOperation op = definer(calls[i], index);
    if (!op.ptr || !regionIsConstant(op) ||
        !mlirTypeEqual(bridgeResultType(op), type) ||
        (first.ptr && !sameConstant(first, op)))
      return (MlirOperation){NULL};
    first = op;
  }
  return first;
}

static void dropOperand(Arena *arena, MlirOperation call, intptr_t index) {
  intptr_t count = mlirOperationGetNumOperands(call), kept = 0;
  MlirValue *operands = ARENA_ARRAY(arena, MlirValue, count);
  for (intptr_t i = 0; i < count; ++i)
    if (i != index)
      operands[kept++] = mlirOperationGetOperand(call, i);
  mlirOperationSetOperands(call, kept, operands);
}

static void dropArgument(Arena *arena, MlirOperation function, intptr_t index) {
  MlirType type = relaxFuncGetFunctionType(function);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type), kept = 0;
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  MlirType *in = ARENA_ARRAY(arena, MlirType, inputs);
  MlirType *out = ARENA_ARRAY(arena, MlirType, results);
  for (intptr_t i = 0; i < inputs; ++i)
    if (i != index)
      in[kept++] = mlirFunctionTypeGetInput(type, i);
  for (intptr_t i = 0; i < results; ++i)
    out[i] = mlirFunctionTypeGetResult(type, i);
  mlirBlockEraseArgument(regionBody(function), (unsigned)index);
  relaxFuncSetFunctionType(
      function, mlirFunctionTypeGet(mlirOperationGetContext(function), kept, in,
                                    results, out));
}

void regionBindConstants(Arena *arena, MlirOperation module,
                         MlirOperation function) {
  MlirBlock body = regionBody(function);
  MlirOperation *calls = callsOf(module, functionName(function));
  // Attributes of arguments would have to move along.
  bool plain = !relaxFuncGetArgAttrs(function).ptr;
  for (intptr_t i = mlirBlockGetNumArguments(body) - 1; plain && i >= 0; --i) {
    MlirValue argument = mlirBlockGetArgument(body, i);
    MlirOperation constant =
        commonConstant(calls, i, mlirValueGetType(argument));
    if (!constant.ptr)
      continue;
    MlirOperation copy = mlirOperationClone(constant);
    mlirBlockInsertOwnedOperation(body, 0, copy);
    mlirValueReplaceAllUsesOfWith(argument, mlirOperationGetResult(copy, 0));
    dropArgument(arena, function, i);
    for (ptrdiff_t c = 0; c < arrlen(calls); ++c)
      dropOperand(arena, calls[c], i);
  }
  arrfree(calls);
}
