//===- WordSyntax.cpp - words and lists of values in tir ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Hooks.hpp"
#include "mlir/CAPI/IR.h"

using namespace mlir;

ParseResult tir::parseWord(OpAsmParser &parser, StringAttr &word) {
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  word = parser.getBuilder().getStringAttr(text);
  return success();
}
void tir::printWord(OpAsmPrinter &printer, Operation *, StringAttr word) {
  printer << word.getValue();
}

/// A range is no longer than what the verifier allows, or one value too long.
ParseResult tir::parseValues(OpAsmParser &parser, DenseI64ArrayAttr &values) {
  constexpr int64_t maxValues = 64;
  SmallVector<int64_t> list;
  int64_t low, high;
  auto parseOne = [&]() { return parser.parseInteger(list.emplace_back()); };
  OptionalParseResult first = parser.parseOptionalInteger(low);
  if (!first.has_value()) {
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseOne))
      return failure();
  } else if (failed(*first) || parser.parseKeyword("to") ||
             parser.parseInteger(high)) {
    return failure();
  } else {
    for (int64_t value = low; value <= high; ++value) {
      list.push_back(value);
      if (value - low == maxValues)
        break;
    }
  }
  values = parser.getBuilder().getDenseI64ArrayAttr(list);
  return success();
}
void tir::printValues(OpAsmPrinter &printer, Operation *,
                      DenseI64ArrayAttr values) {
  ArrayRef<int64_t> list = values;
  bool range = !list.empty();
  for (size_t i = 1; i < list.size(); ++i)
    range &= list[i] - 1 == list[i - 1];
  if (range) {
    printer << list.front() << " to " << list.back();
    return;
  }
  printer << '{';
  llvm::interleaveComma(list, printer);
  printer << '}';
}
