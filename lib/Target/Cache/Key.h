//===- Key.h - what machine code depends on -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_CACHE_KEY_H
#define RELAX_TARGET_CACHE_KEY_H

#include "lib/Bridge/Core/Bridge.h"
#include "lib/Runtime/Cache/Store.h"
#include "lib/Target/Machine.h"

/// Appends the build of this program, which tells any two builds apart: the
/// linker's build ids of the executable and its libraries, or where one has
/// none, the hash of the file. False if there is neither.
bool relaxBuildIdentity(StrBuf *out);
/// Appends what all keys have in common: the build, the version of LLVM, the
/// machine at hand, for which code is made by default, the level and its
/// passes. False if one of them cannot be told: then nothing may be cached.
bool relaxCacheEnvironment(const RelaxTargetOptions *options, StrBuf *out);

/// The key of a kernel's machine code: environment and canonical text, which is
/// the same for kernels that differ in their name, in names of symbols and
/// values, and in locations alone. Where something is checked, symbols and
/// locations count: messages have them.
RelaxCacheKey relaxKernelKey(StrRef environment, MlirOperation module,
                             MlirOperation kernel);
/// The key of the canonical text alone: what a kernel computes, and for which
/// target.
RelaxCacheKey relaxKernelText(MlirOperation module, MlirOperation kernel);
/// The key of a compact program: environment, target as `--target=` names it
/// (of a file its contents count), the names of the functions that stay, and
/// the text of the module.
RelaxCacheKey relaxProgramKey(StrRef environment, StrRef target,
                              const char *const *entries, size_t numEntries,
                              StrRef text);

#endif // RELAX_TARGET_CACHE_KEY_H
