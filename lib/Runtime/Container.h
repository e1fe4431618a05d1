//===- Container.h - sequences, optionals and strings as values -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A sequence or an optional is a RelaxTensor of rank 1 whose dtype says which,
// and whose elements are RelaxTensors that its storage owns: dims[0] of them,
// of an optional 0 or 1. A tuple is kept like a sequence, a value of a data
// type with the number of its constructor in dims[1], and a function that is a
// value with its number there and the first arguments as elements. What is in a
// container never changes, so containers are shared freely. Freeing one of any
// depth takes constant space of the stack.
//
// A tensor of strings has StrRefs as elements. Their bytes belong to the
// storage, or, while an operation that moves elements is under way, to the
// storage that they came from: `relaxStringsOwn` ends that.
// Threads: as Storage.h says.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_CONTAINER_H
#define RELAX_RUNTIME_CONTAINER_H

#include "lib/Runtime/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Takes over the references in `items`, also on failure.
bool relaxContainerCreate(RelaxDType kind, int64_t count, RelaxTensor *items,
                          RelaxTensor *out, RelaxError *error);
/// A value of a data type: the fields of its constructor number `tag`, as
/// above.
bool relaxDataCreate(int64_t tag, int64_t count, RelaxTensor *fields,
                     RelaxTensor *out, RelaxError *error);
/// The same with elements that are no tensors yet, and of a data type without
/// its tag: whoever makes it fills them in.
bool relaxContainerAllocate(RelaxDType kind, int64_t count, RelaxTensor *out,
                            RelaxTensor **items, RelaxError *error);
void relaxDataSetTag(RelaxTensor *data, int64_t tag);
/// The number of the constructor that made it, or of the function.
int64_t relaxDataTag(const RelaxTensor *data);
/// Function number `function` with its first arguments, as above.
bool relaxFnValueCreate(int64_t function, int64_t count, RelaxTensor *captured,
                        RelaxTensor *out, RelaxError *error);
/// A sequence, an optional, a value of a data type or a function.
bool relaxIsContainer(const RelaxTensor *value);
/// The elements, borrowed.
const RelaxTensor *relaxContainerItems(const RelaxTensor *container);
/// The dtype of the first tensor inside of any depth, RELAX_OPTIONAL or
/// RELAX_SEQUENCE if there is none; of a tensor its own.
RelaxDType relaxLeafDType(const RelaxTensor *value);

/// A tensor with copies of `texts`, in row-major order.
bool relaxStringsCreate(int32_t rank, const int64_t *dims, const StrRef *texts,
                        RelaxTensor *out, RelaxError *error);
/// Gives a tensor of strings bytes of its own; on failure it is as before.
bool relaxStringsOwn(RelaxTensor *tensor, RelaxError *error);
/// The elements, borrowed.
const StrRef *relaxStrings(const RelaxTensor *tensor);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_CONTAINER_H
