//===- TargetBounds.c - wrong programs and memory that is not theirs ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Random programs of one to three nests of loops or computes, most with a
// number that is wrong, run on buffers between pages that nobody may touch. The
// truth is found by going through all points: a program whose accesses stay
// inside has to run without an error, any other has to be stopped, and neither
// may touch a page beside its buffers.
//
//   build/test/unit/TargetBounds --programs=10000
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE // MAP_ANONYMOUS, sigsetjmp

#include "BoundsSample.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

//===----------------------------------------------------------------------===//
// The truth
//===----------------------------------------------------------------------===//

static int64_t valueOf(Linear linear, const int64_t *symbols,
                       const int64_t *at) {
  int64_t value = linear.c + (linear.symbol ? symbols[linear.symbol - 1] : 0);
  for (int i = 0; i < ITERATORS && at; ++i)
    value += linear.of[i] * at[i];
  return value;
}

static bool isInside(const Sample *s, int buffer, const Linear *indices,
                     const int64_t *symbols, const int64_t *at) {
  for (int d = 0; d < RANK; ++d) {
    int64_t index = valueOf(indices[d], symbols, at);
    if (index < 0 || index >= valueOf(s->dims[buffer][d], symbols, NULL))
      return false;
  }
  return true;
}

static bool nestIsRight(const Sample *s, const Nest *nest,
                        const int64_t *symbols) {
  int64_t low[ITERATORS], high[ITERATORS], at[ITERATORS] = {0};
  for (int i = 0; i < ITERATORS; ++i) {
    low[i] = valueOf(nest->lower[i], symbols, NULL);
    high[i] = valueOf(nest->upper[i], symbols, NULL);
  }
  for (at[0] = low[0]; at[0] < high[0]; ++at[0]) {
    if (nest->reduces && !isInside(s, nest->to, nest->store, symbols, at))
      return false;
    for (at[1] = low[1]; at[1] < high[1]; ++at[1])
      if (!isInside(s, nest->from, nest->load, symbols, at) ||
          !isInside(s, nest->to, nest->store, symbols, at))
        return false;
    at[1] = 0;
  }
  return true;
}

static bool isRight(const Sample *s, const int64_t *symbols) {
  for (int i = 0; i < s->numNests; ++i)
    if (!nestIsRight(s, &s->nests[i], symbols))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

/// Memory between pages that may not be touched, its end at the end of a page
/// or its begin at the begin of one.
typedef struct Guarded {
  char *pages;
  size_t size;
} Guarded;

static void *guardedMemory(Guarded *g, size_t bytes, bool atEnd) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t room = (bytes + page - 1) / page * page;
  g->size = room + 2 * page;
  g->pages = mmap(NULL, g->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(g->pages != MAP_FAILED);
  if (room)
    assert_int_equal(mprotect(g->pages + page, room, PROT_READ | PROT_WRITE),
                     0);
  return g->pages + page + (atEnd ? room - bytes : 0);
}

static sigjmp_buf back;

static void onFault(int number) {
  (void)number;
  siglongjmp(back, 1);
}

typedef struct Counts {
  long programs, runs, wrong, stopped, strayed, missed, refused;
} Counts;

static void runOne(const Sample *s, RelaxKernel kernel, const int64_t *symbols,
                   Counts *counts, const char *text) {
  Guarded guards[4];
  void *buffers[4];
  bool right = isRight(s, symbols), atEnd = below(2);
  for (int i = 0; i < 4; ++i) {
    int64_t count = i < 2 ? symbols[i] : 1;
    for (int d = 0; d < RANK && i >= 2; ++d)
      count *= valueOf(s->dims[i - 2][d], symbols, NULL);
    buffers[i] =
        guardedMemory(&guards[i], (size_t)count * sizeof(float), atEnd);
  }
  int32_t status = -1;
  if (sigsetjmp(back, 1) == 0)
    status = kernel(buffers, symbols);
  ++counts->runs;
  counts->wrong += !right;
  counts->stopped += !right && status > 0;
  if (status < 0 || right != (status == RELAX_KERNEL_OK)) {
    print_error("n = %ld, m = %ld: %s, status %d\n%s", (long)symbols[0],
                (long)symbols[1], right ? "right" : "wrong", (int)status, text);
    ++*(status < 0 ? &counts->strayed : &counts->missed);
  }
  for (int i = 0; i < 4; ++i)
    munmap(guards[i].pages, guards[i].size);
}

static void runSample(Counts *counts) {
  static const int64_t extents[] = {0, 1, 2, 5, 8, 13};
  Sample s = randomSample();
  StrBuf text = {0};
  printSample(&s, &text);
  RelaxJit *jit = compiledAt(strBufText(&text), RELAX_TARGET_O0);
  RelaxKernel kernel = relaxJitFind(jit, "f");
  assert_non_null(kernel);
  ++counts->programs;
  for (int run = 0; run < 4; ++run) {
    int64_t symbols[] = {extents[below(6)], extents[below(6)]};
    runOne(&s, kernel, symbols, counts, strBufText(&text));
  }
  relaxJitDestroy(jit);
  strBufFree(&text);
}

static long numPrograms = 300;

static void wrongPrograms(void **state) {
  (void)state;
  struct sigaction action = {.sa_handler = onFault}, old[2];
  sigaction(SIGSEGV, &action, &old[0]);
  sigaction(SIGBUS, &action, &old[1]);
  Counts counts = {0};
  while (counts.programs < numPrograms)
    runSample(&counts);
  sigaction(SIGSEGV, &old[0], NULL);
  sigaction(SIGBUS, &old[1], NULL);
  print_message("%ld programs, %ld runs, %ld of them wrong: %ld stopped, %ld "
                "strayed; %ld misjudged\n",
                counts.programs, counts.runs, counts.wrong, counts.stopped,
                counts.strayed, counts.missed);
  assert_true(counts.wrong > counts.runs / 10);
  assert_int_equal(counts.strayed, 0);
  assert_int_equal(counts.missed, 0);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (strncmp(argv[i], "--programs=", 11) == 0)
      numPrograms = atol(argv[i] + 11);
    else if (strncmp(argv[i], "--seed=", 7) == 0)
      seed = (uint64_t)atol(argv[i] + 7);
  const struct CMUnitTest tests[] = {cmocka_unit_test(wrongPrograms)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
