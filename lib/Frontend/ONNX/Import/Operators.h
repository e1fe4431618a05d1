//===- Operators.h - the table of ONNX operators --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One row per operator of the domain "", one file per family. To add an
// operator: write `bool importFoo(Importer *)` in its family's file and add a
// row there; one that is a single operation may be a row of its record instead
// (Ops/Records.c). Semantics: https://onnx.ai/onnx/operators/ (the version that
// the model imports; where versions differ, the function asks
// `importer->opset`).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_OPERATORS_H
#define RELAX_FRONTEND_ONNX_IMPORT_OPERATORS_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// Sets of element types.
enum {
  ONNX_F16 = 1 << 0,
  ONNX_BF16 = 1 << 1,
  ONNX_F32 = 1 << 2,
  ONNX_F64 = 1 << 3,
  ONNX_FLOATS = ONNX_F16 | ONNX_BF16 | ONNX_F32 | ONNX_F64,
  ONNX_I8 = 1 << 4,
  ONNX_I16 = 1 << 5,
  ONNX_I32 = 1 << 6,
  ONNX_I64 = 1 << 7,
  ONNX_SIGNED = ONNX_I8 | ONNX_I16 | ONNX_I32 | ONNX_I64,
  ONNX_U8 = 1 << 8,
  ONNX_U16 = 1 << 9,
  ONNX_U32 = 1 << 10,
  ONNX_U64 = 1 << 11,
  ONNX_UNSIGNED = ONNX_U8 | ONNX_U16 | ONNX_U32 | ONNX_U64,
  ONNX_NUMBERS = ONNX_FLOATS | ONNX_SIGNED | ONNX_UNSIGNED,
  ONNX_BOOL = 1 << 12,
  ONNX_STRING = 1 << 13,
  ONNX_F8E4M3 = 1 << 14,
  ONNX_F8E4M3U = 1 << 15,
  ONNX_F8E5M2 = 1 << 16,
  ONNX_F8E5M2U = 1 << 17,
  ONNX_FLOATS8 = ONNX_F8E4M3 | ONNX_F8E4M3U | ONNX_F8E5M2 | ONNX_F8E5M2U,
  ONNX_F8E8M0 = 1 << 18,
  ONNX_F4 = 1 << 19,
  ONNX_I4 = 1 << 20,
  ONNX_U4 = 1 << 21,
  ONNX_INTS4 = ONNX_I4 | ONNX_U4,
  ONNX_I2 = 1 << 22,
  ONNX_U2 = 1 << 23,
  ONNX_INTS2 = ONNX_I2 | ONNX_U2,
  ONNX_NUM_TYPES = 24,
  ONNX_EVERY = (1 << ONNX_NUM_TYPES) - 1,
};

typedef struct OnnxOperator {
  const char *name;
  /// Builds the current node; false after one diagnostic.
  bool (*import)(Importer *importer);
  /// The first operator set that has it; 0: all that we read.
  int64_t since;
  /// The graph operations that carry it, without "relax.": "matmul, add"; "" if
  /// there are none, NULL for the one that has the operator's name.
  const char *operations;
  /// The element types of input 0 that both modes take; 0: it has no input, or
  /// one of containers.
  unsigned types;
  /// How many inputs it has, of which the first `least` are there; `most` 0:
  /// the function looks for itself.
  size_t least, most;
} OnnxOperator;

/// Rows end with a null name.
#define ONNX_TABLES(TABLE)                                                     \
  TABLE(onnxControlFlowOperators)                                              \
  TABLE(onnxLoopOperators)                                                     \
  TABLE(onnxLoopScanOperators)                                                 \
  TABLE(onnxSequenceMapOperators)                                              \
  TABLE(onnxRecordOperators)                                                   \
  TABLE(onnxElementwiseOperators)                                              \
  TABLE(onnxCastOperators)                                                     \
  TABLE(onnxActivationOperators)                                               \
  TABLE(onnxNormOperators)                                                     \
  TABLE(onnxLossOperators)                                                     \
  TABLE(onnxScanOperators)                                                     \
  TABLE(onnxReductionOperators)                                                \
  TABLE(onnxMatMulOperators)                                                   \
  TABLE(onnxConvolutionOperators)                                              \
  TABLE(onnxLayoutOperators)                                                   \
  TABLE(onnxReshapeOperators)                                                  \
  TABLE(onnxShapeOperators)                                                    \
  TABLE(onnxIndexingOperators)                                                 \
  TABLE(onnxSelectionOperators)                                                \
  TABLE(onnxSplitOperators)                                                    \
  TABLE(onnxGatherOperators)                                                   \
  TABLE(onnxDetOperators)                                                      \
  TABLE(onnxCropOperators)                                                     \
  TABLE(onnxRegionOperators)                                                   \
  TABLE(onnxSamplingOperators)                                                 \
  TABLE(onnxEinsumOperators)                                                   \
  TABLE(onnxPositionsOperators)                                                \
  TABLE(onnxRearrangeOperators)                                                \
  TABLE(onnxResizeOperators)                                                   \
  TABLE(onnxPadOperators)                                                      \
  TABLE(onnxDiagonalsOperators)                                                \
  TABLE(onnxQuantizationOperators)                                             \
  TABLE(onnxQuantizedProductOperators)                                         \
  TABLE(onnxRandomOperators)                                                   \
  TABLE(onnxSequenceOperators)                                                 \
  TABLE(onnxStringOperators)                                                   \
  TABLE(onnxAttentionOperators)                                                \
  TABLE(onnxConvolutionKindsOperators)                                         \
  TABLE(onnxRecurrentOperators)                                                \
  TABLE(onnxPoolingOperators)                                                  \
  TABLE(onnxDeformConvOperators)                                               \
  TABLE(onnxSignalOperators)                                                   \
  TABLE(onnxSignalWindowOperators)
/// Those of the domain "ai.onnx.ml"; `since` is a version of that domain, and
/// not compared.
#define ONNX_ML_TABLES(TABLE)                                                  \
  TABLE(onnxLabelEncoderOperators)                                             \
  TABLE(onnxFeatureOperators)                                                  \
  TABLE(onnxTreeEnsembleOperators)                                             \
  TABLE(onnxTreeRegressorOperators)                                            \
  TABLE(onnxLinearOperators)                                                   \
  TABLE(onnxCategoryOperators)                                                 \
  TABLE(onnxSvmOperators)                                                      \
  TABLE(onnxTreeClassifierOperators)
/// Those of the domain "ai.onnx.preview".
#define ONNX_PREVIEW_TABLES(TABLE) TABLE(onnxFlexAttentionOperators)
/// Those of the domain "ai.onnx.preview.training".
#define ONNX_TRAINING_TABLES(TABLE) TABLE(onnxTrainingOperators)
#define ONNX_DECLARE(name) extern const OnnxOperator name[];
ONNX_TABLES(ONNX_DECLARE)
ONNX_ML_TABLES(ONNX_DECLARE)
ONNX_PREVIEW_TABLES(ONNX_DECLARE)
ONNX_TRAINING_TABLES(ONNX_DECLARE)
#define ONNX_ADDRESS(name) name,

/// NULL if the importer does not know the node's operator, or version `opset`
/// of the domain "" does not have it.
const OnnxOperator *onnxFindOperator(const Onnx__NodeProto *node,
                                     int64_t opset);

/// Calls `visit` for every row and its domain, in no order.
void onnxWalkOperators(void (*visit)(const OnnxOperator *row,
                                     const char *domain, void *userData),
                       void *userData);

#endif // RELAX_FRONTEND_ONNX_IMPORT_OPERATORS_H
