//===- Sums.c - sums that a loop carries ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A sum of products that a loop carries in registers has no order (Contract.c).
// Two things follow for one in whose round several products are added:
//
// - A scale of integers that is the same in all rounds, as that of a block of
//   quantised weights, is multiplied with the sum behind the loop: no register
//   holds it and no round multiplies by it. `sum of x * (s * q)` overflows
//   where `s * (sum of x * q)` does, but for |x| above 1e36.
// - Where there are fewer sums than the processor adds at once, each becomes
//   two: an addition waits for the one before.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Lowering.h"
#include "lib/Conversion/TIRToSCF/Tiles.h"

#include <stb/stb_ds.h>

/// Additions that are under way at once: two a cycle, each for four.
enum { MOST_SUMS = 8, LOOP_BOUNDS = 3 };

typedef struct Sum {
  MlirOperation *additions; // stb_ds; from the first one on
  MlirValue scale;          // of all products; or null
} Sum;

static MlirOperation inBody(MlirValue value, MlirBlock body, const char *name) {
  MlirOperation op = bridgeDefiner(value);
  return bridgeIsNamed(op, name) &&
                 mlirBlockEqual(mlirOperationGetBlock(op), body)
             ? op
             : (MlirOperation){NULL};
}

static bool isFromInteger(MlirValue value, MlirBlock body) {
  return inBody(value, body, "arith.sitofp").ptr ||
         inBody(value, body, "arith.uitofp").ptr;
}

/// The operand of `product` that is a scaled integer: its place, or -1.
/// `*scale` is made outside of the body, `*integer` in it.
static intptr_t scaledOperand(MlirOperation product, MlirBlock body,
                              MlirValue *scale, MlirValue *integer) {
  for (intptr_t i = 0; i < 2; ++i) {
    MlirOperation scaled =
        inBody(mlirOperationGetOperand(product, i), body, "arith.mulf");
    for (intptr_t j = 0; j < 2 && scaled.ptr; ++j) {
      *scale = mlirOperationGetOperand(scaled, j);
      *integer = mlirOperationGetOperand(scaled, !j);
      if (isFromInteger(*integer, body) && tileIsOutside(*scale, body))
        return i;
    }
  }
  return -1;
}

/// Reads the sum from its last addition back to `start`; false if `last` is no
/// sum of products.
static bool readSum(MlirBlock body, MlirValue start, MlirValue last, Sum *sum) {
  bool good = bridgeIsUsedOnce(start);
  while (good && !mlirValueEqual(last, start)) {
    MlirOperation addition = inBody(last, body, "arith.addf");
    good = addition.ptr && bridgeIsUsedOnce(last) && tirMayContract(addition) &&
           inBody(mlirOperationGetOperand(addition, 1), body, "arith.mulf").ptr;
    if (good) {
      arrins(sum->additions, 0, addition);
      last = mlirOperationGetOperand(addition, 0);
    }
  }
  return good && arrlen(sum->additions) > 0;
}

static MlirOperation productOf(const Sum *sum, ptrdiff_t i) {
  return mlirOpResultGetOwner(mlirOperationGetOperand(sum->additions[i], 1));
}

/// Have all products of the sum one scale?
static bool findScale(MlirBlock body, Sum *sum) {
  bool good = true;
  for (ptrdiff_t i = 0; i < arrlen(sum->additions) && good; ++i) {
    MlirValue scale, integer;
    good = scaledOperand(productOf(sum, i), body, &scale, &integer) >= 0 &&
           (i == 0 || mlirValueEqual(scale, sum->scale));
    sum->scale = scale;
  }
  return good;
}

static void dropScale(MlirBlock body, const Sum *sum) {
  for (ptrdiff_t i = 0; i < arrlen(sum->additions); ++i) {
    MlirValue scale, integer;
    intptr_t place = scaledOperand(productOf(sum, i), body, &scale, &integer);
    mlirOperationSetOperand(productOf(sum, i), place, integer);
  }
}

/// Every other addition goes to a sum that begins with `start`; returns where
/// that ends. The sum ends one addition earlier then.
static MlirValue partSum(Sum *sum, MlirValue start) {
  ptrdiff_t count = arrlen(sum->additions);
  for (ptrdiff_t i = count; i-- > 1;)
    mlirOperationSetOperand(
        sum->additions[i], 0,
        i == 1 ? start : mlirOperationGetResult(sum->additions[i - 2], 0));
  return mlirOperationGetResult(sum->additions[count - 1], 0);
}

/// -0, which added to anything is that.
static MlirValue buildNothing(OpBuilder *b, MlirType type) {
  MlirType element =
      mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
  MlirAttribute zero =
      mlirFloatAttrDoubleGet(opBuilderContext(b), element, -0.0);
  return buildConstant(b, mlirTypeIsAVector(type)
                              ? mlirDenseElementsAttrSplatGet(type, zero)
                              : zero);
}

/// The loop again, with what it carries taken apart.
static void rebuild(MlirOperation loop, Sum *sums, bool scaled, bool parted) {
  MlirBlock old = bridgeBody(loop);
  intptr_t count = arrlen(sums);
  OpBuilder b = opBuilderBefore(loop);
  MlirValue *values = NULL;
  for (intptr_t i = 0; i < count * (parted ? 2 : 1); ++i) {
    MlirValue start = mlirOperationGetOperand(loop, LOOP_BOUNDS + i % count);
    arrput(values, scaled || i >= count
                       ? buildNothing(&b, mlirValueGetType(start))
                       : start);
  }
  MlirOperation made =
      buildFor(&b, mlirOperationGetOperand(loop, 0),
               mlirOperationGetOperand(loop, 1), values, arrlen(values));
  mlirOperationSetOperand(made, 2, mlirOperationGetOperand(loop, 2));
  MlirBlock body = bridgeBody(made);
  for (intptr_t i = 0; i < count; ++i) {
    ptrdiff_t last = arrlen(sums[i].additions) - 1;
    if (scaled)
      dropScale(old, &sums[i]);
    if (parted)
      values[count + i] =
          partSum(&sums[i], mlirBlockGetArgument(body, 1 + count + i));
    values[i] = mlirOperationGetResult(sums[i].additions[last - parted], 0);
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(old, 1 + i),
                                  mlirBlockGetArgument(body, 1 + i));
  }
  mlirOperationDestroy(mlirBlockGetTerminator(old));
  opReplaceIterator(mlirBlockGetArgument(old, 0), body);
  OpBuilder inside = opBuilderAtEnd(body, b.location);
  opBuilderTakeBody(&inside, old);
  buildYield(&inside, values, arrlen(values));
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue sum = mlirOperationGetResult(made, i);
    if (parted)
      sum = buildBinary(&b, "arith.addf", sum,
                        mlirOperationGetResult(made, count + i));
    if (scaled) {
      MlirValue product = buildBinary(&b, "arith.mulf", sums[i].scale, sum);
      sum =
          buildBinary(&b, "arith.addf",
                      mlirOperationGetOperand(loop, LOOP_BOUNDS + i), product);
      tirAllowContraction(sum, product);
    }
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(loop, i), sum);
  }
  mlirOperationDestroy(loop);
  arrfree(values);
}

void tileEaseSums(MlirOperation loop) {
  MlirBlock body = bridgeBody(loop);
  MlirOperation yield = mlirBlockGetTerminator(body);
  intptr_t count = mlirOperationGetNumResults(loop);
  Sum *sums = NULL;
  bool good = true, scaled = true, parted = 2 * count <= MOST_SUMS;
  for (intptr_t i = 0; i < count && good; ++i) {
    Sum sum = {NULL, {NULL}};
    good = readSum(body, mlirBlockGetArgument(body, i + 1),
                   mlirOperationGetOperand(yield, i), &sum);
    scaled &= good && findScale(body, &sum);
    parted &= arrlen(sum.additions) > 1;
    arrput(sums, sum);
  }
  if (good && (scaled || parted))
    rebuild(loop, sums, scaled, parted);
  for (ptrdiff_t i = 0; i < arrlen(sums); ++i)
    arrfree(sums[i].additions);
  arrfree(sums);
}
