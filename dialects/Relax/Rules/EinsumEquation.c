//===- EinsumEquation.c - the equation of relax.einsum --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/EinsumEquation.h"
#include "lib/Bridge/Core/Blocks.h"

intptr_t einsumFind(const EinsumTerm *term, int label) {
  for (intptr_t i = 0; i < term->count; ++i)
    if (term->labels[i] == label)
      return i;
  return -1;
}

static int labelOf(char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  return c >= 'a' && c <= 'z' ? 26 + c - 'a' : -1;
}

typedef struct Parser {
  StrRef equation;
  size_t next;
  intptr_t ellipsis; // the largest number of dimensions of one
  StrBuf *message;
} Parser;

static bool startsWith(const Parser *p, const char *text) {
  StrRef rest = {p->equation.data + p->next, p->equation.length - p->next};
  return strRefStartsWith(rest, text);
}

static bool atEnd(const Parser *p) { return p->next >= p->equation.length; }

static void skipBlanks(Parser *p) {
  while (startsWith(p, " "))
    ++p->next;
}

static bool syntaxError(Parser *p, const char *expected) {
  strBufAppendFormat(p->message, "expected %s at character %zu of '%.*s'",
                     expected, p->next, SPREAD(p->equation));
  return false;
}

/// One term; the dimensions of an ellipsis are what `rank` has beside the
/// letters, or `p->ellipsis` for the result (`rank` -1).
static bool parseTerm(Parser *p, intptr_t rank, EinsumTerm *term) {
  int labels[EINSUM_MAX_RANK];
  intptr_t count = 0, dots = -1;
  for (skipBlanks(p); !atEnd(p) && !startsWith(p, ",") && !startsWith(p, "-");
       skipBlanks(p)) {
    int label = labelOf(p->equation.data[p->next]);
    if (startsWith(p, "...") && dots < 0) {
      dots = count;
      p->next += 3;
    } else if (label >= 0 && count < EINSUM_MAX_RANK) {
      labels[count++] = label;
      ++p->next;
    } else {
      return syntaxError(p, "a letter");
    }
  }
  intptr_t hidden = dots < 0 ? 0 : rank < 0 ? p->ellipsis : rank - count;
  if (hidden < 0 || count + hidden > EINSUM_MAX_RANK ||
      (rank >= 0 && count + hidden != rank)) {
    strBufAppendFormat(p->message,
                       "a term has %ld letters, its operand %ld dimensions",
                       (long)count, (long)rank);
    return false;
  }
  if (hidden > p->ellipsis)
    p->ellipsis = hidden;
  term->count = 0;
  for (intptr_t i = 0; i <= count; ++i) {
    for (intptr_t k = hidden; i == dots && k-- > 0;)
      term->labels[term->count++] = EINSUM_LETTERS + (int)k;
    if (i < count)
      term->labels[term->count++] = labels[i];
  }
  return true;
}

/// Without an arrow: the ellipsis, then what occurs once, by the alphabet.
static void implicitResult(const EinsumTerm *terms, size_t numTerms,
                           intptr_t ellipsis, EinsumTerm *result) {
  result->count = 0;
  for (intptr_t k = ellipsis; k-- > 0;)
    result->labels[result->count++] = EINSUM_LETTERS + (int)k;
  for (int label = 0; label < EINSUM_LETTERS; ++label) {
    int times = 0;
    for (size_t t = 0; t < numTerms; ++t)
      for (intptr_t i = 0; i < terms[t].count; ++i)
        times += terms[t].labels[i] == label;
    if (times == 1 && result->count < EINSUM_MAX_RANK)
      result->labels[result->count++] = label;
  }
}

static bool checkResult(Parser *p, const EinsumTerm *terms, size_t numTerms,
                        const EinsumTerm *result) {
  for (intptr_t i = 0; i < result->count; ++i) {
    bool found = false;
    for (size_t t = 0; t < numTerms; ++t)
      found |= einsumFind(&terms[t], result->labels[i]) >= 0;
    if (!found || einsumFind(result, result->labels[i]) != i) {
      strBufAppendFormat(p->message,
                         "the result of '%.*s' has a letter twice, or one that "
                         "no operand has",
                         SPREAD(p->equation));
      return false;
    }
  }
  return true;
}

bool einsumParse(StrRef equation, const intptr_t *ranks, size_t numTerms,
                 EinsumTerm *terms, EinsumTerm *result, StrBuf *message) {
  Parser p = {equation, 0, 0, message};
  for (size_t t = 0; t < numTerms; ++t) {
    if (t > 0 && !startsWith(&p, ","))
      return syntaxError(&p, "',' and a further term");
    p.next += t > 0;
    if (!parseTerm(&p, ranks[t], &terms[t]))
      return false;
  }
  if (atEnd(&p)) {
    implicitResult(terms, numTerms, p.ellipsis, result);
    return true;
  }
  if (!startsWith(&p, "->"))
    return syntaxError(&p, "'->'");
  p.next += 2;
  if (!parseTerm(&p, -1, result))
    return false;
  return atEnd(&p) ? checkResult(&p, terms, numTerms, result)
                   : syntaxError(&p, "the end");
}
