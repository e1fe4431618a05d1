//===- Constants.h - what operations are made from ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_CONSTANTS_H
#define RELAX_FRONTEND_ONNX_IMPORT_CONSTANTS_H

#include "dialects/Relax/Relax.h"
#include "lib/Frontend/ONNX/Model/Tensor.h"

typedef struct Importer Importer;

/// The dimensions of a type, to be changed; in the arena. With another one at
/// `axis`; with one more in front.
MlirAttribute *importDims(Importer *importer, RelaxTensorInfo info);
MlirAttribute *importDimsWith(Importer *importer, RelaxTensorInfo info,
                              intptr_t axis, MlirAttribute dim);
MlirAttribute *importDimsBehind(Importer *importer, MlirAttribute first,
                                RelaxTensorInfo info);
/// The same of `?`.
MlirAttribute *importOpenDims(Importer *importer, intptr_t rank);

MlirType importI64(const Importer *importer);
/// Attributes of an operation: i64, f64, a text.
MlirAttribute importIntAttribute(Importer *importer, int64_t value);
MlirAttribute importFloatAttribute(Importer *importer, double value);
MlirAttribute importTextAttribute(Importer *importer, const char *text);
MlirAttribute importTextsAttribute(Importer *importer,
                                   const Onnx__AttributeProto *given);
/// `array<i64: ...>`.
MlirAttribute importIntsAttribute(Importer *importer, const int64_t *values,
                                  size_t count);
/// Elements [count], or of a scalar where `count` is negative.
MlirAttribute importTextElements(Importer *importer, intptr_t count,
                                 const ProtobufCBinaryData *values);
MlirAttribute importIntElements(Importer *importer, intptr_t count,
                                const int64_t *values);
MlirAttribute importFloatElements(Importer *importer, intptr_t count,
                                  const float *values);
MlirAttribute importBoolElements(Importer *importer, bool value); // a scalar
/// Constants of the importer's own: any, a vector of i64, a scalar of
/// `elementType`.
bool importElementsConstant(Importer *importer, MlirAttribute elements,
                            const char *suffix, MlirValue *result);
bool importIntsConstant(Importer *importer, const int64_t *values, size_t count,
                        const char *suffix, MlirValue *result);
bool importFloatScalar(Importer *importer, MlirType elementType, double value,
                       const char *suffix, MlirValue *result);
/// `elements` as a DenseElementsAttr; null after an error.
MlirAttribute importElements(Importer *importer, const OnnxTensor *tensor);

/// Marks the axes of a list, normalised by `rank`; each at most once.
bool importMarkAxes(Importer *importer, const int64_t *axes, size_t count,
                    int64_t rank, bool *marked);
/// The same as a sorted attribute.
bool importSortedAxes(Importer *importer, const int64_t *axes, size_t count,
                      int64_t rank, MlirAttribute *sorted);
/// The same as a list, in the arena: `given`, normalised; 0, 1, ... for NULL.
bool importAxes(Importer *importer, const int64_t *given, size_t count,
                int64_t rank, int64_t **axes);

#endif // RELAX_FRONTEND_ONNX_IMPORT_CONSTANTS_H
