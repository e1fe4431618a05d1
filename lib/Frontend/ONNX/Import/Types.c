//===- Types.c - types of ONNX values -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Types.h"
#include "lib/Frontend/ONNX/Import/EraseDims.h"

#include <inttypes.h>

static const MlirType none = {NULL};

/// A dimension: literal, or the argument's symbol; in a container, where a
/// symbol could not be bound, each tensor's own.
static bool dimension(Importer *importer, const ImportedType *what, size_t axis,
                      const Onnx__TensorShapeProto__Dimension *dim,
                      MlirAttribute *out) {
  bool literal =
      dim->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
  if (literal && !importErasesDim(importer, what->name, axis)) {
    if (dim->dim_value < 0)
      return importError(importer,
                         "dimension %zu: expected at least 0, got %" PRId64,
                         axis, dim->dim_value);
    *out = symConstAttribute(importer->context, dim->dim_value);
    return true;
  }
  if (!what->symbols) {
    *out = symUnknownAttribute(importer->context);
    return true;
  }
  StrRef symbol =
      importSymbol(what->symbols, literal ? "" : onnxText(dim->dim_param),
                   importName(importer->names, what->name), axis);
  *out = symSymbolAttribute(importer->context, symbol);
  return true;
}

static MlirType tensorType(Importer *importer, const ImportedType *what,
                           const Onnx__TypeProto__Tensor *tensor) {
  MlirType element = importElementType(importer, tensor->elem_type);
  if (!element.ptr)
    return none;
  if (!tensor->shape)
    return relaxUnrankedTensorType(element);
  size_t rank = tensor->shape->n_dim;
  if (rank > IMPORT_MAX_RANK) {
    importError(importer, "expected at most %d dimensions, got %zu",
                IMPORT_MAX_RANK, rank);
    return none;
  }
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, rank);
  for (size_t i = 0; i < rank; ++i)
    if (!dimension(importer, what, i, tensor->shape->dim[i], &dims[i]))
      return none;
  return relaxTensorTypeOf(element, (intptr_t)rank, dims);
}

/// What a container holds, which may be a sequence only in an optional.
static MlirType heldType(Importer *importer, const ImportedType *what,
                         const Onnx__TypeProto *type, bool sequenceToo) {
  ImportedType inside = {what->name, NULL};
  if (type && (type->value_case == ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE ||
               (sequenceToo &&
                type->value_case == ONNX__TYPE_PROTO__VALUE_SEQUENCE_TYPE)))
    return importValueType(importer, &inside, type);
  importError(importer, "expected %s of tensors, got one of other values",
              sequenceToo ? "an optional" : "a sequence");
  return none;
}

MlirType importValueType(Importer *importer, const ImportedType *what,
                         const Onnx__TypeProto *type) {
  MlirType held;
  switch (type ? type->value_case : ONNX__TYPE_PROTO__VALUE__NOT_SET) {
  case ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE:
    return tensorType(importer, what, type->tensor_type);
  case ONNX__TYPE_PROTO__VALUE_SEQUENCE_TYPE:
    held = heldType(importer, what, type->sequence_type->elem_type, false);
    return held.ptr ? relaxSequenceTypeGet(importer->context, held) : held;
  case ONNX__TYPE_PROTO__VALUE_OPTIONAL_TYPE:
    held = heldType(importer, what, type->optional_type->elem_type, true);
    return held.ptr ? relaxOptionalTypeGet(importer->context, held) : held;
  default:
    importError(importer, "expected a tensor, sequence or optional type, got "
                          "another kind or none");
    return none;
  }
}
