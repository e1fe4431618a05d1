//===- Passes.c - the table of passes that schedule -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Passes.h"

extern const RelaxPass relaxApplySchedulePass, relaxJoinDimsPass,
    relaxOrderDimsPass, relaxScheduleRulesPass, relaxSplitDimsPass,
    relaxTurnFactorsPass;

const RelaxPass *const relaxSchedulePasses[] = {
    &relaxApplySchedulePass,
    &relaxJoinDimsPass,
    &relaxOrderDimsPass,
    &relaxScheduleRulesPass,
    &relaxSplitDimsPass,
    &relaxTurnFactorsPass,
    NULL,
};
