//===- DimFacts.c - facts that --dims= does not satisfy -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The boundary reports the first fact that its inputs break. Extents that are
// chosen by name can be judged before anything is made, and all at once.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/ProgramCode.h"
#include "tools/run/Execute.h"

#include <inttypes.h>
#include <stb/stb_ds.h>

static const RelaxSymbolValue *findValue(const RelaxSymbolValue *values,
                                         StrRef name) {
  for (ptrdiff_t i = 0; i < arrlen((RelaxSymbolValue *)values); ++i)
    if (strRefEqual(values[i].name, name))
      return &values[i];
  return NULL;
}

/// False where a symbol has no value or the expression none.
static bool evaluate(const RelaxSymbolValue *values, SymExpr expr,
                     int64_t *out) {
  int64_t *extents = NULL;
  bool good = true;
  for (size_t i = 0; good && i < expr.numSymbols; ++i) {
    const RelaxSymbolValue *value = findValue(values, expr.symbols[i]);
    good = value != NULL;
    arrput(extents, value ? value->value : 0);
  }
  good = good && symExprEval(expr, extents, out) == SYM_OK;
  arrfree(extents);
  return good;
}

bool runBreaksFact(const RelaxSymbolValue *values, SymFact fact) {
  int64_t lhs, rhs = 0;
  if (!evaluate(values, fact.lhs, &lhs) ||
      (fact.kind != SYM_FACT_IN && !evaluate(values, fact.rhs, &rhs)))
    return false;
  if (fact.kind != SYM_FACT_IN)
    return fact.kind == SYM_FACT_EQ ? lhs != rhs : lhs > rhs;
  for (size_t i = 0; i < fact.numValues; ++i)
    if (fact.values[i] == lhs)
      return false;
  return true;
}

/// The next dimension of `n, max(m, 2)`: up to a comma outside of parentheses.
static StrRef nextDim(StrRef *dims) {
  size_t length = 0;
  for (int depth = 0; length < dims->length; ++length) {
    char c = dims->data[length];
    depth += (c == '(') - (c == ')');
    if (c == ',' && depth == 0)
      break;
  }
  StrRef dim = {dims->data, length};
  size_t taken = length < dims->length ? length + 1 : length;
  *dims = (StrRef){dims->data + taken, dims->length - taken};
  while (dim.length && dim.data[0] == ' ')
    dim = (StrRef){dim.data + 1, dim.length - 1};
  return dim;
}

bool runCheckDimInput(const RelaxSymbolValue *values,
                      const RelaxValueType *type, const RelaxTensor *input) {
  StrRef dims = type->dims;
  if (dims.length < 2 || dims.data[0] != '[' || input->rank != type->rank)
    return true;
  dims = (StrRef){dims.data + 1, dims.length - 2};
  for (int32_t d = 0; d < type->rank; ++d) {
    const RelaxSymbolValue *value = findValue(values, nextDim(&dims));
    if (value && value->value != input->dims[d])
      return runFail("option '--dims': '%.*s' is %" PRId64
                     ", but input '%.*s' has %" PRId64 " there (dimension %d)",
                     (int)value->name.length, value->name.data, value->value,
                     (int)type->name.length, type->name.data, input->dims[d],
                     (int)d);
  }
  return true;
}

void runAddDims(const RelaxValueType *type, const RelaxTensor *input,
                RelaxSymbolValue **values) {
  StrRef dims = type->dims;
  if (dims.length < 2 || dims.data[0] != '[' || input->rank != type->rank)
    return;
  dims = (StrRef){dims.data + 1, dims.length - 2};
  for (int32_t d = 0; d < type->rank; ++d) {
    RelaxSymbolValue entry = {nextDim(&dims), input->dims[d]};
    if (!findValue(*values, entry.name)) // what is no name is never asked for
      arrput(*values, entry);
  }
}

/// Facts that the extents break, so far.
typedef struct Broken {
  const RelaxSymbolValue *values;
  StrBuf text;
  size_t count;
} Broken;

static void judge(Broken *broken, SymFact fact) {
  if (fact.likely || !runBreaksFact(broken->values, fact))
    return;
  strBufAppendC(&broken->text, broken->count++ ? ", '" : "'");
  symFactsPrint(&fact, 1, &broken->text);
  strBufAppendC(&broken->text, "'");
}

/// The checks of the boundary stand in front.
static void judgeCode(Broken *broken, const RelaxProgram *program,
                      const RelaxFunction *function) {
  size_t pc = 0;
  RelaxInst inst;
  while (pc < function->codeSize &&
         relaxInstDecode(function->code, function->codeSize, &pc, &inst) &&
         (inst.op == RELAX_OP_CHECK_TENSOR || inst.op == RELAX_OP_DIM ||
          inst.op == RELAX_OP_CHECK_DIM || inst.op == RELAX_OP_CHECK_FACT))
    if (inst.op == RELAX_OP_CHECK_FACT && inst.operands[1].value)
      judge(broken, relaxFactEntrySym(program, inst.operands[0].value));
}

bool runCheckDimFacts(const RunEngine *engine, const RelaxFunction *function,
                      const RelaxSymbolValue *values) {
  Broken broken = {.values = values};
  Arena *arena = arenaCreate();
  SymFact *facts;
  size_t count;
  if (runEngineFacts(engine, function->name, arena, &facts, &count))
    for (size_t i = 0; i < count; ++i)
      judge(&broken, facts[i]);
  else
    judgeCode(&broken, runEngineSignatures(engine), function);
  // One alone is what the boundary says, with the place of each extent.
  if (broken.count > 1)
    runFail("option '--dims': the extents break %zu facts of '%.*s': %s",
            broken.count, (int)function->name.length, function->name.data,
            strBufText(&broken.text));
  strBufFree(&broken.text);
  arenaDestroy(arena);
  return broken.count < 2;
}
