//===- Sequence.c - sequences and optionals of the op library -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A tensor that goes into a container is copied: its bytes may lie in the
// arena, where others take their place later. What is in a container never
// changes and is shared.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/Ops/Strings.h"

#include <inttypes.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

static bool setOutput(LibraryCall *call, RelaxTensor value) {
  call->outputs[0] = (Value){.tag = VALUE_TENSOR, .tensor = value};
  return true;
}

static bool setContainer(LibraryCall *call, RelaxDType kind, int64_t count,
                         RelaxTensor *items) {
  RelaxTensor result;
  return relaxContainerCreate(kind, count, items, &result, call->error) &&
         setOutput(call, result);
}

static bool setInt(LibraryCall *call, RelaxDType dtype, int64_t value) {
  RelaxTensor *result = libraryOutput(call, 0, dtype, 0, NULL);
  if (result)
    relaxStoreInt(dtype, result->data, 0, value);
  return result != NULL;
}

/// What goes into a sequence. Memory that came later belongs to nobody else,
/// and may be to come yet.
static bool keep(const LibraryCall *call, const RelaxTensor *element,
                 RelaxTensor *out) {
  if (!element->storage || !relaxStorageIsLater(element->storage))
    return relaxTensorClone(element, out, call->error);
  *out = relaxTensorShare(element);
  return true;
}

static void releaseItems(RelaxTensor *items, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    relaxTensorRelease(&items[i]);
}

/// Position `index` of a sequence of `length` elements, which may be given as
/// input `input`, else it is `otherwise`. It is less than `end`.
static bool readPosition(const LibraryCall *call, uint32_t input,
                         int64_t length, int64_t end, int64_t otherwise,
                         int64_t *position) {
  int64_t given = otherwise;
  if (input < call->numInputs && !libraryIntInput(call, input, &given))
    return false;
  *position = given < 0 ? given + length : given;
  return (*position >= 0 && *position < end) ||
         relaxFail(call->error,
                   "position %" PRId64
                   " is out of range for a sequence of %" PRId64 " elements",
                   given, length);
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

bool librarySequence(LibraryCall *call) {
  RelaxTensor *items =
      libraryScratch(call, (int64_t)call->numInputs, sizeof *items);
  for (uint32_t i = 0; items && i < call->numInputs; ++i) {
    const RelaxTensor *input = libraryElements(call, i);
    if (!input || !keep(call, input, &items[i])) {
      releaseItems(items, i);
      return false;
    }
  }
  return items && setContainer(call, RELAX_SEQUENCE, call->numInputs, items);
}

bool librarySequenceAt(LibraryCall *call) {
  const RelaxTensor *sequence = libraryContainer(call, 0, RELAX_SEQUENCE);
  int64_t at;
  return sequence &&
         readPosition(call, 1, sequence->dims[0], sequence->dims[0], 0, &at) &&
         setOutput(call, relaxTensorShare(&relaxContainerItems(sequence)[at]));
}

bool librarySequenceInsert(LibraryCall *call) {
  const RelaxTensor *sequence = libraryContainer(call, 0, RELAX_SEQUENCE);
  const RelaxTensor *element = libraryElements(call, 1);
  int64_t at, length = sequence ? sequence->dims[0] : 0;
  RelaxTensor *items = libraryScratch(call, length + 1, sizeof *items);
  if (!sequence || !element || !items ||
      !readPosition(call, 2, length, length + 1, length, &at) ||
      !keep(call, element, &items[at]))
    return false;
  for (int64_t i = 0; i < length; ++i)
    items[i + (i >= at)] = relaxTensorShare(&relaxContainerItems(sequence)[i]);
  return setContainer(call, RELAX_SEQUENCE, length + 1, items);
}

bool librarySequenceErase(LibraryCall *call) {
  const RelaxTensor *sequence = libraryContainer(call, 0, RELAX_SEQUENCE);
  int64_t at, length = sequence ? sequence->dims[0] : 0;
  RelaxTensor *items = libraryScratch(call, length, sizeof *items);
  if (!sequence || !items || !readPosition(call, 1, length, length, -1, &at))
    return false;
  for (int64_t i = 0; i < length; ++i)
    if (i != at)
      items[i - (i > at)] = relaxTensorShare(&relaxContainerItems(sequence)[i]);
  return setContainer(call, RELAX_SEQUENCE, length - 1, items);
}

bool librarySequenceLength(LibraryCall *call) {
  const RelaxTensor *sequence = libraryContainer(call, 0, RELAX_SEQUENCE);
  return sequence && setInt(call, RELAX_I64, sequence->dims[0]);
}

//===----------------------------------------------------------------------===//
// Splitting: lines of bytes before and behind an axis
//===----------------------------------------------------------------------===//

/// The slice [begin, begin + extent) along `axis`.
static bool cut(LibraryCall *call, const RelaxTensor *input, int32_t axis,
                int64_t begin, int64_t extent, RelaxTensor *out) {
  int64_t dims[RELAX_MAX_RANK];
  memcpy(dims, input->dims, sizeof dims);
  dims[axis] = extent;
  if (!relaxTensorCreate(input->dtype, input->rank, dims, out, call->error))
    return false;
  size_t size = relaxDTypeBytes(input->dtype);
  size_t inner = libraryProduct(dims, axis + 1, input->rank) * size;
  size_t line = inner * (size_t)extent;
  size_t stride = inner * (size_t)input->dims[axis];
  for (size_t i = 0, e = libraryProduct(dims, 0, axis); line && i < e; ++i)
    memcpy((char *)out->data + i * line,
           (const char *)input->data + i * stride + inner * (size_t)begin,
           line);
  if (input->dtype != RELAX_STRING || relaxStringsOwn(out, call->error))
    return true;
  relaxTensorRelease(out);
  return false;
}

static void wrongSizes(const LibraryCall *call, int64_t extent) {
  relaxFail(call->error, "sizes: expected parts of %" PRId64 " slices in all",
            extent);
}

/// The extents of the parts, in scratch memory; NULL after an error.
static int64_t *partExtents(LibraryCall *call, int64_t extent, int64_t *count) {
  const RelaxTensor *sizes =
      call->numInputs > 1 ? libraryTensor(call, 1) : NULL;
  int64_t chunk = 1, total = 0;
  if (call->numInputs > 1 && !sizes)
    return NULL;
  if (sizes && sizes->rank == 0 && !libraryIntInput(call, 1, &chunk))
    return NULL;
  if (chunk < 1) {
    relaxFail(call->error, "sizes: expected at least 1, got %" PRId64, chunk);
    return NULL;
  }
  if (sizes && relaxDTypeIsFloat(sizes->dtype)) {
    wrongSizes(call, extent);
    return NULL;
  }
  bool listed = sizes && sizes->rank > 0;
  *count =
      listed ? relaxTensorCount(sizes) : extent / chunk + (extent % chunk != 0);
  int64_t *extents = libraryScratch(call, *count, sizeof *extents);
  for (int64_t i = 0; extents && i < *count; ++i) {
    extents[i] = listed ? relaxLoadInt(sizes->dtype, sizes->data, i)
                 : extent - i * chunk < chunk ? extent - i * chunk
                                              : chunk;
    // Together they are the extent, so none is more than what is left of it.
    if (extents[i] < 0 || extents[i] > extent - total) {
      wrongSizes(call, extent);
      return NULL;
    }
    total += extents[i];
  }
  if (!extents || total == extent)
    return extents;
  wrongSizes(call, extent);
  return NULL;
}

/// The tensor without dimension `axis`, which is 1.
static void squeeze(RelaxTensor *tensor, int32_t axis) {
  --tensor->rank;
  memmove(tensor->dims + axis, tensor->dims + axis + 1,
          (size_t)(tensor->rank - axis) * sizeof *tensor->dims);
}

bool librarySplitToSequence(LibraryCall *call) {
  const RelaxTensor *input = libraryElements(call, 0);
  int32_t axis;
  int64_t count, begin = 0, done = 0;
  if (!input || !libraryAxis(call, input, &axis))
    return false;
  const int64_t *extents = partExtents(call, input->dims[axis], &count);
  RelaxTensor *items =
      extents ? libraryScratch(call, count, sizeof *items) : NULL;
  if (!items)
    return false;
  for (; done < count; begin += extents[done++]) {
    if (!cut(call, input, axis, begin, extents[done], &items[done]))
      break;
    if (libraryInt(call, "squeeze", 0))
      squeeze(&items[done], axis);
  }
  if (done == count)
    return setContainer(call, RELAX_SEQUENCE, count, items);
  releaseItems(items, done);
  return false;
}

//===----------------------------------------------------------------------===//
// Optionals
//===----------------------------------------------------------------------===//

bool libraryOptional(LibraryCall *call) {
  RelaxTensor item = {0};
  if (call->numInputs) {
    const RelaxTensor *input = libraryValue(call, 0);
    if (!input || !relaxTensorClone(input, &item, call->error))
      return false;
  }
  return setContainer(call, RELAX_OPTIONAL, call->numInputs, &item);
}

bool libraryOptionalGet(LibraryCall *call) {
  const RelaxTensor *optional = libraryContainer(call, 0, RELAX_OPTIONAL);
  if (!optional)
    return false;
  if (optional->dims[0] == 0)
    return relaxFail(call->error, "the optional has no value");
  return setOutput(call, relaxTensorShare(relaxContainerItems(optional)));
}

bool libraryOptionalHas(LibraryCall *call) {
  const RelaxTensor *optional = libraryContainer(call, 0, RELAX_OPTIONAL);
  return optional && setInt(call, RELAX_BOOL, optional->dims[0]);
}
