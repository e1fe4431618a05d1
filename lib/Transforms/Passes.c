//===- Passes.c - the table of passes on one level ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Passes.h"

extern const RelaxPass relaxBindSymbolsPass;
extern const RelaxPass relaxMergeSymbolsPass;
extern const RelaxPass relaxSimplifyShapesPass;
extern const RelaxPass relaxGeneralizeShapesPass;
extern const RelaxPass relaxCheckWellFormedPass;
extern const RelaxPass relaxPrintShapeFactsPass;
extern const RelaxPass relaxPrintLatticePass;
extern const RelaxPass relaxPrintModelsPass;
extern const RelaxPass relaxInlinePass;
extern const RelaxPass relaxOutlinePass;
extern const RelaxPass relaxDeduceShapesPass;
extern const RelaxPass relaxFoldPass;
extern const RelaxPass relaxRecoverViewsPass;
extern const RelaxPass relaxRemoveDeadPass;
extern const RelaxPass relaxFuseOpsPass;
extern const RelaxPass relaxFuseRowsPass;
extern const RelaxPass relaxFuseOnlinePass;
extern const RelaxPass relaxFuseReducedPass;
extern const RelaxPass relaxFuseLookupsPass;
extern const RelaxPass relaxFusionReportPass;
extern const RelaxPass relaxSpecializePass;
extern const RelaxPass relaxOrderForMemoryPass;
extern const RelaxPass tirPrintPatternKindsPass;
extern const RelaxPass relaxTestRenameSymbolsPass;
extern const RelaxPass relaxMemoryReportPass;
extern const RelaxPass relaxPlanMemoryPass;
extern const RelaxPass relaxPlanRecomputePass;
extern const RelaxPass relaxRecordRecomputePass;
extern const RelaxPass relaxFlattenTuplesPass;
extern const RelaxPass relaxPlanStatePass;
extern const RelaxPass relaxPrepareWeightsPass;
extern const RelaxPass relaxFoldMatchCastPass;
extern const RelaxPass relaxDecomposePass;
extern const RelaxPass relaxBindExtentsPass;
extern const RelaxPass relaxLambdaLiftPass;
extern const RelaxPass relaxMonomorphizePass;
extern const RelaxPass relaxPassSymbolsPass;
extern const RelaxPass relaxLowerMatchPass;
extern const RelaxPass relaxLowerScanPass;
extern const RelaxPass relaxLinkPass;
extern const RelaxPass relaxFoldScalesPass;
extern const RelaxPass relaxSetTargetPass;
extern const RelaxPass relaxBatchPass;
extern const RelaxPass relaxApplyPatternsPass;
extern const RelaxPass relaxAnnotatePass;
extern const RelaxPass relaxMergeRegionsPass;
extern const RelaxPass relaxPartitionPass;
extern const RelaxPass relaxPartitionReportPass;
extern const RelaxPass relaxConvertBordersPass;
extern const RelaxPass relaxSplitProgramsPass;
extern const RelaxPass relaxReplaceProgramsPass;
extern const RelaxPass relaxVerifyRewritesPass;
extern const RelaxPass relaxDuplicateCalleesPass;
extern const RelaxPass relaxBatchCellsPass;
extern const RelaxPass relaxSumFoldsPass;
extern const RelaxPass relaxHoistInputsPass;
extern const RelaxPass relaxHoistStepsPass;
extern const RelaxPass relaxMarkDecisionsPass;
extern const RelaxPass relaxMergeProductsPass;
extern const RelaxPass relaxWeighProgramsPass;
extern const RelaxPass relaxScatterLanesPass;
extern const RelaxPass relaxKnownCalleesPass;
extern const RelaxPass relaxKnownCasesPass;
extern const RelaxPass relaxSpecializeCalleesPass;
extern const RelaxPass relaxEtaExpandPass;
extern const RelaxPass relaxDefunctionalizePass;
extern const RelaxPass relaxRemoveDeadFieldsPass;
extern const RelaxPass relaxCheckMatchPass;
extern const RelaxPass relaxRaggedBatchPass;

const RelaxPass *const relaxTransformsPasses[] = {
    &relaxDeduceShapesPass,
    &relaxFoldPass,
    &relaxRecoverViewsPass,
    &relaxRemoveDeadPass,
    &relaxFuseOpsPass,
    &relaxFuseRowsPass,
    &relaxFuseOnlinePass,
    &relaxFuseReducedPass,
    &relaxFuseLookupsPass,
    &relaxSpecializePass,
    &relaxFusionReportPass,
    &relaxOrderForMemoryPass,
    &tirPrintPatternKindsPass,
    &relaxBindSymbolsPass,
    &relaxMergeSymbolsPass,
    &relaxSimplifyShapesPass,
    &relaxGeneralizeShapesPass,
    &relaxCheckWellFormedPass,
    &relaxPrintShapeFactsPass,
    &relaxPrintLatticePass,
    &relaxPrintModelsPass,
    &relaxInlinePass,
    &relaxOutlinePass,
    &relaxTestRenameSymbolsPass,
    &relaxMemoryReportPass,
    &relaxFlattenTuplesPass,
    &relaxPlanStatePass,
    &relaxPlanMemoryPass,
    &relaxPlanRecomputePass,
    &relaxRecordRecomputePass,
    &relaxPrepareWeightsPass,
    &relaxFoldMatchCastPass,
    &relaxDecomposePass,
    &relaxBindExtentsPass,
    &relaxLambdaLiftPass,
    &relaxMonomorphizePass,
    &relaxPassSymbolsPass,
    &relaxLowerMatchPass,
    &relaxLowerScanPass,
    &relaxLinkPass,
    &relaxFoldScalesPass,
    &relaxSetTargetPass,
    &relaxBatchPass,
    &relaxApplyPatternsPass,
    &relaxAnnotatePass,
    &relaxMergeRegionsPass,
    &relaxPartitionPass,
    &relaxPartitionReportPass,
    &relaxConvertBordersPass,
    &relaxSplitProgramsPass,
    &relaxReplaceProgramsPass,
    &relaxVerifyRewritesPass,
    &relaxDuplicateCalleesPass,
    &relaxBatchCellsPass,
    &relaxSumFoldsPass,
    &relaxHoistInputsPass,
    &relaxHoistStepsPass,
    &relaxMarkDecisionsPass,
    &relaxMergeProductsPass,
    &relaxWeighProgramsPass,
    &relaxScatterLanesPass,
    &relaxKnownCalleesPass,
    &relaxKnownCasesPass,
    &relaxSpecializeCalleesPass,
    &relaxEtaExpandPass,
    &relaxDefunctionalizePass,
    &relaxRemoveDeadFieldsPass,
    &relaxCheckMatchPass,
    &relaxRaggedBatchPass,
    NULL,
};
