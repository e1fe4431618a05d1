//===- Asm.cpp - parser primitives for C ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

static AsmParser &get(void *state) { return *static_cast<AsmParser *>(state); }

static bool punct(void *state, char c) {
  AsmParser &parser = get(state);
  switch (c) {
  case '(': return succeeded(parser.parseOptionalLParen());
  case ')': return succeeded(parser.parseOptionalRParen());
  case '[': return succeeded(parser.parseOptionalLSquare());
  case ']': return succeeded(parser.parseOptionalRSquare());
  case '{': return succeeded(parser.parseOptionalLBrace());
  case '}': return succeeded(parser.parseOptionalRBrace());
  case '<': return succeeded(parser.parseOptionalLess());
  case '>': return succeeded(parser.parseOptionalGreater());
  case ',': return succeeded(parser.parseOptionalComma());
  case ':': return succeeded(parser.parseOptionalColon());
  case '=': return succeeded(parser.parseOptionalEqual());
  case '-': return succeeded(parser.parseOptionalMinus());
  case '+': return succeeded(parser.parseOptionalPlus());
  case '*': return succeeded(parser.parseOptionalStar());
  case '?': return succeeded(parser.parseOptionalQuestion());
  default: return false;
  }
}

static bool identifier(void *state, StrRef *out) {
  StringRef word;
  if (failed(get(state).parseOptionalKeyword(&word)))
    return false;
  *out = {word.data(), word.size()};
  return true;
}

static bool keyword(void *state, const char *word) {
  return succeeded(get(state).parseOptionalKeyword(word));
}

static int integer(void *state, int64_t *out) {
  OptionalParseResult result = get(state).parseOptionalDecimalInteger(*out);
  if (!result.has_value())
    return 0;
  return succeeded(*result) ? 1 : -1;
}

static const char *location(void *state) {
  return get(state).getCurrentLocation().getPointer();
}

static void error(void *state, const char *loc, const char *message) {
  get(state).emitError(SMLoc::getFromPointer(loc)) << message;
}

extern "C" SymTokens bridgeTokens(BridgeParser parser) {
  return {parser.ptr, punct, identifier, keyword, integer, location, error};
}

extern "C" MlirContext bridgeParserContext(BridgeParser parser) {
  return wrap(get(parser.ptr).getContext());
}

extern "C" bool bridgeParseType(BridgeParser parser, MlirType *type) {
  Type result;
  if (failed(get(parser.ptr).parseType(result)))
    return false;
  *type = wrap(result);
  return true;
}

extern "C" bool bridgeParseSymbolRef(BridgeParser parser, MlirAttribute *reference) {
  StringAttr name;
  if (failed(get(parser.ptr).parseSymbolName(name)))
    return false;
  *reference = wrap(FlatSymbolRefAttr::get(name));
  return true;
}

extern "C" void bridgeParserError(BridgeParser parser, const char *message) {
  AsmParser &p = get(parser.ptr);
  p.emitError(p.getCurrentLocation()) << message;
}

extern "C" bool bridgeExpectKeyword(BridgeParser parser, const char *word) {
  return succeeded(get(parser.ptr).parseKeyword(word));
}

extern "C" bool bridgeExpectPunct(BridgeParser parser, char c) {
  if (punct(parser.ptr, c))
    return true;
  char message[] = "expected '?'";
  message[sizeof("expected '") - 1] = c;
  bridgeParserError(parser, message);
  return false;
}
