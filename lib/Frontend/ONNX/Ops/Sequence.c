//===- Sequence.c - ONNX operators on sequences and optionals -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Sequence.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Types.h"

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

static bool sequenceOperand(Importer *importer, size_t index,
                            MlirValue *value) {
  if (!importAnyOperand(importer, index, value))
    return false;
  return relaxIsSequenceType(mlirValueGetType(*value)) ||
         importOperandError(importer, index, *value, "expected a sequence");
}

/// An attribute of type TYPE_PROTO as a type; null if absent. False after an
/// error.
static bool typeAttribute(Importer *importer, const char *name,
                          MlirType *type) {
  const Onnx__AttributeProto *attribute;
  ImportedType what = {"", NULL};
  *type = (MlirType){NULL};
  if (!importAttribute(importer, name,
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TYPE_PROTO,
                       &attribute))
    return false;
  if (attribute)
    *type = importValueType(importer, &what, attribute->tp);
  return !attribute || type->ptr;
}

/// Names output 0 a tensor that came out of a container. Extents that its type
/// does not know are bound here, for what is computed with them.
static bool heldResult(Importer *importer, MlirOperation op) {
  MlirValue value;
  if (!importInsert(importer, op, &value))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  int64_t declared = importDeclaredRank(importer, 0);
  intptr_t rank = info.ranked ? info.rank : declared < 0 ? 0 : declared;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, rank);
  MlirAttribute *names = ARENA_ARRAY(importer->arena, MlirAttribute, rank);
  intptr_t count = 0;
  for (intptr_t i = 0; i < rank; ++i) {
    dims[i] =
        info.ranked ? info.dims[i] : symUnknownAttribute(importer->context);
    if (!symAttributeIsUnknown(dims[i]))
      continue;
    MlirAttribute binds;
    dims[i] = importBoundSymbol(importer, &binds);
    names[count++] = mlirArrayAttrGetElement(binds, 0);
  }
  bool known = info.ranked ? count == 0 : declared < 0;
  if (known)
    return importResultValue(importer, 0, value);
  RelaxMatchCastArgs args = {
      .input = value,
      .binds = count ? mlirArrayAttrGet(importer->context, count, names)
                     : (MlirAttribute){NULL},
      .resultType = relaxTensorTypeOf(info.elementType, rank, dims)};
  return importResult(
      importer, 0,
      relaxMatchCastCreate(importHelperLocation(importer, "held"), &args));
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

static bool importSequenceConstruct(Importer *importer) {
  size_t count = importer->node->n_input;
  MlirValue *values = ARENA_ARRAY(importer->arena, MlirValue, count);
  if (!importOperandCount(importer, 1, count))
    return false;
  for (size_t i = 0; i < count; ++i)
    if (!importOperand(importer, i, &values[i]))
      return false;
  RelaxSequenceArgs args = {(intptr_t)count, values};
  return IMPORT_RESULT(importer, Sequence, &args);
}

static bool importSequenceEmpty(Importer *importer) {
  int64_t dtype;
  if (!importOperandCount(importer, 0, 0) ||
      !importInt(importer, "dtype", ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT,
                 &dtype))
    return false;
  MlirType element = importElementType(importer, (int32_t)dtype);
  if (!element.ptr)
    return false;
  RelaxSequenceEmptyArgs args = {relaxSequenceTypeGet(
      importer->context, relaxUnrankedTensorType(element))};
  return IMPORT_RESULT(importer, SequenceEmpty, &args);
}

static bool importSequenceAt(Importer *importer) {
  RelaxSequenceAtArgs args = {0};
  return sequenceOperand(importer, 0, &args.sequence) &&
         importOperand(importer, 1, &args.position) &&
         heldResult(importer, relaxSequenceAtCreate(
                                  importResultLocation(importer, 0), &args));
}

static bool importSequenceInsert(Importer *importer) {
  RelaxSequenceInsertArgs args = {0};
  return sequenceOperand(importer, 0, &args.sequence) &&
         importOperand(importer, 1, &args.element) &&
         importOptionalOperand(importer, 2, &args.position) &&
         IMPORT_RESULT(importer, SequenceInsert, &args);
}

static bool importSequenceErase(Importer *importer) {
  RelaxSequenceEraseArgs args = {0};
  return sequenceOperand(importer, 0, &args.sequence) &&
         importOptionalOperand(importer, 1, &args.position) &&
         IMPORT_RESULT(importer, SequenceErase, &args);
}

static bool importSequenceLength(Importer *importer) {
  RelaxSequenceLengthArgs args = {0};
  return sequenceOperand(importer, 0, &args.sequence) &&
         IMPORT_RESULT(importer, SequenceLength, &args);
}

/// `keepdims` says nothing beside sizes.
static bool importSplitToSequence(Importer *importer) {
  RelaxSplitToSequenceArgs args = {0};
  RelaxTensorInfo info;
  int64_t keep;
  if (!importInt(importer, "axis", 0, &args.axis) ||
      !importInt(importer, "keepdims", 1, &keep) ||
      !importRankedOperand(importer, &args.input, &info) ||
      !importOptionalOperand(importer, 1, &args.sizes) ||
      !importAxis(importer, args.axis, info.rank, &args.axis))
    return false;
  args.squeeze = !keep && !args.sizes.ptr;
  return IMPORT_RESULT(importer, SplitToSequence, &args);
}

static bool importConcatFromSequence(Importer *importer) {
  RelaxConcatFromSequenceArgs args = {0};
  const Onnx__AttributeProto *given;
  int64_t axis, stack;
  if (!importAttribute(importer, "axis",
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT, &given) ||
      !importInt(importer, "new_axis", 0, &stack) ||
      !sequenceOperand(importer, 0, &args.sequence))
    return false;
  if (!given)
    return importError(importer, "attribute 'axis' is missing");
  RelaxTensorInfo element = {0};
  relaxTensorInfo(
      relaxSequenceTypeGetElementType(mlirValueGetType(args.sequence)),
      &element);
  axis = given->i;
  if (!element.ranked && axis < 0)
    return importOperandError(importer, 0, args.sequence,
                              "expected elements of a known rank for a "
                              "negative axis");
  if (element.ranked &&
      !importAxis(importer, axis, element.rank + (stack != 0), &axis))
    return false;
  args.axis = axis;
  args.stack = stack != 0;
  return heldResult(importer, relaxConcatFromSequenceCreate(
                                  importResultLocation(importer, 0), &args));
}

//===----------------------------------------------------------------------===//
// Optionals
//===----------------------------------------------------------------------===//

static bool importOptional(Importer *importer) {
  RelaxOptionalArgs args = {0};
  MlirType type;
  if (!typeAttribute(importer, "type", &type))
    return false;
  if (importHasOperand(importer, 0))
    return importAnyOperand(importer, 0, &args.value) &&
           IMPORT_RESULT(importer, Optional, &args);
  if (!type.ptr)
    return importError(importer, "expected an input or the attribute 'type'");
  RelaxOptionalNoneArgs empty = {relaxOptionalTypeGet(importer->context, type)};
  return IMPORT_RESULT(importer, OptionalNone, &empty);
}

/// What is no optional has itself as its element.
static bool importOptionalGetElement(Importer *importer) {
  RelaxOptionalGetArgs args = {0};
  if (!importAnyOperand(importer, 0, &args.optional))
    return false;
  MlirType type = mlirValueGetType(args.optional);
  if (!relaxIsOptionalType(type))
    return importResultValue(importer, 0, args.optional);
  MlirOperation op =
      relaxOptionalGetCreate(importResultLocation(importer, 0), &args);
  return relaxIsTensorType(relaxContainedType(type))
             ? heldResult(importer, op)
             : importResult(importer, 0, op);
}

static bool boolConstant(Importer *importer, bool value) {
  MlirType type =
      mlirRankedTensorTypeGet(0, NULL, mlirIntegerTypeGet(importer->context, 1),
                              mlirAttributeGetNull());
  int bit = value;
  RelaxConstantArgs args = {.value =
                                mlirDenseElementsAttrBoolGet(type, 1, &bit)};
  return IMPORT_RESULT(importer, Constant, &args);
}

/// Without an input there is none; what is no optional has one.
static bool importOptionalHasElement(Importer *importer) {
  RelaxOptionalHasArgs args = {0};
  if (!importOperandCount(importer, 0, 1))
    return false;
  if (!importHasOperand(importer, 0))
    return boolConstant(importer, false);
  if (!importAnyOperand(importer, 0, &args.optional))
    return false;
  if (!relaxIsOptionalType(mlirValueGetType(args.optional)))
    return boolConstant(importer, true);
  return IMPORT_RESULT(importer, OptionalHas, &args);
}

const OnnxOperator onnxSequenceOperators[] = {
    {"ConcatFromSequence", importConcatFromSequence, 11, NULL, 0, 1, 1},
    {"Optional", importOptional, 15, "optional, optional_none", 0, 0, 1},
    {"OptionalGetElement", importOptionalGetElement, 15, "optional_get",
     ONNX_EVERY, 1, 1},
    {"OptionalHasElement", importOptionalHasElement, 15, "optional_has",
     ONNX_EVERY, 0, 0},
    {"SequenceAt", importSequenceAt, 11, NULL, 0, 2, 2},
    {"SequenceConstruct", importSequenceConstruct, 11, "sequence", 0, 0, 0},
    {"SequenceEmpty", importSequenceEmpty, 11, NULL, 0, 0, 0},
    {"SequenceErase", importSequenceErase, 11, NULL, 0, 1, 2},
    {"SequenceInsert", importSequenceInsert, 11, NULL, 0, 2, 3},
    {"SequenceLength", importSequenceLength, 11, NULL, 0, 1, 1},
    {"SplitToSequence", importSplitToSequence, 11, NULL, ONNX_EVERY, 1, 2},
    {0},
};
