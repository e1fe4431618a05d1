//===- PackPrelude.c - tables are looked at and summed once ---------------===//
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
#include "lib/Conversion/Ragged/PackSums.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Math.h"

#include <string.h>

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// The prelude
//===----------------------------------------------------------------------===//

/// The checked lengths in the place of the argument.
void packLengths(Pack *pack, MlirValue argument, MlirOperation before) {
  MlirType type = mlirValueGetType(argument);
  RelaxTable table = relaxLengthsTable(type);
  StrBuf facts = {0};
  MlirAttribute *left = NULL;
  packEntryFacts(pack, table.name, &facts, &left);
  packSetFacts(pack, left);
  PackTable *known = packTable(pack, table.name);
  StrRef name = bridgeLocationName(mlirValueGetLocation(argument));
  name = name.length ? name : table.name;
  MlirNamedAttribute entries[] = {
      mlirNamedAttributeGet(
          mlirIdentifierGet(pack->context,
                            mlirStringRefCreateFromCString("facts")),
          packTextAttribute(pack, (StrRef){strBufText(&facts), facts.length})),
      mlirNamedAttributeGet(
          mlirIdentifierGet(pack->context,
                            mlirStringRefCreateFromCString("name")),
          packTextAttribute(pack, name))};
  MlirType packed = packType(pack, type);
  MlirValue inputs[] = {argument, known->value};
  RelaxCallLibraryArgs args = {
      .numInputs = known->value.ptr ? 2 : 1,
      .inputs = inputs,
      .function = strRefFromC("relax.lengths"),
      .arguments = mlirDictionaryAttrGet(pack->context, 2, entries),
      .numResultsTypes = 1,
      .resultsTypes = &packed};
  mlirValueSetType(argument, packed);
  MlirOperation call = relaxCallLibraryCreate(
      bridgeNamedLocation(table.name, mlirOperationGetLocation(pack->function)),
      &args);
  MlirValue checked = mlirOperationGetResult(call, 0);
  mlirValueReplaceAllUsesOfWith(argument, checked);
  bridgeInsert(before, call);
  mlirOperationSetOperand(call, 0, argument);
  if (!known->value.ptr) {
    known->value = checked;
    known->argument = name;
  }
  arrfree(left);
  strBufFree(&facts);
}

/// A bare dimension of the argument in memory is the symbol.
bool packBinds(Pack *pack, MlirValue argument, StrRef symbol) {
  const MlirAttribute *dims;
  MlirType type = packType(pack, mlirValueGetType(argument));
  intptr_t rank = symTypeDims(type, &dims);
  bool binds = false;
  StrRef name;
  for (intptr_t d = 0; d < rank; ++d)
    binds |= symAttributeIsSymbol(dims[d], &name) && strRefEqual(name, symbol);
  return binds;
}

/// A table with as many entries as another one, or an error of the call.
static MlirValue asManyAs(MlirValue table, MlirValue other,
                          MlirOperation before) {
  MlirType type = mlirValueGetType(other);
  if (mlirTypeEqual(mlirValueGetType(table), type))
    return table;
  RelaxMatchCastArgs args = {
      .input = table, .numGiven = 1, .given = &other, .resultType = type};
  MlirOperation cast = relaxMatchCastCreate(mlirValueGetLocation(table), &args);
  return bridgeInsert(before, cast);
}

/// `sum(len * len_1)`: tables by their numbers, since the text knows no names.
static StrRef sumText(Pack *pack, const PackSum *sum,
                      const PackFactors *factors) {
  size_t count = sum->body.numSymbols;
  StrRef *names = ARENA_ARRAY(pack->arena, StrRef, count);
  for (size_t s = 0; s < count; ++s)
    for (int t = 0; t < factors->numTables; ++t)
      if (strRefEqual(factors->tables[t]->table.name, sum->body.symbols[s]))
        names[s] = packEntryName(pack, t);
  StrBuf text = {0};
  strBufAppendC(&text, "sum(");
  symExprPrint(packSize(pack, sum, names), &text);
  strBufAppendC(&text, ")");
  return arenaKeep(pack->arena, &text);
}

/// The first table, behind a look at the sum, which must not wrap; that of one
/// table has been looked at with its entries.
static MlirValue fitting(Pack *pack, const PackSum *sum,
                         const PackFactors *factors, MlirValue *inputs,
                         MlirOperation before) {
  if (factors->count == 1)
    return inputs[0];
  MlirNamedAttribute text = mlirNamedAttributeGet(
      mlirIdentifierGet(pack->context, mlirStringRefCreateFromCString("sum")),
      packTextAttribute(pack, sumText(pack, sum, factors)));
  MlirType type = mlirValueGetType(inputs[0]);
  RelaxCallLibraryArgs args = {
      .numInputs = factors->numTables,
      .inputs = inputs,
      .function = strRefFromC("relax.lengths_fit"),
      .arguments = mlirDictionaryAttrGet(pack->context, 1, &text),
      .numResultsTypes = 1,
      .resultsTypes = &type};
  MlirOperation call =
      relaxCallLibraryCreate(mlirValueGetLocation(inputs[0]), &args);
  return bridgeInsert(before, call);
}

/// The call that makes the partial sums, and the symbol of the last one.
MlirLogicalResult packPartialSums(Pack *pack, PackSum *sum,
                                  MlirOperation before) {
  MlirLocation loc = mlirOperationGetLocation(pack->function);
  PackFactors factors;
  if (mlirLogicalResultIsFailure(packFactorsOf(pack, sum, &factors)))
    return mlirLogicalResultFailure();
  StrRef name = packSumProgram(pack, sum, &factors);
  if (!name.length)
    return mlirLogicalResultFailure();
  MlirValue inputs[PACK_MOST_FACTORS];
  for (int i = 0; i < factors.numTables; ++i)
    inputs[i] =
        asManyAs(factors.tables[i]->value, factors.tables[0]->value, before);
  inputs[0] = fitting(pack, sum, &factors, inputs, before);
  MlirType lengths = mlirValueGetType(inputs[0]);
  const MlirAttribute *entries;
  symTypeDims(lengths, &entries);
  SymExpr count = symExprOf(pack->arena, entries[0]);
  symExprAdd(pack->arena, count, symExprConst(pack->arena, 1), &count);
  MlirAttribute one = symConstAttribute(pack->context, 1);
  MlirAttribute starts = symExprToAttribute(pack->context, count);
  MlirType i64 = mlirIntegerTypeGet(pack->context, 64);
  MlirType types[] = {relaxTensorTypeOf(i64, 1, &starts),
                      relaxTensorTypeOf(i64, 1, &one), lengths};
  RelaxCallTirArgs args = {
      .numInputs = factors.numTables,
      .inputs = inputs,
      .callee = mlirFlatSymbolRefAttrGet(pack->context, strRefToMlir(name)),
      .numResultsTypes = factors.count ? 2 : 3,
      .resultsTypes = types};
  MlirOperation call =
      relaxCallTirCreate(bridgeNamedLocation(name, loc), &args);
  bridgeInsert(before, call);
  sum->starts = mlirOperationGetResult(call, 0);
  if (!factors.count)
    sum->sizes = mlirOperationGetResult(call, 2);
  MlirAttribute symbol = symSymbolAttribute(pack->context, sum->symbol);
  MlirAttribute binds = packTextAttribute(pack, sum->symbol);
  RelaxTensorToShapeArgs shapeArgs = {
      .input = mlirOperationGetResult(call, 1),
      .binds = sum->atEntry ? (MlirAttribute){NULL}
                            : mlirArrayAttrGet(pack->context, 1, &binds),
      .resultType = relaxShapeTypeGet(pack->context, true, 1, &symbol)};
  MlirValue given = {NULL};
  MlirBlock entry = mlirOperationGetBlock(before);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry);
       sum->atEntry && i < e; ++i)
    if (packBinds(pack, mlirBlockGetArgument(entry, i), sum->symbol))
      given = mlirBlockGetArgument(entry, i);
  if (given.ptr) {
    shapeArgs.numGiven = 1;
    shapeArgs.given = &given;
  }
  MlirOperation extent = relaxTensorToShapeCreate(
      bridgeNamedLocation(sum->symbol, loc), &shapeArgs);
  bridgeInsert(before, extent);
  sum->shape = mlirOperationGetResult(extent, 0);
  return mlirLogicalResultSuccess();
}
