//===- Report.hpp - errors, as text or as data ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `--diagnostics=json|sarif[:FILE]`: what is said becomes data, on stderr in
// place of the text, or in a file beside it. JSON is an object a line, as it is
// said; SARIF 2.1.0 one document at the end (docs/pipelines.md).
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"

namespace bridge {
/// An error of the tool itself: `bridge::Error() << "no such " << x;` says it
/// when it goes out of scope.
class Error {
public:
  Error() : stream(text) {}
  ~Error();
  template <typename T> Error &operator<<(const T &part) {
    stream << part;
    return *this;
  }

private:
  std::string text;
  llvm::raw_string_ostream stream;
};

/// A complaint of lines whose first is `file:line:column: error: ...`.
void reportComplaint(mlir::StringRef complaint);
/// Diagnostics of the context, from now on, become data, if they were asked
/// for.
void reportDiagnostics(mlir::MLIRContext *context);
/// Writes what is left for the standard output; false after a message.
bool flushOutput();
} // namespace bridge
