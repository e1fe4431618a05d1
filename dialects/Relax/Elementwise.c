//===- Elementwise.c - rules of elementwise operations --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Relax.h"

/// Operands of equal element type, broadcast; the result has that element type
/// or, for comparisons, i1.
static MlirLogicalResult inferBinary(MlirLocation loc, const char *name,
                                     MlirValue lhs, MlirValue rhs,
                                     bool comparison, MlirType *result) {
  RelaxTensorInfo a = relaxTensorInfoOf(lhs), b = relaxTensorInfoOf(rhs);
  if (!mlirTypeEqual(a.elementType, b.elementType)) {
    StrBuf x = {0}, y = {0};
    bridgePrintType(a.elementType, &x);
    bridgePrintType(b.elementType, &y);
    bridgeEmitError(loc, "'%s' op element types differ: '%s' and '%s'", name,
                    strBufText(&x), strBufText(&y));
    strBufFree(&x);
    strBufFree(&y);
    return mlirLogicalResultFailure();
  }
  MlirType element =
      comparison ? mlirIntegerTypeGet(mlirTypeGetContext(a.elementType), 1)
                 : a.elementType;
  RelaxTensorInfo operands[] = {a, b};
  return relaxInferBroadcast(loc, name, lhs, operands, 2, element, result);
}

#define BINARY(Op, name, comparison)                                           \
  MlirLogicalResult relax##Op##InferTypes(                                     \
      MlirLocation loc, const Relax##Op##Args *args, MlirType *results) {      \
    return inferBinary(loc, "relax." name, args->lhs, args->rhs, comparison,   \
                       results);                                               \
  }

BINARY(Add, "add", false)
BINARY(Subtract, "subtract", false)
BINARY(Multiply, "multiply", false)
BINARY(Divide, "divide", false)
BINARY(Maximum, "maximum", false)
BINARY(Minimum, "minimum", false)
BINARY(Power, "power", false)
BINARY(Mod, "mod", false)
BINARY(Fmod, "fmod", false)
BINARY(BitwiseAnd, "bitwise_and", false)
BINARY(BitwiseOr, "bitwise_or", false)
BINARY(BitwiseXor, "bitwise_xor", false)
BINARY(ShiftLeft, "shift_left", false)
BINARY(ShiftRight, "shift_right", false)
BINARY(Prelu, "prelu", false)
BINARY(Equal, "equal", true)
BINARY(NotEqual, "not_equal", true)
BINARY(LessEqual, "less_equal", true)
BINARY(GreaterEqual, "greater_equal", true)
BINARY(Less, "less", true)
BINARY(Greater, "greater", true)

#define CLASSIFY(Op)                                                           \
  MlirLogicalResult relax##Op##InferTypes(                                     \
      MlirLocation loc, const Relax##Op##Args *args, MlirType *results) {      \
    RelaxTensorInfo input = relaxTensorInfoOf(args->input);                    \
    MlirType element = mlirIntegerTypeGet(mlirLocationGetContext(loc), 1);     \
    results[0] = input.ranked                                                  \
                     ? relaxTensorTypeOf(element, input.rank, input.dims)      \
                     : relaxUnrankedTensorType(element);                       \
    return mlirLogicalResultSuccess();                                         \
  }

CLASSIFY(IsNan)
CLASSIFY(IsInf)

static bool isRoundMode(MlirAttribute mode) {
  StrRef text = strRefFromMlir(mlirStringAttrGetValue(mode));
  return strRefEqual(text, strRefFromC("up")) ||
         strRefEqual(text, strRefFromC("down")) ||
         strRefEqual(text, strRefFromC("nearest"));
}

MlirLogicalResult relaxCastVerify(MlirOperation op) {
  MlirAttribute mode = relaxCastGetRoundMode(op);
  if (mode.ptr && !isRoundMode(mode)) {
    StrRef text = strRefFromMlir(mlirStringAttrGetValue(mode));
    return bridgeEmitOpError(
        op, "round_mode: expected 'up', 'down' or 'nearest', got '%.*s'",
        (int)text.length, text.data);
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

MlirLogicalResult relaxBitcastInferTypes(MlirLocation loc,
                                         const RelaxBitcastArgs *args,
                                         MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  MlirType element = mlirTypeAttrGetValue(args->element);
  unsigned from = bitsOf(input.elementType), to = bitsOf(element);
  if (from == 0 || from != to) {
    StrBuf text = {0};
    bridgePrintType(input.elementType, &text);
    strBufAppendC(&text, " and ");
    bridgePrintType(element, &text);
    bridgeEmitError(loc,
                    "'relax.bitcast' op element types: expected two of as many "
                    "bits, got %s",
                    strBufText(&text));
    strBufFree(&text);
    return mlirLogicalResultFailure();
  }
  results[0] = input.ranked ? relaxTensorTypeOf(element, input.rank, input.dims)
                            : relaxUnrankedTensorType(element);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxWhereInferTypes(MlirLocation loc,
                                       const RelaxWhereArgs *args,
                                       MlirType *results) {
  RelaxTensorInfo operands[] = {relaxTensorInfoOf(args->condition),
                                relaxTensorInfoOf(args->onTrue),
                                relaxTensorInfoOf(args->onFalse)};
  MlirContext context = mlirLocationGetContext(loc);
  if (!mlirTypeEqual(operands[0].elementType, mlirIntegerTypeGet(context, 1)))
    return bridgeEmitError(loc,
                           "'relax.where' op condition: expected i1 elements");
  if (!mlirTypeEqual(operands[1].elementType, operands[2].elementType))
    return bridgeEmitError(
        loc, "'relax.where' op element types of the two choices differ");
  return relaxInferBroadcast(loc, "relax.where", args->onTrue, operands, 3,
                             operands[1].elementType, results);
}
