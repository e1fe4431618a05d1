//===- RaggedPadding.c - padding of the storage of ragged tensors ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An array with a number for each dimension, `padding = [1, 8, 1]`. Extents of
// the value stay what they are; in memory that of dimension 1 is the next
// multiple of 8. The number of dimension 0 rounds all rows together (CoRa's
// bulk padding). No padding is null, never an array of ones, so that equal
// types are one type.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Ragged.h"
#include "dialects/Sym/Walk.h"

int64_t relaxPaddingAt(MlirAttribute padding, intptr_t d) {
  return padding.ptr ? mlirDenseI64ArrayGetElement(padding, d) : 1;
}

bool relaxHasPadded(MlirOperation op) {
  bool padded = false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    padded |=
        relaxPaddingOf(mlirValueGetType(mlirOperationGetOperand(op, i))).ptr !=
        NULL;
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    padded |=
        relaxPaddingOf(mlirValueGetType(mlirOperationGetResult(op, i))).ptr !=
        NULL;
  return padded;
}

bool relaxPadsAlike(MlirOperation op, intptr_t dims) {
  intptr_t operands = mlirOperationGetNumOperands(op);
  intptr_t results = mlirOperationGetNumResults(op);
  RelaxTensorInfo info;
  MlirAttribute padding = {NULL};
  bool alike = true, first = true;
  for (intptr_t i = 0; alike && i < operands + results; ++i) {
    MlirType type = mlirValueGetType(
        i < operands ? mlirOperationGetOperand(op, i)
                     : mlirOperationGetResult(op, i - operands));
    if (!relaxTypeIsRagged(type) || !relaxTensorInfo(type, &info))
      continue;
    padding = first ? info.padding : padding;
    first = false;
    alike = mlirAttributeEqual(info.padding, padding) &&
            (!padding.ptr || mlirTypeIsAFloat(info.elementType));
    for (intptr_t d = dims; alike && d < info.rank; ++d)
      alike = relaxPaddingAt(info.padding, d) == 1;
  }
  return alike;
}

SymStatus relaxRoundUp(Arena *arena, SymExpr extent, int64_t factor,
                       SymExpr *out) {
  *out = extent;
  if (factor == 1)
    return SYM_OK;
  SymExpr by = symExprConst(arena, factor);
  SymStatus status = symExprCeilDiv(arena, extent, by, out);
  return status == SYM_OK ? symExprMul(arena, by, *out, out) : status;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `[1, 8, 1]`, as many numbers as there is room for; -1 after an error.
static intptr_t parseNumbers(BridgeParser parser, int64_t *numbers,
                             intptr_t room) {
  SymTokens tokens = bridgeTokens(parser);
  intptr_t count = 0;
  if (!bridgeExpectPunct(parser, '['))
    return -1;
  do {
    int64_t number = 0;
    int outcome = tokens.integer(tokens.state, &number);
    if (outcome < 0)
      return -1;
    if (outcome == 0 || number < 1 || number > 1 << 20)
      return room + 1;
    if (count < room)
      numbers[count] = number;
    ++count;
  } while (tokens.punct(tokens.state, ','));
  return bridgeExpectPunct(parser, ']') ? count : -1;
}

bool relaxParsePadding(BridgeParser parser, RelaxTensorInfo *info) {
  SymTokens tokens = bridgeTokens(parser);
  const char *loc = tokens.loc(tokens.state);
  Arena *arena = arenaCreate();
  int64_t *numbers = ARENA_ARRAY(arena, int64_t, info->rank + 1);
  intptr_t count = parseNumbers(parser, numbers, info->rank);
  bool padded = false;
  for (intptr_t d = 0; d < count && d < info->rank; ++d)
    padded |= numbers[d] > 1;
  const char *message =
      !relaxDimsAreRagged(info->dims, info->rank)
          ? "padding: expected a ragged tensor such as '[i : b, len[i], 512]', "
            "whose storage it is of"
      : count != info->rank
          ? "padding: expected a number from 1 to 1048576 for each dimension, "
            "as in '[i : b, len[i], 512], f32, padding = [1, 8, 1]'"
          : NULL;
  if (count >= 0 && message)
    tokens.error(tokens.state, loc, message);
  else if (padded)
    info->padding =
        mlirDenseI64ArrayGet(bridgeParserContext(parser), info->rank, numbers);
  arenaDestroy(arena);
  return count >= 0 && !message;
}

void relaxPrintPadding(RelaxTensorInfo info, StrBuf *out) {
  for (intptr_t d = 0; info.padding.ptr && d < info.rank; ++d)
    strBufAppendFormat(out, "%s%ld", d ? ", " : ", padding = [",
                       (long)relaxPaddingAt(info.padding, d));
  strBufAppendC(out, info.padding.ptr ? "]" : "");
}
