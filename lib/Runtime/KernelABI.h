//===- KernelABI.h - how compiled kernels are called ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The one contract between lib/Conversion, lib/Target and lib/Runtime.
//
//   buffers[i]  the i-th buffer argument of the tir.func: contiguous,
//   row-major,
//               aligned to its elements at least. Weights, results and the
//               arena itself are aligned to 64 bytes; parts of the arena as the
//               planner chose their offsets (multiples of 64), inputs as the
//               caller did. Not NULL with extent 0. Results are buffers like
//               any other. What a kernel writes overlaps no other argument,
//               unless the tir.func says so. An argument with `tir.rows` may
//               have its rows apart: row r begins as many elements behind
//               buffers[i] as element r of the buffer of that number says. So
//               arguments of many calls that run as one are used where they
//               lie: shared, behind each other, or scattered.
//   symbols[i]  extents as int64, in order of definition: first use as a bare
//               dim over the buffer arguments from the left, then the `symbols
//               (...)` clause. Each is >= 0 and below
//               RELAX_KERNEL_MOST. NULL is never passed.
//
// Kernels keep no state and may be called from several threads at once. A bool
// is one byte, 0 or 1.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_KERNELABI_H
#define RELAX_RUNTIME_KERNELABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RELAX_KERNEL_OK = 0,
  RELAX_KERNEL_OUT_OF_MEMORY = 1,    // no memory for the workspace
  RELAX_KERNEL_DIVISION_BY_ZERO = 2, // of integers, or 0 to a negative power
  RELAX_KERNEL_OUT_OF_BOUNDS = 3,    // an index that a tensor does not have
  RELAX_KERNEL_MISFIT = 4,           // extents that do not broadcast
  RELAX_KERNEL_UNFIT = 5,            // symbols that its facts exclude
};

/// No memory has so many elements; sums and products of a few symbols fit 64
/// bits (lib/Analysis/IndexFits.c).
#define RELAX_KERNEL_MOST (INT64_C(1) << 48)

/// A code in the low byte; above it may be a number, from 1 on: which of the
/// texts it is that an object has for the checks of the kernel.
enum { RELAX_KERNEL_REASON = 0xFF, RELAX_KERNEL_TEXT_SHIFT = 8 };
/// In front of the kernel's name: the symbol of its texts, each with a NUL
/// behind it, and an empty one at the end.
#define RELAX_CHECKS_PREFIX "relax_checks_"
/// The same: a symbol that is there if the kernel asks for a workspace, before
/// it does anything else, and ends where it gets none.
#define RELAX_WORKSPACE_PREFIX "relax_workspace_of_"
/// The same: a letter for each buffer, `-` where it takes only the extents, `c`
/// where its elements are only compared, with elements and with the numbers
/// that follow, to find truths; else `r`. The symbol is there if a letter is
/// not `r`.
#define RELAX_READS_PREFIX "relax_reads_of_"

/// Returns RELAX_KERNEL_OK or an error code.
typedef int32_t (*RelaxKernel)(void *const *buffers, const int64_t *symbols);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_KERNELABI_H
