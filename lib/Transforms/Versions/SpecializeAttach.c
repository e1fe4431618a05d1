//===- SpecializeAttach.c - programs get their versions -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Versions/Specialize.h"

/// `@sum_for_5`, `@sum_for_5_64`, `@add_for_same` where extents equal others:
/// symbols may have any names, so none is in it.
static void appendArm(StrBuf *text, const SpecializeArm *arm) {
  for (size_t i = 0; i < arm->count; ++i) {
    int64_t value;
    strBufAppendC(text, i ? "_" : "");
    if (symExprIsConst(arm->values[i], &value))
      strBufAppendFormat(text, "%lld", (long long)value);
    else
      strBufAppendC(text, "same");
  }
}

static StrRef nameFor(RelaxPassRun *run, ModuleSymbols *symbols,
                      MlirOperation program, const char *name) {
  StrBuf text = {0};
  strBufAppend(&text, tirFuncGetSymName(program));
  strBufAppendFormat(&text, "_for_%s", name);
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
  intptr_t count = bridgeLength(list);
  MlirAttribute *all = bridgeElements(run->arena, list, 1);
  all[count] = element;
  return mlirArrayAttrGet(run->context, count + 1, all);
}

/// Where `version` goes into the module: behind those that there are.
static MlirOperation lastVersion(ModuleSymbols *symbols,
                                 MlirOperation program) {
  MlirAttribute all = tirFuncGetVersions(program);
  return all.ptr ? moduleSymbolsFind(
                       symbols, bridgeRefName(mlirArrayAttrGetElement(
                                    all, mlirArrayAttrGetNumElements(all) - 1)))
                 : program;
}

static MlirAttribute addVersion(RelaxPassRun *run, ModuleSymbols *symbols,
                                MlirOperation program, MlirOperation version,
                                const char *suffix) {
  MlirStringRef name = strRefToMlir(nameFor(run, symbols, program, suffix));
  tirFuncSetSymName(version, strRefFromMlir(name));
  tirFuncSetSymVisibility(
      version, mlirStringAttrGet(run->context,
                                 mlirStringRefCreateFromCString("private")));
  mlirBlockInsertOwnedOperationAfter(mlirOperationGetBlock(program),
                                     lastVersion(symbols, program), version);
  moduleSymbolsAdd(symbols, version);
  return mlirFlatSymbolRefAttrGet(run->context, name);
}

static void addGuard(RelaxPassRun *run, MlirOperation program,
                     MlirAttribute version, MlirAttribute guard) {
  tirFuncSetVersions(program,
                     withOneMore(run, tirFuncGetVersions(program), version));
  tirFuncSetGuards(program, withOneMore(run, tirFuncGetGuards(program), guard));
}

void specializeAttach(RelaxPassRun *run, ModuleSymbols *symbols,
                      MlirOperation program, MlirOperation version,
                      const SpecializeArm *arm) {
  StrBuf name = {0};
  appendArm(&name, arm);
  MlirAttribute symbol =
      addVersion(run, symbols, program, version, strBufText(&name));
  strBufFree(&name);
  addGuard(run, program, symbol, guardOf(run, arm));
}

void specializeAttachWhere(RelaxPassRun *run, ModuleSymbols *symbols,
                           MlirOperation program, MlirOperation version,
                           const char *name, const SymFact *guards,
                           intptr_t numGuards) {
  MlirAttribute symbol = addVersion(run, symbols, program, version, name);
  for (intptr_t i = 0; i < numGuards; ++i) {
    MlirAttribute fact = symFactToAttribute(run->context, guards[i]);
    addGuard(run, program, symbol, mlirArrayAttrGet(run->context, 1, &fact));
  }
}
