//===- KernelMonoid.c - combinations of programs over instances -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Ragged/Kernel.h"

/// Of floats, of integers with a sign and without, by their reduction.
static const struct {
  const char *name, *base, *ops[3], *identity; // of floats
} monoids[] = {
    {"sum", "add", {"arith.addf", "arith.addi", "arith.addi"}, "0.0"},
    {"prod", "mul", {"arith.mulf", "arith.muli", "arith.muli"}, "1.0"},
    {"max", "max", {"arith.maximumf", "arith.maxsi", "arith.maxui"}, "-inf"},
    {"min", "min", {"arith.minimumf", "arith.minsi", "arith.minui"}, "inf"},
};
enum { NUM_MONOIDS = sizeof(monoids) / sizeof(*monoids) };
enum { SUM, PROD, MAX, MIN };

static size_t find(StrRef name) {
  size_t i = 0;
  while (i < NUM_MONOIDS && !strRefIs(name, monoids[i].name))
    ++i;
  return i;
}

static bool isInteger(MlirType element) {
  return mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) > 1;
}

bool kernelHasMonoid(StrRef name, MlirType element) {
  return find(name) < NUM_MONOIDS &&
         (mlirTypeIsAF32(element) || mlirTypeIsAF64(element) ||
          isInteger(element));
}

/// The one that changes no integer, of its width.
static StrRef identity(Kernel *kernel, size_t which, MlirType element) {
  if (!mlirTypeIsAInteger(element))
    return strRefFromC(monoids[which].identity);
  unsigned width = mlirIntegerTypeGetWidth(element);
  bool natural = mlirIntegerTypeIsUnsigned(element);
  int64_t least = natural ? 0 : INT64_MIN >> (64 - width);
  int64_t most = natural ? -1 : ~least; // all bits
  const int64_t values[] = {[SUM] = 0, [PROD] = 1, [MAX] = least, [MIN] = most};
  return kernelText(kernel, "%lld", (long long)values[which]);
}

StrRef kernelMonoid(Kernel *kernel, StrRef name, MlirType element) {
  size_t which = find(name);
  StrRef type = kernelElement(kernel, element);
  bool integer = mlirTypeIsAInteger(element);
  bool natural = integer && mlirIntegerTypeIsUnsigned(element);
  const char *op = monoids[which].ops[integer + natural];
  StrRef own = kernelText(kernel, "ragged_%s_%s%.*s", monoids[which].base,
                          natural ? "u" : "", SPREAD(type));
  if (mlirTypeIsAF32(element))
    own = kernelText(kernel, "ragged_%s", monoids[which].base);
  StrRef start = identity(kernel, which, element);
  strBufAppendFormat(&kernel->head,
                     "tir.monoid @%.*s (%.*s) identity (%.*s) {\n"
                     "^combine(%%a: %.*s, %%b: %.*s):\n"
                     "  %%c = %s %%a, %%b : %.*s\n"
                     "  tir.yield %%c : %.*s\n}\n",
                     SPREAD(own), SPREAD(type), SPREAD(start), SPREAD(type),
                     SPREAD(type), op, SPREAD(type), SPREAD(type));
  return own;
}
