//===- Operators.h - the table of ONNX operators --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One row per operator, one file per family. An operator whose inputs,
// attributes and outputs are those of an operation of relax is a row: of the
// operation's record if it computes element by element (`onnx`, Ops/Records.c),
// else of its family's file. What the record says of operands (that they
// broadcast, which dimensions agree) brings them into shape. To add another
// one: write `bool importFoo(Importer *)` there, too. Semantics:
// https://onnx.ai/onnx/operators/ (the version that the model imports; where
// versions differ, the function asks `importer->opset`).
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
  ONNX_WIDE = ONNX_FLOATS | ONNX_I32 | ONNX_I64 | ONNX_U32 | ONNX_U64,
  ONNX_FEATURES = ONNX_F32 | ONNX_F64 | ONNX_I32 | ONNX_I64, // of ai.onnx.ml
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

/// What an attribute of a node is for the operation.
typedef enum OnnxAttributeKind {
  ONNX_IS_NOTHING, // it says how to compute, not what
  ONNX_IS_INT,
  ONNX_IS_FLOAT,
  ONNX_IS_FLAG,   // 0 or not
  ONNX_IS_AXIS,   // of input 0
  ONNX_IS_TEXT,   // the operation knows which texts there are
  ONNX_IS_WORD,   // of a list; a flag, unless it is the first word
  ONNX_IS_CHOICE, // of a list, or 0 or not: the number of the operation
  ONNX_IS_TYPE,
  ONNX_IS_INTS,
  ONNX_IS_FLOATS,
  ONNX_IS_TEXTS,
} OnnxAttributeKind;

typedef struct OnnxAttribute {
  const char *name; // of the node
  OnnxAttributeKind kind;
  const char *relax; // of the operation; NULL: the same
  double absent;     // the value of a node without it, if it is a number
  const char *text;  // the same of a text; words: "linear, circular"
  enum {
    ONNX_BY_DEFAULT,
    ONNX_MAY_MISS,    // then the operation does not have it either
    ONNX_UNLESS_ZERO, // of floats: left out where it is 0, too
    ONNX_MUST_BE
  } when;
  int64_t since; // operator set; 0: all
} OnnxAttribute;

enum { ONNX_MAX_INPUTS = 8, ONNX_MAX_ATTRIBUTES = 12, ONNX_MAX_RESULTS = 3 };

typedef struct OnnxOperator OnnxOperator;

/// The operation that a row makes of the current node.
typedef struct OnnxBuild {
  const OnnxOperator *row;
  size_t choice; // which of its operations
  size_t numInputs;
  MlirValue inputs[ONNX_MAX_INPUTS]; // null: not given
  intptr_t numAttributes;
  MlirNamedAttribute attributes[ONNX_MAX_ATTRIBUTES];
} OnnxBuild;

struct OnnxOperator {
  const char *name;
  /// Builds the current node; false after one diagnostic. NULL: the row says
  /// it all.
  bool (*import)(Importer *importer);
  /// The first operator set that has it; 0: all that we read.
  int64_t since;
  /// The graph operations that carry it, without "relax.": "matmul, add"; "" if
  /// there are none, NULL for the one that has the operator's name.
  const char *relax;
  /// The element types of input 0 that both modes take; 0: it has no input, or
  /// one of containers.
  unsigned types;
  /// How many inputs it has, of which the first `least` are there; `most` 0:
  /// one. A function may have more to say ({0, SIZE_MAX}: all).
  struct {
    size_t least, most;
  } inputs;
  /// Before that operator set it had input 0 alone: others were attributes.
  int64_t alone;
  // Of a row that says it all:
  const OnnxAttribute *attributes; // see ONNX_ATTRIBUTES
  /// What the inputs need before the operation is made, and attributes that
  /// are none of the node; may be NULL.
  bool (*prepare)(Importer *importer, OnnxBuild *build);
  size_t results; // of the operation, if it has several
  bool ranked;    // the ranks of inputs have to be known
};

#define ONNX_ATTRIBUTES(...)                                                   \
  .attributes = (const OnnxAttribute[]) { __VA_ARGS__, {0} }

/// The same with what stands for nothing said.
size_t onnxLeastInputs(const OnnxOperator *row);
size_t onnxMostInputs(const OnnxOperator *row);

/// Appends the row's operation number `index`, as in "relax.add"; false if it
/// has not so many.
bool onnxOperationName(const OnnxOperator *row, size_t index, StrBuf *name);

/// Of the current node, with nothing read yet.
OnnxBuild importBuild(Importer *importer, size_t numInputs);
/// Builds the current node as its row says.
bool importByRow(Importer *importer);
/// The same in steps: reads inputs and attributes, then makes the operation,
/// whose operands are in shape; null after an error.
bool importReadRow(Importer *importer, OnnxBuild *build);
MlirOperation importMakeRow(Importer *importer, const OnnxBuild *build,
                            MlirLocation location);
/// The same as output 0.
bool importRowResult(Importer *importer, const OnnxBuild *build);
bool importRowValue(Importer *importer, const OnnxBuild *build,
                    MlirValue *value);
/// Attributes alone.
bool importReadAttributes(Importer *importer, OnnxBuild *build);
/// Adds an attribute of the operation; nothing if it is null.
void importSetAttribute(Importer *importer, OnnxBuild *build, const char *name,
                        MlirAttribute value);
void importSetFlag(Importer *importer, OnnxBuild *build, const char *name);

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
