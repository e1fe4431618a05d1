//===- Stack.h - tensors one behind the other, where they are -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The rows of a stack are tensors of equal extents, of which some may be to
// come (Storage.h): a batch reads them where they lie. Who wants all of it in
// one piece of memory asks for that.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_STACK_H
#define RELAX_RUNTIME_STACK_H

#include "lib/Runtime/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A stack of the elements of a sequence, one or more of equal extents.
bool relaxStackCreate(const RelaxTensor *sequence, RelaxTensor *out,
                      RelaxError *error);
/// The rows of a storage that has no memory of its own, borrowed, and how many;
/// NULL of others.
const RelaxTensor *relaxStackRows(const RelaxStorage *storage, int64_t *count);
/// Where a row begins; NULL while it is to come.
void *relaxStackRowData(const RelaxTensor *row);
/// All rows are there.
bool relaxStackIsThere(const RelaxStorage *storage);
/// Each row of it is in one piece of memory from here on.
bool relaxStackSettle(const RelaxStorage *storage, RelaxError *error);
/// Gives such a stack memory of its own, with copies of the rows.
bool relaxStackJoin(RelaxStorage *storage, RelaxError *error);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_STACK_H
