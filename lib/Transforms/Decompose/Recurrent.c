//===- Recurrent.c - recurrent layers written with other operators --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The inputs of all steps are multiplied with the weights in one product. The
// steps follow each other in a relax.while, whose state is the number of steps
// done, the hidden and cell states, and the hidden states of all steps, which
// a round writes one of. A single step needs no loop.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/State.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"
#include "lib/Transforms/Decompose/GraphLoops.h"
#include "lib/Transforms/Decompose/RecurrentCell.h"

enum { COUNT, HIDDEN, ALL, CELL, MAX_STATE };

typedef struct Layer {
  GraphBuilder *g;
  RecurrentCell cell; // of the direction that is built
  SymExpr steps, batch, size;
  int64_t directions;
  MlirValue numSteps; // i64
  MlirValue lengths;  // i64 [batch, 1] or null
  MlirValue input;    // [steps, batch, gates * hidden]: x W^T and its bias
} Layer;

static const MlirAttribute *attributes(Layer *l, const SymExpr *extents,
                                       intptr_t rank) {
  MlirAttribute *dims = ARENA_ARRAY(l->g->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = relaxDimsAttribute(&l->cell.dims, extents[i]);
  return dims;
}

static MlirValue match(Layer *l, MlirValue x, intptr_t rank,
                       const SymExpr *extents) {
  return graphMatch(l->g, x, rank, attributes(l, extents, rank));
}

static SymExpr literal(Layer *l, int64_t value) {
  return relaxDimsConst(&l->cell.dims, value);
}

/// `count` gates of hidden numbers.
static SymExpr rows(Layer *l, int64_t count) {
  return relaxDimsMul(&l->cell.dims, literal(l, count), l->cell.hidden);
}

static MlirValue number(Layer *l, int64_t value) {
  return graphInteger(l->g, value, mlirIntegerTypeGet(l->g->context, 64));
}

/// The part of this direction, without that dimension.
static MlirValue ofDirection(Layer *l, MlirValue x, int64_t axis) {
  int64_t d = l->cell.direction;
  return graphDropDim(
      l->g, l->directions == 1 ? x : graphSlice(l->g, x, axis, d, d + 1, 1),
      (intptr_t)axis);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// The states after step `t` in place of those before it; what the step gives.
/// Samples that have ended keep their states and give 0.
static MlirValue step(Layer *l, MlirValue x, MlirValue t, MlirValue *h,
                      MlirValue *c) {
  GraphBuilder *g = l->g;
  MlirValue nextC = *c, next = recurrentCellStep(&l->cell, x, *h, &nextC);
  MlirValue given = next;
  if (l->lengths.ptr) {
    MlirValue runs = graphLess(g, t, l->lengths);
    given = graphWhere(g, runs, next, graphNumberLike(g, 0, next));
    next = graphWhere(g, runs, next, *h);
    nextC = graphWhere(g, runs, nextC, *c);
  }
  *h = next;
  *c = nextC;
  return given;
}

static MlirValue goesOn(GraphBuilder *g, const MlirValue *s, void *userData) {
  const Layer *l = userData;
  return graphLess(g, s[COUNT], l->numSteps);
}

static void runRound(GraphBuilder *g, MlirValue *s, const MlirValue *rows,
                     MlirValue *outs, void *userData) {
  (void)rows, (void)outs;
  Layer l = *(Layer *)userData;
  l.g = l.cell.g = g;
  MlirValue next = graphAdd(g, s[COUNT], number(&l, 1));
  MlirValue t = relaxRecurrentIsReverse(&l.cell.parts, l.cell.direction)
                    ? graphSubtract(g, l.numSteps, next)
                    : s[COUNT];
  MlirValue y = step(&l, graphTake(g, l.input, t, 0), t, &s[HIDDEN], &s[CELL]);
  RelaxUpdateSliceArgs update = {.state = s[ALL],
                                 .rows = graphExpandDim(g, y, 0),
                                 .position = t,
                                 .axis = 0};
  s[ALL] =
      graphInsert(g, relaxUpdateSliceCreate(graphPlace(g, "states"), &update));
  s[COUNT] = next;
}

/// Runs all steps; the states become the last ones.
static void loop(Layer *l, MlirValue *states, intptr_t count) {
  GraphLoop steps = {
      .numStates = count, .states = states, .round = runRound, .userData = l};
  graphWhile(l->g, &steps, goesOn);
}

//===----------------------------------------------------------------------===//
// What the steps of a direction need
//===----------------------------------------------------------------------===//

/// A state before the first step, [batch, hidden]; 0 if it is not given.
static MlirValue initial(Layer *l, MlirValue given) {
  SymExpr extents[] = {l->batch, l->cell.hidden};
  if (!given.ptr)
    return graphBroadcast(l->g, graphNumberLike(l->g, 0, l->cell.recurrence), 2,
                          attributes(l, extents, 2), (MlirValue){NULL});
  bool turned = l->cell.parts.batch_first;
  SymExpr d = literal(l, l->directions);
  SymExpr whole[] = {turned ? l->batch : d, turned ? d : l->batch,
                     l->cell.hidden};
  return ofDirection(l, graphWiden(l->g, match(l, given, 3, whole)), turned);
}

/// An operand with the direction first and one extent behind it.
static MlirValue vectorOf(Layer *l, MlirValue given, SymExpr extent) {
  SymExpr whole[] = {literal(l, l->directions), extent};
  return ofDirection(l, graphWiden(l->g, match(l, given, 2, whole)), 0);
}

/// [count, size] of this direction as [size, count].
static MlirValue turned(Layer *l, MlirValue x) {
  static const int64_t turn[] = {1, 0};
  return graphTranspose(l->g, x, 2, turn);
}

static MlirValue matrixOf(Layer *l, MlirValue given, SymExpr size) {
  SymExpr whole[] = {literal(l, l->directions),
                     rows(l, relaxRecurrentGates(&l->cell.parts)), size};
  return ofDirection(l, graphWiden(l->g, match(l, given, 3, whole)), 0);
}

static void prepareRecurrence(Layer *l) {
  RecurrentCell *cell = &l->cell;
  MlirValue r = matrixOf(l, cell->parts.recurrence, cell->hidden);
  cell->gateRecurrence = (MlirValue){NULL};
  if (recurrentResetsFirst(&cell->parts)) {
    cell->gateRecurrence = turned(l, recurrentGateOf(cell, r, 0, 2));
    r = graphSliceFrom(l->g, r, 0, graphLiteral(l->g, 0),
                       relaxDimsAttribute(&cell->dims, rows(l, 2)));
  }
  cell->recurrence = turned(l, r);
}

/// Both biases are added to the input once, where nothing is between them.
static void prepareBias(Layer *l) {
  GraphBuilder *g = l->g;
  RecurrentCell *cell = &l->cell;
  int64_t gates = relaxRecurrentGates(&cell->parts);
  cell->stateBias = (MlirValue){NULL};
  if (!cell->parts.bias.ptr)
    return;
  MlirValue both = vectorOf(l, cell->parts.bias, rows(l, 2 * gates));
  MlirAttribute count = relaxDimsAttribute(&cell->dims, rows(l, gates));
  MlirValue own = graphSliceFrom(g, both, 0, graphLiteral(g, 0), count);
  MlirValue state = graphSliceFrom(g, both, 0, count, count);
  if (cell->parts.linear_before_reset)
    cell->stateBias = state;
  else
    own = graphAdd(g, own, state);
  l->input = graphAdd(g, l->input, own);
}

static void prepare(Layer *l) {
  static const int64_t turn[] = {1, 0, 2};
  GraphBuilder *g = l->g;
  const RelaxRecurrent *p = &l->cell.parts;
  MlirValue x = graphWiden(g, p->input);
  if (p->batch_first)
    x = graphTranspose(g, x, 3, turn);
  l->input = graphMatmul(g, x, turned(l, matrixOf(l, p->weights, l->size)));
  prepareRecurrence(l);
  prepareBias(l);
  l->cell.peepholes = p->peepholes.ptr ? vectorOf(l, p->peepholes, rows(l, 3))
                                       : (MlirValue){NULL};
}

/// The number of steps, and the lengths as a column.
static void prepareSteps(Layer *l) {
  GraphBuilder *g = l->g;
  RecurrentCell *cell = &l->cell;
  int64_t steps;
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  l->numSteps =
      symExprIsConst(l->steps, &steps)
          ? number(l, steps)
          : graphReshape(g,
                         graphExtent(g,
                                     relaxDimsAttribute(&cell->dims, l->steps),
                                     cell->parts.input),
                         0, NULL);
  l->lengths = (MlirValue){NULL};
  if (cell->parts.lengths.ptr)
    l->lengths = graphExpandDim(
        g, graphCast(g, match(l, cell->parts.lengths, 1, &l->batch), i64), 1);
}

//===----------------------------------------------------------------------===//
// Directions
//===----------------------------------------------------------------------===//

/// The hidden states of all steps [steps, batch, hidden] of direction `d`, and
/// the last states [batch, hidden].
static MlirValue direction(Layer *l, int64_t d, MlirValue *h, MlirValue *c) {
  GraphBuilder *g = l->g;
  l->cell.direction = d;
  prepare(l);
  *h = initial(l, l->cell.parts.hidden);
  *c = l->cell.parts.kind == RELAX_LSTM ? initial(l, l->cell.parts.cell)
                                        : (MlirValue){NULL};
  if (symExprIs(l->steps, 1)) {
    MlirValue x = graphDropDim(g, l->input, 0);
    return graphExpandDim(g, step(l, x, number(l, 0), h, c), 0);
  }
  SymExpr extents[] = {l->steps, l->batch, l->cell.hidden};
  MlirValue zeros =
      graphBroadcast(g, graphNumberLike(g, 0, *h), 3, attributes(l, extents, 3),
                     (MlirValue){NULL});
  MlirValue states[] = {number(l, 0), *h, zeros, *c};
  loop(l, states, c->ptr ? MAX_STATE : MAX_STATE - 1);
  *h = states[HIDDEN];
  *c = states[CELL];
  return states[ALL];
}

/// The directions beside each other, in the order of the layout.
static MlirValue join(Layer *l, const MlirValue *parts, intptr_t rank) {
  static const int64_t turnLast[] = {1, 0, 2}, turnAll[] = {2, 0, 1, 3};
  GraphBuilder *g = l->g;
  intptr_t axis = rank == 3 ? 1 : 0;
  MlirValue y = graphExpandDim(g, parts[0], axis);
  if (l->directions == 2)
    y = graphConcat(g, y, graphExpandDim(g, parts[1], axis), axis);
  if (l->cell.parts.batch_first)
    y = graphTranspose(g, y, rank + 1, rank == 3 ? turnAll : turnLast);
  return graphCastLike(g, y, l->cell.parts.input);
}

static void recurrent(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  static const char *const names[] = {[RELAX_RNN] = "relax.rnn",
                                      [RELAX_GRU] = "relax.gru",
                                      [RELAX_LSTM] = "relax.lstm"};
  RelaxRecurrent parts = relaxRecurrentOf(op);
  Layer l = {
      .g = g,
      .cell = {.g = g,
               .dims = relaxDimsMake(g->loc, names[parts.kind], g->arena),
               .parts = parts}};
  RelaxDims *dims = &l.cell.dims;
  const RelaxRecurrent *p = &l.cell.parts;
  RelaxTensorInfo x = relaxTensorInfoOf(p->input);
  bool turned = p->batch_first;
  l.steps = relaxDimsOf(dims, x.dims[turned]);
  l.batch = relaxDimsOf(dims, x.dims[!turned]);
  l.size = relaxDimsOf(dims, x.dims[2]);
  l.cell.hidden = relaxDimsOf(dims, relaxTensorInfoOf(p->recurrence).dims[2]);
  l.directions = relaxRecurrentDirections(p);
  MlirValue all[2], h[2], c[2];
  prepareSteps(&l);
  for (int64_t d = 0; d < l.directions; ++d)
    all[d] = direction(&l, d, &h[d], &c[d]);
  results[0] = join(&l, all, 3);
  results[1] = join(&l, h, 2);
  if (p->kind == RELAX_LSTM)
    results[2] = join(&l, c, 2);
  graphDimsGood(g, dims);
}

const DecomposeRule decomposeRecurrent[] = {{"relax.rnn", recurrent},
                                            {"relax.gru", recurrent},
                                            {"relax.lstm", recurrent},
                                            {NULL, NULL}};
