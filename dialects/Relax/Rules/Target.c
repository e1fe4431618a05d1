//===- Target.c - rules of targets ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Target.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Target.gen.h"

static bool isPowerOfTwo(int64_t value) { return (value & (value - 1)) == 0; }

static MlirLogicalResult verifyNumber(MlirOperation op, const char *what,
                                      int64_t given, int64_t least,
                                      int64_t most, bool power) {
  if (given >= least && given <= most && (!power || isPowerOfTwo(given)))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "%s: expected %s%ld to %ld, got %ld", what,
                           power ? "a power of two, " : "", (long)least,
                           (long)most, (long)given);
}

MlirLogicalResult relaxTargetVerify(MlirOperation op) {
  enum { MIN_VECTOR = 8, MAX_VECTOR = 256, MIN_REGISTERS = 4, MAX_LINE = 1024 };
  const int64_t minCache = INT64_C(1) << 10, maxCache = INT64_C(1) << 40;
  const struct {
    const char *what;
    int64_t value;
    int64_t least, most;
    bool power;
  } numbers[] = {
      {"vector_bytes", relaxTargetGetVectorBytes(op), MIN_VECTOR, MAX_VECTOR,
       true},
      {"registers", relaxTargetGetRegisters(op), MIN_REGISTERS, MAX_LINE,
       false},
      {"line_bytes", relaxTargetGetLineBytes(op), MIN_VECTOR, MAX_LINE, true},
      {"cache_bytes", relaxTargetGetCacheBytes(op), minCache, maxCache, false},
  };
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); ++i)
    if (mlirLogicalResultIsSuccess(outcome))
      outcome =
          verifyNumber(op, numbers[i].what, numbers[i].value, numbers[i].least,
                       numbers[i].most, numbers[i].power);
  return outcome;
}

static StrRef textOf(MlirAttribute text) {
  return text.ptr ? strRefFromMlir(mlirStringAttrGetValue(text)) : (StrRef){0};
}

RelaxTarget relaxTargetRead(MlirOperation op) {
  return (RelaxTarget){.op = op,
                       .name = relaxTargetGetSymName(op),
                       .arch = relaxTargetGetArch(op),
                       .cpu = relaxTargetGetCpu(op),
                       .tune = textOf(relaxTargetGetTune(op)),
                       .features = relaxTargetGetFeatures(op),
                       .vectorBytes = relaxTargetGetVectorBytes(op),
                       .registers = relaxTargetGetRegisters(op),
                       .lineBytes = relaxTargetGetLineBytes(op),
                       .cacheBytes = relaxTargetGetCacheBytes(op)};
}

bool relaxTargetEqual(MlirOperation a, MlirOperation b) {
  RelaxTarget x = relaxTargetRead(a), y = relaxTargetRead(b);
  bool features = x.features.ptr && y.features.ptr
                      ? mlirAttributeEqual(x.features, y.features)
                      : x.features.ptr == y.features.ptr;
  return features && strRefEqual(x.arch, y.arch) && strRefEqual(x.cpu, y.cpu) &&
         strRefEqual(x.tune, y.tune) && x.vectorBytes == y.vectorBytes &&
         x.registers == y.registers && x.lineBytes == y.lineBytes &&
         x.cacheBytes == y.cacheBytes;
}

/// The `target` attribute of a function of any level, or null.
static MlirAttribute namedBy(MlirOperation function) {
  return mlirOperationGetAttributeByName(
      function, mlirStringRefCreateFromCString("target"));
}

static MlirBlock bodyOf(MlirOperation module) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
}

static MlirOperation onlyTarget(MlirOperation module, int *count) {
  MlirOperation found = {NULL};
  *count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(bodyOf(module)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsTarget(op)) {
      found = op;
      ++*count;
    }
  return found;
}

bool relaxTargetOf(MlirOperation function, RelaxTarget *target) {
  MlirAttribute name = namedBy(function);
  MlirOperation found;
  int count = 1;
  if (name.ptr) {
    StrRef text = strRefFromMlir(mlirFlatSymbolRefAttrGetValue(name));
    found = bridgeLookupNearestSymbol(function, text);
    if (!relaxIsTarget(found)) {
      bridgeEmitOpError(function, "'@%.*s' is no 'relax.target' of the module",
                        (int)text.length, text.data);
      return false;
    }
  } else {
    found = onlyTarget(mlirOperationGetParentOperation(function), &count);
  }
  if (count != 1) {
    bridgeEmitOpError(function,
                      count ? "names none of the targets of its module: add "
                              "'target @NAME', or run 'relax-set-target'"
                            : "is in a module without 'relax.target': run "
                              "'relax-set-target'");
    return false;
  }
  *target = relaxTargetRead(found);
  return true;
}

MlirAttribute relaxTargetAround(MlirOperation op) {
  while (op.ptr && !relaxIsFunc(op))
    op = mlirOperationGetParentOperation(op);
  return op.ptr ? relaxFuncGetTarget(op) : (MlirAttribute){NULL};
}
