//===- Check.h - reasons of tir.check -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each reason is a code that a kernel returns.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_TIR_CHECK_H
#define RELAX_DIALECTS_TIR_CHECK_H

#include "lib/Runtime/KernelABI.h"
#include "lib/Support/StringRef.h"

/// RELAX_KERNEL_OK if `reason` is none.
static inline int32_t tirCheckCode(StrRef reason) {
  static const struct {
    const char *reason;
    int32_t code;
  } codes[] = {{"division by zero", RELAX_KERNEL_DIVISION_BY_ZERO},
               {"index out of bounds", RELAX_KERNEL_OUT_OF_BOUNDS},
               {"shapes do not fit", RELAX_KERNEL_MISFIT}};
  for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); ++i)
    if (strRefEqual(reason, strRefFromC(codes[i].reason)))
      return codes[i].code;
  return RELAX_KERNEL_OK;
}

#endif // RELAX_DIALECTS_TIR_CHECK_H
