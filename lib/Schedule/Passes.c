//===- Passes.c - the table of passes that schedule -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Passes.h"

extern const RelaxPass relaxApplySchedulePass;
extern const RelaxPass relaxJoinDimsPass;
extern const RelaxPass relaxOrderDimsPass;
extern const RelaxPass relaxScheduleRulesPass;
extern const RelaxPass relaxSplitDimsPass;
extern const RelaxPass relaxTurnFactorsPass;

const RelaxPass *const relaxSchedulePasses[] = {
    &relaxApplySchedulePass,
    &relaxJoinDimsPass,
    &relaxOrderDimsPass,
    &relaxScheduleRulesPass,
    &relaxSplitDimsPass,
    &relaxTurnFactorsPass,
    NULL,
};
