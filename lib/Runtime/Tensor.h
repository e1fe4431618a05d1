//===- Tensor.h - dense tensors over shared storage -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A tensor is a small value: dtype, extents and a pointer into a storage of
// which it holds one reference. Elements are contiguous and row-major. Copying
// the struct does not add a reference: use `relaxTensorShare`.
// Threads: as Storage.h says.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_TENSOR_H
#define RELAX_RUNTIME_TENSOR_H

#include "lib/Runtime/DType.h"
#include "lib/Runtime/Error.h"
#include "lib/Runtime/Storage.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RELAX_MAX_RANK = 16 };

/// Zero-initialised it is no tensor (`storage == NULL`).
typedef struct RelaxTensor {
  RelaxDType dtype;
  int32_t rank; // 0 .. RELAX_MAX_RANK
  void *data;   // never NULL for a tensor, also with extent 0
  RelaxStorage *storage;
  int64_t dims[RELAX_MAX_RANK]; // each >= 0; two of containers (Container.h)
} RelaxTensor;

/// Copies without adding a reference, and no extents that are none: most
/// tensors fill a line of the cache, all of them would fill three.
static inline void relaxTensorCopy(RelaxTensor *to, const RelaxTensor *from) {
  enum { FEW = 4 };
  to->dtype = from->dtype;
  to->rank = from->rank;
  to->data = from->data;
  to->storage = from->storage;
  for (int i = 0; i < FEW; ++i)
    to->dims[i] = from->dims[i];
  for (int32_t i = FEW; i < from->rank; ++i)
    to->dims[i] = from->dims[i];
}

/// Number of elements; false if an extent is negative or the product exceeds 64
/// bits. A zero extent makes it 0, whatever the other extents are.
bool relaxNumElements(int32_t rank, const int64_t *dims, int64_t *count);
/// Bytes of a dense tensor in memory; false on a negative extent or if they
/// exceed INT64_MAX, or where blocks are not whole. The only place that
/// computes bytes from extents.
bool relaxTensorBytes(RelaxDType dtype, int32_t rank, const int64_t *dims,
                      size_t *bytes);

/// Bytes of so many elements in packed storage, as files and ONNX have them:
/// fewer than in memory for 4- and 2-bit types only (DType.h).
size_t relaxPackedBytes(RelaxDType dtype, int64_t count);
/// Between a tensor and `relaxPackedBytes` packed bytes. Any bytes will do.
void relaxTensorPack(const RelaxTensor *tensor, void *packed);
void relaxTensorUnpack(const void *packed, RelaxTensor *tensor);

/// A tensor with a storage of its own, not initialised (strings are empty).
/// Of numbers or strings; containers are made by Container.h. Fails with a
/// message on bad rank, negative extents, overflow and lack of memory. `*out`
/// is overwritten, not released.
bool relaxTensorCreate(RelaxDType dtype, int32_t rank, const int64_t *dims,
                       RelaxTensor *out, RelaxError *error);
/// The same with memory from a pool, or for it; NULL is allowed.
bool relaxTensorCreateIn(RelaxStoragePool *pool, RelaxDType dtype, int32_t rank,
                         const int64_t *dims, RelaxTensor *out,
                         RelaxError *error);
/// A type without elements: no storage, no data. Fails like
/// `relaxTensorCreate`, but not for lack of memory.
bool relaxTensorOfType(RelaxDType dtype, int32_t rank, const int64_t *dims,
                       RelaxTensor *out, RelaxError *error);
/// A view of `storage` from byte `offset` on; adds a reference. Fails if the
/// bytes do not lie in the storage or the data is not aligned to its elements.
bool relaxTensorView(RelaxStorage *storage, int64_t offset, RelaxDType dtype,
                     int32_t rank, const int64_t *dims, RelaxTensor *out,
                     RelaxError *error);
/// The same elements under other extents; the counts must agree. Of a type
/// another type.
bool relaxTensorReshape(const RelaxTensor *tensor, int32_t rank,
                        const int64_t *dims, RelaxTensor *out,
                        RelaxError *error);
/// A further reference to the same elements.
RelaxTensor relaxTensorShare(const RelaxTensor *tensor);
/// A copy with a storage of its own.
bool relaxTensorClone(const RelaxTensor *tensor, RelaxTensor *out,
                      RelaxError *error);
/// Moves the elements into a storage of `bytes` bytes, with room to grow, where
/// that is more than they need.
bool relaxTensorReserve(RelaxTensor *tensor, size_t bytes, RelaxError *error);
/// Makes every byte of a bool tensor 0 or 1, as kernels expect; for tensors
/// whose bytes come from outside. Other dtypes are left alone.
void relaxTensorNormalizeBools(RelaxTensor *tensor);
/// Drops the reference and zeroes the struct; no tensor is allowed.
void relaxTensorRelease(RelaxTensor *tensor);

/// For a tensor that exists: its extents were checked.
int64_t relaxTensorCount(const RelaxTensor *tensor);
size_t relaxTensorSize(const RelaxTensor *tensor); // in bytes
bool relaxTensorSameShape(const RelaxTensor *a, const RelaxTensor *b);
/// Appends `tensor<2x3xf32>`, as MLIR prints the type; `sequence of 2`.
void relaxTensorPrintType(const RelaxTensor *tensor, StrBuf *out);
/// Appends `f32 tensor of rank 2` or `sequence`, for messages about a value of
/// the wrong kind.
void relaxTensorDescribe(const RelaxTensor *tensor, StrBuf *out);
/// Appends `[2, 3]`.
void relaxDimsPrint(int32_t rank, const int64_t *dims, StrBuf *out);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_TENSOR_H
