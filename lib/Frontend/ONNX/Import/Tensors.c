//===- Tensors.c - initializers as weights and constants ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/ElementType.h"
#include "lib/Frontend/ONNX/Import/Importer.h"
#include "lib/Frontend/ONNX/Import/KnownValues.h"
#include "lib/Frontend/ONNX/Model/ExternalFile.h"
#include "lib/Runtime/Sha256.h"
#include "lib/Runtime/Tensor.h"
#include "lib/Support/Map.h"

#include <inttypes.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/// Integers (shapes, axes, bounds) are read by people and by folding; floats
/// above a scalar or two are weights.
static const int64_t maxInlineIntegers = 64, maxInlineFloats = 4,
                     maxInlinePlaces = 4096; // 0, 1, 2, ...

MlirType importElementType(Importer *importer, int32_t dataType) {
  RelaxDType dtype;
  if (onnxDataTypeDType(dataType, &dtype))
    return relaxElementTypeOf(importer->context, dtype);
  importError(importer, "element type '%s' (%" PRId32 ") is not supported",
              onnxDataTypeName(dataType), dataType);
  return (MlirType){NULL};
}

MlirType importNumberedType(Importer *importer, int64_t number) {
  bool fits = number >= 0 && number <= INT32_MAX;
  return importElementType(importer, fits ? (int32_t)number : -1);
}

bool importTypeAttribute(Importer *importer, const char *name, MlirType absent,
                         MlirType *type) {
  int64_t number;
  if (!importInt(importer, name, 0, &number))
    return false;
  *type = number ? importNumberedType(importer, number) : absent;
  return type->ptr != NULL;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The tensor with its bytes here, also those of an external file.
static bool getTensor(Importer *importer, const char *valueName,
                      const Onnx__TensorProto *proto, OnnxTensor *tensor) {
  StrBuf message = {0};
  bool good = onnxTensorGet(importer->model, proto, tensor, &message);
  if (good && tensor->numDims > IMPORT_MAX_RANK) {
    strBufAppendFormat(&message,
                       "tensor '%s': expected at most %d dimensions, got %zu",
                       tensor->name, IMPORT_MAX_RANK, tensor->numDims);
    onnxTensorFree(tensor);
    good = false;
  }
  if (good && tensor->storage == ONNX_STORAGE_EXTERNAL) {
    tensor->owned = onnxExternalRead(importer->options->path, tensor, &message);
    tensor->bytes = tensor->owned;
    good = tensor->owned != NULL;
  }
  if (!good && *onnxText(proto->name))
    importError(importer, "%s", strBufText(&message));
  else if (!good) // the value of a Constant
    importError(importer, "'%s': %s", valueName, strBufText(&message));
  strBufFree(&message);
  return good;
}

/// Of 4- or 2-bit elements, which MLIR does not pack.
static MlirAttribute narrowElements(Importer *importer,
                                    const OnnxTensor *tensor, MlirType type) {
  RelaxTensor unpacked = {.rank = 1, .dims = {tensor->numElements}};
  onnxDataTypeDType(tensor->dataType, &unpacked.dtype);
  unpacked.data = ARENA_ARRAY(importer->arena, char, tensor->numElements);
  relaxTensorUnpack(tensor->bytes, &unpacked);
  return mlirDenseElementsAttrRawBufferGet(type, (size_t)tensor->numElements,
                                           unpacked.data);
}

static MlirAttribute stringElements(Importer *importer, MlirType type,
                                    const OnnxTensor *tensor) {
  intptr_t count = (intptr_t)tensor->numElements;
  MlirStringRef *texts = ARENA_ARRAY(importer->arena, MlirStringRef, count);
  for (intptr_t i = 0; i < count; ++i)
    texts[i] = mlirStringRefCreate((const char *)tensor->strings[i].data,
                                   tensor->strings[i].len);
  return mlirDenseElementsAttrStringGet(type, count, texts);
}

MlirAttribute importElements(Importer *importer, const OnnxTensor *tensor) {
  MlirAttribute none = {NULL};
  MlirType element = importElementType(importer, tensor->dataType);
  if (!element.ptr)
    return none;
  MlirType type = mlirRankedTensorTypeGet(
      (intptr_t)tensor->numDims, tensor->dims, element, mlirAttributeGetNull());
  if (tensor->storage == ONNX_STORAGE_STRINGS)
    return stringElements(importer, type, tensor);
  if (tensor->numElements == 0)
    return mlirDenseElementsAttrGet(type, 0, NULL);
  if (onnxDataTypeBits(tensor->dataType) < 8)
    return narrowElements(importer, tensor, type);
  if (tensor->dataType != ONNX__TENSOR_PROTO__DATA_TYPE__BOOL)
    return mlirDenseElementsAttrRawBufferGet(type, tensor->size, tensor->bytes);
  int *bits = ARENA_ARRAY(importer->arena, int, tensor->size);
  for (size_t i = 0; i < tensor->size; ++i)
    bits[i] = tensor->bytes[i];
  return mlirDenseElementsAttrBoolGet(type, (intptr_t)tensor->size, bits);
}

/// Is element i of the tensor i?
static bool countsUp(MlirType element, const OnnxTensor *tensor) {
  if (tensor->storage == ONNX_STORAGE_STRINGS || !tensor->bytes ||
      !mlirTypeIsAInteger(element))
    return false;
  unsigned width = mlirIntegerTypeGetWidth(element);
  for (int64_t i = 0; i < tensor->numElements; ++i) {
    int32_t narrow;
    int64_t wide;
    memcpy(&narrow, tensor->bytes + i * (int64_t)sizeof(narrow),
           width == 32 ? sizeof(narrow) : 0);
    memcpy(&wide, tensor->bytes + i * (int64_t)sizeof(wide),
           width == 64 ? sizeof(wide) : 0);
    if (!(width == 32 && narrow == i) && !(width == 64 && wide == i))
      return false;
  }
  return true;
}

/// Whether the values belong into the text. Values of typed lists are nowhere
/// else as bytes.
static bool belongsInline(MlirType element, const OnnxTensor *tensor) {
  if (tensor->storage == ONNX_STORAGE_TYPED ||
      tensor->storage == ONNX_STORAGE_STRINGS)
    return true;
  int64_t limit =
      mlirTypeIsAInteger(element) ? maxInlineIntegers : maxInlineFloats;
  return tensor->numElements <= limit ||
         (tensor->numElements <= maxInlinePlaces && countsUp(element, tensor));
}

static MlirType tensorType(Importer *importer, const OnnxTensor *tensor,
                           MlirType element) {
  MlirAttribute *dims =
      ARENA_ARRAY(importer->arena, MlirAttribute, tensor->numDims);
  for (size_t i = 0; i < tensor->numDims; ++i)
    dims[i] = symConstAttribute(importer->context, tensor->dims[i]);
  return relaxTensorTypeOf(element, (intptr_t)tensor->numDims, dims);
}

/// A module-level weight in the model file or in an external file.
static bool buildWeight(Importer *importer, StrRef name,
                        const OnnxTensor *tensor, MlirType type) {
  MlirContext context = importer->context;
  char hash[RELAX_SHA256_HEX + 1];
  relaxSha256(tensor->bytes, tensor->size, hash);
  const char *file = tensor->storage == ONNX_STORAGE_EXTERNAL
                         ? tensor->location
                         : importer->weightsFile;
  RelaxWeightArgs args = {
      .sym_name = name,
      .type = type,
      .path = mlirStringAttrGet(context, mlirStringRefCreateFromCString(file)),
      .offset = mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64),
                                   (int64_t)tensor->fileOffset),
      .sha256 =
          mlirStringAttrGet(context, mlirStringRefCreateFromCString(hash))};
  MlirOperation op = relaxWeightCreate(importer->location, &args);
  if (!op.ptr)
    return false;
  // Before @main, in the order of first use.
  mlirBlockInsertOwnedOperationBefore(importer->moduleBody, importer->function,
                                      op);
  return true;
}

static bool buildConstant(Importer *importer, StrRef name,
                          MlirAttribute elements, MlirValue *value) {
  RelaxConstantArgs args = {.value = elements};
  MlirLocation loc = importNamedLocation(importer, name);
  return importInsert(importer, relaxConstantCreate(loc, &args), value);
}

/// The name of a tensor's weight. A graph inside of a node, or a function, may
/// be imported more than once, and two of them may have weights of one name.
static StrRef weightName(Importer *importer, StrRef name,
                         const Onnx__TensorProto *tensor, bool *built) {
  ptrdiff_t found = mapFind(importer->weights, tensor);
  *built = found >= 0;
  if (*built)
    return importer->weights[found].value;
  StrRef result = arenaCopyString(importer->arena, name);
  for (size_t i = 0; strMapFind(importer->weightNames, result.data) >= 0; ++i)
    result = arenaFormat(importer->arena, "%.*s_%zu", (int)name.length,
                         name.data, i);
  shput(importer->weightNames, (char *)result.data, true);
  hmput(importer->weights, tensor, result);
  return result;
}

bool importTensor(Importer *importer, const char *onnxName,
                  ImportedValue *value) {
  StrRef name = importName(importer->names, onnxName);
  if (value->inlineElements.ptr)
    return buildConstant(importer, name, value->inlineElements, &value->value);
  OnnxTensor tensor;
  if (!getTensor(importer, onnxName, value->tensor, &tensor))
    return false;
  MlirType element = importElementType(importer, tensor.dataType);
  bool good = element.ptr != NULL;
  if (good && belongsInline(element, &tensor)) {
    value->inlineElements = importElements(importer, &tensor);
    good = buildConstant(importer, name, value->inlineElements, &value->value);
  } else if (good) {
    MlirType type = tensorType(importer, &tensor, element);
    bool built;
    StrRef own = weightName(importer, name, value->tensor, &built);
    RelaxGetWeightArgs args = {.weight = mlirFlatSymbolRefAttrGet(
                                   importer->context, strRefToMlir(own)),
                               .resultType = type};
    MlirLocation loc = importNamedLocation(importer, name);
    good =
        (built || buildWeight(importer, own, &tensor, type)) &&
        importInsert(importer, relaxGetWeightCreate(loc, &args), &value->value);
  }
  onnxTensorFree(&tensor);
  return good;
}

bool importInitializers(Importer *importer) {
  const Onnx__GraphProto *graph = importer->graph;
  if (graph->n_sparse_initializer)
    return importError(importer, "sparse initializers are not supported");
  for (size_t i = 0; i < graph->n_initializer; ++i) {
    const char *name = onnxText(graph->initializer[i]->name);
    if (!*name)
      return importError(importer, "initializer %zu has no name", i);
    if (strMapFind(importer->values, name) >= 0)
      return importError(importer, "'%s' is defined twice", name);
    ImportedValue value = {.tensor = graph->initializer[i]};
    shput(importer->values, (char *)name, value);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Values that must be known now
//===----------------------------------------------------------------------===//

/// The elements of a constant operand; a null attribute if it is no constant.
static bool constantElements(Importer *importer, size_t index, const char *what,
                             MlirAttribute *elements) {
  const char *name = importer->node->input[index];
  ImportEntry *entry = strMapEntry(importer->values, name);
  if (!entry)
    return importUndefined(importer, index);
  ImportedValue *value = &entry->value;
  if (!value->tensor && !value->inlineElements.ptr)
    return importError(importer,
                       "input %zu ('%s'): expected constant %s, got a computed "
                       "value",
                       index, name, what);
  if (!value->inlineElements.ptr) {
    OnnxTensor tensor;
    if (!getTensor(importer, name, value->tensor, &tensor))
      return false;
    *elements = importElements(importer, &tensor);
    onnxTensorFree(&tensor);
    return elements->ptr != NULL;
  }
  *elements = value->inlineElements;
  return true;
}

/// The same of a value that nodes compute.
static bool computedInts(Importer *importer, size_t index,
                         const int64_t **values, size_t *count) {
  ptrdiff_t found = strMapFind(importer->values, importer->node->input[index]);
  if (found < 0)
    return false;
  const ImportedValue *value = &importer->values[found].value;
  *values = value->tensor || value->inlineElements.ptr
                ? NULL
                : importKnownInts(importer, value->value, count);
  return *values != NULL;
}

bool importConstantInts(Importer *importer, size_t index, const char *what,
                        const int64_t **values, size_t *count) {
  MlirAttribute elements;
  if (computedInts(importer, index, values, count))
    return true;
  if (!constantElements(importer, index, what, &elements))
    return false;
  MlirType type = mlirAttributeGetType(elements);
  MlirType element = mlirShapedTypeGetElementType(type);
  unsigned width =
      mlirTypeIsAInteger(element) ? mlirIntegerTypeGetWidth(element) : 0;
  if (width != 32 && width != 64)
    return importError(importer,
                       "input %zu ('%s'): expected %s of type i32 or i64, got "
                       "elements %s",
                       index, importer->node->input[index], what,
                       relaxTypeText(importer->arena, element));
  *count = (size_t)mlirElementsAttrGetNumElements(elements);
  int64_t *ints = ARENA_ARRAY(importer->arena, int64_t, *count);
  for (size_t i = 0; i < *count; ++i)
    ints[i] = width == 64
                  ? mlirDenseElementsAttrGetInt64Value(elements, (intptr_t)i)
                  : mlirDenseElementsAttrGetInt32Value(elements, (intptr_t)i);
  *values = ints;
  return true;
}

bool importConstantFloats(Importer *importer, size_t index, const char *what,
                          const float **values, size_t *count) {
  MlirAttribute elements;
  if (!constantElements(importer, index, what, &elements))
    return false;
  MlirType element =
      mlirShapedTypeGetElementType(mlirAttributeGetType(elements));
  if (!mlirTypeIsAF32(element))
    return importError(importer,
                       "input %zu ('%s'): expected %s of type f32, got "
                       "elements %s",
                       index, importer->node->input[index], what,
                       relaxTypeText(importer->arena, element));
  *count = (size_t)mlirElementsAttrGetNumElements(elements);
  float *floats = ARENA_ARRAY(importer->arena, float, *count + 1);
  for (size_t i = 0; i < *count; ++i)
    floats[i] = mlirDenseElementsAttrGetFloatValue(elements, (intptr_t)i);
  *values = floats;
  return true;
}
