//===- Pattern.h - patterns and rewrites ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_PATTERN_H
#define RELAX_DIALECTS_RELAX_PATTERN_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Attributes of operations in patterns and rewrites that are no part of what
/// is computed.
extern const char relaxPatternOnce[]; // a unit: nothing else uses the result
extern const char relaxPatternWith[]; // a dictionary, see below

/// What `with` says of one attribute of an operation.
typedef enum RelaxWithKind {
  RELAX_WITH_NAME,  // a string: the attribute as it is gets this name
  RELAX_WITH_EXPR,  // a #sym.expr: a number
  RELAX_WITH_EXPRS, // an array of them: a list of numbers
  RELAX_WITH_BAD,
} RelaxWithKind;
RelaxWithKind relaxWithKind(MlirAttribute value);

/// The `with` of an operation, a dictionary; null if it has none.
MlirAttribute relaxPatternWithOf(MlirOperation op);
/// The operation has an attribute of that name by its definition.
bool relaxHasOwnAttribute(MlirOperation op, MlirStringRef name);
/// It is a unit attribute of that name.
bool relaxPatternHasFlag(MlirOperation op, const char *flag);
/// Of patterns and rewrites only: match_any, match_chain, match_check,
/// pattern_return.
bool relaxIsPatternPart(MlirOperation op);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_PATTERN_H
