//===- Count.c - what a call of a kernel has to do ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Support/IntegerPredicate.h"
#include "lib/Support/OutOfMemory.h"
#include "lib/Target/Work/WorkState.h"

#include <stb/stb_ds.h>
#include <stdlib.h>

/// Steps of one count: a tenth of a second.
enum { MOST_STEPS = 1 << 28 };

typedef struct Count {
  const RelaxWork *work;
  const int64_t *symbols;
  const RelaxWorkTable *tables;
  size_t numTables;
  int64_t iters[WORK_MAX_DEPTH];
  uint64_t *counters;
  int64_t steps;
} Count;

/// Division of extents; false where the program would fail as well.
static bool divide(WorkIntKind kind, int64_t a, int64_t b, int64_t *out) {
  if (b == 0 || (a == INT64_MIN && b == -1))
    return false;
  int64_t quotient = a / b, rest = a % b;
  bool negative = (rest < 0) != (b < 0);
  if (kind == WORK_INT_REM)
    *out = rest;
  else if (kind == WORK_INT_CEILDIV)
    *out = quotient + (rest != 0 && !negative);
  else if (kind == WORK_INT_FLOORDIV)
    *out = quotient - (rest != 0 && negative);
  else
    *out = quotient;
  return true;
}

/// Of 64 bits, as machines compute.
static bool combine(const WorkInt *node, const int64_t *v, int64_t *out) {
  switch (node->kind) {
  case WORK_INT_ADD:
    *out = (int64_t)((uint64_t)v[0] + (uint64_t)v[1]);
    return true;
  case WORK_INT_SUB:
    *out = (int64_t)((uint64_t)v[0] - (uint64_t)v[1]);
    return true;
  case WORK_INT_MUL:
    *out = (int64_t)((uint64_t)v[0] * (uint64_t)v[1]);
    return true;
  case WORK_INT_MIN:
    *out = v[0] < v[1] ? v[0] : v[1];
    return true;
  case WORK_INT_MAX:
    *out = v[0] > v[1] ? v[0] : v[1];
    return true;
  case WORK_INT_AND:
    *out = v[0] & v[1];
    return true;
  case WORK_INT_OR:
    *out = v[0] | v[1];
    return true;
  case WORK_INT_XOR:
    *out = v[0] ^ v[1];
    return true;
  case WORK_INT_COMPARE:
    *out = integerPredicate(node->value, v[0], v[1], (uint64_t)v[0],
                            (uint64_t)v[1]);
    return true;
  case WORK_INT_SELECT:
    *out = v[0] ? v[1] : v[2];
    return true;
  default:
    return divide(node->kind, v[0], v[1], out);
  }
}

static bool evaluate(Count *count, uint32_t index, int64_t *out);

/// An element of a table; false outside of it.
static bool load(Count *count, const WorkInt *node, int64_t *out) {
  int64_t place;
  if ((size_t)node->value >= count->numTables ||
      !evaluate(count, node->operands[0], &place))
    return false;
  const RelaxWorkTable *table = &count->tables[node->value];
  if (!table->entries || place < 0 || place >= table->count)
    return false;
  *out = table->entries[place];
  return true;
}

static bool evaluate(Count *count, uint32_t index, int64_t *out) {
  const WorkInt *node = &count->work->ints[index];
  if (--count->steps < 0 || node->kind == WORK_INT_UNKNOWN)
    return false;
  if (node->kind == WORK_INT_CONST)
    *out = node->value;
  else if (node->kind == WORK_INT_SYMBOL)
    *out = count->symbols[node->value];
  else if (node->kind == WORK_INT_ITER)
    *out = count->iters[node->value];
  if (node->kind <= WORK_INT_ITER)
    return true;
  if (node->kind == WORK_INT_LOAD)
    return load(count, node, out);
  int64_t values[3] = {0, 0, 0};
  int operands = node->kind == WORK_INT_SELECT ? 3 : 2;
  for (int i = 0; i < operands; ++i)
    if (!evaluate(count, node->operands[i], &values[i]))
      return false;
  return combine(node, values, out);
}

static bool run(Count *count, uint32_t begin, uint32_t end, uint64_t times);

static bool runLoop(Count *count, uint32_t at, uint64_t times) {
  const WorkNode *node = &count->work->nodes[at];
  int64_t lower, upper, step;
  if (!evaluate(count, node->operands[0], &lower) ||
      !evaluate(count, node->operands[1], &upper) ||
      !evaluate(count, node->operands[2], &step) || step <= 0)
    return false;
  if (lower >= upper)
    return true;
  int64_t *iter = &count->iters[node->depth];
  *iter = lower;
  if (!node->differs) {
    uint64_t rounds =
        ((uint64_t)upper - (uint64_t)lower - 1) / (uint64_t)step + 1;
    return run(count, at + 1, node->end, times * rounds);
  }
  for (; *iter < upper; *iter += step)
    if (!run(count, at + 1, node->end, times) || *iter > INT64_MAX - step)
      return false;
  return true;
}

/// Nodes one behind the other, `times` times.
static bool run(Count *count, uint32_t begin, uint32_t end, uint64_t times) {
  for (uint32_t at = begin; at < end;) {
    const WorkNode *node = &count->work->nodes[at];
    int64_t value;
    if (--count->steps < 0)
      return false;
    if (node->kind == WORK_LOOP) {
      if (!runLoop(count, at, times))
        return false;
      at = node->end;
      continue;
    }
    if (!evaluate(count, node->operands[0], &value))
      return false;
    if (node->kind == WORK_COUNT) {
      count->counters[node->place] += times * node->factor * (uint64_t)value;
      ++at;
      continue;
    }
    if (!(value ? run(count, at + 1, node->other, times)
                : run(count, node->other, node->end, times)))
      return false;
    at = node->end;
  }
  return true;
}

/// False where the extents do not fit 64 bits.
static bool bytesOf(const WorkArgument *argument, const int64_t *symbols,
                    uint64_t *bytes) {
  *bytes = argument->elementBytes;
  for (size_t i = 0; i < argument->rank; ++i) {
    int64_t values[WORK_MAX_DEPTH], extent;
    SymExpr dim = argument->dims[i];
    if (dim.numSymbols > WORK_MAX_DEPTH)
      return false;
    for (size_t k = 0; k < dim.numSymbols; ++k)
      values[k] = symbols[argument->symbols[i][k]];
    if (symExprEval(dim, values, &extent) != SYM_OK || extent < 0 ||
        __builtin_mul_overflow(*bytes, (uint64_t)extent, bytes))
      return false;
  }
  return true;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

bool relaxWorkReadsTables(const RelaxWork *work) {
  bool reads = false;
  for (ptrdiff_t i = 0; i < arrlen(work->ints); ++i)
    reads |= work->ints[i].kind == WORK_INT_LOAD;
  return reads;
}

/// Some node counts bytes at that place.
static bool counts(const RelaxWork *work, uint32_t place) {
  bool found = false;
  for (ptrdiff_t i = 0; i < arrlen(work->nodes); ++i)
    found |= work->nodes[i].kind == WORK_COUNT && work->nodes[i].place == place;
  return found;
}

bool relaxWorkReads(const RelaxWork *work, size_t argument) {
  return counts(work, WORK_ARGUMENTS + 2 * (uint32_t)argument);
}

bool relaxWorkWrites(const RelaxWork *work, size_t argument) {
  return counts(work, WORK_ARGUMENTS + 2 * (uint32_t)argument + 1);
}

bool relaxWorkCount(const RelaxWork *work, const int64_t *symbols,
                    const RelaxWorkTable *tables, size_t numTables,
                    RelaxWorkCount *out) {
  Count count = {.work = work,
                 .symbols = symbols,
                 .tables = tables,
                 .numTables = numTables,
                 .steps = MOST_STEPS};
  count.counters = calloc(work->numCounters, sizeof(*count.counters));
  if (!count.counters)
    outOfMemory();
  bool good = run(&count, 0, (uint32_t)arrlen(work->nodes), 1);
  *out = (RelaxWorkCount){count.counters[WORK_OPERATIONS], 0};
  for (size_t i = 0; good && i < work->numArguments; ++i) {
    const WorkArgument *argument = &work->arguments[i];
    const uint64_t *moved = &count.counters[WORK_ARGUMENTS + 2 * i];
    uint64_t whole;
    good = bytesOf(argument, symbols, &whole);
    for (int k = 0; good && k < 2; ++k)
      out->bytes += least(moved[k] * argument->elementBytes, whole);
  }
  free(count.counters);
  return good;
}

void relaxWorkDestroy(RelaxWork *work) {
  if (!work)
    return;
  arrfree(work->ints);
  arrfree(work->nodes);
  arenaDestroy(work->arena);
  free(work);
}
