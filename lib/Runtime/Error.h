//===- Error.h - errors as values -----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Functions that a user can make fail return bool and take a `RelaxError *`.
// The first message is kept; callers put context in front on the way up.
// Messages: lower case, no final stop, subject in single quotes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_ERROR_H
#define RELAX_RUNTIME_ERROR_H

#include "lib/Support/StringRef.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Zero-initialise; free with `relaxErrorFree`.
typedef struct RelaxError {
  StrBuf message;
  StrBuf weight; // name of the one that could not be read, if it is that
} RelaxError;

/// Sets the message unless one is set already. Always returns false, so that
/// `return relaxFail(error, ...)` is the idiom. `error` may be NULL.
bool relaxFail(RelaxError *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// Puts `context` and ": " in front of the message; always returns false.
bool relaxErrorContext(RelaxError *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool relaxErrorIsSet(const RelaxError *error);
/// The message; "" when none is set.
const char *relaxErrorText(const RelaxError *error);
/// Frees the message; the error may be used again.
void relaxErrorFree(RelaxError *error);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_ERROR_H
