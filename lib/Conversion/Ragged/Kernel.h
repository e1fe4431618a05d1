//===- Kernel.h - programs over the instances of a batch ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The text of a program: a loop over instances, which loads the lengths of its
// instance and where it begins, and what is written inside. Buffers are packed
// as tensors are: the place in their first dimension is a sum of the begin and
// of products of iterators with extents.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RAGGED_KERNEL_H
#define RELAX_CONVERSION_RAGGED_KERNEL_H

#include "lib/Conversion/Ragged/Pack.h"

/// A buffer of the program.
typedef struct KernelBuffer {
  MlirType type;      // as the graph has it, ragged or not
  MlirValue value;    // of an input
  StrRef text;        // `!tir.buffer<[e, 512], f32>`
  StrRef base;        // where the instance begins; empty: it has no instances
  StrRef extent;      // of the first dimension, of all instances
  intptr_t rank;      // dimensions of an instance
  intptr_t joined;    // so many of them lie in the first dimension
  const StrRef *dims; // their extents
  const StrRef *room; // what they have in memory, with padding
} KernelBuffer;

/// The partial sums of a product of lengths.
typedef struct KernelStarts {
  StrRef sum;         // `sum(len * len)`
  const int *factors; // places in the lengths of the program
  int numFactors;
  StrRef size; // what is summed, of no product: `%n0 ceildiv 8`
} KernelStarts;

typedef struct Kernel {
  Pack *pack;
  const char *name;
  MlirOperation op;               // for places of errors
  MlirAttribute batch;            // extent of dimension 0
  StrRef batchName;               // in the program
  intptr_t rank;                  // of what has instances
  StrBuf body;                    // inside of the loop
  StrBuf head;                    // monoids, in front of the program
  const char *around;             // a loop around the instances
  StrRef before;                  // what runs first, once
  KernelBuffer *inputs, *outputs; // stb_ds arrays
  StrRef *lengths;                // tables it reads, stb_ds array
  KernelStarts *starts;           // sums it reads, stb_ds array
  StrRef *symbols;                // that no buffer binds, stb_ds array
  StrRef *extents;                // names of extents of buffers, stb_ds array
} Kernel;

/// For an operation with a ragged operand.
Kernel kernelBegin(Pack *pack, const char *name, MlirOperation op,
                   MlirType ragged);
/// `value` may be null for an output.
KernelBuffer kernelBuffer(Kernel *kernel, MlirType type, MlirValue value,
                          bool input);
/// The inside of `%X0[base + d1 * n + d2, d3]`, from as many texts as the
/// instance has dimensions.
StrRef kernelAddress(Kernel *kernel, const KernelBuffer *buffer,
                     const StrRef *indices);
/// `f32`, without signs, as buffers have it.
StrRef kernelElement(Kernel *kernel, MlirType element);
StrRef kernelText(Kernel *kernel, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// An expression in which a table without brackets is the entry of the
/// instance, inside of the loop.
StrRef kernelEntry(Kernel *kernel, MlirAttribute expr);
/// KernelMonoid.c: a combination of the module, by the name of a reduction
/// (`sum`, `prod`, `max`, `min`) and the element type; the program is
/// written with the name that comes back.
StrRef kernelMonoid(Kernel *kernel, StrRef name, MlirType element);
/// There is one for these elements.
bool kernelHasMonoid(StrRef name, MlirType element);
/// KernelLoads.c: that the tables are such, before the loops.
void kernelAppendRows(const Kernel *kernel, StrBuf *out);
/// The tables at the instance `%i`, in its loop.
void kernelAppendLoads(const Kernel *kernel, StrBuf *out);
/// KernelEnd.c: writes the program and the call before the operation; `results`
/// are packed tensors in the order of the outputs. False after an error.
bool kernelEnd(Kernel *kernel, MlirValue *results);

#endif // RELAX_CONVERSION_RAGGED_KERNEL_H
