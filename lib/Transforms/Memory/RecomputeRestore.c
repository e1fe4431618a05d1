//===- RecomputeRestore.c - one more eviction in a plan -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// BladeDISC++ (arXiv:2412.16985): what makes a tensor again is found by walking
// up from its producer, to values that are there at the next use.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Memory/RecomputeRestore.h"

#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

/// Of the calls that make a tensor again.
enum { MAX_CALLS = 10 };

typedef struct Making {
  const Level *from;
  const LevelLife *life;
  const Candidate *candidate;
  Level *to;       // NULL: only the cost is asked for
  int32_t restore; // its number
  int64_t cost;
  int32_t numCalls;
  int32_t kept; // the instance in a file
  struct MadeOf {
    int32_t key;      // a value of the model
    int32_t instance; // made in this restore
  } *made;            // stb_ds map
} Making;

/// A life of the value that is there before the candidate's next use, or -1.
static int32_t present(const Making *making, int32_t value) {
  const Model *model = making->from->model;
  const LevelLife *life = making->life;
  int32_t before = making->candidate->before, node = model->values[value].node;
  if (node < 0 || model->values[model->values[value].root].bytes == 0)
    return value; // nothing that is evicted
  for (int32_t i = life->newest[value]; i >= 0; i = life->older[i]) {
    int32_t root = making->from->instances[i].root;
    if (life->firstItem[i] >= 0 && root != making->candidate->instance &&
        life->firstItem[i] < before && life->lastItem[root] >= before)
      return i;
  }
  return -1;
}

static int32_t need(Making *making, int32_t value);

/// The node again, in this restore.
static bool make(Making *making, int32_t number) {
  const ModelNode *node = &making->from->model->nodes[number];
  if (node->kind == MODEL_STEP) {
    making->cost += node->cost;
    if (!node->again || ++making->numCalls > MAX_CALLS)
      return false;
  } else if (node->kind != MODEL_VIEW) {
    return false;
  }
  int32_t operands[node->numOperands + 1];
  for (int32_t i = 0; i < node->numOperands; ++i)
    if ((operands[i] = need(making, node->operands[i])) < 0)
      return false;
  int32_t first = 0;
  if (making->to) {
    for (int32_t i = 0; i < node->numOperands; ++i)
      arrput(making->to->operands, operands[i]);
    levelAppend(making->to, number, making->restore, true);
    first = arrlast(making->to->items).firstResult;
  }
  for (int32_t i = 0; i < node->numResults; ++i) {
    struct MadeOf entry = {node->firstResult + i, first + i};
    hmputs(making->made, entry);
  }
  return true;
}

/// The instance to read in this restore, or -1.
static int32_t need(Making *making, int32_t value) {
  ptrdiff_t at = mapFind(making->made, value);
  if (at >= 0)
    return making->made[at].instance;
  int32_t instance = present(making, value);
  if (instance >= 0)
    return instance;
  if (!make(making, making->from->model->values[value].node))
    return -1;
  at = mapFind(making->made, value);
  return making->made[at].instance;
}

/// Views of what was evicted are taken again of what was restored.
static int32_t renew(Making *making, int32_t instance) {
  const Level *from = making->from;
  if (from->instances[instance].root != making->candidate->instance)
    return instance;
  int32_t value = from->instances[instance].value;
  ptrdiff_t at = mapFind(making->made, value);
  if (at >= 0)
    return making->made[at].instance;
  const LevelItem *item = &from->items[making->life->firstItem[instance]];
  const ModelNode *node = &from->model->nodes[item->node];
  int32_t source = renew(making, from->operands[item->firstOperand]);
  arrput(making->to->operands, source);
  for (int32_t i = 1; i < node->numOperands; ++i)
    arrput(making->to->operands, from->operands[item->firstOperand + i]);
  levelAppend(making->to, item->node, LEVEL_NONE, true);
  struct MadeOf entry = {value, arrlast(making->to->items).firstResult};
  hmputs(making->made, entry);
  return entry.instance;
}

/// Here, for what reads a view later may be in a restore, whose items stand
/// together.
static void renewViews(Making *making) {
  const Level *from = making->from;
  const LevelLife *life = making->life;
  for (int32_t i = 0; i < arrlen(from->instances); ++i)
    if (life->firstItem[i] >= 0 &&
        life->firstItem[i] < making->candidate->before)
      renew(making, i);
}

/// What the restore makes beside its tensor stays in it. An eviction that ended
/// the life before ends this one.
static void keepOnly(Making *making, int32_t value) {
  int32_t again = making->made[mapFind(making->made, value)].instance;
  hmfree(making->made);
  struct MadeOf entry = {value, again};
  hmputs(making->made, entry);
  for (ptrdiff_t i = 0; i < arrlen(making->to->restores); ++i)
    if (making->to->restores[i].evicted == making->candidate->instance)
      making->to->restores[i].evicted = again;
  LevelRestore restore = {making->candidate->instance, again,
                          making->candidate->costs};
  arrput(making->to->restores, restore);
}

/// Operands are written anew, so that those of dropped items do not add up.
static void copyItem(Making *making, int32_t index) {
  const Level *from = making->from;
  LevelItem item = from->items[index];
  const ModelNode *node = &from->model->nodes[item.node];
  bool behind = index >= making->candidate->before;
  int32_t operands[node->numOperands + 1];
  for (int32_t i = 0; i < node->numOperands; ++i) {
    operands[i] = from->operands[item.firstOperand + i];
    if (behind)
      operands[i] = renew(making, operands[i]);
  }
  item.firstOperand = (int32_t)arrlen(making->to->operands);
  for (int32_t i = 0; i < node->numOperands; ++i)
    arrput(making->to->operands, operands[i]);
  if (behind && node->kind == MODEL_VIEW)
    making->to->instances[item.firstResult].root =
        making->to->instances[operands[0]].root;
  arrput(making->to->items, item);
}

static bool makeAgain(Making *making) {
  const Level *from = making->from;
  int32_t value = from->instances[making->candidate->instance].value;
  return make(making, from->model->values[value].node);
}

//===----------------------------------------------------------------------===//
// To a file and back
//===----------------------------------------------------------------------===//

/// The item that has written the candidate's value out, before its next use, or
/// -1.
static int32_t writtenOut(const Level *level, const Candidate *candidate) {
  int32_t out = level->model->outs[level->instances[candidate->instance].value];
  for (int32_t i = 0; i < candidate->before; ++i)
    if (level->items[i].node == out)
      return i;
  return -1;
}

/// Behind the last use before the candidate has to be there again; nothing
/// comes between the items of a restore.
static int32_t writesOutAt(const Level *level, const LevelLife *life,
                           const Candidate *candidate) {
  int32_t at = life->firstItem[candidate->instance] + 1;
  for (int32_t i = at; i < candidate->before; ++i) {
    const LevelItem *item = &level->items[i];
    for (int32_t k = 0; k < level->model->nodes[item->node].numOperands; ++k)
      if (level->instances[level->operands[item->firstOperand + k]].root ==
          candidate->instance)
        at = i + 1;
  }
  while (level->items[at - 1].restore != LEVEL_NONE &&
         level->items[at].restore == level->items[at - 1].restore)
    ++at;
  return at;
}

static void writeOut(Making *making) {
  const Model *model = making->from->model;
  int32_t instance = making->candidate->instance;
  arrput(making->to->operands, instance);
  levelAppend(making->to, model->outs[making->from->instances[instance].value],
              LEVEL_NONE, true);
  making->kept = arrlast(making->to->items).firstResult;
}

static void readBack(Making *making) {
  int32_t value = making->from->instances[making->candidate->instance].value;
  arrput(making->to->operands, making->kept);
  levelAppend(making->to, making->from->model->outs[value] + 1, making->restore,
              true);
  struct MadeOf entry = {value, arrlast(making->to->items).firstResult};
  hmputs(making->made, entry);
}

/// What goes out is read and written, and so is what comes back. The first time
/// that a page of a file is written the system has to find it.
static int64_t reloadCost(const Level *level, const Candidate *candidate) {
  enum { OUT = 6, BACK = 2 };
  int32_t value = level->instances[candidate->instance].value;
  int64_t each = BACK, cost;
  if (!level->model->outs || level->model->outs[value] < 0)
    return -1;
  if (writtenOut(level, candidate) < 0)
    each += OUT;
  return __builtin_mul_overflow(candidate->bytes, each, &cost) ? -1 : cost;
}

//===----------------------------------------------------------------------===//
// One more
//===----------------------------------------------------------------------===//

void levelRestoreCosts(const Level *level, const LevelLife *life,
                       Candidate *candidate) {
  Making making = {.from = level, .life = life, .candidate = candidate};
  candidate->costs.regenerate = makeAgain(&making) ? making.cost : -1;
  candidate->costs.reload = reloadCost(level, candidate);
  hmfree(making.made);
}

Level levelEvict(const Level *level, const LevelLife *life,
                 const Candidate *candidate) {
  Level out = levelCopy(level);
  arrsetlen(out.items, 0);
  arrsetlen(out.operands, 0);
  Making making = {.from = level,
                   .life = life,
                   .candidate = candidate,
                   .to = &out,
                   .restore = (int32_t)arrlen(level->restores)};
  int32_t written = candidate->reload ? writtenOut(level, candidate) : -1,
          at = candidate->reload && written < 0
                   ? writesOutAt(level, life, candidate)
                   : -1;
  if (written >= 0)
    making.kept = level->items[written].firstResult;
  for (int32_t i = 0; i < arrlen(level->items); ++i) {
    if (i == at)
      writeOut(&making);
    if (i == candidate->before) {
      if (candidate->reload)
        readBack(&making);
      else
        makeAgain(&making);
      keepOnly(&making, level->instances[candidate->instance].value);
      renewViews(&making);
    }
    copyItem(&making, i);
  }
  hmfree(making.made);
  levelSweep(&out);
  return out;
}
