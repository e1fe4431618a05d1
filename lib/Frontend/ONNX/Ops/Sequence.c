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

static bool isSequence(Importer *importer, OnnxBuild *build) {
  return relaxIsSequenceType(mlirValueGetType(build->inputs[0])) ||
         importOperandError(importer, 0, build->inputs[0],
                            "expected a sequence");
}

/// An attribute of type TYPE_PROTO as a type; null if absent. False after an
/// error.
static bool typeAttribute(Importer *importer, const char *name,
                          MlirType *type) {
  const Onnx__AttributeProto *attribute;
  ImportedType what = {"", NULL};
  *type = (MlirType){NULL};
  if (!IMPORT_ATTRIBUTE(importer, name, TYPE_PROTO, &attribute))
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
  int64_t rank = info.ranked ? info.rank : importDeclaredRank(importer, 0);
  if (rank < 0)
    return importResultValue(importer, 0, value);
  MlirAttribute *dims =
      info.ranked ? importDims(importer, info) : importOpenDims(importer, rank);
  RelaxMatchCastArgs args = {.input = value,
                             .binds = importBindDims(importer, rank, dims)};
  args.resultType = relaxTensorTypeOf(info.elementType, rank, dims);
  if (info.ranked && !args.binds.ptr)
    return importResultValue(importer, 0, value);
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

static bool importHeld(Importer *importer) {
  OnnxBuild build;
  return importReadRow(importer, &build) &&
         heldResult(importer, importMakeRow(importer, &build,
                                            importResultLocation(importer, 0)));
}

/// `keepdims` says nothing beside sizes.
static bool squeezeParts(Importer *importer, OnnxBuild *build) {
  bool keep;
  if (!importBool(importer, "keepdims", true, &keep))
    return false;
  if (!keep && !build->inputs[1].ptr)
    importSetFlag(importer, build, "squeeze");
  return true;
}

/// An axis of the elements, or between those of what is stacked.
static bool elementAxis(Importer *importer, OnnxBuild *build) {
  const Onnx__AttributeProto *given;
  bool stack;
  if (!IMPORT_ATTRIBUTE(importer, "axis", INT, &given) ||
      !importBool(importer, "new_axis", false, &stack) ||
      !isSequence(importer, build))
    return false;
  if (!given)
    return importError(importer, "attribute 'axis' is missing");
  RelaxTensorInfo element = {0};
  relaxTensorInfo(
      relaxSequenceTypeGetElementType(mlirValueGetType(build->inputs[0])),
      &element);
  int64_t axis = given->i;
  if (!element.ranked && axis < 0)
    return importOperandError(importer, 0, build->inputs[0],
                              "expected elements of a known rank for a "
                              "negative axis");
  if (element.ranked &&
      !importAxis(importer, axis, element.rank + stack, &axis))
    return false;
  importSetAttribute(importer, build, "axis",
                     importIntAttribute(importer, axis));
  if (stack)
    importSetFlag(importer, build, "stack");
  return true;
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

static bool boolResult(Importer *importer, bool value) {
  RelaxConstantArgs args = {.value = importBoolElements(importer, value)};
  return IMPORT_RESULT(importer, Constant, &args);
}

/// Without an input there is none; what is no optional has one.
static bool importOptionalHasElement(Importer *importer) {
  RelaxOptionalHasArgs args = {0};
  if (!importHasOperand(importer, 0))
    return boolResult(importer, false);
  if (!importAnyOperand(importer, 0, &args.optional))
    return false;
  if (!relaxIsOptionalType(mlirValueGetType(args.optional)))
    return boolResult(importer, true);
  return IMPORT_RESULT(importer, OptionalHas, &args);
}

const OnnxOperator onnxSequenceOperators[] = {
    {"ConcatFromSequence", importHeld, .since = 11, .prepare = elementAxis},
    {"Optional", importOptional, .since = 15,
     .relax = "optional, optional_none", .inputs = {0, 1}},
    {"OptionalGetElement", importOptionalGetElement, .since = 15,
     .relax = "optional_get", .types = ONNX_EVERY},
    {"OptionalHasElement", importOptionalHasElement, .since = 15,
     .relax = "optional_has", .types = ONNX_EVERY, .inputs = {0, 1}},
    {"SequenceAt", importHeld, .since = 11, .inputs = {2, 2},
     .prepare = isSequence},
    {"SequenceConstruct", importSequenceConstruct, .since = 11,
     .relax = "sequence", .inputs = {1, SIZE_MAX}},
    {"SequenceEmpty", importSequenceEmpty, .since = 11,
     .inputs = {0, SIZE_MAX}},
    {"SequenceErase", .since = 11, .inputs = {1, 2}, .prepare = isSequence},
    {"SequenceInsert", .since = 11, .inputs = {2, 3}, .prepare = isSequence},
    {"SequenceLength", .since = 11, .prepare = isSequence},
    {"SplitToSequence", .since = 11, .types = ONNX_EVERY, .inputs = {1, 2},
     ONNX_ATTRIBUTES({"axis", ONNX_IS_AXIS, .absent = 0}),
     .prepare = squeezeParts},
    {0},
};
