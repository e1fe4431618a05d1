//===- Value.h - what registers hold --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Runtime. A further kind of value is a tag, a member of the
// union, and its case in both functions (MachineValues.c).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_VALUE_H
#define RELAX_RUNTIME_VALUE_H

#include "lib/Runtime/Tensor.h"

typedef enum ValueTag {
  VALUE_NONE = 0,
  VALUE_EXTENT,
  VALUE_TENSOR,
  VALUE_STORAGE,
  VALUE_HANDLE, // of MachineMemory.h: a type, and who knows its elements
  VALUE_TASK,   // a result of a call that is still under way (MachineTask.c)
} ValueTag;

typedef struct MachineHandle MachineHandle;
typedef struct MachineTask MachineTask;

/// What a register holds; tensors and storages hold a reference.
typedef struct Value {
  ValueTag tag;
  union {
    int64_t extent;
    RelaxTensor tensor;
    RelaxStorage *storage;
    struct {
      RelaxTensor type; // `tensor`, without elements
      MachineHandle *handle;
    };
    struct {
      MachineTask *task; // a reference
      uint32_t result;   // of it
    };
  };
} Value;

/// One reference less.
void machineTaskRelease(MachineTask *task);
void valueRelease(Value *value);
/// A further reference.
Value valueShare(const Value *value);
/// The same into `*to`, which holds nothing; writes no more than has to be.
void valueShareTo(Value *to, const Value *value);
/// Moves a value to where none is: `*from` holds none then.
void valueMoveTo(Value *to, Value *from);

#endif // RELAX_RUNTIME_VALUE_H
