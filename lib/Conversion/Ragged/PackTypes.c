//===- PackTypes.c - types, sums and programs of a packed function --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Attention.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Substitute.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Conversion/Ragged/Attention.h"
#include "lib/Conversion/Ragged/Pack.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Math.h"

#include <assert.h>
#include <string.h>

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

static StrRef textOf(Pack *pack, SymExpr expr) {
  StrBuf text = {0};
  symExprPrint(expr, &text);
  return arenaKeep(pack->arena, &text);
}

/// What stands between the brackets of `sum(...)`.
static SymExpr bodyOf(Pack *pack, StrRef sum) {
  SymText text = {
      .text = {sum.data + strlen("sum("), sum.length - strlen("sum()")}};
  SymTokens tokens = symTokensFromText(&text);
  SymExpr body;
  bool good = symExprParse(&tokens, pack->arena, &body);
  (void)good; // it was printed
  strBufFree(&text.message);
  return body;
}

PackSum *packSum(Pack *pack, SymExpr atom) {
  StrRef text = textOf(pack, atom);
  for (ptrdiff_t i = 0; i < arrlen(pack->sums); ++i)
    if (strRefEqual(pack->sums[i].text, text))
      return &pack->sums[i];
  PackSum sum = {.text = text, .body = bodyOf(pack, text)};
  sum.symbol = symFreshName(pack->arena, strRefFromC("t"), pack->taken,
                            (size_t)arrlen(pack->taken));
  arrput(pack->taken, sum.symbol);
  arrput(pack->sums, sum);
  return &arrlast(pack->sums);
}

PackTable *packTable(Pack *pack, StrRef name) {
  for (intptr_t i = 0; i < pack->numTables; ++i)
    if (strRefEqual(pack->tables[i].table.name, name))
      return &pack->tables[i];
  return NULL;
}

StrRef packSymbolOf(void *state, SymExpr atom) {
  return packSum(state, atom)->symbol;
}

static MlirAttribute packDim(Pack *pack, MlirAttribute dim) {
  SymExpr expr = symExprOf(pack->arena, dim);
  if (symExprIsUnknown(expr) || !symExprHasTables(expr) ||
      symExprNameTables(pack->arena, expr, packSymbolOf, pack, &expr) != SYM_OK)
    return dim;
  return symExprToAttribute(pack->context, expr);
}

MlirType packType(Pack *pack, MlirType type) {
  RelaxTensorInfo info;
  if (relaxIsLengthsType(type))
    type = relaxLengthsTensor(type);
  if (!relaxTensorInfo(relaxPackedType(type), &info) || !info.ranked)
    return type;
  MlirAttribute *dims = ARENA_ARRAY(pack->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = packDim(pack, info.dims[i]);
  return relaxTensorTypeLike(info, info.rank, dims);
}

//===----------------------------------------------------------------------===//
// Operations and programs
//===----------------------------------------------------------------------===//

StrRef packProgramName(Pack *pack, StrRef base) {
  const PackProgram *made = pack->programs->made;
  for (ptrdiff_t i = 0; i < arrlen(made); ++i)
    if (strRefEqual(made[i].base, base))
      return made[i].name;
  return (StrRef){NULL, 0};
}

StrRef packNameOfText(Pack *pack, StrRef text, const char *stem) {
  PackPrograms *programs = pack->programs;
  for (ptrdiff_t i = 0; i < arrlen(programs->kernels); ++i)
    if (strRefEqual(programs->kernels[i].base, text))
      return programs->kernels[i].name;
  PackProgram made = {arenaCopyString(pack->arena, text),
                      arenaFormat(pack->arena, "%s_%ld", stem,
                                  (long)arrlen(programs->kernels))};
  arrput(programs->kernels, made);
  return made.name;
}

/// The name that `base` gets: its own, if the module has nothing of that name.
static StrRef giveName(Pack *pack, StrRef base) {
  PackProgram made = {
      arenaCopyString(pack->arena, base),
      moduleSymbolsUnique(pack->programs->symbols, base, pack->arena)};
  arrput(pack->programs->made, made);
  return made.name;
}

/// What the program is called is called so where the text uses it, too.
static void rename(MlirOperation module, MlirOperation op, StrRef base,
                   StrRef name) {
  MlirAttribute attribute =
      mlirStringAttrGet(mlirOperationGetContext(op), strRefToMlir(name));
  MlirLogicalResult all = mlirSymbolTableReplaceAllSymbolUses(
      strRefToMlir(base), strRefToMlir(name), module);
  assert(mlirLogicalResultIsSuccess(all) && "it is our own text");
  (void)all;
  mlirOperationSetInherentAttributeByName(
      op, mlirSymbolTableGetSymbolAttributeName(), attribute);
}

bool packPrograms(Pack *pack, const char *text) {
  MlirModule module =
      bridgeParseModule(pack->context, strRefFromC(text), "relax-pack-ragged");
  if (!module.ptr)
    return false;
  MlirBlock home = mlirOperationGetBlock(pack->function);
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (op.ptr) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    StrRef base = bridgeText(mlirOperationGetInherentAttributeByName(
        op, mlirSymbolTableGetSymbolAttributeName()));
    StrRef name = packProgramName(pack, base);
    bool known = name.length > 0;
    if (!known)
      name = giveName(pack, base);
    if (!strRefEqual(name, base))
      rename(mlirModuleGetOperation(module), op, base, name);
    mlirOperationRemoveFromParent(op);
    if (known) {
      mlirOperationDestroy(op);
    } else {
      mlirBlockInsertOwnedOperationAfter(home, pack->function, op);
      moduleSymbolsAdd(pack->programs->symbols, op);
    }
    op = next;
  }
  mlirModuleDestroy(module);
  return true;
}
