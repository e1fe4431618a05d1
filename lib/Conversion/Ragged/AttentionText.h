//===- AttentionText.h - programs of an attention (internal) --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Texts for lib/Support/Template.h, in the order in which they stand.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RAGGED_ATTENTIONTEXT_H
#define RELAX_CONVERSION_RAGGED_ATTENTIONTEXT_H

/// Memory of a block of rows, and the loop over blocks of keys.
extern const char attentionBegin[];
/// Products of rows with keys: all of a block, or a part of the rows.
extern const char attentionScores[];
/// Keys behind a row count as -inf.
extern const char attentionCap[], attentionBehind[], attentionBefore[];
/// A mask of numbers, and one of truth values.
extern const char attentionBias[], attentionKept[];
/// Scores become their powers.
extern const char attentionPowers[];
/// Products of powers with values, as the scores.
extern const char attentionValues[];
/// Behind the last block of keys.
extern const char attentionEnd[];

#endif // RELAX_CONVERSION_RAGGED_ATTENTIONTEXT_H
