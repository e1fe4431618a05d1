//===- ValueExpr.cpp - expressions over SSA values ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The grammar of expressions is lib/Sym's; here a token source is put under it
// that also takes SSA values: the k-th distinct value of an operation is the
// symbol "%k" of its expressions.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Hooks.hpp"
#include "dialects/Sym/SymAttributes.h"
#include "dialects/Sym/Syntax.hpp"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace {
/// A token source over an operation's parser that records the SSA values.
struct ValueTokens {
  OpAsmParser &parser;
  sym::Operands &indices;
  SymTokens base; // over the same parser, for everything else
  std::string name;

  ValueTokens(OpAsmParser &parser, sym::Operands &indices)
      : parser(parser), indices(indices),
        base(bridgeTokens(BridgeParser{static_cast<AsmParser *>(&parser)})) {}

  static ValueTokens &get(void *state) {
    return *static_cast<ValueTokens *>(state);
  }
  bool identifier(StrRef *out) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult found = parser.parseOptionalOperand(operand);
    if (!found.has_value())
      return base.identifier(base.state, out);
    if (failed(*found))
      return false;
    size_t index = 0;
    while (index < indices.size() && (indices[index].name != operand.name ||
                                      indices[index].number != operand.number))
      ++index;
    if (index == indices.size())
      indices.push_back(operand);
    name = "%" + std::to_string(index);
    *out = {name.data(), name.size()};
    return true;
  }
  SymTokens tokens() {
    return {this,
            [](void *s, char c) { return get(s).base.punct(get(s).base.state, c); },
            [](void *s, StrRef *out) { return get(s).identifier(out); },
            [](void *s, const char *word) {
              return get(s).base.keyword(get(s).base.state, word);
            },
            [](void *s, int64_t *out) {
              return get(s).base.integer(get(s).base.state, out);
            },
            [](void *s) { return get(s).base.loc(get(s).base.state); },
            [](void *s, const char *loc, const char *message) {
              get(s).base.error(get(s).base.state, loc, message);
            }};
  }
};
} // namespace

static bool usesOwnIndices(Attribute attribute, size_t count) {
  AttrTypeWalker walker;
  walker.addWalk([count](sym::ExprAttr expr) {
    for (StringAttr symbol : expr.getSymbols()) {
      StringRef name = symbol.getValue();
      size_t index;
      if (name.consume_front("%") &&
          (name.getAsInteger(10, index) || index >= count))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return !walker.walk(attribute).wasInterrupted();
}

bool sym::usesOwnIndices(Operation &op, size_t count) {
  return ::usesOwnIndices(op.getAttrDictionary(), count);
}

ParseResult sym::parseValueExpr(OpAsmParser &parser, sym::Operands &indices,
                            Attribute &expr) {
  ValueTokens source(parser, indices);
  SymTokens tokens = source.tokens();
  Arena *arena = arenaCreate();
  SymExpr parsed;
  bool good = symExprParse(&tokens, arena, &parsed);
  if (good)
    expr = unwrap(symExprToAttribute(wrap(parser.getContext()), parsed));
  arenaDestroy(arena);
  return success(good);
}

/// Prints a text with the names of the values in place of "%k".
static void printText(OpAsmPrinter &printer, OperandRange indices,
                      StringRef rest) {
  while (!rest.empty()) {
    auto [before, after] = rest.split('%');
    printer << before;
    if (before.size() == rest.size())
      break;
    unsigned index = 0;
    after.consumeInteger(10, index);
    printer << indices[index];
    rest = after;
  }
}

void sym::printValueExpr(OpAsmPrinter &printer, OperandRange indices,
                     Attribute expr) {
  StrBuf text = {};
  symPrintAttribute(wrap(expr), &text);
  printText(printer, indices, strBufText(&text));
  strBufFree(&text);
}

ParseResult sym::parseIndexExpr(OpAsmParser &parser, Operands &indices,
                                Attribute &expr) {
  return failure(parser.parseLParen() || parseValueExpr(parser, indices, expr) ||
                 parser.parseRParen());
}

void sym::printIndexExpr(OpAsmPrinter &printer, Operation *,
                         OperandRange indices, Attribute expr) {
  printer << '(';
  printValueExpr(printer, indices, expr);
  printer << ')';
}

ParseResult sym::parseAccess(OpAsmParser &parser, Operands &indices,
                             ArrayAttr &exprs) {
  SmallVector<Attribute> list;
  auto parse = [&]() { return parseValueExpr(parser, indices, list.emplace_back()); };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parse))
    return failure();
  exprs = parser.getBuilder().getArrayAttr(list);
  return success();
}

void sym::printAccess(OpAsmPrinter &printer, Operation *, OperandRange indices,
                      ArrayAttr exprs) {
  printer << '[';
  llvm::interleaveComma(exprs, printer, [&](Attribute expr) {
    printValueExpr(printer, indices, expr);
  });
  printer << ']';
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

static ParseResult parseFactList(OpAsmParser &parser, sym::Operands &indices,
                                 SmallVectorImpl<Attribute> &list) {
  ValueTokens source(parser, indices);
  SymTokens tokens = source.tokens();
  Arena *arena = arenaCreate();
  auto parseOne = [&]() -> ParseResult { // a chain is several facts
    SymFact *facts = nullptr;
    size_t count = 0;
    if (!symFactParse(&tokens, arena, &facts, &count))
      return failure();
    for (size_t i = 0; i < count; ++i)
      list.push_back(unwrap(symFactToAttribute(wrap(parser.getContext()), facts[i])));
    return success();
  };
  ParseResult outcome =
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne);
  arenaDestroy(arena);
  return outcome;
}

ParseResult sym::parseValueFact(OpAsmParser &parser, Operands &indices,
                                Attribute &fact) {
  SmallVector<Attribute> list;
  SMLoc loc = parser.getCurrentLocation();
  if (parseFactList(parser, indices, list))
    return failure();
  if (list.size() != 1)
    return parser.emitError(loc) << "expected one fact, got " << list.size();
  fact = list.front();
  return success();
}

ParseResult sym::parseValueFacts(OpAsmParser &parser, Operands &indices,
                                 ArrayAttr &facts) {
  SmallVector<Attribute> list;
  if (parseFactList(parser, indices, list))
    return failure();
  facts = parser.getBuilder().getArrayAttr(list);
  return success();
}

void sym::printValueFacts(OpAsmPrinter &printer, Operation *,
                          OperandRange indices, ArrayAttr facts) {
  StrBuf text = {};
  symPrintFacts(wrap(Attribute(facts)), &text);
  printer << '(';
  printText(printer, indices, strBufText(&text));
  printer << ')';
  strBufFree(&text);
}

void sym::printValueFact(OpAsmPrinter &printer, Operation *op,
                         OperandRange indices, Attribute fact) {
  printValueFacts(printer, op, indices, ArrayAttr::get(op->getContext(), fact));
}
