//===- ScheduleCases.c - random programs under random schedules -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each case is a random program with a random schedule of 1 to 20 primitives
// that are not refused. The interpreter runs the program as it is written, and
// behind the schedule; the machine runs what the whole pipeline makes of both.
// All values are the same at several extents, and nothing reads memory that was
// not written.
//
//   build/test/unit/ScheduleCases --cases=20000
//   build/test/unit/ScheduleCases --seed=17 --cases=1 --print
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "test/unit/ScheduleMoves.h"
#include "test/unit/ScheduleRun.h"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

typedef struct Counts {
  long cases, primitives, runs, limited, findings;
  long taken[PRIMITIVES], refused[PRIMITIVES];
  long late; // refused behind the schedule, with an error
} Counts;

static long numCases = 60, firstSeed = 1;
static bool verbose, printing;

/// What a crash shows.
static char subject[64];

static const char *tried; // the text of the schedule

static void onCrash(int number) {
  const char *name = number == SIGVTALRM ? "too long\n" : "a crash\n";
  ssize_t written = write(STDERR_FILENO, subject, strlen(subject));
  written += write(STDERR_FILENO, name, strlen(name));
  if (verbose && tried)
    written += write(STDERR_FILENO, tried, strlen(tried));
  _exit(written > 0 ? 3 : 4);
}

static void finding(Counts *counts, const char *what, const char *more) {
  ++counts->findings;
  print_error("%s%s: %s\n", subject, what, more);
}

//===----------------------------------------------------------------------===//
// A schedule
//===----------------------------------------------------------------------===//

/// Handles of this move have names of their own.
static void appendMove(StrBuf *schedule, const char *move, int number) {
  for (const char *c = move; *c; ++c) {
    strBufAppend(schedule, (StrRef){c, 1});
    if (c[0] == '%' && (c[1] == 'h' || c[1] == 'g'))
      strBufAppendFormat(schedule, "%c%d_", *++c, number);
  }
}

/// Primitives, from 'a' on; those that are often refused more than once.
static const char often[] = "aabccdeefffggghhhijjjklllmmnoo";

/// Primitives that are not refused, one after the other.
static StrBuf randomSchedule(Session *session, const Text *text,
                             Counts *counts) {
  StrBuf schedule = {0};
  MlirModule module = applied(session, text, "");
  int wanted = 1 + below(20), taken = 0, start = below(5);
  start = start > 2 ? 2 : start;
  for (int tries = 0; tries < 2 * wanted + 8 && taken < wanted && module.ptr;
       ++tries) {
    StrBuf program = printed(module), move = {0}, longer = {0};
    Places places = findPlaces(strBufText(&program));
    int primitive = often[below((int)sizeof often - 1)] - 'a';
    if (tries < 3 && start)
      primitive = start == 1 ? TURN : tries == 0 ? LOOPS : COMPUTE_AT;
    bool any =
        randomMove(primitive, &places, tries, strBufText(&text->head), &move);
    strBufAppendC(&longer, strBufText(&schedule));
    appendMove(&longer, strBufText(&move), tries);
    MlirModule next = {NULL};
    tried = strBufText(&longer);
    if (any)
      next = applied(session, text, strBufText(&longer));
    if (next.ptr) {
      mlirModuleDestroy(module);
      module = next;
      strBufFree(&schedule);
      schedule = longer;
      ++taken;
      ++counts->taken[primitive];
    } else {
      strBufFree(&longer);
      counts->refused[primitive] += any;
      if (verbose && any)
        print_message("refused %s: %s\n", primitives[primitive],
                      session->message);
    }
    strBufFree(&program);
    strBufFree(&move);
  }
  counts->primitives += taken;
  if (module.ptr)
    mlirModuleDestroy(module);
  return schedule;
}

//===----------------------------------------------------------------------===//
// A case
//===----------------------------------------------------------------------===//

static const char *difference(const Values *got, const Values *want) {
  static char said[400];
  for (int i = 0; i < want->count; ++i) {
    RelaxComparison comparison;
    const RelaxTolerance exact = {0, 0};
    if (relaxCompare(&got->tensors[i], &want->tensors[i], exact, &comparison))
      continue;
    StrBuf report = {0};
    relaxComparisonPrint(&comparison, &got->tensors[i], &want->tensors[i],
                         exact, &report);
    snprintf(said, sizeof said, "result %d: %s", i, strBufText(&report));
    strBufFree(&report);
    return said;
  }
  return NULL;
}

typedef struct Case {
  const Sample *sample;
  const Text *text;
  const char *schedule;
  MlirModule plain, scheduled;
  Compiled compiled;
  Counts *counts;
} Case;

static void report(Case *c, const char *what, const int64_t *symbols,
                   const char *more) {
  StrBuf where = {0};
  strBufAppendFormat(&where, "%s at n=%ld,m=%ld", what, (long)symbols[0],
                     (long)symbols[1]);
  finding(c->counts, strBufText(&where), more);
  strBufFree(&where);
}

static void runAt(Case *c, const int64_t *symbols) {
  RelaxTensor inputs[INPUTS];
  Values want = {.count = 0}, got = {.count = 0};
  RelaxError error = {0};
  int results = c->text->numResults;
  makeInputs(c->sample, symbols, inputs);
  int status = interpreted(c->plain, inputs, results, &want, &error);
  c->counts->limited += status < 0;
  if (status == 0)
    report(c, "the program fails", symbols, relaxErrorText(&error));
  if (status > 0) {
    ++c->counts->runs;
    status = interpreted(c->scheduled, inputs, results, &got, &error);
    const char *differs = status > 0 ? difference(&got, &want) : NULL;
    if (status == 0 || differs)
      report(c, "behind the schedule", symbols,
             differs ? differs : relaxErrorText(&error));
    releaseValues(&got);
    relaxErrorFree(&error);
    c->counts->limited += status < 0;
  }
  if (status > 0) { // what takes too many steps may take all memory
    bool good =
        relaxMachineCall(c->compiled.machine, strRefFromC("main"), inputs,
                         INPUTS, got.tensors, (size_t)results, &error);
    got.count = good ? results : 0;
    const char *differs =
        good ? difference(&got, &want) : relaxErrorText(&error);
    if (differs)
      report(c, "compiled", symbols, differs);
    releaseValues(&got);
  }
  relaxErrorFree(&error);
  releaseValues(&want);
  for (int i = 0; i < INPUTS; ++i)
    relaxTensorRelease(&inputs[i]);
}

static void runCompiled(Case *c, Session *session) {
  static const int64_t extents[] = {0, 1, 2, 3, 5, 7, 8, 13, 17, 31};
  RelaxError error = {0};
  MlirModule copy = parsed(session, c->text, c->schedule);
  RelaxTargetLevel level = below(8) ? RELAX_TARGET_O0 : RELAX_TARGET_DEFAULT;
  session->message[0] = 0;
  if (!compile(copy, level, &c->compiled, &error)) {
    ++c->counts->late;
    if (verbose || !(session->message[0] || relaxErrorIsSet(&error)))
      print_error("%slate: %s%s\n", subject, session->message,
                  relaxErrorIsSet(&error) ? relaxErrorText(&error) : "");
  } else {
    int least = strstr(strBufText(&c->text->head), "1 <= m") ? 1 : 0;
    for (int run = 0; run < 3; ++run)
      runAt(c, (int64_t[]){extents[least + below(10 - least)],
                           extents[least + below(10 - least)]});
  }
  freeCompiled(&c->compiled);
  relaxErrorFree(&error);
  mlirModuleDestroy(copy);
}

static void runCase(Session *session, long number, Counts *counts) {
  seed = (uint64_t)number * 0x9e3779b97f4a7c15u;
  snprintf(subject, sizeof subject, "seed %ld: ", number);
  beginCase(session);
  // Of its own time: others may stop it.
  setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value.tv_sec = 60}, NULL);
  Sample sample;
  int result = randomSample(&sample);
  Text text = textOf(&sample, result);
  if (verbose)
    printf("%s", strBufText(&text.head));
  StrBuf schedule = randomSchedule(session, &text, counts);
  tried = strBufText(&schedule);
  if (printing) // a file for the tools
    printf("%s%s}\n", strBufText(&text.head), strBufText(&schedule));
  fflush(stdout);
  Case c = {.sample = &sample,
            .text = &text,
            .schedule = strBufText(&schedule),
            .plain = parsed(session, &text, ""),
            .counts = counts};
  ++counts->cases;
  c.scheduled = applied(session, &text, c.schedule);
  if (!c.plain.ptr || !c.scheduled.ptr || session->invalid) {
    finding(counts, "no program", session->message);
  } else {
    runCompiled(&c, session);
  }
  if (c.plain.ptr)
    mlirModuleDestroy(c.plain);
  if (c.scheduled.ptr)
    mlirModuleDestroy(c.scheduled);
  tried = NULL;
  strBufFree(&schedule);
  strBufFree(&text.head);
  strBufFree(&sample.body);
}

static void randomCases(void **state) {
  (void)state;
  Session session = {0};
  Counts counts = {0};
  signal(SIGSEGV, onCrash);
  signal(SIGABRT, onCrash);
  signal(SIGFPE, onCrash);
  signal(SIGVTALRM, onCrash);
  for (long i = 0; i < numCases; ++i)
    runCase(&session, firstSeed + i, &counts);
  mlirContextDestroy(session.context);
  print_message("%ld cases, %ld primitives, %ld runs; %ld of too many steps, "
                "%ld refused late; %ld findings\n",
                counts.cases, counts.primitives, counts.runs, counts.limited,
                counts.late, counts.findings);
  for (int p = 0; p < PRIMITIVES; ++p)
    print_message("%s %ld/%ld ", primitives[p], counts.taken[p],
                  counts.taken[p] + counts.refused[p]);
  print_message("\n");
  assert_int_equal(counts.findings, 0);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (strcmp(argv[i], "--print") == 0)
      printing = true;
    else if (strncmp(argv[i], "--cases=", 8) == 0)
      numCases = atol(argv[i] + 8);
    else if (strncmp(argv[i], "--seed=", 7) == 0)
      firstSeed = atol(argv[i] + 7);
    else if (strcmp(argv[i], "--verbose") == 0)
      verbose = true;
  setvbuf(stdout, NULL, _IOLBF, 0);
  relaxRegisterAll();
  const struct CMUnitTest tests[] = {cmocka_unit_test(randomCases)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
