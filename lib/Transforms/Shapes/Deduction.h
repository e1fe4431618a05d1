//===- Deduction.h - the state of shape deduction in one function ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Shared by the files of relax-deduce-shapes. Deduction decides by normal form
// and by what the prover says yes to. Where an operation is only meaningful if
// something more holds (a 32-bit shape element fits, a -1 divides evenly), the
// condition is assumed: it becomes a fact of the function, so the boundary of a
// public function checks it before anything runs, and a remark names it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_SHAPES_DEDUCTION_H
#define RELAX_TRANSFORMS_SHAPES_DEDUCTION_H

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Match.h"
#include "dialects/Relax/Relax.h"
#include "lib/Analysis/ShapeValues.h"
#include "lib/Bridge/Core/Pass.h"

enum {
  COUNT_TYPES_REFINED,
  COUNT_TARGETS_RESOLVED,
  COUNT_SLICES_REMOVED,
  COUNT_CHECKS_ADDED,
  COUNT_FACTS_ASSUMED,
  COUNT_EXTENTS_SIMPLIFIED,
  COUNT_BROADCASTS_ADDED,
  COUNT_LOOPS_TYPED,
  COUNT_TARGETS_LEFT,
  NUM_DEDUCTION_COUNTERS,
};

/// For the counters of passes that deduce shapes too.
#define DEDUCTION_COUNTER_NAMES                                                \
  [COUNT_TYPES_REFINED] = "types-refined",                                     \
  [COUNT_TARGETS_RESOLVED] = "targets-resolved",                               \
  [COUNT_SLICES_REMOVED] = "slices-removed",                                   \
  [COUNT_CHECKS_ADDED] = "checks-added",                                       \
  [COUNT_FACTS_ASSUMED] = "facts-assumed",                                     \
  [COUNT_EXTENTS_SIMPLIFIED] = "extents-simplified",                           \
  [COUNT_BROADCASTS_ADDED] = "broadcasts-added",                               \
  [COUNT_LOOPS_TYPED] = "loops-typed",                                         \
  [COUNT_TARGETS_LEFT] = "targets-left"

/// A fact that was added, and the operation that needs it.
typedef struct Assumption {
  SymFact fact;
  MlirLocation loc;
  struct Assumption *next;
} Assumption;

/// A target that stays, and why.
typedef struct TargetLeft {
  MlirLocation loc;
  long element;
  const char *why;
} TargetLeft;

/// An operation whose declared results say more than its rule did before.
typedef struct ClaimEntry {
  const void *key; // MlirOperation::ptr
  char value;
} ClaimEntry;

typedef struct Deduction {
  Arena *arena;
  MlirContext context;
  MlirOperation function;
  Facts facts;
  ShapeValues *values;
  Assumption *assumptions;
  size_t numAssumptions;
  ClaimEntry *claims; // stb_ds set
  StrRef *names;      // stb_ds; all symbols of the function, once asked for
  bool again;         // an assumption may simplify types before it
  int restarts;
  TargetLeft *left;   // stb_ds; of the last sweep
  uint64_t *counters;
  bool explains;   // says what is left
  bool simplifies; // also what the facts make simpler
  bool backward;   // unknown extents of operands from what operations need
} Deduction;

/// All functions of the module, callees first.
MlirLogicalResult deductionRun(RelaxPassRun *run, bool simplifies,
                               bool backward);
/// Gives results of `op` simpler types by casts behind it.
void deductionSimplify(Deduction *deduction, MlirOperation op);

/// What holds when the function begins: its facts but those about what only
/// its results know.
void deductionAddEntryFacts(Deduction *deduction);
/// The function's name.
StrRef deductionName(const Deduction *deduction);
/// An argument or the `symbols (...)` clause of the function defines the
/// symbol.
bool deductionSignatureHas(MlirOperation function, StrRef name);

/// True if the fact is proved, or was assumed for `op`. Only a public function
/// can assume, for operations that run whenever it is called, about symbols
/// that its signature defines.
bool deductionAssume(Deduction *deduction, MlirOperation op, SymFact fact);
/// Assumes all conditions of a followed element.
bool deductionAccept(Deduction *deduction, MlirOperation op,
                     const ShapeElement *element);
/// Writes the assumptions into the function's `where` clause, and says what is
/// left if somebody asked.
void deductionFinish(Deduction *deduction);

/// False where both types know a dimension (or the rank) and it is not the
/// same: by normal form, or (`proved`) as the facts have it.
bool deductionAgrees(Deduction *deduction, MlirType declared, MlirType deduced,
                     bool proved);
/// True if no assignment under the facts makes the types equal.
bool deductionContradicts(Deduction *deduction, MlirType a, MlirType b);
/// "result 0: expected [n], got [4]", with a note where a symbol of them is
/// bound.
MlirLogicalResult deductionReportTypes(Deduction *deduction, MlirOperation op,
                                       const char *what, MlirType expected,
                                       MlirType got);
/// `[n, 4]` or the printed type, in the arena.
const char *deductionShapeText(Deduction *deduction, MlirType type);

/// What is required of the values that enter somewhere (a call, a region, a
/// return), in terms of the symbols of the types that they are declared with.
typedef struct Requirement {
  MlirOperation at;        // its operands are the values
  intptr_t first, count;   // of them
  const MlirType *formals; // their declared types
  MlirAttribute only;      // names that stand for extents; null: all
  MlirAttribute facts;     // required; null: none
  /// Facts over symbols that no operand gives are somebody else's.
  bool allGiven;
  MlirAttribute equations; // what is known of symbols that do not enter
  StrRef subject;          // whose requirement it is
} Requirement;

/// Proves the facts, else puts a relax.check of the rest before `at`. An
/// extent that a fact needs and of which nothing is known is bound by a
/// relax.match_cast. An error if a fact can never hold.
MlirLogicalResult deductionRequire(Deduction *deduction,
                                   const Requirement *requirement);
/// Casts what enters to the types that are declared where those say more; an
/// error where no check can show it.
MlirLogicalResult deductionFit(Deduction *deduction,
                               const Requirement *requirement);
/// The same for facts over symbols in scope: the check stands before `before`,
/// the error names `op`.
MlirLogicalResult deductionRequireFacts(Deduction *deduction, MlirOperation op,
                                        MlirOperation before,
                                        MlirAttribute facts, StrRef subject);
/// What `op` itself says of its results; the check stands right behind it.
MlirLogicalResult deductionRequireBehind(Deduction *deduction,
                                         MlirOperation op);
/// No assignment satisfies the fact together with what is known.
bool deductionIsImpossible(const Deduction *deduction, SymFact fact);
/// The facts under a match; one that leaves 64 bits is left out.
MlirAttribute deductionSubstituteFacts(Deduction *deduction,
                                       const RelaxMatch *match,
                                       MlirAttribute facts);
/// A symbol that the function does not have yet, called like `base`.
StrRef deductionFreshName(Deduction *deduction, StrRef base);
void deductionSetType(Deduction *deduction, MlirValue value, MlirType type);

/// The result types of a relax.call, from the callee's signature; what the
/// callee asks for, and what it promises.
MlirLogicalResult deduceCall(Deduction *deduction, MlirOperation op);
/// What the constructor of a relax.construct asks for.
MlirLogicalResult deduceConstruct(Deduction *deduction, MlirOperation op);
/// What the function's own facts say of its results, at its relax.return.
MlirLogicalResult deduceReturnFacts(Deduction *deduction, MlirOperation op);
/// An operation with regions; the walk goes on inside.
MlirLogicalResult deduceRegions(Deduction *deduction, MlirOperation op);
MlirLogicalResult deduceBlock(Deduction *deduction, MlirBlock block);

/// `value` with a type that it was declared to have, by a relax.match_cast
/// before `before` (which supplies symbols from values that have them). Null if
/// some symbol of `type` is on no value.
MlirValue deductionCheckedCast(Deduction *deduction, MlirOperation before,
                               MlirValue value, MlirType type);

/// The dimensions of `precise`, and where they are `?` those of `general`.
MlirType deductionFill(Deduction *deduction, MlirType precise,
                       MlirType general);

/// Resolves the target of a reshape or broadcast_to as far as it is known.
/// `*type` gets the deduced result type; `*exact` says that the type alone
/// tells the shape, so that the target can go.
MlirLogicalResult deduceReshape(Deduction *deduction, MlirOperation op,
                                MlirType *type, bool *exact);
MlirLogicalResult deduceBroadcastTo(Deduction *deduction, MlirOperation op,
                                    MlirType *type, bool *exact);
/// The result type of a reshape without a target, where the only `?` of its
/// declared type is what the element count leaves for it.
MlirLogicalResult deduceReshapeRest(Deduction *deduction, MlirOperation op,
                                    MlirType *type);
/// Puts the detached `fresh` (which may be null after an error) in the place of
/// `op`, result by result.
MlirLogicalResult deductionReplace(Deduction *deduction, MlirOperation op,
                                   MlirOperation fresh);

/// A reshape or broadcast to a tensor of extents.
bool deductionHasTarget(MlirOperation op);
/// Replaces a relax.broadcast_to whose type says the shape by one without a
/// target, to which other values bring the type's symbols.
MlirLogicalResult deductionDropTarget(Deduction *deduction, MlirOperation op,
                                      bool *replaced);

/// What shape deduction knows how to say without a tensor of shape values:
/// arange becomes iota, dynamic_slice slice or strided_slice; the facts that
/// split and top_k imply. `*replaced`: `op` is gone.
MlirLogicalResult deduceIndexing(Deduction *deduction, MlirOperation op,
                                 bool *replaced);
MlirLogicalResult deduceDynamicPad(Deduction *deduction, MlirOperation op,
                                   bool *replaced);
MlirLogicalResult deduceDynamicTile(Deduction *deduction, MlirOperation op,
                                    bool *replaced);
MlirLogicalResult deduceDynamicOneHot(Deduction *deduction, MlirOperation op,
                                      bool *replaced);
/// An operation with a vector of extents that are known loses it.
MlirLogicalResult deduceSizes(Deduction *deduction, MlirOperation op,
                              bool *replaced);
MlirLogicalResult deduceParts(Deduction *deduction, MlirOperation op);
/// Element `index` of a followed operand, accepted; false if it is not known.
bool deductionElement(Deduction *deduction, MlirOperation op, MlirValue value,
                      intptr_t index, SymExpr *out);
/// Unknown extents of operands become what `op` needs them to be, by checks.
void deduceBackward(Deduction *deduction, MlirOperation op);
/// Types of what a relax.while carries, where its entry leaves them open: see
/// DeduceLoop.c.
void deduceLoopEntry(Deduction *deduction, MlirOperation op);
/// Deduces the regions of `copy`, an operation that will be destroyed: nobody
/// hears of what goes wrong. False: something does.
bool deductionTry(Deduction *deduction, MlirOperation copy);
/// To be called before an operation with regions that was deduced is destroyed.
void deductionForget(Deduction *deduction, MlirOperation op);
/// The type of a relax.cast: the shape of its operand.
MlirType deductionCastType(MlirOperation op);
/// Until the handler is detached nobody hears of diagnostics.
MlirDiagnosticHandlerID deductionHush(Deduction *deduction);
/// Notes the operations in `root` whose declared types are claims: their rules
/// do not say as much from the operand types that the program has now.
void deductionFindClaims(Deduction *deduction, MlirOperation root);
/// Fills `deduction->names`.
void deductionFindNames(Deduction *deduction);
/// The extents of a relax.broadcast_shape that are known, and symbols for the
/// others.
void deduceBroadcastShape(Deduction *deduction, MlirOperation op);
/// A relax.broadcast_to a shape. True if the operation is gone: its uses have
/// the operand.
bool deduceBroadcastToShape(Deduction *deduction, MlirOperation op);
/// Extents of a declared result type as the operand has them, where the facts
/// made those simpler and the declared ones are the same.
void deduceDeclaredReshape(Deduction *deduction, MlirOperation op);
void deduceDeclaredBroadcast(Deduction *deduction, MlirOperation op);
/// Makes operands agree where a rule asks for it and their types do not say it:
/// by what the facts prove, by an assumption, by a check, or, where operands
/// broadcast, by relax.broadcast_shape. `*waits`: they cannot as long as some
/// extents have no name, and the rule would refuse the others.
MlirLogicalResult deduceOperands(Deduction *deduction, MlirOperation op,
                                 bool *waits);

/// Drops the axes along which a slice keeps everything. True if the operation
/// is gone: its uses have the operand.
bool deduceSlice(Deduction *deduction, MlirOperation op);

/// Makes the function's result types those of its relax.return `op`.
MlirLogicalResult deduceSignature(Deduction *deduction, MlirOperation op);

/// The dimension as an expression in the deduction's arena.
static inline SymExpr deductionDim(Deduction *deduction, MlirAttribute dim) {
  return symExprOf(deduction->arena, dim);
}

#endif // RELAX_TRANSFORMS_SHAPES_DEDUCTION_H
