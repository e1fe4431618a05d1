//===- MatchSearch.c - the search for a pattern ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Goals are pairs of a value of the pattern and one of the program. Every way
// to meet the first goal is tried before the rest, and undone where the rest
// fails, so that a late condition can still change an early choice.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Patterns/MatchChain.h"

typedef struct Goal {
  size_t value;
  MlirValue actual;
  const struct Goal *next;
} Goal;

/// What has to be taken back when a way fails.
typedef struct Mark {
  size_t numLog, numSymbols, numNames, numEquations, matched;
} Mark;

static bool solve(Match *match, const Goal *goals);

static Mark mark(const Match *match) {
  return (Mark){match->numLog, match->symbols.count, match->numNames,
                match->numEquations, match->matched};
}

/// Values and operations share the log: operations lie behind the values.
static void undo(Match *match, Mark to) {
  size_t numValues = match->pattern->numValues;
  while (match->numLog > to.numLog) {
    size_t entry = match->log[--match->numLog];
    if (entry < numValues)
      match->values[entry] = (MlirValue){NULL};
    else
      match->ops[entry - numValues] = (MlirOperation){NULL};
  }
  match->symbols.count = to.numSymbols;
  match->numNames = to.numNames;
  match->numEquations = to.numEquations;
  match->matched = to.matched;
}

static void bind(Match *match, size_t value, MlirValue actual) {
  match->values[value] = actual;
  match->log[match->numLog++] = value;
}

static const Goal *push(Match *match, size_t value, MlirValue actual,
                        const Goal *next) {
  Goal *goal = ARENA_NEW(match->arena, Goal);
  *goal = (Goal){value, actual, next};
  return goal;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static const Goal *pushOperands(Match *match, const PatternOperation *want,
                                MlirOperation op, bool swapped,
                                const Goal *next) {
  size_t count = want->numOperands;
  for (size_t i = count; i > 0; --i) {
    size_t from = swapped ? count - i : i - 1;
    next = push(match, want->operands[i - 1],
                mlirOperationGetOperand(op, (intptr_t)from), next);
  }
  return next;
}

static bool fitsOperation(Match *match, const PatternValue *value,
                          MlirValue actual, MlirOperation *found) {
  const PatternOperation *want = &match->pattern->ops[value->op];
  MlirOperation op = *found = bridgeDefiner(actual);
  if (!op.ptr)
    return matchFail(match, "an argument stands where '%.*s' is expected",
                     (int)want->name.length, want->name.data);
  StrRef name = bridgeOpName(op);
  if (!strRefEqual(name, want->name))
    return matchFail(match, "'%.*s' stands where '%.*s' is expected",
                     (int)name.length, name.data, (int)want->name.length,
                     want->name.data);
  if (mlirOpResultGetResultNumber(actual) != value->result ||
      mlirOperationGetNumOperands(op) != (intptr_t)want->numOperands)
    return matchFail(match, "'%.*s': expected %zu operands, got %ld",
                     (int)name.length, name.data, want->numOperands,
                     (long)mlirOperationGetNumOperands(op));
  if (mlirOperationGetNumResults(op) != mlirOperationGetNumResults(want->op))
    return matchFail(match, "'%.*s': expected %ld results, got %ld",
                     (int)name.length, name.data,
                     (long)mlirOperationGetNumResults(want->op),
                     (long)mlirOperationGetNumResults(op));
  // Work does not move into a loop or a branch.
  if (!want->constant && !mlirBlockEqual(mlirOperationGetBlock(op),
                                         mlirOperationGetBlock(match->root)))
    return matchFail(match, "'%.*s' stands in another region", (int)name.length,
                     name.data);
  return matchAttributes(match, want, op);
}

static bool solveOperation(Match *match, const Goal *goal) {
  const PatternValue *value = &match->pattern->values[goal->value];
  const PatternOperation *want = &match->pattern->ops[value->op];
  Mark before = mark(match);
  MlirOperation op;
  if (!fitsOperation(match, value, goal->actual, &op) ||
      !matchType(match, value->type, mlirValueGetType(goal->actual))) {
    undo(match, before);
    return false;
  }
  MlirOperation known = match->ops[value->op];
  bind(match, goal->value, goal->actual);
  if (known.ptr) {
    if (mlirOperationEqual(known, op) && solve(match, goal->next))
      return true;
    undo(match, before);
    return matchFail(match, "two operations stand where the pattern has one");
  }
  match->ops[value->op] = op;
  match->log[match->numLog++] = match->pattern->numValues + value->op;
  ++match->matched;
  bool both = want->commutative && want->numOperands == 2;
  Mark bound = mark(match);
  for (int swapped = 0; swapped <= both; ++swapped) {
    if (solve(match, pushOperands(match, want, op, swapped != 0, goal->next)))
      return true;
    undo(match, bound);
  }
  undo(match, before);
  return false;
}

//===----------------------------------------------------------------------===//
// Alternatives, chains
//===----------------------------------------------------------------------===//

static bool solveAny(Match *match, const Goal *goal) {
  const PatternValue *value = &match->pattern->values[goal->value];
  for (size_t i = 0; i < value->numFrom; ++i) {
    Mark before = mark(match);
    bind(match, goal->value, goal->actual);
    match->choices[goal->value] = i;
    if (solve(match, push(match, value->from[i], goal->actual, goal->next)))
      return true;
    undo(match, before);
  }
  return false;
}

/// The chain may begin wherever all that it reads, but for numbers, is one
/// value: every path to its end goes through that.
static bool solveChain(Match *match, const Goal *goal) {
  const PatternValue *value = &match->pattern->values[goal->value];
  MatchFrontier frontier = {.values = {goal->actual}, .count = 1};
  Mark before = mark(match);
  bind(match, goal->value, goal->actual);
  match->chainLengths[goal->value] = 0;
  do {
    Mark bound = mark(match);
    size_t length = match->chainLengths[goal->value];
    if (frontier.count == 1 &&
        solve(match,
              push(match, value->from[0], frontier.values[0], goal->next)))
      return true;
    undo(match, bound);
    match->chainLengths[goal->value] = length;
  } while (matchChainGrow(match, goal->value, &frontier));
  undo(match, before);
  return false;
}

//===----------------------------------------------------------------------===//
// Further roots
//===----------------------------------------------------------------------===//

/// Roots that lead to `value` are among its users.
static bool solveRootAt(Match *match, size_t root, MlirValue value) {
  enum { MOST_USERS = 64 };
  const PatternValue *want = &match->pattern->values[root];
  const PatternOperation *op = &match->pattern->ops[want->op];
  unsigned users = 0;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       use.ptr && users < MOST_USERS; use = mlirOpOperandGetNextUse(use)) {
    MlirOperation owner = mlirOpOperandGetOwner(use);
    ++users;
    bool taken = mlirOperationGetNumResults(owner) <= want->result ||
                 !strRefEqual(bridgeOpName(owner), op->name);
    for (size_t i = 0; i < match->pattern->numOps && !taken; ++i)
      taken = match->ops[i].ptr && mlirOperationEqual(match->ops[i], owner);
    Goal goal = {root,
                 taken ? value : mlirOperationGetResult(owner, want->result),
                 NULL};
    if (!taken && solve(match, &goal))
      return true;
  }
  return false;
}

static bool solveRoots(Match *match) {
  const Pattern *pattern = match->pattern;
  for (size_t i = 0; i < pattern->numRoots; ++i) {
    size_t root = pattern->roots[i];
    if (match->values[root].ptr)
      continue;
    const PatternOperation *op = &pattern->ops[pattern->values[root].op];
    for (size_t k = 0; k < op->numOperands; ++k) {
      MlirValue known = match->values[op->operands[k]];
      if (known.ptr)
        return solveRootAt(match, root, known) ||
               matchFail(match,
                         "no other use of a value is the '%.*s' that is "
                         "expected",
                         (int)op->name.length, op->name.data);
    }
    return matchFail(match, "nothing leads to result %zu", i);
  }
  return matchProve(match);
}

static bool solve(Match *match, const Goal *goals) {
  if (++match->steps > PATTERN_MOST_STEPS)
    return false;
  if (!goals)
    return solveRoots(match);
  const PatternValue *value = &match->pattern->values[goals->value];
  MlirValue known = match->values[goals->value];
  if (known.ptr)
    return mlirValueEqual(known, goals->actual)
               ? solve(match, goals->next)
               : matchFail(match, "two values stand where the pattern has one");
  if (value->kind == PATTERN_RESULT)
    return solveOperation(match, goals);
  if (value->kind == PATTERN_ANY)
    return solveAny(match, goals);
  if (value->kind == PATTERN_CHAIN)
    return solveChain(match, goals);
  Mark before = mark(match);
  bind(match, goals->value, goals->actual);
  if (matchType(match, value->type, mlirValueGetType(goals->actual)) &&
      solve(match, goals->next))
    return true;
  undo(match, before);
  return false;
}

//===----------------------------------------------------------------------===//
// From outside
//===----------------------------------------------------------------------===//

bool matchFind(Match *match, const Pattern *pattern, Arena *arena,
               const Facts *facts, MlirAttribute more, PatternTrace *trace,
               MlirValue value) {
  size_t numNames = pattern->numValues;
  for (size_t i = 0; i < pattern->numOps; ++i)
    numNames += pattern->ops[i].numAttributes;
  *match = (Match){
      .pattern = pattern,
      .arena = arena,
      .facts = facts,
      .more = more,
      .trace = trace,
      .root = bridgeDefiner(value),
      .values = ARENA_ARRAY(arena, MlirValue, pattern->numValues),
      .ops = ARENA_ARRAY(arena, MlirOperation, pattern->numOps),
      .choices = ARENA_ARRAY(arena, size_t, pattern->numValues),
      .chains = ARENA_ARRAY(arena, MlirOperation *, pattern->numValues),
      .chainLengths = ARENA_ARRAY(arena, size_t, pattern->numValues),
      .symbols = {.arena = arena},
      .names = ARENA_ARRAY(arena, PatternName, numNames),
      .log = ARENA_ARRAY(arena, size_t, pattern->numValues + pattern->numOps)};
  for (size_t i = 0; i < pattern->numValues; ++i)
    if (pattern->values[i].kind == PATTERN_CHAIN)
      match->chains[i] =
          ARENA_ARRAY(arena, MlirOperation, pattern->values[i].most);
  Goal goal = {pattern->roots[0], value, NULL};
  if (solve(match, &goal))
    return true;
  if (match->steps > PATTERN_MOST_STEPS) { // says more than where it ended
    match->matched = pattern->numOps;
    matchFail(match, "the search has taken %d steps", PATTERN_MOST_STEPS);
  }
  return false;
}
