//===- CodeGen.cpp - what lowering to LLVM needs in C++ only --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/CodeGen.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

extern "C" void bridgeRegisterLLVMTranslation(MlirContext context) {
  registerBuiltinDialectTranslation(*unwrap(context));
  registerLLVMDialectTranslation(*unwrap(context));
}

extern "C" void bridgeExpandForLLVM(MlirOperation op) {
  auto isPolynomial = [](StringRef name) {
    return name == "math.exp" || name == "math.tanh" || name == "math.erf";
  };
  RewritePatternSet patterns(unwrap(op)->getContext());
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  memref::populateExpandStridedMetadataPatterns(patterns);
  math::populateExpansionPatterns(patterns, {"rsqrt", "fpowi", "ipowi"});
  populateMathF32ExpansionPatterns(patterns, isPolynomial);
  populateMathPolynomialApproximationPatterns(patterns, isPolynomial);
  GreedyRewriteConfig config;
  config.setMaxIterations(GreedyRewriteConfig::kNoLimit); // so it cannot fail
  (void)applyPatternsGreedily(unwrap(op), std::move(patterns), config);
}

extern "C" MlirLogicalResult bridgeConvertToLLVM(MlirOperation op) {
  MLIRContext *context = unwrap(op)->getContext();
  LLVMConversionTarget target(*context);
  LLVMTypeConverter types(context);
  RewritePatternSet patterns(context);
  populateFinalizeMemRefToLLVMConversionPatterns(types, patterns);
  populateFuncToLLVMConversionPatterns(types, patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(types, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
  ub::populateUBToLLVMConversionPatterns(types, patterns);
  return wrap(applyPartialConversion(unwrap(op), target, std::move(patterns)));
}
