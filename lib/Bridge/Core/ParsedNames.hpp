//===- ParsedNames.hpp - where a text names its values --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser tells an AsmParserState what it comes by. MLIR's own keeps all
// definitions and uses, which took a fifth of the time of reading a text. The
// tools link with this one in its place: of a text it keeps where operations
// and the names of results and block arguments begin.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Operation.h"

#include <vector>

namespace bridge {
struct ParsedNames {
  struct Op {
    mlir::Operation *op;
    llvm::SMRange name;     // of the operation itself
    size_t groups;          // its first one
    unsigned numGroups;
  };
  struct Group { // %name or %name:2
    unsigned startIndex;
    llvm::SMLoc begin;
  };
  struct Argument {
    mlir::Block *block;
    unsigned index;
    llvm::SMLoc begin;
  };
  std::vector<Op> ops; // in the order of their ends
  std::vector<Group> groups;
  std::vector<Argument> arguments;

  llvm::ArrayRef<Group> groupsOf(const Op &op) const {
    return llvm::ArrayRef<Group>(groups).slice(op.groups, op.numGroups);
  }

  /// From now on the parser of this thread tells this one, or the one before.
  ParsedNames();
  ~ParsedNames();
  ParsedNames(const ParsedNames &) = delete;

private:
  ParsedNames *before;
};
} // namespace bridge
