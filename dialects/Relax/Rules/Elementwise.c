//===- Elementwise.c - rules of elementwise operations --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Extents.h"
#include "lib/Bridge/Core/Blocks.h"

/// Operands of equal element type, broadcast; the result has that element type
/// or, for comparisons, i1.
static bool inferBinary(RelaxDims *dims, MlirValue lhs, MlirValue rhs,
                        bool comparison, MlirType *result) {
  RelaxTensorInfo a = relaxTensorInfoOf(lhs), b = relaxTensorInfoOf(rhs);
  if (!relaxSameElements(dims, a, b))
    return false;
  MlirType element =
      comparison ? mlirIntegerTypeGet(mlirTypeGetContext(a.elementType), 1)
                 : a.elementType;
  RelaxTensorInfo operands[] = {a, b};
  return relaxInferBroadcast(dims, operands, 2, element, result);
}

#define BINARY(Op, comparison)                                                 \
  bool relax##Op##InferTypes(RelaxDims *dims, const Relax##Op##Args *args,     \
                             MlirType *results) {                              \
    return inferBinary(dims, args->lhs, args->rhs, comparison, results);       \
  }

BINARY(Add, false)
BINARY(Subtract, false)
BINARY(Multiply, false)
BINARY(Divide, false)
BINARY(Maximum, false)
BINARY(Minimum, false)
BINARY(Power, false)
BINARY(Mod, false)
BINARY(Fmod, false)
BINARY(BitwiseAnd, false)
BINARY(BitwiseOr, false)
BINARY(BitwiseXor, false)
BINARY(ShiftLeft, false)
BINARY(ShiftRight, false)
BINARY(Prelu, false)
BINARY(Equal, true)
BINARY(NotEqual, true)
BINARY(LessEqual, true)
BINARY(GreaterEqual, true)
BINARY(Less, true)
BINARY(Greater, true)

#define CLASSIFY(Op)                                                           \
  bool relax##Op##InferTypes(RelaxDims *dims, const Relax##Op##Args *args,     \
                             MlirType *results) {                              \
    RelaxTensorInfo input = relaxTensorInfoOf(args->input);                    \
    MlirType element = mlirIntegerTypeGet(relaxDimsContext(dims), 1);          \
    results[0] = input.ranked                                                  \
                     ? relaxTensorTypeOf(element, input.rank, input.dims)      \
                     : relaxUnrankedTensorType(element);                       \
    return true;                                                               \
  }

CLASSIFY(IsNan)
CLASSIFY(IsInf)

static bool isRoundMode(MlirAttribute mode) {
  StrRef text = bridgeText(mode);
  return strRefIs(text, "up") || strRefIs(text, "down") ||
         strRefIs(text, "nearest");
}

MlirLogicalResult relaxCastVerify(MlirOperation op) {
  MlirAttribute mode = relaxCastGetRoundMode(op);
  if (mode.ptr && !isRoundMode(mode)) {
    StrRef text = bridgeText(mode);
    return bridgeEmitOpError(
        op, "round_mode: expected 'up', 'down' or 'nearest', got '%.*s'",
        SPREAD(text));
  }
  RelaxTensorInfo from = relaxTensorInfoOf(relaxCastGetInput(op));
  RelaxTensorInfo to = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  bool decodes = relaxBlockFormat(from.elementType);
  if (relaxBlockFormat(to.elementType) ||
      (decodes && !mlirTypeIsAF32(to.elementType))) {
    StrBuf text = {0};
    bridgePrintType(to.elementType, &text);
    bridgeEmitOpError(op,
                      decodes ? "blocks are decoded to f32 alone, got %s; "
                                "use a second 'relax.cast'"
                              : "result: cannot make blocks of numbers, got %s "
                                "(weights in a file have such elements)",
                      strBufText(&text));
    strBufFree(&text);
    return mlirLogicalResultFailure();
  }
  if (!from.ranked || !to.ranked)
    return mlirLogicalResultSuccess();
  return relaxVerifySameShape(op, from, to);
}

/// Bits of a number; 0 of what is none. A bool has 8 in ONNX.
static unsigned bitsOf(MlirType element) {
  if (mlirTypeIsAFloat(element))
    return mlirFloatTypeGetWidth(element);
  if (!mlirTypeIsAInteger(element))
    return 0;
  unsigned width = mlirIntegerTypeGetWidth(element);
  return width == 1 ? 8 : width;
}

bool relaxBitcastInferTypes(RelaxDims *dims, const RelaxBitcastArgs *args,
                            MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  MlirType element = args->element;
  unsigned from = bitsOf(input.elementType), to = bitsOf(element);
  if (from == 0 || from != to)
    return relaxDimsError(
        dims, "element types: expected two of as many bits, got %s and %s",
        relaxTypeText(dims->arena, input.elementType),
        relaxTypeText(dims->arena, element));
  results[0] = relaxTypeWithElements(input, element);
  return true;
}

bool relaxWhereInferTypes(RelaxDims *dims, const RelaxWhereArgs *args,
                          MlirType *results) {
  RelaxTensorInfo operands[] = {relaxTensorInfoOf(args->condition),
                                relaxTensorInfoOf(args->onTrue),
                                relaxTensorInfoOf(args->onFalse)};
  MlirContext context = relaxDimsContext(dims);
  if (!mlirTypeEqual(operands[0].elementType, mlirIntegerTypeGet(context, 1)))
    return relaxDimsError(dims, "condition: expected i1 elements");
  if (!mlirTypeEqual(operands[1].elementType, operands[2].elementType))
    return relaxDimsError(dims, "element types of the two choices differ");
  return relaxInferBroadcast(dims, operands, 3, operands[1].elementType,
                             results);
}
