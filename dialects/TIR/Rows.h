//===- Rows.h - arguments whose rows lie apart ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// An argument that is only read may be `tir.scattered`: its rows, of all
// dimensions but the first, need not lie behind each other. A further argument,
// its table, then says for each of them how many elements behind the pointer of
// the argument it begins; `tir.rows` of the argument is the table's number.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_TIR_ROWS_H
#define RELAX_DIALECTS_TIR_ROWS_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The attribute of a parallel loop whose rounds begin by descending entries of
/// the table that its body loads first, at the iterator.
#define TIR_LONGEST "tir.longest_first"

/// Can the rows of an argument lie apart? Loads alone use it.
bool tirCanScatter(MlirOperation func, intptr_t argument);
/// Lets them.
void tirScatter(MlirOperation func, intptr_t argument);
/// What the argument gets is copied from other arguments, as it is: it counts
/// as gathered when many calls run as one.
bool tirIsMoved(MlirOperation func, intptr_t argument);
void tirSetMoved(MlirOperation func, intptr_t argument);
/// The number of the argument's table, or -1.
intptr_t tirRowsOf(MlirOperation func, intptr_t argument);
/// The tables are arguments that fit, and neither they nor the rows are
/// written.
MlirLogicalResult tirVerifyRows(MlirOperation func);
/// Adds the tables of all arguments that are scattered, behind the others.
void tirAddRowTables(MlirOperation func);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_TIR_ROWS_H
