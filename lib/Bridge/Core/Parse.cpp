//===- Parse.cpp - a further module in a context --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

/// The C API's own parser of modules has no name for the text, and that of
/// operations wants `module { ... }` around them.
extern "C" MlirModule bridgeParseModule(MlirContext context, StrRef text,
                                        const char *name) {
  ParserConfig config(unwrap(context));
  // An empty file has no bytes to point at, which MLIR's buffers need.
  auto module = parseSourceString<ModuleOp>(
      text.length ? StringRef(text.data, text.length) : "", config, name);
  return wrap(module ? module.release() : ModuleOp());
}
