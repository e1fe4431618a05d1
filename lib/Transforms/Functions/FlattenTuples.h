//===- FlattenTuples.h - fields in the place of tuples --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What passes a border: types, arguments of blocks, operands, results. On the
// inner side tuples are made again, and taken apart, by operations.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUNCTIONS_FLATTENTUPLES_H
#define RELAX_TRANSFORMS_FUNCTIONS_FLATTENTUPLES_H

#include "lib/Bridge/Core/Bridge.h"

/// Appends the type, or those of the fields of its fields, to an stb_ds array.
void flattenType(MlirType type, MlirType **out);
/// The types of functions that are values, wherever they stand.
void flattenFunctionValues(MlirOperation module);
/// Fields as arguments of a block, `%t_0` for the first one of `%t`.
void flattenArguments(MlirBlock block);
/// Fields as operands, taken out before `op`.
void flattenOperands(MlirOperation op);
/// Fields as results; `op` is replaced.
void flattenResults(MlirOperation op);

#endif // RELAX_TRANSFORMS_FUNCTIONS_FLATTENTUPLES_H
