//===- BranchChoice.c - branches that cannot go on ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What follows an If may have no meaning for the rank that one branch leaves (a
// model that was exported for the other one). A call that would take this
// branch is an error then, as it is in a program without types.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Frontend/ONNX/Ops/Branch.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Errors of a try
//===----------------------------------------------------------------------===//

static void append(MlirStringRef text, void *userData) {
  strBufAppend(userData, strRefFromMlir(text));
}

/// Keeps the first error, hides all of them.
static MlirLogicalResult keepError(MlirDiagnostic diagnostic, void *userData) {
  StrBuf *why = userData;
  if (mlirDiagnosticGetSeverity(diagnostic) != MlirDiagnosticError)
    return mlirLogicalResultFailure();
  if (!why->length)
    mlirDiagnosticPrint(diagnostic, append, why);
  return mlirLogicalResultSuccess();
}

bool branchTry(Importer *importer, BranchArm *arm, StrBuf *why) {
  MlirDiagnosticHandlerID handler = mlirContextAttachDiagnosticHandler(
      importer->context, keepError, why, NULL);
  bool good = branchStep(importer, arm);
  mlirContextDetachDiagnosticHandler(importer->context, handler);
  return good;
}

//===----------------------------------------------------------------------===//
// Back to the If
//===----------------------------------------------------------------------===//

BranchMark branchMark(const Importer *importer) {
  BranchMark mark = {.numValues = shlenu(importer->values)};
  for (MlirOperation op = mlirBlockGetFirstOperation(importer->body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    mark.last = op;
  return mark;
}

/// Tensors that were built since then are built again where they are used.
static void forgetBuilt(Importer *importer, MlirOperation op) {
  for (size_t i = 0; i < shlenu(importer->values); ++i) {
    ImportedValue *value = &importer->values[i].value;
    if (value->tensor && value->value.ptr &&
        mlirValueIsAOpResult(value->value) &&
        mlirOperationEqual(mlirOpResultGetOwner(value->value), op))
      value->value = (MlirValue){NULL};
  }
}

void branchRollBack(Importer *importer, BranchMark mark) {
  MlirOperation *ops = NULL;
  for (size_t i = shlenu(importer->values); i-- > mark.numValues;)
    strMapRemove(importer->values, importer->values[i].key);
  for (MlirOperation op = mark.last.ptr
                              ? mlirOperationGetNextInBlock(mark.last)
                              : mlirBlockGetFirstOperation(importer->body);
       op.ptr; op = mlirOperationGetNextInBlock(op))
    arrput(ops, op);
  while (arrlen(ops)) { // the last one first: others are its operands
    MlirOperation op = arrpop(ops);
    forgetBuilt(importer, op);
    mlirOperationDestroy(op);
  }
  arrfree(ops);
}

//===----------------------------------------------------------------------===//
// The other branch is required
//===----------------------------------------------------------------------===//

/// The condition as the extent of a shape: 0 or 1.
static bool asExtent(Importer *importer, MlirValue condition,
                     MlirAttribute *dim, MlirValue *shape) {
  MlirContext context = importer->context;
  MlirType number = mlirIntegerTypeGet(context, 64);
  MlirAttribute one = symConstAttribute(context, 1), binds;
  MlirLocation location = importHelperLocation(importer, "taken");
  MlirValue cast, vector;
  if (!importCastTo(importer, condition, number, location, &cast))
    return false;
  RelaxReshapeArgs reshape = {.input = cast,
                              .resultType = relaxTensorTypeOf(number, 1, &one)};
  if (!importInsert(importer, relaxReshapeCreate(location, &reshape), &vector))
    return false;
  *dim = importBoundSymbol(importer, &binds);
  RelaxTensorToShapeArgs args = {.input = vector,
                                 .binds = binds,
                                 .resultType =
                                     relaxShapeTypeGet(context, true, 1, dim)};
  return importInsert(importer, relaxTensorToShapeCreate(location, &args),
                      shape);
}

bool branchRequire(Importer *importer, MlirValue condition, bool holds,
                   const char *why) {
  MlirAttribute dim;
  MlirValue shape;
  if (!asExtent(importer, condition, &dim, &shape))
    return false;
  SymFact fact = {.kind = SYM_FACT_EQ,
                  .lhs = symExprOf(importer->arena, dim),
                  .rhs = symExprConst(importer->arena, holds)};
  MlirAttribute attribute = symFactToAttribute(importer->context, fact);
  StrBuf text = {0};
  strBufAppendFormat(&text,
                     "the %s branch of If '%s' (the other one leaves a "
                     "rank for which what follows has no meaning: %s)",
                     holds ? "then" : "else",
                     *onnxText(importer->node->name)
                         ? importer->node->name
                         : importer->node->output[0],
                     why);
  RelaxCheckArgs args = {
      .numGiven = 1,
      .given = &shape,
      .facts = mlirArrayAttrGet(importer->context, 1, &attribute),
      .subject = mlirStringAttrGet(
          importer->context,
          mlirStringRefCreate(strBufText(&text), text.length))};
  MlirOperation check = relaxCheckCreate(importer->location, &args);
  strBufFree(&text);
  return importAppend(importer->body, check);
}
