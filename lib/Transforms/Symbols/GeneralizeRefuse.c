//===- GeneralizeRefuse.c - why an extent cannot become a symbol ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Symbols/Generalize.h"

#include <ctype.h>
#include <stb/stb_ds.h>
#include <string.h>

/// The dimension whose symbol an operand has.
static const GeneralDim *culprit(const Generalizer *generalizer,
                                 MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    for (ptrdiff_t d = 0; d < arrlen(generalizer->dims); ++d)
      for (size_t s = 0; s < generalizer->dims[d].value.numSymbols; ++s)
        if (symTypeHasSymbol(mlirValueGetType(mlirOperationGetOperand(op, i)),
                             generalizer->dims[d].value.symbols[s]))
          return &generalizer->dims[d];
  return &generalizer->dims[0];
}

static bool isWordPart(char c) { return isalnum((unsigned char)c) || c == '_'; }

/// Where `why` last has the symbol, or -1.
static ptrdiff_t lastMention(const char *why, StrRef symbol) {
  ptrdiff_t last = -1;
  for (const char *at = why; *at; ++at)
    if (!strncmp(at, symbol.data, symbol.length) &&
        !isWordPart(at[symbol.length]) && (at == why || !isWordPart(at[-1])))
      last = at - why;
  return last;
}

/// Rules name the extents that clash last: the dimension that became one.
static const GeneralDim *blamed(const Generalizer *generalizer,
                                MlirOperation op, const char *why) {
  const GeneralDim *dim = culprit(generalizer, op);
  ptrdiff_t last = -1;
  for (ptrdiff_t d = 0; d < arrlen(generalizer->dims); ++d) {
    SymExpr value = generalizer->dims[d].value;
    for (size_t s = 0; s < value.numSymbols; ++s)
      if (lastMention(why, value.symbols[s]) > last) {
        last = lastMention(why, value.symbols[s]);
        dim = &generalizer->dims[d];
      }
  }
  return dim;
}

MlirLogicalResult generalizeRefuse(const Generalizer *generalizer,
                                   MlirOperation op, const char *why) {
  StrBuf text = {0}, note = {0};
  StrRef name = bridgeOpName(op);
  const GeneralDim *dim = blamed(generalizer, op, why);
  MlirBlock entry = bridgeBody(generalizer->function);
  strBufAppendFormat(&text, "'%.*s' op depends on the extent %lld: %s",
                     (int)name.length, name.data, (long long)dim->extent, why);
  strBufAppendFormat(&note, "dimension %ld, which becomes '", (long)dim->axis);
  symExprPrint(dim->value, &note);
  strBufAppendC(&note, "'");
  bridgeEmitErrorWithNote(
      mlirOperationGetLocation(op), strBufText(&text),
      mlirValueGetLocation(mlirBlockGetArgument(entry, dim->index)),
      strBufText(&note));
  strBufFree(&text);
  strBufFree(&note);
  return mlirLogicalResultFailure();
}
