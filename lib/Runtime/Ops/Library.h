//===- Library.h - the op library of the runtime --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What `vm.call_library` reaches, by name. "relax.NAME" computes what the
// operator of that name does, with the same attributes. It is for what is no
// loop over extents that are known before it runs: strings, sequences,
// optionals, and operators that sort or count; all else is generated code.
//
// A function sees its inputs, which it must not change, and makes its outputs.
// The machine looks at their types afterwards, as at those of inputs. Threads:
// any, one call each. The reference interpreter shares no code with this.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_OPS_LIBRARY_H
#define RELAX_RUNTIME_OPS_LIBRARY_H

#include "lib/Runtime/Counters.h"
#include "lib/Runtime/Observer.h"
#include "lib/Runtime/Opcode.h"
#include "lib/Runtime/Value.h"

//===----------------------------------------------------------------------===//
// A call
//===----------------------------------------------------------------------===//

typedef struct LibraryAttribute {
  StrRef name;
  RelaxAttributeKind kind; // never EXTENTS: those are evaluated to INTS
  uint32_t count;
  union {
    const int64_t *ints;
    const double *floats;
    const StrRef *strings;
  };
} LibraryAttribute;

typedef struct LibraryBlock LibraryBlock; // scratch memory

typedef struct LibraryCall {
  const Value *inputs; // borrowed
  uint32_t numInputs;
  const LibraryAttribute *attributes;
  size_t numAttributes;
  /// Memory for an output, as large as the bound of its extents: a tensor, or
  /// none. `libraryOutput` looks at it.
  const Value *places;
  Value *outputs; // none at first; released by the machine on failure
  uint32_t numOutputs;
  LibraryBlock *blocks;
  RelaxObserver observer;
  struct RelaxOffload *offload; // of the machine
  RelaxCounters *counters;
  /// By `rehearse`; the inputs below 64 whose elements are not there, a bit
  /// each.
  bool rehearsed;
  uint64_t unknown;
  RelaxError *error;
} LibraryCall;

/// Input `index`, which must be a tensor of numbers; NULL after an error.
const RelaxTensor *libraryTensor(const LibraryCall *call, uint32_t index);
/// The same of numbers or strings; and of containers, too.
const RelaxTensor *libraryElements(const LibraryCall *call, uint32_t index);
/// Input `index`, which must be a container of that kind; NULL after an error.
const RelaxTensor *libraryContainer(const LibraryCall *call, uint32_t index,
                                    RelaxDType kind);
/// The extents from one dimension up to another one, multiplied.
size_t libraryProduct(const int64_t *dims, int32_t from, int32_t to);
const RelaxTensor *libraryValue(const LibraryCall *call, uint32_t index);
/// An attribute of one integer (a flag is 1), or `otherwise`.
int64_t libraryInt(const LibraryCall *call, const char *name,
                   int64_t otherwise);
StrRef libraryString(const LibraryCall *call, const char *name,
                     StrRef otherwise);
/// NULL if there is none.
const LibraryAttribute *libraryAttribute(const LibraryCall *call,
                                         const char *name);
/// The one element of an integer or float input of any rank; false after an
/// error.
bool libraryIntInput(const LibraryCall *call, uint32_t index, int64_t *value);
bool libraryFloatInput(const LibraryCall *call, uint32_t index, double *value);
/// The integer attribute "axis" as a dimension of the tensor; negative ones
/// count from the end.
bool libraryAxis(const LibraryCall *call, const RelaxTensor *tensor,
                 int32_t *axis);

/// A tensor for output `index`, not initialised: the front of its place, or
/// memory of its own. NULL after an error.
RelaxTensor *libraryOutput(LibraryCall *call, uint32_t index, RelaxDType dtype,
                           int32_t rank, const int64_t *dims);
/// `count` zeroed elements until the call ends, also for 0; NULL after an
/// error.
void *libraryScratch(LibraryCall *call, int64_t count, size_t size);

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

typedef bool (*LibraryFunctionCall)(LibraryCall *call);

typedef struct LibraryFunction {
  const char *name; // "LIBRARY.FUNCTION"
  uint32_t minInputs, maxInputs, minOutputs, maxOutputs;
  LibraryFunctionCall call; // false after an error
  /// As `call`, without a look at elements: results without elements, with the
  /// largest extents that they may have, and as much scratch. `call` itself:
  /// it looks at none. NULL: that is not known.
  LibraryFunctionCall rehearse;
} LibraryFunction;

/// NULL if there is none.
const LibraryFunction *libraryFind(StrRef name);
/// Appends "'a', 'b'".
void libraryNames(StrBuf *out);
/// Looks at the numbers of inputs and outputs, then calls.
bool libraryRun(const LibraryFunction *function, LibraryCall *call);
void libraryFreeScratch(LibraryCall *call);

// One for each row of the table.
#define LIBRARY(name, leastIn, mostIn, leastOut, mostOut, Function, rehearse)  \
  bool library##Function(LibraryCall *call);
#include "lib/Runtime/Ops/Library.def"
#undef LIBRARY
/// Rehearse.c.
bool libraryRehearseNonzero(LibraryCall *call);
bool libraryRehearseSort(LibraryCall *call);
bool libraryRehearseTopK(LibraryCall *call);
bool libraryRehearseUnique(LibraryCall *call);
bool libraryRehearseNonMaxSuppression(LibraryCall *call);

#endif // RELAX_RUNTIME_OPS_LIBRARY_H
