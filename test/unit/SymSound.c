//===- SymSound.c - the prover against all small assignments --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Random facts and questions over three symbols; every answer is held against
// the truth at all extents 0..LARGEST. Bounded here; the full run is
//   build/test/unit/SymSound --systems=100000
// The program is linked with a copy of lib/Sym whose rules can be broken one at
// a time (lib/Sym/Fault.h): each of these faults has to be found.
//
//===----------------------------------------------------------------------===//

#include "SymTest.h"
#include "lib/Sym/Fault.h"

enum { NUM_SYMBOLS = 3, LARGEST = 6, SYSTEMS_OF_A_FAULT = 3000 };

SymFault symFault = SYM_FAULT_NONE;
bool symProofFirst;
static long numSystems = 6000;

static uint64_t randomState;

static uint32_t nextRandom(uint32_t limit) {
  randomState = randomState * UINT64_C(6364136223846793005) +
                UINT64_C(1442695040888963407);
  return (uint32_t)(randomState >> 33) % limit;
}

//===----------------------------------------------------------------------===//
// Random text
//===----------------------------------------------------------------------===//

static char randomSymbol(void) {
  return (char)('a' + (int)nextRandom(NUM_SYMBOLS));
}

static void randomLeaf(StrBuf *out) {
  if (nextRandom(4) == 0)
    strBufAppendFormat(out, "%u", nextRandom(7));
  else
    strBufAppendFormat(out, "%c", randomSymbol());
}

static void randomExpr(StrBuf *out, unsigned depth) {
  static const char *const infix[] = {" + ", " - ", " * "};
  static const char *const division[] = {" floordiv ", " ceildiv ", " mod "};
  uint32_t choice = depth == 0 ? 0 : nextRandom(10);
  if (choice < 3) {
    randomLeaf(out);
    return;
  }
  if (choice == 9)
    strBufAppendC(out, nextRandom(2) ? "min" : "max");
  strBufAppendC(out, "(");
  randomExpr(out, depth - 1);
  if (choice == 8) {
    strBufAppendC(out, division[nextRandom(3)]);
    if (nextRandom(3))
      strBufAppendFormat(out, "%u", 1 + nextRandom(4));
    else
      strBufAppendFormat(out, "%c", randomSymbol());
  } else {
    strBufAppendC(out, choice == 9 ? ", " : infix[nextRandom(3)]);
    randomExpr(out, depth - 1);
  }
  strBufAppendC(out, ")");
}

static void randomComparison(StrBuf *out, unsigned depth) {
  static const char *const compare[] = {" == ", " <= ", " < ", " >= "};
  randomExpr(out, depth);
  if (nextRandom(8) == 0) {
    strBufAppendFormat(out, " in {%u, %u}", nextRandom(7), nextRandom(7));
    return;
  }
  strBufAppendC(out, compare[nextRandom(4)]);
  randomExpr(out, depth);
}

/// Sizes of images that were halved, one and two axes.
static void randomHalved(StrBuf *out) {
  static const char *const division[] = {"ceildiv", "ceildiv", "floordiv"};
  char a = randomSymbol(), b = randomSymbol();
  bool plane = nextRandom(2);
  for (int side = 0; side < 2; ++side) {
    unsigned divisor = 1u << nextRandom(3);
    const char *kind = division[nextRandom(3)];
    strBufAppendFormat(out, "%s%u * (%c %s %u)", side ? " <= " : "",
                       1 + nextRandom(8), a, kind, divisor);
    if (plane)
      strBufAppendFormat(out, " * (%c %s %u)", b, kind, divisor);
    strBufAppendFormat(out, " + %u", nextRandom(3));
  }
}

/// Facts as programs have them, besides any comparison.
static void randomFact(StrBuf *out) {
  unsigned divisor = 2 + nextRandom(3);
  switch (nextRandom(7)) {
  case 0:
    strBufAppendFormat(out, "%c mod %u == %u", randomSymbol(), divisor,
                       nextRandom(divisor));
    return;
  case 1:
    strBufAppendFormat(out, "%u * %c == %u * %c + %u", 1 + nextRandom(4),
                       randomSymbol(), 1 + nextRandom(4), randomSymbol(),
                       nextRandom(3));
    return;
  case 2:
    strBufAppendFormat(out, "%u <= %c", 1 + nextRandom(2), randomSymbol());
    return;
  case 3:
    strBufAppendFormat(out, "%c * %c == %c * %u", randomSymbol(),
                       randomSymbol(), randomSymbol(), 1 + nextRandom(3));
    return;
  default:
    randomComparison(out, nextRandom(2));
  }
}

static bool randomSystem(Arena *arena, FactList *facts, SymQuestion *question,
                         StrBuf *text) {
  StrBuf asked = {0};
  unsigned count = nextRandom(4);
  for (unsigned i = 0; i < count; ++i) {
    strBufAppendC(text, i == 0 ? "" : ", ");
    randomFact(text);
  }
  uint32_t form = nextRandom(11);
  if (form < 3)
    randomFact(&asked);
  else if (form == 3)
    randomHalved(&asked);
  else
    randomComparison(&asked, 1 + nextRandom(2));
  FactList questions;
  // What does not parse (a divisor that folds to 0, say) is skipped.
  bool good =
      parseFactList(arena, (StrRef){text->data, text->length}, true, facts) &&
      parseFactList(arena, (StrRef){asked.data, asked.length}, true,
                    &questions) &&
      questions.count == 1;
  if (good)
    *question = (SymQuestion){questions.facts[0], nextRandom(4) == 0};
  strBufAppendFormat(text, " ; %s%s", good && question->negated ? "not " : "",
                     strBufText(&asked));
  strBufFree(&asked);
  return good;
}

//===----------------------------------------------------------------------===//
// Truth
//===----------------------------------------------------------------------===//

typedef struct Outcome {
  bool holds, fails; // at all assignments; at one of them, with a value
} Outcome;

static Outcome enumerate(FactList facts, SymQuestion question) {
  static const char letters[] = "abc";
  StrRef names[NUM_SYMBOLS];
  int64_t values[NUM_SYMBOLS];
  for (int i = 0; i < NUM_SYMBOLS; ++i)
    names[i] = (StrRef){letters + i, 1};
  Assignment at = {names, values, NUM_SYMBOLS};
  Outcome outcome = {true, false};
  Truth wanted = question.negated ? FALSE : TRUE;
  for (values[0] = 0; values[0] <= LARGEST; ++values[0])
    for (values[1] = 0; values[1] <= LARGEST; ++values[1])
      for (values[2] = 0; values[2] <= LARGEST; ++values[2]) {
        if (!allTrueAt(facts, at))
          continue;
        Truth truth = truthAt(question.fact, at);
        outcome.holds &= truth == wanted;
        outcome.fails |= truth != wanted && truth != UNDEFINED;
      }
  return outcome;
}

static bool witnessIsRight(FactList facts, SymQuestion question,
                           const SymProof *proof) {
  Assignment at = {proof->witnessSymbols, proof->witness, proof->numWitness};
  for (size_t i = 0; i < proof->numWitness; ++i)
    if (proof->witness[i] < 0)
      return false;
  return allTrueAt(facts, at) &&
         truthAt(question.fact, at) == (question.negated ? TRUE : FALSE);
}

typedef struct Counts {
  long systems, wrong, hold, holdDecided, fail, failDecided;
  uint64_t mostSteps;
} Counts;

static void askRandom(Arena *arena, Counts *counts, bool verbose) {
  FactList facts;
  SymQuestion question;
  StrBuf text = {0};
  if (randomSystem(arena, &facts, &question, &text)) {
    SymProof proof;
    SymFactBase *base = symFactBaseCreate(facts.facts, facts.count);
    SymAnswer answer = symAsk(base, question, &proof);
    Outcome truth = enumerate(facts, question);
    bool wrong = (answer == SYM_YES && !truth.holds) ||
                 (answer == SYM_NO && !witnessIsRight(facts, question, &proof));
    ++counts->systems;
    counts->wrong += wrong;
    counts->hold += truth.holds;
    // A question that holds at all small extents may still fail at a larger
    // one: a right no decides it, too.
    counts->holdDecided += truth.holds && answer != SYM_UNKNOWN;
    counts->fail += truth.fails;
    counts->failDecided += truth.fails && answer == SYM_NO;
    if (proof.steps > counts->mostSteps)
      counts->mostSteps = proof.steps;
    if (wrong && verbose)
      print_error("wrong %s: %s\n", answer == SYM_YES ? "yes" : "no",
                  strBufText(&text));
    symFactBaseDestroy(base);
  }
  strBufFree(&text);
  arenaReset(arena);
}

/// With proofs before witnesses, so that a rule that proves too much shows.
static void testProofsFirst(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  Counts counts = {0};
  randomState = 20261122;
  symProofFirst = true;
  while (counts.systems < numSystems)
    askRandom(arena, &counts, true);
  symProofFirst = false;
  arenaDestroy(arena);
  print_message("proofs first: %ld systems, %ld wrong\n", counts.systems,
                counts.wrong);
  assert_int_equal(counts.wrong, 0);
}

static void testRandomSystems(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  Counts counts = {0};
  randomState = 20261121;
  while (counts.systems < numSystems)
    askRandom(arena, &counts, true);
  arenaDestroy(arena);
  print_message("%ld systems, %ld wrong; of %ld questions that hold %.1f %% "
                "are decided, of %ld that fail %.1f %%; at most %llu steps\n",
                counts.systems, counts.wrong, counts.hold,
                100.0 * (double)counts.holdDecided / (double)counts.hold,
                counts.fail,
                100.0 * (double)counts.failDecided / (double)counts.fail,
                (unsigned long long)counts.mostSteps);
  assert_int_equal(counts.wrong, 0);
  assert_true(10 * counts.holdDecided >= 6 * counts.hold);
  assert_true(10 * counts.failDecided >= 6 * counts.fail);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

static void testFaults(void **state) {
  (void)state;
  int missed = 0;
  for (int fault = 1; fault < SYM_FAULT_COUNT; ++fault) {
    Arena *arena = arenaCreate();
    Counts counts = {0};
    randomState = 20261121;
    symFault = (SymFault)fault;
    symProofFirst = fault != SYM_FAULT_WITNESS;
    while (counts.systems < SYSTEMS_OF_A_FAULT && counts.wrong == 0)
      askRandom(arena, &counts, false);
    symFault = SYM_FAULT_NONE;
    symProofFirst = false;
    arenaDestroy(arena);
    if (counts.wrong == 0)
      print_error("fault %d is not found in %ld systems\n", fault,
                  counts.systems);
    else
      print_message("fault %d is found after %ld systems\n", fault,
                    counts.systems);
    missed += counts.wrong == 0;
  }
  assert_int_equal(missed, 0);
  assert_true(SYM_FAULT_COUNT - 1 >= 10);
}

int main(int argc, char **argv) {
  if (argc == 2 && strncmp(argv[1], "--systems=", 10) == 0)
    numSystems = atol(argv[1] + 10);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testRandomSystems),
      cmocka_unit_test(testProofsFirst),
      cmocka_unit_test(testFaults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
