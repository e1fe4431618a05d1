//===- Interfaces.h - what operations of relax have in common -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A record of an operation lists what it is (the traits of RelaxBase.td), so
// that no list of operations has to name it. All are false for other dialects.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_INTERFACES_H
#define RELAX_DIALECTS_RELAX_INTERFACES_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Elementwise; operands broadcast to the shape of the result.
bool relaxBroadcasts(MlirOperation op);
/// The result has the elements of the first operand, in their order.
bool relaxIsView(MlirOperation op);
/// Computes extents, names or checks values, or says where memory begins and
/// ends, but moves no element.
bool relaxMovesNoNumber(MlirOperation op);
/// Moves, chooses, compares or draws numbers: nothing is rounded.
bool relaxIsExact(MlirOperation op);
/// The result's elements are sums, of products perhaps.
bool relaxSums(MlirOperation op);
/// Hands its operands on, or puts them into something: they may be in what it
/// returns, or in the next round of a loop.
bool relaxKeeps(MlirOperation op);
/// Calls a function or a program with its operands.
bool relaxCalls(MlirOperation op);
/// The operands may change places.
bool relaxIsCommutative(MlirOperation op);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_INTERFACES_H
