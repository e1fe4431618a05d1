//===- Tensor.c - dense tensors over shared storage -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

bool relaxNumElements(int32_t rank, const int64_t *dims, int64_t *count) {
  int64_t product = 1;
  bool empty = false;
  for (int32_t i = 0; i < rank; ++i) {
    if (dims[i] < 0)
      return false;
    empty |= dims[i] == 0;
  }
  for (int32_t i = 0; i < rank && !empty; ++i)
    if (__builtin_mul_overflow(product, dims[i], &product))
      return false;
  *count = empty ? 0 : product;
  return true;
}

bool relaxTensorBytes(RelaxDType dtype, int32_t rank, const int64_t *dims,
                      size_t *bytes) {
  const BlockFormat *block = relaxDTypeBlock(dtype);
  int64_t count, size;
  if (!relaxNumElements(rank, dims, &count) ||
      (block && (rank == 0 || dims[rank - 1] % block->elements)) ||
      __builtin_mul_overflow(
          block ? count / block->elements : count,
          block ? block->bytes : (int64_t)relaxDTypeBytes(dtype), &size))
    return false;
  *bytes = (size_t)size;
  return true;
}

size_t relaxPackedBytes(RelaxDType dtype, int64_t count) {
  const BlockFormat *block = relaxDTypeBlock(dtype);
  if (block)
    return (size_t)(count / block->elements * block->bytes);
  uint64_t elements = (uint64_t)count;
  uint64_t perByte = 8 * relaxDTypeBytes(dtype) / relaxDTypeBits(dtype);
  return perByte == 1 ? elements * relaxDTypeBytes(dtype)
                      : elements / perByte + (elements % perByte != 0);
}

/// Blocks are packed as they are.
static unsigned packedBits(RelaxDType dtype) {
  return relaxDTypeBlock(dtype) ? 8 : relaxDTypeBits(dtype);
}

void relaxTensorPack(const RelaxTensor *tensor, void *packed) {
  int64_t count = relaxTensorCount(tensor);
  unsigned bits = packedBits(tensor->dtype);
  if (bits >= 8) {
    memcpy(packed, tensor->data, relaxTensorSize(tensor));
    return;
  }
  const uint8_t *elements = tensor->data;
  uint8_t *bytes = packed;
  memset(bytes, 0, relaxPackedBytes(tensor->dtype, count));
  for (int64_t i = 0, perByte = 8 / bits; i < count; ++i)
    bytes[i / perByte] |= (uint8_t)(elements[i] << (i % perByte * bits));
}

void relaxTensorUnpack(const void *packed, RelaxTensor *tensor) {
  int64_t count = relaxTensorCount(tensor);
  unsigned bits = packedBits(tensor->dtype);
  if (bits >= 8) {
    if (count)
      memcpy(tensor->data, packed, relaxTensorSize(tensor));
    relaxTensorNormalizeBools(tensor);
    return;
  }
  const uint8_t *bytes = packed;
  uint8_t *elements = tensor->data, mask = (uint8_t)((1u << bits) - 1);
  for (int64_t i = 0, perByte = 8 / bits; i < count; ++i)
    elements[i] = bytes[i / perByte] >> (i % perByte * bits) & mask;
}

/// Checks a shape from outside and computes its bytes.
static bool checkShape(RelaxDType dtype, int32_t rank, const int64_t *dims,
                       size_t *bytes, RelaxError *error) {
  if (rank < 0 || rank > RELAX_MAX_RANK)
    return relaxFail(error, "expected a rank of at most %d, got %d",
                     RELAX_MAX_RANK, rank);
  for (int32_t i = 0; i < rank; ++i)
    if (dims[i] < 0)
      return relaxFail(error,
                       "expected an extent >= 0 at dimension %d, got %" PRId64,
                       i, dims[i]);
  if (relaxTensorBytes(dtype, rank, dims, bytes))
    return true;
  StrBuf text = {0};
  relaxDimsPrint(rank, dims, &text);
  const BlockFormat *block = relaxDTypeBlock(dtype);
  if (block && (rank == 0 || dims[rank - 1] % block->elements))
    relaxFail(error,
              "a %s tensor has whole blocks of %" PRId64
              " elements: expected such a last extent, got shape %s",
              relaxDTypeName(dtype), block->elements, strBufText(&text));
  else
    relaxFail(error, "the bytes of a %s tensor of shape %s exceed 64 bits",
              relaxDTypeName(dtype), strBufText(&text));
  strBufFree(&text);
  return false;
}

static void setShape(RelaxTensor *tensor, RelaxDType dtype, int32_t rank,
                     const int64_t *dims) {
  *tensor = (RelaxTensor){.dtype = dtype, .rank = rank};
  for (int32_t i = 0; i < rank; ++i)
    tensor->dims[i] = dims[i];
}

bool relaxTensorOfType(RelaxDType dtype, int32_t rank, const int64_t *dims,
                       RelaxTensor *out, RelaxError *error) {
  size_t bytes;
  if (!checkShape(dtype, rank, dims, &bytes, error))
    return false;
  setShape(out, dtype, rank, dims);
  return true;
}

bool relaxTensorCreate(RelaxDType dtype, int32_t rank, const int64_t *dims,
                       RelaxTensor *out, RelaxError *error) {
  return relaxTensorCreateIn(NULL, dtype, rank, dims, out, error);
}

bool relaxTensorCreateIn(RelaxStoragePool *pool, RelaxDType dtype, int32_t rank,
                         const int64_t *dims, RelaxTensor *out,
                         RelaxError *error) {
  size_t bytes;
  RelaxTensor tensor;
  assert(relaxDTypeIsStored(dtype) || dtype == RELAX_STRING);
  if (!checkShape(dtype, rank, dims, &bytes, error))
    return false;
  setShape(&tensor, dtype, rank, dims);
  tensor.storage = relaxStorageCreateIn(pool, bytes);
  if (!tensor.storage) {
    StrBuf text = {0};
    relaxDimsPrint(rank, dims, &text);
    relaxFail(error, "out of memory: %zu bytes for a %s tensor of shape %s",
              bytes, relaxDTypeName(dtype), strBufText(&text));
    strBufFree(&text);
    return false;
  }
  tensor.data = tensor.storage->data;
  if (dtype == RELAX_STRING)
    memset(tensor.data, 0, bytes);
  *out = tensor;
  return true;
}

bool relaxTensorView(RelaxStorage *storage, int64_t offset, RelaxDType dtype,
                     int32_t rank, const int64_t *dims, RelaxTensor *out,
                     RelaxError *error) {
  size_t bytes;
  if (!checkShape(dtype, rank, dims, &bytes, error))
    return false;
  if (offset < 0 || (uint64_t)offset > storage->bytes ||
      bytes > storage->bytes - (size_t)offset)
    return relaxFail(error,
                     "a view of %zu bytes at %" PRId64
                     " does not lie in a storage of %zu bytes",
                     bytes, offset, storage->bytes);
  char *data = (char *)storage->data + offset;
  if ((uintptr_t)data % relaxDTypeAlignment(dtype) != 0)
    return relaxFail(error, "a view at %" PRId64 " is not aligned to %s",
                     offset, relaxDTypeName(dtype));
  RelaxTensor tensor;
  setShape(&tensor, dtype, rank, dims);
  tensor.data = data;
  tensor.storage = relaxStorageRetain(storage);
  *out = tensor;
  return true;
}

bool relaxTensorReshape(const RelaxTensor *tensor, int32_t rank,
                        const int64_t *dims, RelaxTensor *out,
                        RelaxError *error) {
  size_t bytes;
  if (!checkShape(tensor->dtype, rank, dims, &bytes, error))
    return false;
  if (bytes != relaxTensorSize(tensor)) {
    StrBuf from = {0}, to = {0};
    relaxDimsPrint(tensor->rank, tensor->dims, &from);
    relaxDimsPrint(rank, dims, &to);
    relaxFail(error, "cannot reshape %s to %s", strBufText(&from),
              strBufText(&to));
    strBufFree(&from);
    strBufFree(&to);
    return false;
  }
  RelaxTensor result;
  setShape(&result, tensor->dtype, rank, dims);
  result.data = tensor->data;
  result.storage = tensor->storage ? relaxStorageRetain(tensor->storage) : NULL;
  *out = result;
  return true;
}

RelaxTensor relaxTensorShare(const RelaxTensor *tensor) {
  relaxStorageRetain(tensor->storage);
  return *tensor;
}

bool relaxTensorClone(const RelaxTensor *tensor, RelaxTensor *out,
                      RelaxError *error) {
  RelaxTensor copy;
  if (tensor->dtype == RELAX_STRING)
    return relaxStringsCreate(tensor->rank, tensor->dims, tensor->data, out,
                              error);
  if (!relaxDTypeIsStored(tensor->dtype)) { // never changes
    *out = relaxTensorShare(tensor);
    return true;
  }
  if (!relaxTensorCreate(tensor->dtype, tensor->rank, tensor->dims, &copy,
                         error))
    return false;
  if (relaxStorageHolds(copy.storage))
    memcpy(copy.data, tensor->data, relaxTensorSize(tensor));
  *out = copy;
  return true;
}

bool relaxTensorReserve(RelaxTensor *tensor, size_t bytes, RelaxError *error) {
  size_t size = relaxTensorSize(tensor);
  if (bytes <= size)
    return true;
  RelaxStorage *storage = relaxStorageCreate(bytes);
  if (!storage)
    return relaxFail(error, "out of memory: %zu bytes are reserved", bytes);
  if (size)
    memcpy(storage->data, tensor->data, size);
  storage->used = size;
  relaxStorageRelease(tensor->storage);
  tensor->storage = storage;
  tensor->data = storage->data;
  return true;
}

void relaxTensorNormalizeBools(RelaxTensor *tensor) {
  if (tensor->dtype != RELAX_BOOL)
    return;
  uint8_t *bytes = tensor->data;
  for (int64_t i = 0, count = relaxTensorCount(tensor); i < count; ++i)
    bytes[i] = bytes[i] != 0;
}

void relaxTensorRelease(RelaxTensor *tensor) {
  relaxStorageRelease(tensor->storage);
  *tensor = (RelaxTensor){0};
}

int64_t relaxTensorCount(const RelaxTensor *tensor) {
  int64_t count = 0;
  bool fits = relaxNumElements(tensor->rank, tensor->dims, &count);
  assert(fits);
  (void)fits;
  return count;
}

size_t relaxTensorSize(const RelaxTensor *tensor) {
  int64_t count = relaxTensorCount(tensor);
  const BlockFormat *block = relaxDTypeBlock(tensor->dtype);
  return block ? relaxPackedBytes(tensor->dtype, count)
               : (size_t)count * relaxDTypeBytes(tensor->dtype);
}

bool relaxTensorSameShape(const RelaxTensor *a, const RelaxTensor *b) {
  if (a->rank != b->rank)
    return false;
  for (int32_t i = 0; i < a->rank; ++i)
    if (a->dims[i] != b->dims[i])
      return false;
  return true;
}

void relaxTensorPrintType(const RelaxTensor *tensor, StrBuf *out) {
  if (relaxIsContainer(tensor)) {
    strBufAppendFormat(out, "%s of %" PRId64, relaxDTypeName(tensor->dtype),
                       tensor->dims[0]);
    return;
  }
  strBufAppendC(out, "tensor<");
  for (int32_t i = 0; i < tensor->rank; ++i)
    strBufAppendFormat(out, "%" PRId64 "x", tensor->dims[i]);
  strBufAppendFormat(out, "%s>", relaxDTypeName(tensor->dtype));
}

void relaxTensorDescribe(const RelaxTensor *tensor, StrBuf *out) {
  strBufAppendC(out, relaxDTypeName(tensor->dtype));
  if (!relaxIsContainer(tensor))
    strBufAppendFormat(out, " tensor of rank %" PRId32, tensor->rank);
}

void relaxDimsPrint(int32_t rank, const int64_t *dims, StrBuf *out) {
  strBufAppendC(out, "[");
  for (int32_t i = 0; i < rank; ++i)
    strBufAppendFormat(out, "%s%" PRId64, i ? ", " : "", dims[i]);
  strBufAppendC(out, "]");
}
