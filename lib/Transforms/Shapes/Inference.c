//===- Inference.c - the inference rules of all op families ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Shapes/Inference.h"
#include "dialects/Relax/Attention.h"
#include "dialects/Relax/Classifier.gen.h"
#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/ConvolutionKinds.gen.h"
#include "dialects/Relax/Det.gen.h"
#include "dialects/Relax/Diagonals.gen.h"
#include "dialects/Relax/Einsum.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Gather.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Loss.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Norm.gen.h"
#include "dialects/Relax/Quantization.gen.h"
#include "dialects/Relax/QuantizedProduct.gen.h"
#include "dialects/Relax/Random.gen.h"
#include "dialects/Relax/Recurrent.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "dialects/Relax/Scan.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/Signal.gen.h"
#include "dialects/Relax/State.gen.h"
#include "dialects/Relax/TreeEnsemble.gen.h"
#include "dialects/Relax/Tuple.gen.h"

bool inferResultTypes(MlirOperation op, MlirType *types,
                      MlirLogicalResult *outcome) {
  static bool (*const families[])(MlirOperation, MlirType *,
                                  MlirLogicalResult *) = {
      relaxElementwiseFamilyInferTypes,  relaxLayoutFamilyInferTypes,
      relaxReductionFamilyInferTypes,    relaxMatMulFamilyInferTypes,
      relaxConvolutionFamilyInferTypes,  relaxShapeFamilyInferTypes,
      relaxFunctionFamilyInferTypes,     relaxStateFamilyInferTypes,
      relaxTupleFamilyInferTypes,        relaxIndexingFamilyInferTypes,
      relaxDetFamilyInferTypes,          relaxDiagonalsFamilyInferTypes,
      relaxGatherFamilyInferTypes,       relaxNormFamilyInferTypes,
      relaxScanFamilyInferTypes,         relaxLossFamilyInferTypes,
      relaxQuantizationFamilyInferTypes, relaxQuantizedProductFamilyInferTypes,
      relaxRandomFamilyInferTypes,       relaxComputedAxesFamilyInferTypes,
      relaxAttentionFamilyInferTypes,    relaxConvolutionKindsFamilyInferTypes,
      relaxSignalFamilyInferTypes,       relaxRecurrentFamilyInferTypes,
      relaxEinsumFamilyInferTypes,       relaxTreeEnsembleFamilyInferTypes,
      relaxClassifierFamilyInferTypes,
  };
  for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); ++i)
    if (families[i](op, types, outcome))
      return true;
  if (relaxIsAttention(op)) { // as many results as it has
    RelaxAttentionArgs args = relaxAttentionArgsOf(op);
    *outcome = relaxAttentionTypes(mlirOperationGetLocation(op), &args, types);
    return true;
  }
  return false;
}
