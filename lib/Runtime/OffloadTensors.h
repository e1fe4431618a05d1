//===- OffloadTensors.h - tensors as back ends see them -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_OFFLOADTENSORS_H
#define RELAX_RUNTIME_OFFLOADTENSORS_H

#include "lib/Runtime/Backend.h"
#include "lib/Runtime/Tensor.h"

/// stb_ds array; data and extents are those of the tensors.
RelaxBackendTensor *offloadTensors(const RelaxTensor *const *tensors,
                                   size_t count);
/// An element of one of them is none.
bool offloadHasNaN(const RelaxTensor *const *tensors, size_t count);

#endif // RELAX_RUNTIME_OFFLOADTENSORS_H
