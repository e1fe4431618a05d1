//===- Print.c - expressions as text --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Walks the flat code. What is printed parses back to the same code.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Sym.h"

#include <assert.h>
#include <inttypes.h>

typedef struct Printer {
  const int64_t *at;
  const StrRef *symbols;
  StrBuf *out;
} Printer;

static void printPoly(Printer *printer);

static const char *operatorText(int64_t kind) {
  switch (kind) {
  case SYM_ATOM_FLOORDIV:
    return " floordiv ";
  case SYM_ATOM_CEILDIV:
    return " ceildiv ";
  case SYM_ATOM_MOD:
    return " mod ";
  case SYM_ATOM_MIN:
    return "min(";
  case SYM_ATOM_MAX:
    return "max(";
  default:
    assert(false && "not an operation");
    return "";
  }
}

static bool isInfix(int64_t kind) {
  return kind == SYM_ATOM_FLOORDIV || kind == SYM_ATOM_CEILDIV ||
         kind == SYM_ATOM_MOD;
}

/// A literal, a symbol, or a call: needs no parentheses beside an operator.
static bool isPrimary(const int64_t *poly) {
  if (poly[0] == 0)
    return true;
  if (poly[0] != 1)
    return false;
  if (poly[2] == 0)
    return poly[1] > 0;
  return poly[1] == 1 && poly[2] == 1 && !isInfix(poly[3]);
}

static void printOperand(Printer *printer) {
  bool bare = isPrimary(printer->at);
  if (!bare)
    strBufAppendC(printer->out, "(");
  printPoly(printer);
  if (!bare)
    strBufAppendC(printer->out, ")");
}

/// `len[i` or `wid[i, j`.
static void printRead(Printer *printer) {
  bool chain = printer->at[3] == SYM_ATOM_LEN; // [1, 1, 1, atom]
  printer->at += 4;
  if (chain)
    printRead(printer);
  else
    strBufAppend(printer->out, printer->symbols[*printer->at++]);
  strBufAppendC(printer->out, chain ? ", " : "[");
  printPoly(printer);
}

static void printAtom(Printer *printer, bool bare) {
  int64_t kind = *printer->at++;
  if (kind == SYM_ATOM_SYMBOL) {
    strBufAppend(printer->out, printer->symbols[*printer->at++]);
    return;
  }
  if (kind == SYM_ATOM_UNKNOWN) {
    strBufAppendC(printer->out, "?");
    return;
  }
  if (kind == SYM_ATOM_LEN) {
    printRead(printer);
    strBufAppendC(printer->out, "]");
    return;
  }
  if (kind == SYM_ATOM_SUM) {
    strBufAppendC(printer->out, "sum(");
    printPoly(printer);
    ++printer->at; // the 0
    strBufAppendC(printer->out, ")");
    return;
  }
  const char *text = operatorText(kind);
  if (isInfix(kind)) {
    if (!bare)
      strBufAppendC(printer->out, "(");
    printOperand(printer);
    strBufAppendC(printer->out, text);
    printOperand(printer);
  } else {
    bare = false;
    strBufAppendC(printer->out, text);
    printPoly(printer);
    strBufAppendC(printer->out, ", ");
    printPoly(printer);
  }
  if (!bare)
    strBufAppendC(printer->out, ")");
}

/// Prints `coefficient` times the factors at the cursor.
static void printTerm(Printer *printer, int64_t coefficient, int64_t numFactors,
                      bool first) {
  bool negative = coefficient < 0;
  uint64_t size = negative ? -(uint64_t)coefficient : (uint64_t)coefficient;
  if (first)
    strBufAppendC(printer->out, negative ? "-" : "");
  else
    strBufAppendC(printer->out, negative ? " - " : " + ");
  bool showSize = size != 1 || numFactors == 0;
  if (showSize)
    strBufAppendFormat(printer->out, "%" PRIu64, size);
  // A unary minus binds more tightly than `mod`.
  bool bare = !showSize && numFactors == 1 && !(first && negative);
  for (int64_t i = 0; i < numFactors; ++i) {
    if (showSize || i > 0)
      strBufAppendC(printer->out, " * ");
    printAtom(printer, bare);
  }
}

static void printPoly(Printer *printer) {
  int64_t numTerms = *printer->at++;
  if (numTerms == 0)
    strBufAppendC(printer->out, "0");
  for (int64_t i = 0; i < numTerms; ++i) {
    int64_t coefficient = *printer->at++;
    int64_t numFactors = *printer->at++;
    if (coefficient == INT64_MIN) {
      // 2^63 is no literal of the grammar: -(2^63 - 1) times, once more.
      const int64_t *factors = printer->at;
      printTerm(printer, -INT64_MAX, numFactors, i == 0);
      printer->at = factors;
      printTerm(printer, -1, numFactors, false);
    } else {
      printTerm(printer, coefficient, numFactors, i == 0);
    }
  }
}

void symExprPrint(SymExpr expr, StrBuf *out) {
  Printer printer = {expr.code, expr.symbols, out};
  printPoly(&printer);
}
