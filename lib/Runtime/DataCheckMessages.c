//===- DataCheckMessages.c - what is wrong with a value -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/DataCheckState.h"
#include "lib/Runtime/DataType.h"
#include "lib/Runtime/ProgramCode.h"

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

/// The name that the text has.
static StrRef ownName(StrRef symbol) {
  const char *dot = memchr(symbol.data, '.', symbol.length);
  size_t skip = dot ? (size_t)(dot - symbol.data) + 1 : 0;
  return (StrRef){symbol.data + skip, symbol.length - skip};
}

static SymExpr withOwnNames(Arena *arena, SymExpr expr) {
  StrRef *names = ARENA_ARRAY(arena, StrRef, expr.numSymbols + 1);
  for (size_t i = 0; i < expr.numSymbols; ++i)
    names[i] = ownName(expr.symbols[i]);
  expr.symbols = names;
  return expr;
}

bool dataCheckWrongFact(const DataCheck *check, StrRef of, uint32_t fact) {
  const RelaxProgram *program = check->program;
  const RelaxFactEntry *entry = &program->facts[fact];
  Arena *arena = arenaCreate();
  SymFact said = relaxFactEntrySym(program, fact);
  said.lhs = withOwnNames(arena, said.lhs);
  said.rhs = withOwnNames(arena, said.rhs);
  StrBuf text = {0};
  strBufAppendFormat(&text, "%s: '@%.*s': expected ", check->subject,
                     (int)of.length, of.data);
  symFactsPrint(&said, 1, &text);
  const RelaxExprEntry *sides[] = {&program->exprs[entry->lhs],
                                   &program->exprs[entry->rhs]};
  const char *before = ", got ";
  for (int s = 0; s < 1 + (entry->kind != SYM_FACT_IN); ++s)
    for (size_t i = 0; i < sides[s]->expr.numSymbols; ++i) {
      StrRef name = ownName(sides[s]->expr.symbols[i]);
      strBufAppendFormat(&text, "%s%.*s = %" PRId64, before, (int)name.length,
                         name.data, check->extents[sides[s]->registers[i]]);
      before = ", ";
    }
  arenaDestroy(arena);
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
