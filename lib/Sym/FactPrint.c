//===- FactPrint.c - facts as text ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Sym.h"

#include <inttypes.h>

/// `next` goes on where `fact` ends: a <= b, b <= c is one chain.
static bool continues(SymFact fact, SymFact next) {
  int64_t value;
  return fact.kind == SYM_FACT_LE && next.kind == SYM_FACT_LE && !fact.likely &&
         !next.likely && !symExprIsConst(fact.rhs, &value) &&
         symExprIdentical(fact.rhs, next.lhs);
}

static void printSet(SymFact fact, StrBuf *out) {
  strBufAppendC(out, " in {");
  for (size_t i = 0; i < fact.numValues; ++i)
    strBufAppendFormat(out, "%s%" PRId64, i == 0 ? "" : ", ", fact.values[i]);
  strBufAppendC(out, "}");
}

void symFactsPrint(const SymFact *facts, size_t numFacts, StrBuf *out) {
  for (size_t i = 0; i < numFacts; ++i) {
    SymFact fact = facts[i];
    bool chained = i > 0 && continues(facts[i - 1], fact);
    if (!chained) {
      strBufAppendC(out, i == 0 ? "" : ", ");
      strBufAppendC(out, fact.likely ? "likely " : "");
      symExprPrint(fact.lhs, out);
    }
    if (fact.kind == SYM_FACT_IN) {
      printSet(fact, out);
      continue;
    }
    strBufAppendC(out, fact.kind == SYM_FACT_EQ ? " == " : " <= ");
    symExprPrint(fact.rhs, out);
  }
}
