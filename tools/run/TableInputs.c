//===- TableInputs.c - extents that tables of lengths say -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// How many rows an input has follows from the tables that are given. The
// graph function says how; what runs may have a symbol for it.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Signature.h"
#include "tools/run/EngineState.h"
#include "tools/run/Execute.h"

#include <stb/stb_ds.h>

/// The given table of that name; its entries are NULL if there is none.
static SymTable findTable(MlirType type, const RelaxTensor *inputs,
                          const bool *given, StrRef name) {
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i) {
    MlirType input = mlirFunctionTypeGetInput(type, i);
    if (given[i] && relaxIsLengthsType(input) && inputs[i].dtype == RELAX_I64 &&
        inputs[i].rank == 1 && strRefEqual(relaxLengthsTable(input).name, name))
      return (SymTable){inputs[i].data, inputs[i].dims[0], NULL, 0};
  }
  return (SymTable){NULL, 0, NULL, 0};
}

static bool evaluate(SymExpr expr, MlirType type, const RelaxTensor *inputs,
                     const bool *given, const RelaxSymbolValue *values,
                     Arena *arena, int64_t *out) {
  int64_t *extents = ARENA_ARRAY(arena, int64_t, expr.numSymbols);
  SymTable *tables = ARENA_ARRAY(arena, SymTable, expr.numSymbols);
  for (size_t s = 0; s < expr.numSymbols; ++s) {
    tables[s] = findTable(type, inputs, given, expr.symbols[s]);
    bool found = tables[s].entries;
    for (ptrdiff_t k = 0; k < arrlen(values) && !found; ++k)
      if (strRefEqual(values[k].name, expr.symbols[s])) {
        extents[s] = values[k].value;
        found = true;
      }
    if (!found)
      return false;
  }
  return !symExprIsUnknown(expr) &&
         symExprEvalTables(expr, extents, tables, -1, out) == SYM_OK &&
         *out >= 0;
}

bool runTableDims(const RunEngine *engine, const RelaxFunction *function,
                  uint32_t parameter, const RelaxTensor *inputs,
                  const bool *given, const RelaxSymbolValue *values,
                  int64_t *dims) {
  MlirOperation module = runEngineModule(engine), source = {NULL};
  RelaxTensorInfo info;
  if (module.ptr)
    source = engineFindFunction(module, function->name);
  if (!source.ptr || !relaxIsFunc(source))
    return false;
  MlirType type = relaxFuncGetFunctionType(source);
  if (mlirFunctionTypeGetNumInputs(type) != function->numParams)
    return false;
  MlirType input = mlirFunctionTypeGetInput(type, parameter);
  if (!relaxTensorInfo(relaxPackedType(input), &info) ||
      info.rank != function->params[parameter].rank)
    return false;
  Arena *arena = arenaCreate();
  bool good = true;
  for (intptr_t d = 0; d < info.rank && good; ++d)
    good = evaluate(symExprOf(arena, info.dims[d]), type, inputs, given, values,
                    arena, &dims[d]);
  arenaDestroy(arena);
  return good;
}
