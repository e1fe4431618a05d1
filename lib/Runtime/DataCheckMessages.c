//===- DataCheckMessages.c - what is wrong with a value -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/DataCheckState.h"
#include "lib/Runtime/DataType.h"

#include <inttypes.h>
#include <string.h>

bool dataCheckIsOwn(StrRef symbol) {
  return memchr(symbol.data, '.', symbol.length);
}

/// `input 'x': field 1 of '@Node'`, or `element 1` inside of one.
static StrBuf placeOf(const DataCheck *check, StrRef of, int64_t index) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "%s: ", check->subject);
  if (of.length)
    strBufAppendFormat(&text, "field %" PRId64 " of '@%.*s'", index,
                       (int)of.length, of.data);
  else
    strBufAppendFormat(&text, "element %" PRId64, index);
  return text;
}

bool dataCheckFail(const DataCheck *check, StrBuf *text) {
  relaxFail(check->error, "%s", strBufText(text));
  strBufFree(text);
  return false;
}

bool dataCheckWrongField(const DataCheck *check, const RelaxFieldType *type,
                         StrRef of, int64_t index, const RelaxTensor *got) {
  StrBuf text = placeOf(check, of, index);
  strBufAppendC(&text, ": expected ");
  if (relaxFieldHolds(type))
    strBufAppend(&text, check->program->dataTypes[type->data].text);
  else
    strBufAppendFormat(&text, "%s tensor", relaxDTypeName(type->dtype));
  if (!relaxFieldHolds(type) && type->rank >= 0)
    strBufAppendFormat(&text, " of rank %" PRId32, type->rank);
  strBufAppendC(&text, ", got ");
  relaxTensorDescribe(got, &text);
  return dataCheckFail(check, &text);
}

bool dataCheckWrongExtent(const DataCheck *check, const DataPart *part,
                          int32_t axis, int64_t expected) {
  StrBuf text = placeOf(check, part->of, part->index);
  strBufAppendFormat(&text, ", dimension %" PRId32 ": expected ", axis);
  int64_t want = part->type->dims[axis];
  if (want <= RELAX_EXTENT_EXPR) {
    SymExpr expr = check->program->exprs[RELAX_EXTENT_EXPR - want].expr;
    bool named = true;
    for (size_t i = 0; i < expr.numSymbols; ++i)
      named &= !dataCheckIsOwn(expr.symbols[i]);
    if (named) {
      symExprPrint(expr, &text);
      strBufAppendC(&text, " = ");
    }
  }
  strBufAppendFormat(&text, "%" PRId64 ", got %" PRId64, expected,
                     part->value->dims[axis]);
  return dataCheckFail(check, &text);
}
