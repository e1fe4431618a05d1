//===- Rows.c - operators whose row says it all ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The operation is made by its name, with types that are none, so that what its
// record says can be asked: which dimensions of its operands agree, and the
// types of its results.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Family.h"
#include "dialects/Relax/Interfaces.h"
#include "lib/Frontend/ONNX/Import/Agree.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Ranks.h"

#include <assert.h>

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static Onnx__AttributeProto__AttributeType typeOf(const OnnxAttribute *row) {
  switch (row->kind) {
  case ONNX_IS_FLOAT:
    return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT;
  case ONNX_IS_TEXT:
  case ONNX_IS_WORD:
    return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING;
  case ONNX_IS_CHOICE:
    return row->text ? ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING
                     : ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT;
  case ONNX_IS_INTS:
    return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS;
  case ONNX_IS_FLOATS:
    return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS;
  case ONNX_IS_TEXTS:
    return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRINGS;
  default:
    return ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT;
  }
}

static const char *nameOf(const OnnxAttribute *row) {
  return row->relax ? row->relax : row->name;
}

static bool readWord(Importer *importer, const OnnxAttribute *row,
                     OnnxBuild *build) {
  size_t number;
  if (!importWord(importer, row->name, row->text, &number))
    return false;
  if (row->kind == ONNX_IS_CHOICE)
    build->choice = number;
  else if (number)
    importSetFlag(importer, build, nameOf(row));
  return true;
}

static bool readInt(Importer *importer, const OnnxAttribute *row, int64_t value,
                    OnnxBuild *build, MlirAttribute *out) {
  MlirContext context = importer->context;
  if (row->kind == ONNX_IS_CHOICE)
    build->choice = value != 0;
  else if (row->kind == ONNX_IS_FLAG && value)
    *out = mlirUnitAttrGet(context);
  if (row->kind == ONNX_IS_TYPE) {
    MlirType type = importNumberedType(importer, value);
    if (type.ptr)
      *out = mlirTypeAttrGet(type);
    return type.ptr != NULL;
  }
  if (row->kind == ONNX_IS_AXIS &&
      !importAxis(importer, value, relaxTensorInfoOf(build->inputs[0]).rank,
                  &value))
    return false;
  if (row->kind == ONNX_IS_INT || row->kind == ONNX_IS_AXIS)
    *out = mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), value);
  return true;
}

static bool readAttribute(Importer *importer, const OnnxAttribute *row,
                          OnnxBuild *build) {
  MlirContext context = importer->context;
  const Onnx__AttributeProto *given;
  const char *text;
  MlirAttribute value = {NULL};
  if (importer->opset < row->since)
    return true;
  if (!importAttribute(importer, row->name, typeOf(row), &given))
    return false;
  if (!given && row->when == ONNX_MUST_BE)
    return importError(importer, "attribute '%s' is missing", row->name);
  if (!given && row->when == ONNX_MAY_MISS)
    return true;
  assert(given || (row->kind != ONNX_IS_INTS && row->kind != ONNX_IS_FLOATS &&
                   row->kind != ONNX_IS_TEXTS));
  double number = given ? (double)given->f : row->absent;
  switch (typeOf(row)) {
  case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING:
    if (row->kind != ONNX_IS_TEXT)
      return readWord(importer, row, build);
    if (!importText(importer, row->name, row->text, &text))
      return false;
    value = mlirStringAttrGet(context, mlirStringRefCreateFromCString(text));
    break;
  case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT:
    if (number != 0 || row->when != ONNX_UNLESS_ZERO)
      value = mlirFloatAttrDoubleGet(context, mlirF64TypeGet(context), number);
    break;
  case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS:
    value = mlirDenseI64ArrayGet(context, (intptr_t)given->n_ints, given->ints);
    break;
  case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS:
    value =
        mlirDenseF32ArrayGet(context, (intptr_t)given->n_floats, given->floats);
    break;
  case ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRINGS:
    value = importTextsAttribute(importer, given);
    break;
  default:
    if (!readInt(importer, row, given ? given->i : (int64_t)row->absent, build,
                 &value))
      return false;
  }
  importSetAttribute(importer, build, nameOf(row), value);
  return true;
}

void importSetAttribute(Importer *importer, OnnxBuild *build, const char *name,
                        MlirAttribute value) {
  assert(build->numAttributes < ONNX_MAX_ATTRIBUTES);
  if (value.ptr)
    build->attributes[build->numAttributes++] = mlirNamedAttributeGet(
        mlirIdentifierGet(importer->context,
                          mlirStringRefCreateFromCString(name)),
        value);
}

void importSetFlag(Importer *importer, OnnxBuild *build, const char *name) {
  importSetAttribute(importer, build, name, mlirUnitAttrGet(importer->context));
}

bool importReadAttributes(Importer *importer, OnnxBuild *build) {
  const OnnxAttribute *row = build->row->attributes;
  while (row && row->name && readAttribute(importer, row, build))
    ++row;
  return !row || !row->name;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static bool hasAxis(const OnnxOperator *row) {
  const OnnxAttribute *a = row->attributes;
  while (a && a->name && a->kind != ONNX_IS_AXIS)
    ++a;
  return a && a->name;
}

static bool readInput(Importer *importer, size_t index, OnnxBuild *build) {
  const OnnxOperator *row = build->row;
  MlirValue *value = &build->inputs[index];
  bool axis = hasAxis(row);
  if (index >= onnxLeastInputs(row) && !importHasOperand(importer, index))
    return true;
  if (index == 0 && !row->types) // a container
    return importAnyOperand(importer, index, value);
  if (!importOperand(importer, index, value) ||
      ((row->ranked || axis) && !importFindRank(importer, index, value)))
    return false;
  return !(row->ranked || (axis && index == 0)) ||
         relaxTensorInfoOf(*value).ranked ||
         importOperandError(importer, index, *value, "expected a known rank");
}

/// Of several inputs that may miss, those that are there.
static void addSegments(Importer *importer, OnnxBuild *build) {
  int32_t sizes[ONNX_MAX_INPUTS];
  if (build->row->inputs.most < build->row->inputs.least + 2)
    return;
  for (size_t i = 0; i < build->numInputs; ++i)
    sizes[i] = build->inputs[i].ptr != NULL;
  importSetAttribute(importer, build, "operandSegmentSizes",
                     mlirDenseI32ArrayGet(importer->context,
                                          (intptr_t)build->numInputs, sizes));
}

OnnxBuild importBuild(Importer *importer, size_t numInputs) {
  return (OnnxBuild){.row = onnxFindOperator(importer->node, importer->opset),
                     .numInputs = numInputs};
}

bool importReadRow(Importer *importer, OnnxBuild *build) {
  *build = importBuild(importer, 0);
  const OnnxOperator *row = build->row;
  build->numInputs = onnxMostInputs(row);
  assert(build->numInputs <= ONNX_MAX_INPUTS);
  for (size_t i = 0; i < build->numInputs; ++i)
    if (!readInput(importer, i, build))
      return false;
  if (!importReadAttributes(importer, build) ||
      (row->prepare && !row->prepare(importer, build)))
    return false;
  addSegments(importer, build);
  return true;
}

//===----------------------------------------------------------------------===//
// The operation
//===----------------------------------------------------------------------===//

/// Of no types yet.
static MlirOperation create(Importer *importer, const OnnxBuild *build,
                            MlirLocation location) {
  StrBuf name = {0};
  size_t results = build->row->results ? build->row->results : 1;
  onnxOperationName(build->row, build->choice, &name);
  MlirOperationState state = mlirOperationStateGet(
      mlirStringRefCreate(name.data, name.length), location);
  mlirOperationStateAddAttributes(&state, build->numAttributes,
                                  build->attributes);
  for (size_t i = 0; i < build->numInputs; ++i)
    if (build->inputs[i].ptr)
      mlirOperationStateAddOperands(&state, 1, &build->inputs[i]);
  for (size_t i = 0; i < results; ++i)
    mlirOperationStateAddResults(
        &state, 1, (MlirType[]){mlirNoneTypeGet(importer->context)});
  MlirOperation op = mlirOperationCreate(&state);
  strBufFree(&name);
  return op;
}

/// Brings the operands into the shapes that the record asks for.
static bool align(Importer *importer, MlirOperation op) {
  MlirValue operands[ONNX_MAX_INPUTS];
  intptr_t count = mlirOperationGetNumOperands(op);
  const RelaxAgreement *rows = relaxAgreementsOf(op);
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = mlirOperationGetOperand(op, i);
  RelaxAgreeing of = {
      .rows = rows, .op = op, .numOperands = count, .operands = operands};
  bool broadcasts = count > 1 && relaxBroadcasts(op);
  if ((rows && !importFollow(importer, of, operands)) ||
      (broadcasts && count == 2 &&
       !importOldBroadcast(importer, operands[0], &operands[1])) ||
      (broadcasts && !importAlignAll(importer, operands, (size_t)count)))
    return false;
  for (intptr_t i = 0; i < count; ++i)
    mlirOperationSetOperand(op, i, operands[i]);
  return true;
}

static bool infer(MlirOperation op) {
  MlirType types[ONNX_MAX_RESULTS];
  MlirLogicalResult outcome = mlirLogicalResultFailure();
  for (size_t f = 0; relaxFamilies[f]; ++f)
    if (relaxFamilies[f]->inferTypes(op, types, &outcome))
      break;
  bool good = mlirLogicalResultIsSuccess(outcome);
  for (intptr_t i = 0; good && i < mlirOperationGetNumResults(op); ++i)
    mlirValueSetType(mlirOperationGetResult(op, i), types[i]);
  return good;
}

MlirOperation importMakeRow(Importer *importer, const OnnxBuild *build,
                            MlirLocation location) {
  MlirOperation op = create(importer, build, location);
  if (align(importer, op) && infer(op))
    return op;
  mlirOperationDestroy(op);
  return (MlirOperation){NULL};
}

bool importRowValue(Importer *importer, const OnnxBuild *build,
                    MlirValue *value) {
  return importInsert(
      importer,
      importMakeRow(importer, build, importResultLocation(importer, 0)), value);
}

bool importRowResult(Importer *importer, const OnnxBuild *build) {
  MlirOperation op =
      importMakeRow(importer, build, importResultLocation(importer, 0));
  return build->row->results ? importResults(importer, op)
                             : importResult(importer, 0, op);
}

bool importByRow(Importer *importer) {
  OnnxBuild build;
  return importReadRow(importer, &build) && importRowResult(importer, &build);
}
