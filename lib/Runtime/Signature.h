//===- Signature.h - names and shapes of entries --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Questions that tools ask about public functions before they call them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_SIGNATURE_H
#define RELAX_RUNTIME_SIGNATURE_H

#include "lib/Runtime/Program.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The public function of that name. An empty name means the only public
/// function, or `main` among several. NULL: the message lists the entries.
const RelaxFunction *relaxEntryFind(const RelaxProgram *program, StrRef name,
                                    RelaxError *error);
/// Index of the parameter or result of that name, or -1.
int32_t relaxValueTypeFind(const RelaxValueType *types, uint32_t count,
                           StrRef name);
/// Appends `f32 [n, 2048]` or `!relax.sequence<...>`.
void relaxValueTypePrint(const RelaxValueType *type, StrBuf *out);
/// Appends `'x': f32 [n, 2048], 'y': f32 [n]`, for messages.
void relaxValueTypesPrint(const RelaxValueType *types, uint32_t count,
                          StrBuf *out);

/// The first dimension of a tensor whose extent is that symbol alone, or -1.
int32_t relaxValueTypeAxisOf(const RelaxValueType *type, StrRef symbol);

/// An extent for `--dims=n=4`.
typedef struct RelaxSymbolValue {
  StrRef name;
  int64_t value;
} RelaxSymbolValue;

/// The extents of a value whose symbols have these values. Fails with a message
/// on a symbol without a value, on `?` and on any rank.
bool relaxValueTypeDims(const RelaxValueType *type,
                        const RelaxSymbolValue *values, size_t numValues,
                        int64_t dims[RELAX_MAX_RANK], RelaxError *error);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_SIGNATURE_H
