//===- Sym.c - fuzzes expressions, facts and the prover -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The first byte chooses: text of facts, the last of which is a question, or
// the words of a code. What parses prints and parses again to the same; an
// answer of the prover is held against all small assignments.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Sym.h"
#include "test/fuzz/TextMutator.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed);

enum { MAX_SYMBOLS = 4, MAX_EXTENT = 5 };

static void check(bool condition, const char *what) {
  if (condition)
    return;
  fprintf(stderr, "finding: %s\n", what);
  abort();
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// Symbols of all facts, each once; false if there are too many.
static bool collect(SymExpr expr, StrRef *names, size_t *count) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    size_t k = 0;
    while (k < *count && !strRefEqual(names[k], expr.symbols[i]))
      ++k;
    if (k == MAX_SYMBOLS)
      return false;
    if (k == *count)
      names[(*count)++] = expr.symbols[i];
  }
  return true;
}

static SymStatus value(SymExpr expr, const StrRef *names, size_t count,
                       const int64_t *extents, int64_t *out) {
  int64_t values[MAX_SYMBOLS];
  for (size_t i = 0; i < expr.numSymbols; ++i)
    for (size_t k = 0; k < count; ++k)
      if (strRefEqual(names[k], expr.symbols[i]))
        values[i] = extents[k];
  return symExprEval(expr, values, out);
}

/// 1 holds, 0 does not, -1: has no value in 64 bits.
static int holds(const SymFact *fact, const StrRef *names, size_t count,
                 const int64_t *extents) {
  int64_t lhs, rhs = 0;
  SymStatus status = value(fact->lhs, names, count, extents, &lhs);
  if (status == SYM_OK && fact->kind != SYM_FACT_IN)
    status = value(fact->rhs, names, count, extents, &rhs);
  if (status != SYM_OK)
    return status == SYM_BAD_DIVISOR ? 0 : -1;
  if (fact->kind == SYM_FACT_EQ)
    return lhs == rhs;
  if (fact->kind == SYM_FACT_LE)
    return lhs <= rhs;
  for (size_t i = 0; i < fact->numValues; ++i)
    if (fact->values[i] == lhs)
      return 1;
  return 0;
}

static bool hasUnknown(const SymFact *fact) {
  return symExprIsUnknown(fact->lhs) ||
         (fact->kind != SYM_FACT_IN && symExprIsUnknown(fact->rhs));
}

/// True if the assignment satisfies the facts and is counted by `answer`.
static void compare(const SymFact *facts, size_t count, SymAnswer answer,
                    const StrRef *names, size_t numNames,
                    const int64_t *extents) {
  for (size_t i = 0; i + 1 < count; ++i)
    if (!facts[i].likely && holds(&facts[i], names, numNames, extents) != 1)
      return;
  int question = holds(&facts[count - 1], names, numNames, extents);
  check(answer != SYM_YES || question != 0,
        "the prover says yes, an assignment says no");
}

static void prove(Arena *arena, const SymFact *facts, size_t count) {
  StrRef names[MAX_SYMBOLS];
  size_t numNames = 0;
  SymProof proof;
  SymAnswer answer =
      symProve(arena, facts, count - 1, facts[count - 1], &proof);
  for (size_t i = 0; i < count; ++i) {
    if (hasUnknown(&facts[i]))
      return;
    if (!collect(facts[i].lhs, names, &numNames) ||
        (facts[i].kind != SYM_FACT_IN &&
         !collect(facts[i].rhs, names, &numNames)))
      return;
  }
  int64_t extents[MAX_SYMBOLS] = {0};
  for (bool more = true; more;) {
    compare(facts, count, answer, names, numNames, extents);
    size_t k = 0;
    while (k < numNames && extents[k] == MAX_EXTENT)
      extents[k++] = 0;
    more = k < numNames;
    if (more)
      ++extents[k];
  }
}

/// Facts `a, b, c`; NULL after an error.
static SymFact *parseFacts(Arena *arena, StrRef text, size_t *count) {
  StrBuf message = {0};
  SymFact *facts;
  bool good = symFactsFromText(text, arena, &facts, count, &message);
  check(good || message.length, "facts fail without a message");
  strBufFree(&message);
  return good ? facts : NULL;
}

static void runFacts(Arena *arena, StrRef text) {
  size_t count, countAgain;
  SymFact *facts = parseFacts(arena, text, &count);
  if (!facts || count == 0)
    return;
  StrBuf printed = {0};
  symFactsPrint(facts, count, &printed);
  SymFact *again = parseFacts(
      arena, (StrRef){strBufText(&printed), printed.length}, &countAgain);
  check(again && count == countAgain, "printed facts do not parse");
  for (size_t i = 0; i < count; ++i)
    check(symFactIdentical(facts[i], again[i]), "facts change when printed");
  strBufFree(&printed);
  if (count <= 12)
    prove(arena, facts, count);
}

//===----------------------------------------------------------------------===//
// Codes
//===----------------------------------------------------------------------===//

static SymExpr parseExpr(Arena *arena, const StrBuf *text) {
  SymText source = {.text = {strBufText(text), text->length}};
  SymTokens tokens = symTokensFromText(&source);
  SymExpr expr = {0};
  bool good = symExprParse(&tokens, arena, &expr) && symTextAtEnd(&source);
  check(good, "a printed expression does not parse");
  strBufFree(&source.message);
  return expr;
}

/// A byte below 128 is a small word, one above begins a word of 8 bytes.
static size_t readCode(const uint8_t *data, size_t size, int64_t *code,
                       size_t limit) {
  size_t count = 0;
  for (size_t at = 0; at < size && count < limit;) {
    uint8_t byte = data[at++];
    int64_t word = byte;
    if (byte >= 128 && size - at >= sizeof word) {
      memcpy(&word, data + at, sizeof word);
      at += sizeof word;
    }
    code[count++] = word;
  }
  return count;
}

static void runCode(Arena *arena, const uint8_t *data, size_t size) {
  static const StrRef symbols[] = {{"n", 1}, {"m", 1}, {"k", 1}};
  int64_t *code = ARENA_ARRAY(arena, int64_t, size + 1);
  SymExpr raw = {code, readCode(data, size, code, size), symbols, 3};
  SymExpr expr;
  if (!symExprCodeIsWellFormed(raw.code, raw.codeSize, raw.numSymbols) ||
      symExprRenormalize(arena, raw, &expr) != SYM_OK)
    return;
  StrBuf text = {0};
  symExprPrint(expr, &text);
  check(symExprIdentical(expr, parseExpr(arena, &text)),
        "an expression changes when printed");
  strBufFree(&text);
  if (symExprIsUnknown(expr))
    return;
  for (int64_t n = 0; n < 3; ++n) {
    const int64_t extents[] = {n, 5 - n, 7};
    int64_t before, after;
    if (symExprEval(raw, extents, &before) == SYM_OK &&
        value(expr, symbols, 3, extents, &after) == SYM_OK)
      check(before == after, "normal form changes the value");
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  Arena *arena = arenaCreate();
  if (data[0] == 0)
    runCode(arena, data + 1, size - 1);
  else
    runFacts(arena, (StrRef){(const char *)data, size});
  arenaDestroy(arena);
  return 0;
}

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                               unsigned seed) {
  return size == 0 || data[0] == 0 || seed % 4 == 0
             ? LLVMFuzzerMutate(data, size, maxSize)
             : textMutate(data, size, maxSize, seed);
}
