//===- FuseReducedBuild.c - the program of a product that is reduced ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Transforms/Fusion/FuseReduced.h"
#include "lib/Transforms/Fusion/FuseText.h"

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static void addInputs(ReducedBuilder *b, const FuseCall *call, intptr_t number,
                      MlirValue but) {
  const TirComputeAccesses *compute = &call->computes[number];
  FusedProgram *program = b->base.program;
  for (intptr_t i = 0; number < call->count && i < compute->numLoads; ++i) {
    MlirValue value = fuseCallOperand(call, &compute->loads[i]);
    if (!value.ptr || mlirValueEqual(value, but) ||
        fuseInputNumber(program, value) >= 0)
      continue;
    b->failed |= program->numInputs == REDUCED_MAX_INPUTS;
    if (b->failed)
      return;
    program->inputs[program->numInputs++] = value;
    fuseAddBuffer(&b->base, value, &call->call,
                  mlirBlockArgumentGetArgNumber(compute->loads[i].buffer));
  }
}

static void addArguments(ReducedBuilder *b) {
  const Reduced *r = b->reduced;
  MlirValue product = mlirOperationGetResult(r->product->call.op, 0);
  b->base.program->inputs =
      ARENA_ARRAY(reducedArena(b), MlirValue, REDUCED_MAX_INPUTS);
  addInputs(b, r->product, 0, product);
  addInputs(b, r->product, 1, product);
  addInputs(b, r->reduction, 1, product);
  fuseAddBuffer(&b->base, mlirOperationGetResult(r->reduction->call.op, 0),
                &r->reduction->call, r->reduction->call.numInputs);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Around a tile, and the reduction of it. Computes with an empty body get that
/// of the programs that are fused.
static const char begin[] =
    "tir.func private @reduced()$symbols {\n"
    "$loops"
    "  tir.for \"columns\" (%u) in [($columns) ceildiv $b] parallel {\n"
    "    %A = tir.alloc \"A\" local : !tir.buffer<[$b], $to>\n"
    "    tir.compute \"identity\" (%c) in [$c] {\n"
    "      %none = arith.constant $identity\n"
    "      tir.store %none, %A[%c] : !tir.buffer<[$b], $to>\n    }\n"
    "    tir.for \"rows\" (%w) in [($rows) ceildiv $a] {\n";
/// Memory of its own for what is mapped: then the product is used by the map
/// only. What is left over in the last tile is known to be something.
static const char mapped[] =
    "      %U = tir.alloc \"U\" local : !tir.buffer<[$a, $b], $from>\n"
    "      tir.compute \"clear\" (%r, %c) in [$a, $b] {\n"
    "        %zero = arith.constant $zero\n"
    "        tir.store %zero, %U[%r, %c] : !tir.buffer<[$a, $b], $from>\n"
    "      }\n";
static const char product[] =
    "      %T = tir.alloc \"T\" local : !tir.buffer<[$a, $b], $from>\n"
    "      tir.compute \"product\" (%r, %c$sums) in [$r, $c$extents] {\n"
    "      }\n";
static const char map[] = "      tir.compute \"map\" (%r, %c) in [$r, $c] {\n"
                          "      }\n";
static const char end[] =
    "      tir.compute \"part\" (%c, reduce %r) in [$c, $r] update {\n"
    "      }\n"
    "    }\n"
    "    tir.compute \"result\" (%c) in [$c] {\n"
    "    }\n"
    "  }\n"
    "$closed"
    "  tir.return\n}\n";

static void setType(Template *t, const char *name, const FuseCall *call) {
  StrBuf text = {0};
  bridgePrintType(tirBufferTypeGetElementType(
                      mlirValueGetType(call->computes->targets->buffer)),
                  &text);
  templateSet(t, name, "%s", strBufText(&text));
  strBufFree(&text);
}

static void setZero(const Reduced *r, Template *t) {
  MlirType type = tirBufferTypeGetElementType(
      mlirValueGetType(r->product->computes->targets->buffer));
  StrBuf text = {0};
  bridgePrintAttribute(
      mlirTypeIsAFloat(type)
          ? mlirFloatAttrDoubleGet(mlirTypeGetContext(type), type, 0)
          : mlirIntegerAttrGet(type, 0),
      &text);
  templateSet(t, "zero", "%s", strBufText(&text));
  strBufFree(&text);
}

static void setIdentity(const ReducedBuilder *b, Template *t) {
  const FuseCall *reduction = b->reduced->reduction;
  MlirOperation monoid = fuseCallMonoid(b->reduced->graph, reduction->computes);
  StrBuf text = {0};
  bridgePrintAttribute(mlirArrayAttrGetElement(tirMonoidGetIdentity(monoid), 0),
                       &text);
  templateSet(t, "identity", "%s", strBufText(&text));
  strBufFree(&text);
}

/// What is left for a tile; whole tiles, where that is known.
static void setPart(Template *t, const char *name, SymExpr all,
                    const char *loop, int size) {
  StrBuf text = {0};
  int64_t literal;
  symExprPrint(all, &text);
  if (symExprIsConst(all, &literal) && literal % size == 0)
    templateSet(t, name, "%d", size);
  else
    templateSet(t, name, "min(%d, %s - %d * %%%s)", size, strBufText(&text),
                size, loop);
  strBufFree(&text);
}

static void setLists(const ReducedBuilder *b, Template *t) {
  const Reduced *r = b->reduced;
  const TirComputeAccesses *product = r->product->computes;
  StrBuf loops = {0}, closed = {0}, sums = {0}, extents = {0}, symbols = {0};
  for (intptr_t i = 0; i < r->numLoops; ++i) {
    strBufAppendFormat(&loops, "  tir.for \"b%d\" (%%b%d) in [", (int)i,
                       (int)i);
    symExprPrint(r->reduction->computes->extents[r->loops[i]], &loops);
    strBufAppendC(&loops, "] parallel {\n");
    strBufAppendC(&closed, "  }\n");
  }
  for (intptr_t k = 0; k < product->numIterators; ++k) {
    if (!product->isReduce[k])
      continue;
    strBufAppendFormat(&sums, ", reduce %%k%d", (int)k);
    strBufAppendC(&extents, ", ");
    symExprPrint(product->extents[k], &extents);
  }
  fuseAppendSymbols(r->graph, &symbols);
  templateSet(t, "loops", "%s", strBufText(&loops));
  templateSet(t, "closed", "%s", strBufText(&closed));
  templateSet(t, "sums", "%s", strBufText(&sums));
  templateSet(t, "extents", "%s", strBufText(&extents));
  templateSet(t, "symbols", "%s", strBufText(&symbols));
  strBufFree(&loops);
  strBufFree(&closed);
  strBufFree(&sums);
  strBufFree(&extents);
  strBufFree(&symbols);
}

/// A null module after an error.
static MlirModule parse(ReducedBuilder *b) {
  const Reduced *r = b->reduced;
  StrBuf text = {0};
  Template t = {.arena = reducedArena(b), .out = &text};
  fuseSetExpr(&t, "rows", r->rows);
  fuseSetExpr(&t, "columns", r->columns);
  templateSet(&t, "a", "%d", REDUCED_ROWS);
  templateSet(&t, "b", "%d", REDUCED_COLUMNS);
  setPart(&t, "r", r->rows, "w", REDUCED_ROWS);
  setPart(&t, "c", r->columns, "u", REDUCED_COLUMNS);
  setType(&t, "from", r->product);
  setType(&t, "to", r->reduction);
  setIdentity(b, &t);
  setZero(r, &t);
  setLists(b, &t);
  templateAppend(&t, begin);
  if (r->product->count == 2)
    templateAppend(&t, mapped);
  templateAppend(&t, product);
  if (r->product->count == 2)
    templateAppend(&t, map);
  templateAppend(&t, end);
  MlirModule module = bridgeParseModule(
      b->base.context, strRefFromC(strBufText(&text)), "relax-fuse-reduced");
  strBufFree(&text);
  return module;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

bool reducedBuild(const Reduced *reduced, StrRef name, FusedProgram *program) {
  MlirOperation call = reduced->product->call.op;
  ReducedBuilder b = {.reduced = reduced,
                      .base = fuseStartProgram(reduced->graph, call, program)};
  addArguments(&b);
  MlirModule module = b.failed ? (MlirModule){NULL} : parse(&b);
  fuseMakeFunction(&b.base, name,
                   tirFuncGetTarget(reduced->product->call.callee));
  if (module.ptr) {
    fuseTakeBody(&b.base, module);
    reducedFillTile(&b);
  }
  if (!module.ptr || b.failed || b.base.failed) {
    mlirOperationDestroy(program->function);
    return false;
  }
  fuseSetSymbols(reduced->graph, program);
  return true;
}
