//===- BatchCells.h - parts of relax-batch-cells --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_BATCHCELLS_H
#define RELAX_TRANSFORMS_BATCH_BATCHCELLS_H

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Runtime/Batch/Policy.h"
#include "lib/Transforms/Batch/BatchMode.h"
#include "lib/Transforms/Batch/Product.h"

/// Operations that have become one, whose result has a dimension in front.
typedef struct CellStack {
  MlirOperation *lanes; // stb_ds array, in its order
  MlirValue value;
} CellStack;

/// A straight line, batch by batch.
typedef struct Cells {
  RelaxPassRun *run;
  MlirOperation end; // what follows the line
  CellStack *stacks; // stb_ds array
  uint64_t gathers;  // values that were put behind others
} Cells;

/// The operation may become one with others of its kind.
bool cellsTakes(MlirOperation op);
/// The next batch.
void cellsAdd(Cells *cells, const MlirOperation *lanes);
/// Who reads a lane gets its part of the whole; frees everything.
void cellsFinish(Cells *cells);

#endif // RELAX_TRANSFORMS_BATCH_BATCHCELLS_H
