//===- RecurrentCell.h - one step of a recurrent layer --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What a step of one direction needs, and what it computes. The gates of a
// layer lie beside each other in rows of `gates * hidden` numbers, as ONNX has
// them, so that the hidden extent may be a symbol.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_DECOMPOSE_RECURRENTCELL_H
#define RELAX_TRANSFORMS_DECOMPOSE_RECURRENTCELL_H

#include "dialects/Relax/Recurrent.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"

typedef struct RecurrentCell {
  GraphBuilder *g;
  RelaxDims dims;
  RelaxRecurrent parts;
  SymExpr hidden;
  int64_t direction;
  MlirValue recurrence;     // R^T, [hidden, gates of fromState * hidden]
  MlirValue gateRecurrence; // that of GRU's hidden gate, or null
  MlirValue stateBias; // GRU's that is reset too, [gates * hidden]; or null
  MlirValue peepholes; // [3 * hidden] or null
} RecurrentCell;

/// GRU's hidden gate takes the state after it was reset: its weights are apart.
bool recurrentResetsFirst(const RelaxRecurrent *layer);

/// Block `index` of `hidden` numbers along an axis of gates.
MlirValue recurrentGateOf(RecurrentCell *cell, MlirValue x, int64_t axis,
                          int64_t index);

/// The next hidden state [batch, hidden] from the last one `h`, and in place of
/// the cell state `*c` the next (LSTM; else not looked at). `x` is what comes
/// from the input, with its bias, [batch, gates * hidden].
MlirValue recurrentCellStep(RecurrentCell *cell, MlirValue x, MlirValue h,
                            MlirValue *c);

#endif // RELAX_TRANSFORMS_DECOMPOSE_RECURRENTCELL_H
