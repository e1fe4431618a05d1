//===- Decompose.h - operators written with others ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The tables of relax-decompose, one per operator family (a file each). To
// decompose an operator: a function that builds its results with a
// GraphBuilder, from the operator's definition, and a row.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_DECOMPOSE_DECOMPOSE_H
#define RELAX_TRANSFORMS_DECOMPOSE_DECOMPOSE_H

#include "dialects/Relax/Window.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"

/// A rule may write as many results, also those that an operation leaves out.
enum { DECOMPOSE_MIN_ROOM = 4 };

/// Builds all results, which are null before. A rule that inserts nothing and
/// leaves them so has no decomposition for these types: the operation stays.
/// All operands and results have a known rank and no `?`.
typedef void (*DecomposeBuild)(GraphBuilder *g, MlirOperation op,
                               MlirValue *results);

typedef struct DecomposeRule {
  const char *name; // "relax.layer_norm"; NULL ends a table
  DecomposeBuild build;
} DecomposeRule;

#define DECOMPOSE_TABLES(TABLE)                                                \
  TABLE(decomposeNorm)                                                         \
  TABLE(decomposeSelection)                                                    \
  TABLE(decomposeLoss)                                                         \
  TABLE(decomposeQuantization)                                                 \
  TABLE(decomposeRandom)                                                       \
  TABLE(decomposeAttention)                                                    \
  TABLE(decomposeConvolutionKinds)                                             \
  TABLE(decomposePooling)                                                      \
  TABLE(decomposeSignal)                                                       \
  TABLE(decomposeSignalWindows)                                                \
  TABLE(decomposeTreeEnsemble)                                                 \
  TABLE(decomposeRecurrent)                                                    \
  TABLE(decomposeConvolution)                                                  \
  TABLE(decomposeEinsum)                                                       \
  TABLE(decomposeRearrange)                                                    \
  TABLE(decomposePositions)                                                    \
  TABLE(decomposeSampling)                                                     \
  TABLE(decomposeRegionsOfInterest)                                            \
  TABLE(decomposeDeformConv)                                                   \
  TABLE(decomposeReduction)                                                    \
  TABLE(decomposeStrings)                                                      \
  TABLE(decomposeCrop)                                                         \
  TABLE(decomposeUnpool)                                                       \
  TABLE(decomposeComputedAxis)                                                 \
  TABLE(decomposeClassifier)                                                   \
  TABLE(decomposeTraining)
#define DECOMPOSE_DECLARE(name) extern const DecomposeRule name[];
DECOMPOSE_TABLES(DECOMPOSE_DECLARE)
#define DECOMPOSE_ADDRESS(name) name,

/// RotaryEmbedding.c
void decomposeRotaryEmbedding(GraphBuilder *g, MlirOperation op,
                              MlirValue *results);

/// LinearAttention.c
void decomposeLinearAttention(GraphBuilder *g, MlirOperation op,
                              MlirValue *results);

/// Norm.c: relax.batch_norm is input * scale + shift, both [channels], in the
/// type that is computed in.
void decomposeBatchNormScales(GraphBuilder *g, MlirOperation op,
                              MlirValue *scale, MlirValue *shift);

/// ConvTranspose.c
void decomposeConvTranspose(GraphBuilder *g, MlirOperation op,
                            MlirValue *results);

/// SamePads.c: relax.conv with `same` without it; relax.max_pool or
/// relax.sum_pool without pads of any kind (null if it has none).
MlirValue decomposeSameConv(GraphBuilder *g, MlirOperation op);
MlirValue decomposePaddedPool(GraphBuilder *g, MlirOperation op);
/// relax.max_pool or relax.sum_pool of `x`, which may be null.
MlirValue decomposePool(GraphBuilder *g, bool max, MlirValue x,
                        const RelaxWindow *window);

/// PairProbabilities.c
void decomposePairProbabilities(GraphBuilder *g, MlirOperation op,
                                MlirValue *results);

/// RoiAlign.c
void decomposeRoiAlign(GraphBuilder *g, MlirOperation op, MlirValue *results);

/// `operation`, such as "relax.layer_norm", has a decomposition for numbers.
bool decomposeHasRule(StrRef operation);

/// Replaces one operation by its decomposition, if it has one for its types:
/// `*built`. Failure after an error.
MlirLogicalResult decomposeOperation(Arena *arena, MlirOperation op,
                                     bool *built);

/// Steps that several families share.
/// x - max - log(sum of e^(x - max)) over axes.
MlirValue decomposeLogSoftmaxOf(GraphBuilder *g, MlirValue x,
                                MlirAttribute axes);

#endif // RELAX_TRANSFORMS_DECOMPOSE_DECOMPOSE_H
