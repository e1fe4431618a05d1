//===- PackBest.c - places of the largest along ragged dimensions ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each row is gone through once for every result of it: the best element behind
// the one that was found before. Between equal ones the place decides. NaN is
// better than all numbers, but for the k smallest, where it comes last: the
// order is total.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Scan.gen.h"
#include "dialects/Relax/Selection.gen.h"
#include "lib/Conversion/Ragged/KernelBody.h"
#include "lib/Conversion/Ragged/PackMoves.h"
#include "lib/Support/Template.h"

static bool isPlace(MlirOperation op) {
  return relaxIsArgMax(op) || relaxIsArgMin(op);
}

static int64_t axisOf(MlirOperation op) {
  return relaxIsTopK(op)     ? relaxTopKGetAxis(op)
         : relaxIsArgMax(op) ? relaxArgMaxGetAxis(op)
                             : relaxArgMinGetAxis(op);
}

/// How many of each row; false if only the run knows.
static bool countOf(MlirOperation op, int64_t *count) {
  RelaxTensorInfo y = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  *count = 1;
  return isPlace(op) || symAttributeIsConst(y.dims[axisOf(op)], count);
}

bool packHasBest(MlirOperation op) {
  int64_t count;
  RelaxTensorInfo x;
  return (isPlace(op) || relaxIsTopK(op)) && countOf(op, &count) &&
         relaxTensorInfo(mlirValueGetType(mlirOperationGetOperand(op, 0)),
                         &x) &&
         kernelHasMonoid(strRefFromC("max"), x.elementType);
}

/// `%$is`: `%a` is better than `%b` whatever their places are.
static const char betterInteger[] =
    "      %$is = arith.cmpi $more, %$a, %$b : $type\n";
static const char betterFloat[] =
    "      %more_$is = arith.cmpf $more, %$a, %$b : $type\n"
    "      %none_$is = arith.cmpf uno, %$nan, %$nan : $type\n"
    "      %number_$is = arith.cmpf ord, %$number, %$number : $type\n"
    "      %nan_$is = arith.andi %none_$is, %number_$is : i1\n"
    "      %$is = arith.ori %more_$is, %nan_$is : i1\n";
static void appendBetter(Template *t, MlirOperation op, const char *is,
                         const char *a, const char *b) {
  bool floats = templateGet(t, "zero").length > 1;
  bool behind = relaxIsTopK(op) && relaxTopKGetSmallest(op);
  templateSet(t, "nan", "%s", behind ? b : a);
  templateSet(t, "number", "%s", behind ? a : b);
  templateSet(t, "is", "%s", is);
  templateSet(t, "a", "%s", a);
  templateSet(t, "b", "%s", b);
  templateAppend(t, floats ? betterFloat : betterInteger);
}

static const char begin[] =
    "    %all = tir.extent ($extent) : index\n"
    "    %least = arith.constant $count : index\n"
    "    %enough = arith.cmpi sge, %all, %least : index\n"
    "    tir.check %enough stops else \"index out of bounds\"\n"
    "    %V = tir.alloc \"V\" local : !tir.buffer<[1], $type>\n"
    "    %P = tir.alloc \"P\" local : !tir.buffer<[1], i64>\n"
    "    %W = tir.alloc \"W\" local : !tir.buffer<[1], $type>\n"
    "    %Q = tir.alloc \"Q\" local : !tir.buffer<[1], i64>\n"
    "    %none = arith.constant -1 : i64\n"
    "    %nothing = arith.constant $zero : $type\n"
    "    tir.store %none, %Q[0] : !tir.buffer<[1], i64>\n"
    "    tir.store %nothing, %W[0] : !tir.buffer<[1], $type>\n"
    "    tir.for \"best\" (scan %t) in [$count] {\n"
    "      tir.store %none, %P[0] : !tir.buffer<[1], i64>\n"
    "      tir.store %nothing, %V[0] : !tir.buffer<[1], $type>\n"
    "      tir.for \"row\" (scan %k) in [$extent] {\n"
    "      %p = arith.index_cast %k : index to i64\n"
    "      %v = tir.load %V[0] : !tir.buffer<[1], $type>\n"
    "      %b = tir.load %P[0] : !tir.buffer<[1], i64>\n"
    "      %w = tir.load %W[0] : !tir.buffer<[1], $type>\n"
    "      %q = tir.load %Q[0] : !tir.buffer<[1], i64>\n"
    "      %x = tir.load %X0[$from] : $X0\n";

/// Behind the one before, and better than all that were met.
static const char choose[] =
    "      %start = arith.cmpi eq, %q, %none : i64\n"
    "      %later = arith.cmpi slt, %q, %p : i64\n"
    "      %true = arith.constant true\n"
    "      %level = arith.xori %above, %true : i1\n"
    "      %tie = arith.andi %level, %later : i1\n"
    "      %under = arith.ori %below, %tie : i1\n"
    "      %left = arith.ori %start, %under : i1\n"
    "      %empty = arith.cmpi eq, %b, %none : i64\n"
    "      %more = arith.ori %empty, %$wins : i1\n"
    "      %takes = arith.andi %left, %more : i1\n"
    "      %v1 = arith.select %takes, %x, %v : $type\n"
    "      %b1 = arith.select %takes, %p, %b : i64\n"
    "      tir.store %v1, %V[0] : !tir.buffer<[1], $type>\n"
    "      tir.store %b1, %P[0] : !tir.buffer<[1], i64>\n"
    "      }\n"
    "      %value = tir.load %V[0] : !tir.buffer<[1], $type>\n"
    "      %place = tir.load %P[0] : !tir.buffer<[1], i64>\n"
    "      tir.store %value, %W[0] : !tir.buffer<[1], $type>\n"
    "      tir.store %place, %Q[0] : !tir.buffer<[1], i64>\n";

static void appendRow(Kernel *kernel, Template *t, MlirType element) {
  MlirOperation op = kernel->op;
  bool floats = mlirTypeIsAFloat(element);
  bool least =
      relaxIsArgMin(op) || (relaxIsTopK(op) && relaxTopKGetSmallest(op));
  bool last = (relaxIsArgMax(op) && relaxArgMaxGetLast(op)) ||
              (relaxIsArgMin(op) && relaxArgMinGetLast(op));
  StrRef type = kernelElement(kernel, element);
  templateSet(t, "type", "%.*s", SPREAD(type));
  templateSet(t, "zero", "%s", floats ? "0.0" : "0");
  const char *sign = floats                               ? "o"
                     : mlirIntegerTypeIsUnsigned(element) ? "u"
                                                          : "s";
  templateSet(t, "more", "%s%s", sign, least ? "lt" : "gt");
  templateAppend(t, begin);
  appendBetter(t, op, "above", "x", "w");
  appendBetter(t, op, "below", "w", "x");
  appendBetter(t, op, "over", last ? "v" : "x", last ? "x" : "v");
  if (last)
    templateAppend(t, "      %on = arith.constant true\n"
                      "      %upto = arith.xori %over, %on : i1\n");
  templateSet(t, "wins", "%s", last ? "upto" : "over");
  templateAppend(t, choose);
}

MlirLogicalResult moveBest(Pack *pack, MlirOperation op) {
  Kernel kernel = kernelBegin(pack, "best", op, kernelRaggedType(op));
  KernelBuffer x = kernelOperand(&kernel, 0), y[2];
  RelaxTensorInfo info;
  relaxTensorInfo(x.type, &info);
  intptr_t axis = (intptr_t)axisOf(op) - 1, rank = 0;
  intptr_t results = mlirOperationGetNumResults(op);
  for (intptr_t i = 0; i < results; ++i)
    y[i] = kernelResult(&kernel, i);
  StrRef from[KERNEL_MOST_DIMS], to[KERNEL_MOST_DIMS];
  int64_t count;
  countOf(op, &count);
  for (intptr_t d = 0; d < x.rank; ++d) {
    from[d] = d == axis ? strRefFromC("%k") : kernelIterator(&kernel, d);
    if (d != axis || y[0].rank == x.rank)
      to[rank++] = d == axis ? strRefFromC("%t") : from[d];
    if (d != axis)
      strBufAppendFormat(&kernel.body,
                         "    tir.for \"d%ld\" (%.*s) in [%.*s] {\n", (long)d,
                         SPREAD(from[d]), SPREAD(x.dims[d]));
  }
  Template t = {.arena = pack->arena, .out = &kernel.body};
  StrRef place = kernelAddress(&kernel, &x, from);
  templateSet(&t, "from", "%.*s", SPREAD(place));
  templateSet(&t, "X0", "%.*s", SPREAD(x.text));
  templateSet(&t, "extent", "%.*s", SPREAD(x.dims[axis]));
  templateSet(&t, "count", "%lld", (long long)count);
  appendRow(&kernel, &t, info.elementType);
  place = kernelAddress(&kernel, &y[0], to);
  if (!isPlace(op))
    kernelStore(&kernel, "%value", "%Y0", &y[0], place);
  kernelStore(&kernel, "%place", isPlace(op) ? "%Y0" : "%Y1", &y[results - 1],
              place);
  for (intptr_t d = 0; d < x.rank; ++d)
    strBufAppendC(&kernel.body, "    }\n");
  return kernelFinish(&kernel);
}
