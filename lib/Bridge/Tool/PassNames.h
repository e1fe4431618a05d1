//===- PassNames.h - the passes and pipelines that are registered ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_TOOL_PASSNAMES_H
#define RELAX_BRIDGE_TOOL_PASSNAMES_H

#include "lib/Bridge/Core/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The descriptor of one of ours, also of a plugin; NULL.
const RelaxPass *bridgeFindPass(StrRef name);
const RelaxPipeline *bridgeFindPipeline(StrRef name);
/// Whether MLIR knows a pass or pipeline of that name, ours or its own.
bool bridgeIsPass(StrRef name);
/// The names of all of them, once options are registered.
size_t bridgePassNames(Arena *arena, StrRef **names);
/// For a pass of MLIR: false if it does not take the options, with MLIR's words
/// and the options there are, with their defaults, as text.
bool bridgeTryOptions(StrRef pass, StrRef options, StrBuf *problem,
                      StrBuf *defaults);

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_TOOL_PASSNAMES_H
