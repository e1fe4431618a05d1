//===- Library.c - operators that the runtime's op library computes -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// These sort, count or build values that are no arrays of numbers: they are
// calls of functions of lib/Runtime/Ops that have the operator's name and
// attributes. Everything else has a kernel.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

/// With the names of lib/Runtime/Ops/Library.c.
static const char *const operators[] = {
    "relax.non_max_suppression",
    "relax.nonzero",
    "relax.top_k",
    "relax.unique",
};

bool relaxHasLibraryFunction(StrRef name) {
  for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); ++i)
    if (strRefEqual(name, strRefFromC(operators[i])))
      return true;
  return false;
}

/// The attributes of the operator itself: not what binds its symbols, nor the
/// lengths of its operand lists.
static MlirAttribute ownAttributes(RelaxLegalizer *legalizer,
                                   MlirOperation op) {
  static const char *const others[] = {"binds", "facts", "operandSegmentSizes",
                                       "resultSegmentSizes"};
  intptr_t count = mlirOperationGetNumAttributes(op), kept = 0;
  MlirNamedAttribute *list =
      ARENA_ARRAY(legalizer->arena, MlirNamedAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute entry = mlirOperationGetAttribute(op, i);
    StrRef name = strRefFromMlir(mlirIdentifierStr(entry.name));
    bool own = true;
    for (size_t k = 0; k < sizeof(others) / sizeof(*others); ++k)
      own &= !strRefEqual(name, strRefFromC(others[k]));
    if (own)
      list[kept++] = entry;
  }
  return kept ? mlirDictionaryAttrGet(legalizer->context, kept, list)
              : (MlirAttribute){NULL};
}

MlirLogicalResult relaxCallLibraryFor(RelaxLegalizer *legalizer,
                                      MlirOperation op) {
  intptr_t inputs = mlirOperationGetNumOperands(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirValue *values = ARENA_ARRAY(legalizer->arena, MlirValue, inputs);
  MlirType *types = ARENA_ARRAY(legalizer->arena, MlirType, results);
  for (intptr_t i = 0; i < inputs; ++i)
    values[i] = mlirOperationGetOperand(op, i);
  for (intptr_t i = 0; i < results; ++i)
    types[i] = mlirValueGetType(mlirOperationGetResult(op, i));
  RelaxCallLibraryArgs args = {
      .numInputs = inputs,
      .inputs = values,
      .function =
          mlirStringAttrGet(legalizer->context, strRefToMlir(bridgeOpName(op))),
      .pure = mlirUnitAttrGet(legalizer->context),
      .arguments = ownAttributes(legalizer, op),
      .binds = mlirOperationGetInherentAttributeByName(
          op, mlirStringRefCreateFromCString("binds")),
      .facts = mlirOperationGetInherentAttributeByName(
          op, mlirStringRefCreateFromCString("facts")),
      .numResultsTypes = results,
      .resultsTypes = types};
  MlirOperation call =
      relaxCallLibraryCreate(mlirOperationGetLocation(op), &args);
  if (!call.ptr)
    return mlirLogicalResultFailure();
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, call);
  for (intptr_t i = 0; i < results; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  mlirOperationGetResult(call, i));
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}
