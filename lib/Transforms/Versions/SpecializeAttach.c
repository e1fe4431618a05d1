//===- SpecializeAttach.c - programs get their versions -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Transforms/Versions/Specialize.h"

/// `@sum_for_5`, `@sum_for_5_64`, `@add_for_same` where extents equal others:
/// symbols may have any names, so none is in it.
static StrRef nameFor(RelaxPassRun *run, ModuleSymbols *symbols,
                      MlirOperation program, const SpecializeArm *arm) {
  StrBuf text = {0};
  strBufAppend(&text, tirFuncGetSymName(program));
  strBufAppendC(&text, "_for");
  for (size_t i = 0; i < arm->count; ++i) {
    int64_t value;
    strBufAppendC(&text, "_");
    if (symExprIsConst(arm->values[i], &value))
      strBufAppendFormat(&text, "%lld", (long long)value);
    else
      strBufAppendC(&text, "same");
  }
  StrRef base =
      arenaCopyString(run->arena, (StrRef){strBufText(&text), text.length});
  strBufFree(&text);
  return moduleSymbolsUnique(symbols, base, run->arena);
}

static MlirAttribute guardOf(RelaxPassRun *run, const SpecializeArm *arm) {
  MlirAttribute *facts = ARENA_ARRAY(run->arena, MlirAttribute, arm->count);
  for (size_t i = 0; i < arm->count; ++i) {
    SymFact fact = {.kind = SYM_FACT_EQ,
                    .lhs = symExprSymbol(run->arena, arm->names[i]),
                    .rhs = arm->values[i]};
    facts[i] = symFactToAttribute(run->context, fact);
  }
  return mlirArrayAttrGet(run->context, (intptr_t)arm->count, facts);
}

/// The list (or null) with one more element.
static MlirAttribute withOneMore(RelaxPassRun *run, MlirAttribute list,
                                 MlirAttribute element) {
  intptr_t count = list.ptr ? mlirArrayAttrGetNumElements(list) : 0;
  MlirAttribute *all = ARENA_ARRAY(run->arena, MlirAttribute, count + 1);
  for (intptr_t i = 0; i < count; ++i)
    all[i] = mlirArrayAttrGetElement(list, i);
  all[count] = element;
  return mlirArrayAttrGet(run->context, count + 1, all);
}

void specializeAttach(RelaxPassRun *run, ModuleSymbols *symbols,
                      MlirOperation program, MlirOperation version,
                      const SpecializeArm *arm) {
  MlirContext context = run->context;
  MlirAttribute before = tirFuncGetVersions(program);
  MlirOperation last = program;
  if (before.ptr)
    last = moduleSymbolsFind(
        symbols,
        strRefFromMlir(mlirFlatSymbolRefAttrGetValue(mlirArrayAttrGetElement(
            before, mlirArrayAttrGetNumElements(before) - 1))));
  MlirStringRef name = strRefToMlir(nameFor(run, symbols, program, arm));
  tirFuncSetSymName(version, strRefFromMlir(name));
  tirFuncSetSymVisibility(
      version,
      mlirStringAttrGet(context, mlirStringRefCreateFromCString("private")));
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(program), last,
                                     version);
  moduleSymbolsAdd(symbols, version);
  tirFuncSetVersions(
      program,
      withOneMore(run, before, mlirFlatSymbolRefAttrGet(context, name)));
  tirFuncSetGuards(
      program, withOneMore(run, tirFuncGetGuards(program), guardOf(run, arm)));
}
