//===- Match.h - types that are equal under a substitution ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Symbols of a function, of a region's entry or of a `binds (...)` clause stand
// for the extents that come in at a call, at a loop's start or at a yield
// (docs/language/symbols.md, rules 3, 4 and 5). A match learns what they stand
// for from the bare dimensions of the formal types; under it types have equal
// normal forms. It never asks the prover.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_MATCH_H
#define RELAX_DIALECTS_RELAX_MATCH_H

#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Region.h"
#include "dialects/Sym/Substitute.h"

#ifdef __cplusplus
extern "C" {
#endif

/// `names[i]` stands for `values[i]`. Zero-initialise, then set `arena`.
typedef struct RelaxMatch {
  Arena *arena;
  StrRef *names;
  SymExpr *values;
  size_t count, capacity;
} RelaxMatch;

bool relaxMatchKnows(const RelaxMatch *match, StrRef name);
/// Has every symbol of the expression a value?
bool relaxMatchKnowsAll(const RelaxMatch *match, SymExpr expr);
/// `name` stands for the expression `dim` (a `#sym.expr`, also `?`).
void relaxMatchAdd(RelaxMatch *match, StrRef name, MlirAttribute dim);
void relaxMatchAddExpr(RelaxMatch *match, StrRef name, SymExpr value);
/// The first bare dimension of `formal` with a symbol says what it stands for:
/// the dimension of `actual` there. Only symbols in `only` (an array of names),
/// if that is not null.
void relaxMatchType(RelaxMatch *match, MlirType formal, MlirType actual,
                    MlirAttribute only);
/// The same at every depth: inside of data types, containers and functions.
void relaxMatchInside(RelaxMatch *match, MlirType formal, MlirType actual,
                      MlirAttribute only);
/// Symbols of `formal` in `only` that nothing is known of stand for a bare
/// dimension of `actual` whose symbol is in `own`, else for `?`.
void relaxMatchBind(RelaxMatch *match, MlirType formal, MlirType actual,
                    MlirAttribute only, MlirAttribute own);
/// `type` with the values in place of the names; null if an expression leaves
/// 64 bits.
MlirType relaxMatchSubstitute(const RelaxMatch *match, MlirType type);
/// A value of type `got` can stand where `want`, which is `formal` under the
/// match, is asked for. Where a symbol stands first any extent will do (they
/// come in the order of the match, from `*next` on); elsewhere the expected
/// extent must be known: nobody checks it.
bool relaxMatchOperandFits(const RelaxMatch *match, MlirType formal,
                           MlirType want, MlirType got, size_t *next);
/// Nimble's sub-shaping at the edges of regions and functions: `got` is `want`
/// (which knows all that `formal` says) but for what it does not say, and a
/// relax.match_cast, which relax-deduce-shapes writes, can show the rest. Other
/// extents than those asked for are not made to fit: the text has to say so.
bool relaxMatchCheckShows(MlirType formal, MlirType want, MlirType got);
//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// What goes into a function of a type and what is said of its results.
typedef struct RelaxCallTypes {
  MlirOperation op;       // where an error is
  StrRef name;            // of the callee; empty: a value
  MlirType type;          // the callee's function type
  MlirAttribute own;      // its symbols; null: all in the type
  MlirAttribute params;   // its type parameters, or null
  MlirAttribute phantoms; // symbols of its `any`, inside of types
  MlirAttribute clause;   // names of its `symbols`, or null
  MlirAttribute symbols;  // what the call says that they are, or null
  intptr_t numOperands, numResults;
  const MlirType *operands, *results;
  MlirAttribute binds; // what the call binds, or null
  bool strict;         // without what only a check shows
} RelaxCallTypes;

/// Those of the relax.call `op` of `callee` (arena arrays).
RelaxCallTypes relaxCallTypesOf(Arena *arena, MlirOperation op,
                                MlirOperation callee);
/// Failure after an error at `op` if operands or results do not fit.
MlirLogicalResult relaxCheckCallTypes(const RelaxCallTypes *call);
/// What no bare dimension of an operand says: symbols that the call passes;
/// phantoms, which stand for what the operands' and the results' types have in
/// their place.
void relaxMatchOthers(RelaxMatch *match, const RelaxCallTypes *call);
/// The same of the relax.call `op`, whose operands have been matched.
void relaxMatchCallOthers(RelaxMatch *match, MlirOperation op);
/// The relax.func that `op` names; null after an error. `tables` may be null.
MlirOperation relaxCalleeOf(MlirOperation op, MlirAttribute callee,
                            const BridgeSymbolTables *tables);
/// The types of the values that an accessor of `op` gives (arena array).
MlirType *relaxValueTypes(Arena *arena, intptr_t count,
                          MlirValue (*get)(MlirOperation, intptr_t),
                          MlirOperation op);

/// Every operand of the relax.call `op` can stand, without a check, where a
/// callee of type `type` asks for it; else `*index` (may be null) is the first
/// that needs one.
bool relaxCallOperandsFit(MlirOperation op, MlirType type, intptr_t *index);
/// The same of the relax.func `callee`; failure after an error that says who
/// writes the check.
MlirLogicalResult relaxCallNeedsNoCheck(MlirOperation op, MlirOperation callee);
/// Behind an error about types where relax-deduce-shapes helps.
#define relaxCheckHint                                                         \
  ", which a check has to show: run 'relax-deduce-shapes', which writes it"
MlirLogicalResult relaxReturnNeedsNoCheck(MlirOperation op);
/// What leaves and enters the regions of the relax.if, relax.while or
/// relax.dispatch `op`, or the function by the relax.return `op`, needs no
/// check either; failure after such an error.
MlirLogicalResult relaxEdgesNeedNoCheck(MlirOperation op);
/// The symbols that only the results of a callee of type `type` know stand for
/// symbols that the relax.call `op` binds, or nothing is known of them.
void relaxMatchResults(RelaxMatch *match, MlirOperation op, MlirType type);
/// As a map of the substitution service; borrows the arrays.
SymMap relaxMatchMap(const RelaxMatch *match);
/// "'op' WHAT INDEX: expected T, got U" and a hint. `want` may be null.
MlirLogicalResult relaxMatchDiffer(const RelaxMatch *match, MlirOperation op,
                                   const char *what, intptr_t index,
                                   MlirType want, MlirType got,
                                   const char *hint);
/// What equations of an array of facts say (`n == 128`, `n == 4 * k`, `n in
/// {8}`), each under the ones before.
void relaxMatchEquations(RelaxMatch *match, MlirAttribute facts);

/// `name` is an element of the array of strings (which may be null).
static inline bool relaxNamesHave(MlirAttribute names, StrRef name) {
  return symNamesHave(names, name);
}

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_MATCH_H
