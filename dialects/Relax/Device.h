//===- Device.h - programs for one device ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `device = @gpu0` of a tensor type says where the tensor lies. Programs are
// made for the machine that runs them, `@host`, only.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_DEVICE_H
#define RELAX_DIALECTS_RELAX_DEVICE_H

#include "dialects/Relax/Relax.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Takes `device = @host` out of all types in `root`. Failure after an error at
/// the first operation with another device.
MlirLogicalResult relaxPlaceOnHost(MlirOperation root);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_DEVICE_H
