//===- Call.c - what functions of the op library ask of a call ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Ops/Library.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

const RelaxTensor *libraryValue(const LibraryCall *call, uint32_t index) {
  if (call->inputs[index].tag == VALUE_TENSOR)
    return &call->inputs[index].tensor;
  relaxFail(call->error, "operand %" PRIu32 ": expected a tensor", index);
  return NULL;
}

/// `value`, or NULL after an error where it is not what `expected` says.
static const RelaxTensor *require(const LibraryCall *call, uint32_t index,
                                  const RelaxTensor *value, bool fits,
                                  const char *expected) {
  if (!value || fits)
    return value;
  StrBuf text = {0};
  relaxTensorDescribe(value, &text);
  relaxFail(call->error, "operand %" PRIu32 ": expected %s, got %s", index,
            expected, strBufText(&text));
  strBufFree(&text);
  return NULL;
}

const RelaxTensor *libraryContainer(const LibraryCall *call, uint32_t index,
                                    RelaxDType kind) {
  const RelaxTensor *value = libraryValue(call, index);
  if (!value || value->dtype == kind)
    return value;
  StrBuf text = {0};
  relaxTensorDescribe(value, &text);
  relaxFail(call->error, "operand %" PRIu32 ": expected %s, got %s", index,
            relaxDTypeName(kind), strBufText(&text));
  strBufFree(&text);
  return NULL;
}

size_t libraryProduct(const int64_t *dims, int32_t from, int32_t to) {
  size_t count = 1;
  for (int32_t i = from; i < to; ++i)
    count *= (size_t)dims[i];
  return count;
}

const RelaxTensor *libraryElements(const LibraryCall *call, uint32_t index) {
  const RelaxTensor *value = libraryValue(call, index);
  return require(call, index, value, value && !relaxIsContainer(value),
                 "a tensor");
}

const RelaxTensor *libraryTensor(const LibraryCall *call, uint32_t index) {
  const RelaxTensor *value = libraryValue(call, index);
  return require(call, index, value, value && relaxDTypeIsNumber(value->dtype),
                 "a tensor of numbers");
}

/// The input, of `isFloat`, if it has one element.
static const RelaxTensor *number(const LibraryCall *call, uint32_t index,
                                 bool isFloat) {
  const RelaxTensor *tensor = libraryTensor(call, index);
  if (!tensor)
    return NULL;
  if (relaxTensorCount(tensor) == 1 &&
      relaxDTypeIsFloat(tensor->dtype) == isFloat)
    return tensor;
  relaxFail(call->error,
            "operand %" PRIu32 ": expected one %s element, got %" PRId64
            " of %s",
            index, isFloat ? "float" : "integer", relaxTensorCount(tensor),
            relaxDTypeName(tensor->dtype));
  return NULL;
}

bool libraryIntInput(const LibraryCall *call, uint32_t index, int64_t *value) {
  const RelaxTensor *tensor = number(call, index, false);
  if (tensor)
    *value = relaxLoadInt(tensor->dtype, tensor->data, 0);
  return tensor != NULL;
}

bool libraryFloatInput(const LibraryCall *call, uint32_t index, double *value) {
  const RelaxTensor *tensor = number(call, index, true);
  if (tensor)
    *value = relaxLoadFloat(tensor->dtype, tensor->data, 0);
  return tensor != NULL;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

const LibraryAttribute *libraryAttribute(const LibraryCall *call,
                                         const char *name) {
  for (size_t i = 0; i < call->numAttributes; ++i)
    if (strRefEqual(call->attributes[i].name, strRefFromC(name)))
      return &call->attributes[i];
  return NULL;
}

static const LibraryAttribute *single(const LibraryCall *call, const char *name,
                                      RelaxAttributeKind kind) {
  const LibraryAttribute *found = libraryAttribute(call, name);
  return found && found->kind == kind && found->count == 1 ? found : NULL;
}

int64_t libraryInt(const LibraryCall *call, const char *name,
                   int64_t otherwise) {
  const LibraryAttribute *found = single(call, name, RELAX_ATTRIBUTE_INTS);
  return found ? found->ints[0] : otherwise;
}

StrRef libraryString(const LibraryCall *call, const char *name,
                     StrRef otherwise) {
  const LibraryAttribute *found = single(call, name, RELAX_ATTRIBUTE_STRINGS);
  return found ? found->strings[0] : otherwise;
}

bool libraryAxis(const LibraryCall *call, const RelaxTensor *tensor,
                 int32_t *axis) {
  int64_t given = libraryInt(call, "axis", 0), rank = tensor->rank;
  if (given < -rank || given >= rank)
    return relaxFail(call->error,
                     "axis %" PRId64 " is out of range for rank %" PRId64,
                     given, rank);
  *axis = (int32_t)(given < 0 ? given + rank : given);
  return true;
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

/// The front of the place, which the bound of the extents has made large
/// enough; a bound is a fact of the program, and the run may break it.
static bool viewPlace(LibraryCall *call, uint32_t index,
                      const RelaxTensor *place, RelaxTensor *result) {
  size_t needed;
  if (!relaxTensorBytes(result->dtype, result->rank, result->dims, &needed) ||
      needed > relaxTensorSize(place))
    return relaxFail(call->error,
                     "result %" PRIu32 ": needs more than the %zu bytes that "
                     "the bound of its extents allows",
                     index, relaxTensorSize(place));
  int64_t offset = (const char *)place->data - (char *)place->storage->data;
  RelaxTensor shape = *result;
  return relaxTensorView(place->storage, offset, shape.dtype, shape.rank,
                         shape.dims, result, call->error);
}

RelaxTensor *libraryOutput(LibraryCall *call, uint32_t index, RelaxDType dtype,
                           int32_t rank, const int64_t *dims) {
  Value *output = &call->outputs[index];
  const Value *place = &call->places[index];
  RelaxTensor *result = &output->tensor;
  bool good;
  if (place->tag == VALUE_TENSOR) {
    *result = (RelaxTensor){.dtype = dtype, .rank = rank};
    for (int32_t i = 0; i < rank; ++i)
      result->dims[i] = dims[i];
    good = viewPlace(call, index, &place->tensor, result);
  } else {
    good = relaxTensorCreate(dtype, rank, dims, result, call->error);
  }
  if (!good)
    return NULL;
  output->tag = VALUE_TENSOR;
  return result;
}
