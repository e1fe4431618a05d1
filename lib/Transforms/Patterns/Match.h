//===- Match.h - where a pattern is found ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A search from the pattern's results to its arguments, along SSA edges, with
// all ways that commutative operands, alternatives and chains leave open. What
// it costs is bounded by the pattern, whatever the size of the program.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_MATCH_H
#define RELAX_TRANSFORMS_PATTERNS_MATCH_H

#include "dialects/Relax/Match.h"
#include "lib/Analysis/Facts.h"
#include "lib/Transforms/Patterns/Pattern.h"

/// Steps of one search; what needs more is not found.
enum { PATTERN_MOST_STEPS = 4096 };

/// An attribute under a name of the pattern.
typedef struct PatternName {
  StrRef name;
  MlirAttribute value;
} PatternName;

/// Two extents that have to be equal: one over the pattern's symbols, and what
/// stands there.
typedef struct PatternEquation {
  SymExpr formal, actual;
} PatternEquation;

/// The nearest that a pattern came to a match.
typedef struct PatternTrace {
  const Pattern *pattern;
  size_t matched;   // operations
  MlirLocation loc; // of the operation where it was tried
  StrBuf why;
  uint64_t found;
} PatternTrace;

typedef struct Match {
  const Pattern *pattern;
  Arena *arena;
  const Facts *facts;  // that hold at the root
  MlirAttribute more;  // facts to prove besides (the rewrite's), or null
  PatternTrace *trace; // or NULL
  MlirOperation root;
  MlirValue *values;  // by number; null: not bound
  MlirOperation *ops; // by number; null: not bound
  size_t *choices;    // by number of the value: of PATTERN_ANY
  MlirOperation *
      *chains; // by number of the value: of PATTERN_CHAIN, last first
  size_t *chainLengths;
  RelaxMatch symbols;
  PatternName *names; // room for one per attribute and value
  size_t numNames;
  PatternEquation *equations;
  size_t numEquations, equationCapacity;
  size_t *log; // numbers of values bound, then of operations, see MatchSearch.c
  size_t numLog;
  size_t matched; // operations
  unsigned steps;
} Match;

/// Looks for the pattern with its first result at `value`. What is found stays
/// in the arena.
bool matchFind(Match *match, const Pattern *pattern, Arena *arena,
               const Facts *facts, MlirAttribute more, PatternTrace *trace,
               MlirValue value);

/// Why it went no further, kept if nothing has come as far. Returns false.
bool matchFail(Match *match, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// A value's type fits the one in the pattern (MatchTypes.c): symbols are
/// bound, equations noted.
bool matchType(Match *match, MlirType formal, MlirType actual);
bool matchAttributes(Match *match, const PatternOperation *want,
                     MlirOperation op);
/// The attribute under a name; null if it has none.
MlirAttribute matchName(const Match *match, StrRef name);

/// All that has to be proved (MatchProve.c): equations, facts, checks, uses.
bool matchProve(Match *match);

/// A condition with a name.
typedef struct PatternCheckRule {
  const char *name;
  size_t numValues, numNames;
  const char *summary;
  bool (*holds)(const MlirValue *values, const MlirAttribute *attributes);
} PatternCheckRule;
/// NULL if there is none.
const PatternCheckRule *patternCheckFind(StrRef name);
/// The names of all, for messages; NULL-ended.
const PatternCheckRule *patternCheckRules(size_t *count);

/// The value is a constant or a weight, or made of such alone.
bool matchIsWeight(MlirValue value);

#endif // RELAX_TRANSFORMS_PATTERNS_MATCH_H
