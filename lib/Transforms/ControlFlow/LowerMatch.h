//===- LowerMatch.h - between the passes that end a match -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to the passes that end a relax.match: LowerMatch.c moves the cases,
// MatchConditions.c asks whether one fits, KnownCases.c knows.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_CONTROLFLOW_LOWERMATCH_H
#define RELAX_TRANSFORMS_CONTROLFLOW_LOWERMATCH_H

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"

typedef struct MatchLowering {
  RelaxPassRun *run;
  GraphBuilder g; // where operations go
  MlirOperation match;
  RelaxAdtScope scope;
  MlirAttribute bound; // names that the cases bind
  // While the names of one case are made:
  MlirBlock from;     // the case's block
  intptr_t next;      // its next argument
  MlirValue *given;   // stb_ds: values whose types have symbols that are bound
  MlirAttribute done; // names that the case has bound
  MlirAttribute *facts; // stb_ds: what constructors say, not yet in the text
} MatchLowering;

/// For `op`, a relax.match or another operation with regions and results, in
/// whose place others go.
MatchLowering matchBegin(RelaxPassRun *run, MlirOperation op);
/// The operations of a region at the place of the builder; what it yields
/// (arena array).
MlirValue *matchMoveRegion(MatchLowering *l, intptr_t index);
/// The same of a case that fits, whose names stand for parts of the value.
MlirValue *matchMoveCase(MatchLowering *l, intptr_t index);
/// The names of the case stand for parts of the value that fits it.
void matchBindNames(MatchLowering *l, intptr_t index);
/// `value` with another type: a relax.match_cast of each tensor in it binds
/// what the cases bind and nothing bound before, and says what constructors
/// say.
MlirValue matchCast(MatchLowering *l, MlirValue value, MlirType type,
                    MlirLocation loc);
/// `values` in the place of the results, with their types; `binds` are names
/// that the operation bound. The operation goes.
MlirLogicalResult matchReplace(MatchLowering *l, const MlirValue *values,
                               MlirAttribute binds);

/// Part `index` of a value that the constructor or tuple `pattern` fits.
MlirValue matchGetPart(MatchLowering *l, MlirAttribute pattern, MlirValue value,
                       intptr_t index);
/// Warns of each case that no value reaches, likely a mistake; how many.
uint64_t matchWarnUnreachable(Arena *arena, MlirOperation match);
/// A condition that holds where the pattern fits; null where it always does.
MlirValue matchTest(MatchLowering *l, MlirAttribute pattern, MlirValue value);

/// `trees.mlir:7:8: 'relax.match partial' %y: a case for the value`: the check
/// of a partial match says where it comes from, as its error is one of the run.
MlirAttribute matchPartialSubject(const MatchLowering *l);
/// A `relax.if` at the place of the builder; its blocks are empty.
MlirOperation matchCreateIf(MatchLowering *l, MlirLocation loc,
                            RelaxIfArgs args);
/// Operations go to the end of a region's block, until `matchLeave` gets what
/// this returns.
GraphBuilder matchEnter(MatchLowering *l, MlirOperation op, intptr_t region);
void matchLeave(MatchLowering *l, GraphBuilder outer);
void matchYield(MatchLowering *l, intptr_t count, MlirValue *values);

#endif // RELAX_TRANSFORMS_CONTROLFLOW_LOWERMATCH_H
