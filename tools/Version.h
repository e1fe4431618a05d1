//===- Version.h - what --version says ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_VERSION_H
#define RELAX_TOOLS_VERSION_H

/// Release, commit ("+changes": of a tree with further changes) and LLVM, as in
/// `0.1.0 (commit 0123456789ab), LLVM 22.1.8`.
const char *toolVersion(void);

#endif // RELAX_TOOLS_VERSION_H
