//===- Question.c - questions from text and to text -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A question is a fact, or `a != b`, which no fact can say because MLIR's lexer
// takes `!` as the start of a type. So it is read from raw text only.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Prover.h"

#include <string.h>

static bool fail(SymText *text, size_t offset, const char *message) {
  if (text->message.length == 0) {
    text->errorOffset = offset;
    strBufAppendC(&text->message, message);
  }
  return false;
}

static size_t findNotEqual(StrRef text, size_t from) {
  for (size_t i = from; i + 1 < text.length; ++i)
    if (text.data[i] == '!' && text.data[i + 1] == '=')
      return i;
  return SIZE_MAX;
}

static bool parseSide(SymText *text, size_t begin, size_t end, Arena *arena,
                      SymExpr *out) {
  SymText part = {.text = {text->text.data, end}, .position = begin};
  SymTokens tokens = symTokensFromText(&part);
  bool good = symExprParse(&tokens, arena, out);
  if (good && !symTextAtEnd(&part))
    good = fail(&part, part.position, "expected one '!=' between expressions");
  if (good && symExprIsUnknown(*out))
    good = fail(&part, begin, "'?' says nothing in a question");
  if (!good)
    fail(text, part.errorOffset, strBufText(&part.message));
  strBufFree(&part.message);
  return good;
}

bool symQuestionParse(SymText *text, Arena *arena, SymQuestion *out) {
  size_t at = findNotEqual(text->text, text->position);
  if (at != SIZE_MAX) {
    *out = (SymQuestion){{.kind = SYM_FACT_EQ}, true};
    return parseSide(text, text->position, at, arena, &out->fact.lhs) &&
           parseSide(text, at + 2, text->text.length, arena, &out->fact.rhs);
  }
  SymTokens tokens = symTokensFromText(text);
  SymFact *facts = NULL;
  size_t numFacts = 0;
  if (!symFactParse(&tokens, arena, &facts, &numFacts))
    return false;
  if (!symTextAtEnd(text))
    return fail(text, text->position, "expected the end of the question");
  if (numFacts != 1)
    return fail(text, 0, "expected one comparison, got a chain");
  if (facts[0].likely)
    return fail(text, 0, "'likely' is a hint, not a question");
  *out = (SymQuestion){facts[0], false};
  return true;
}
