//===- Symbols.c - the values of symbols and expressions ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Evaluate.h"

#include <assert.h>
#include <inttypes.h>

const EvalSymbol *evalFindSymbol(const EvalFrame *frame, StrRef name) {
  for (size_t i = 0; i < frame->numSymbols; ++i)
    if (strRefEqual(frame->symbols[i].name, name))
      return &frame->symbols[i];
  return NULL;
}

void evalBindSymbol(EvalFrame *frame, StrRef name, int64_t extent,
                    const char *subject, intptr_t dimension) {
  frame->symbols = arenaGrow(frame->arena, frame->symbols, frame->numSymbols,
                             &frame->capSymbols, sizeof *frame->symbols);
  StrBuf origin = {0};
  strBufAppendFormat(&origin, "%s, dimension %ld", subject, (long)dimension);
  frame->symbols[frame->numSymbols++] =
      (EvalSymbol){name, extent, arenaKeep(frame->arena, &origin).data, NULL};
}

void evalBindPassed(EvalFrame *frame, StrRef name, int64_t extent,
                    const char *origin) {
  frame->symbols = arenaGrow(frame->arena, frame->symbols, frame->numSymbols,
                             &frame->capSymbols, sizeof *frame->symbols);
  frame->symbols[frame->numSymbols++] =
      (EvalSymbol){name, extent, origin, NULL};
}

bool evalFailWith(RelaxError *error, StrBuf *message) {
  relaxFail(error, "%s", strBufText(message));
  strBufFree(message);
  return false;
}

/// Appends `n = 4`, of a table its name or, where an entry is asked for, that.
void evalPrintSymbol(const EvalSymbol *symbol, int64_t entry, StrBuf *out) {
  strBufAppend(out, symbol->name);
  if (!symbol->table)
    strBufAppendFormat(out, " = %" PRId64, symbol->extent);
  else if (entry >= 0)
    strBufAppendFormat(out, "[%" PRId64 "] = %" PRId64, entry,
                       ((const int64_t *)symbol->table->data)[entry]);
}

/// Appends ` (n = 4 from input 'x', dimension 0; m = 2 from ...)`.
void evalPrintSymbols(const EvalFrame *frame, SymExpr expr, StrBuf *out) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    const EvalSymbol *symbol = evalFindSymbol(frame, expr.symbols[i]);
    assert(symbol && "the expression was evaluated");
    strBufAppendC(out, i ? "; " : " (");
    evalPrintSymbol(symbol, -1, out);
    strBufAppendFormat(out, " from %s", symbol->origin);
  }
  if (expr.numSymbols)
    strBufAppendC(out, ")");
}

/// The value where tables without brackets stand for their entry number
/// `entry`; SYM_BAD_TABLE with no message where that is none.
bool evalEntry(const EvalFrame *frame, SymExpr expr, int64_t entry,
               int64_t *out, SymStatus *status, RelaxError *error) {
  assert(!symExprIsUnknown(expr));
  Arena *arena = arenaCreate();
  int64_t *values = ARENA_ARRAY(arena, int64_t, expr.numSymbols);
  SymTable *tables = ARENA_ARRAY(arena, SymTable, expr.numSymbols);
  bool good = true;
  for (size_t i = 0; good && i < expr.numSymbols; ++i) {
    const EvalSymbol *symbol = evalFindSymbol(frame, expr.symbols[i]);
    if (symbol && symbol->table)
      tables[i] =
          (SymTable){symbol->table->data, symbol->table->dims[0], NULL, 0};
    else if (symbol)
      values[i] = symbol->extent;
    else
      good = relaxFail(error, "symbol '%.*s' has no value",
                       (int)expr.symbols[i].length, expr.symbols[i].data);
  }
  *status = good ? symExprEvalTables(expr, values, tables, entry, out) : SYM_OK;
  arenaDestroy(arena);
  if (*status == SYM_OK || (*status == SYM_BAD_TABLE && entry < 0))
    return good;
  StrBuf message = {0};
  strBufAppendC(&message, "cannot evaluate ");
  symExprPrint(expr, &message);
  evalPrintSymbols(frame, expr, &message);
  strBufAppendFormat(&message, ": %s", symStatusText(*status));
  return evalFailWith(error, &message);
}

bool evalExpr(const EvalFrame *frame, SymExpr expr, int64_t *out,
              RelaxError *error) {
  SymStatus status;
  if (!evalEntry(frame, expr, -1, out, &status, error))
    return false;
  if (status == SYM_OK)
    return true;
  StrBuf message = {0};
  strBufAppendC(&message, "cannot evaluate ");
  symExprPrint(expr, &message);
  strBufAppendFormat(&message, ": %s", symStatusText(status));
  return evalFailWith(error, &message);
}
