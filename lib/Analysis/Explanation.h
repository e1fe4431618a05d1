//===- Explanation.h - why a fact holds, as text --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_EXPLANATION_H
#define RELAX_ANALYSIS_EXPLANATION_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Answers `[@function:] fact` (or `a != b`) about a module and appends `yes`,
/// `no` or `unknown`, then a line per step: a fact with its place or a rule by
/// name; for `no` the witness. The facts are those that hold at the end of the
/// innermost block that binds a symbol of the question, and what operations
/// imply there. A question that makes
/// no sense is a diagnostic and a failure. The function's name may be left out
/// if there is one. With `remarks` every line is also a remark: a fact's where
/// it is stated, others at the function.
MlirLogicalResult explainQuestion(MlirOperation module, StrRef text,
                                  bool remarks, StrBuf *out);

#ifdef __cplusplus
}
#endif
#endif // RELAX_ANALYSIS_EXPLANATION_H
