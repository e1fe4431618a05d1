//===- NearHints.hpp - what a text may have meant -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser says which name is unknown, never which one is near. While a
// text is parsed these hints look at its errors first: unknown operations,
// types, attributes, dialects, values and words get the nearest name, and an
// error inside of an operation a note with all that it wants.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/SourceMgr.h"

namespace bridge {
class NearHints {
public:
  NearHints(const llvm::SourceMgr &sources, mlir::MLIRContext *context)
      : text(sources.getMemoryBuffer(sources.getMainFileID())->getBuffer()),
        context(context),
        handler(context, [this](mlir::Diagnostic &d) { return improve(d); }) {}

private:
  /// Success if the diagnostic was said in other words.
  mlir::LogicalResult improve(mlir::Diagnostic &diagnostic);
  std::string unknownOperation(mlir::StringRef name);
  void addSyntax(mlir::Diagnostic &diagnostic, mlir::StringRef words);
  /// The text up to the place of the diagnostic; empty if it is elsewhere.
  mlir::StringRef before(mlir::Location location);

  mlir::StringRef text;
  mlir::MLIRContext *context;
  mlir::ScopedDiagnosticHandler handler;
};
} // namespace bridge
