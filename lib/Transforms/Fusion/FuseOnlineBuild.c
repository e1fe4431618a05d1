//===- FuseOnlineBuild.c - the program of a tiled softmax -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Loops and what a softmax adds are text; products and maps are the bodies of
// the programs that are fused, at the places of a tile.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Fusion/FuseOnlineBuild.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Transforms/Fusion/FuseText.h"

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static void addInput(OnlineBuilder *b, const FuseCall *call,
                     const TirAccess *access) {
  FusedProgram *program = b->base.program;
  MlirValue value = fuseCallOperand(call, access);
  if (fuseInputNumber(program, value) >= 0)
    return;
  if (program->numInputs == ONLINE_MAX_INPUTS) {
    b->failed = true;
    return;
  }
  program->inputs[program->numInputs++] = value;
  fuseAddBuffer(&b->base, value, &call->call,
                mlirBlockArgumentGetArgNumber(access->buffer));
}

void onlineAddArguments(OnlineBuilder *b) {
  const Online *o = b->online;
  FusedProgram *program = b->base.program;
  program->inputs = ARENA_ARRAY(onlineArena(b), MlirValue, ONLINE_MAX_INPUTS);
  addInput(b, o->scores, o->a);
  addInput(b, o->scores, o->b);
  addInput(b, o->values, o->v);
  for (intptr_t m = o->numMaps; m-- > 0;) {
    const OnlineMap *map = &o->maps[m];
    MlirValue own = fuseCallOperand(map->call, map->own);
    for (intptr_t i = 0; i < map->compute->numLoads; ++i) {
      const TirAccess *load = &map->compute->loads[i];
      if (!mlirValueEqual(fuseCallOperand(map->call, load), own))
        addInput(b, map->call, load);
    }
  }
  const FuseCall *last = o->move ? o->move : o->values;
  fuseAddBuffer(&b->base, mlirOperationGetResult(last->call.op, 0), &last->call,
                last->call.numInputs);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void setMonoid(Template *t, const char *name, const FuseCall *call) {
  StrBuf text = {0};
  bridgePrintAttribute(tirReduceGetMonoid(call->computes->targets->op), &text);
  templateSet(t, name, "%s", strBufText(&text));
  strBufFree(&text);
}

static void setLoops(OnlineBuilder *b, Template *t) {
  const Online *o = b->online;
  StrBuf loops = {0}, closed = {0};
  for (intptr_t d = 0; d < o->rank; ++d) {
    if (d == o->key || d == o->row || d == o->group || symExprIs(o->dims[d], 1))
      continue;
    if (b->numLoops == ONLINE_MAX_LOOPS) {
      b->failed = true;
      break;
    }
    strBufAppendFormat(&loops, "  tir.for \"b%d\" (%%b%d) in [",
                       (int)b->numLoops, (int)b->numLoops);
    symExprPrint(o->dims[d], &loops);
    strBufAppendC(&loops, "] parallel {\n");
    strBufAppendC(&closed, "  }\n");
    b->loops[b->numLoops++] = d;
  }
  templateSet(t, "loops", "%s", strBufText(&loops));
  templateSet(t, "closed", "%s", strBufText(&closed));
  strBufFree(&loops);
  strBufFree(&closed);
}

/// Iterators of the rows of a tile, how many are left, and in memory.
static void setRows(const Online *o, Template *t) {
  long long panel = onlinePanel(o), group = o->groupSize;
  StrRef rows = templateGet(t, "rows");
  templateSet(t, "p", "%lld", panel);
  templateSet(t, "i", "%%r");
  templateSet(t, "m", "%lld", panel);
  int64_t all = 1;
  bool known = o->row < 0 || symExprIsConst(o->dims[o->row], &all);
  if (known && all % panel == 0) // whole tiles, which rules may unroll
    templateSet(t, "n", "%lld", panel);
  else
    templateSet(t, "n", "min(%lld, %.*s - %lld * %%u)", panel, (int)rows.length,
                rows.data, panel);
  if (o->group < 0)
    return;
  StrRef left = templateGet(t, "n");
  templateSet(t, "n", "%lld, %.*s", group, (int)left.length, left.data);
  templateSet(t, "i", "%%g, %%r");
  templateSet(t, "m", "%lld, %lld", group, panel);
}

/// Keys of a tile that are left.
static void setKeys(const Online *o, Template *t) {
  long long block = onlineBlock(o);
  int64_t all = 0;
  bool known = symExprIsConst(o->dims[o->key], &all);
  StrRef keys = templateGet(t, "keys");
  if (known && all > 0 && (all < block || all % block == 0))
    templateSet(t, "c", "%lld", all < block ? (long long)all : block);
  else
    templateSet(t, "c", "min(%lld, %.*s - %lld * %%w)", block, (int)keys.length,
                keys.data, block);
}

static void setNames(OnlineBuilder *b, Template *t) {
  const Online *o = b->online;
  int64_t block = onlineBlock(o);
  SymExpr one = symExprConst(onlineArena(b), 1);
  SymExpr rows = o->row < 0 ? one : o->dims[o->row];
  fuseSetExpr(t, "rows", rows);
  fuseSetExpr(t, "keys", o->dims[o->key]);
  templateSet(t, "b", "%lld", (long long)block);
  templateSet(t, "k", "%lld", (long long)o->size);
  templateSet(t, "v", "%lld", (long long)o->width);
  setRows(o, t);
  setKeys(o, t);
  setMonoid(t, "max", o->largest);
  setMonoid(t, "add", o->sum);
  setLoops(b, t);
}

/// The text as a module; a null one after an error.
static MlirModule parse(OnlineBuilder *b) {
  const Online *o = b->online;
  StrBuf text = {0};
  Template t = {.arena = onlineArena(b), .out = &text};
  setNames(b, &t);
  templateAppend(&t, "tir.monoid $add (f32) identity (0.0) {\n"
                     "^combine(%a: f32, %b: f32):\n"
                     "  %c = arith.addf %a, %b : f32\n"
                     "  tir.yield %c : f32\n}\n"
                     "tir.monoid $max (f32) identity (-inf) {\n"
                     "^combine(%a: f32, %b: f32):\n"
                     "  %c = arith.maximumf %a, %b : f32\n"
                     "  tir.yield %c : f32\n}\n"
                     "tir.func private @online()");
  fuseAppendSymbols(o->graph, &text);
  strBufAppendC(&text, " {\n");
  templateAppend(&t, onlineBegin);
  templateAppend(&t, onlineTurns(o) ? onlineTurned : onlineScores);
  for (intptr_t m = o->numMaps; m-- > 0;) {
    templateSet(&t, "map", "%s", onlineMaps[o->numMaps - 1 - m]);
    templateAppend(&t, onlineMap);
  }
  templateAppend(&t, onlinePowers);
  if (o->sum->count == 2)
    templateAppend(&t, onlineSum);
  templateAppend(&t, onlineEnd);
  MlirModule module = {NULL};
  if (!b->failed)
    module = bridgeParseModule(b->base.context, strRefFromC(strBufText(&text)),
                               "relax-fuse-online");
  strBufFree(&text);
  return module;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

bool onlineBuild(const Online *online, StrRef name, FusedProgram *program) {
  const FuseCall *values = online->values;
  OnlineBuilder b = {
      .online = online,
      .base = fuseStartProgram(online->graph, values->call.op, program)};
  onlineAddArguments(&b);
  MlirModule module = parse(&b);
  fuseMakeFunction(&b.base, name, tirFuncGetTarget(values->call.callee));
  if (module.ptr) {
    fuseTakeBody(&b.base, module);
    onlineFillTile(&b);
  }
  if (!module.ptr || b.failed) {
    mlirOperationDestroy(program->function);
    return false;
  }
  fuseSetSymbols(online->graph, program);
  return true;
}
