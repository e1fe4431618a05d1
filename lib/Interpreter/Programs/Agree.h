//===- Agree.h - do two texts of a program do the same --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_PROGRAMS_AGREE_H
#define RELAX_INTERPRETER_PROGRAMS_AGREE_H

#include "lib/Support/StringRef.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum RelaxProgramsVerdict {
  RELAX_PROGRAMS_AGREE,
  RELAX_PROGRAMS_DIFFER,
  RELAX_PROGRAMS_NOT_TRIED // other arguments, too many steps, or no inputs
} RelaxProgramsVerdict;

/// Interprets both texts of a tir.func of any stage on the same memory: every
/// buffer has the same numbers before, and must have the same afterwards, up to
/// rounding, at up to `cases` choices of extents that its facts allow. What
/// differs is appended to `text`.
RelaxProgramsVerdict relaxProgramsAgree(MlirOperation before,
                                        MlirOperation after, long cases,
                                        StrBuf *text);

#ifdef __cplusplus
}
#endif
#endif // RELAX_INTERPRETER_PROGRAMS_AGREE_H
