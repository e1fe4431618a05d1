//===- LocationWalk.cpp - locations of values, looked through at once -----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The printer looks for a NameLoc in the location of each value that it prints.
// mlir::LocationAttr::walk, which it asks, makes a walker over attributes each
// time, and that took a tenth of reading and printing a text. The tools link
// with --wrap of it: names around places of a text, which nearly all locations
// are, are looked at here, and the others by MLIR.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Location.h"
#include "mlir/Support/WalkResult.h"

using namespace mlir;

#define WALK_SYMBOL(prefix)                                                    \
  prefix##_ZN4mlir12LocationAttr4walkEN4llvm12function_refIFNS_10WalkResultENS_8LocationEEEE

using Visit = llvm::function_ref<WalkResult(Location)>;

// A member function, whose object is its first argument.
extern "C" WalkResult WALK_SYMBOL(__real_)(LocationAttr *, Visit);
extern "C" WalkResult WALK_SYMBOL(__wrap_)(LocationAttr *, Visit);

extern "C" WalkResult WALK_SYMBOL(__wrap_)(LocationAttr *self, Visit visit) {
  for (LocationAttr at = *self;;) {
    auto name = dyn_cast<NameLoc>(at);
    if (!name && !isa<FileLineColRange>(at))
      return WALK_SYMBOL(__real_)(&at, visit);
    WalkResult result = visit(at);
    if (result.wasInterrupted())
      return result;
    if (!name || result.wasSkipped())
      return WalkResult::advance();
    at = name.getChildLoc();
  }
}
