//===- Target.c - rules of targets ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Target.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Target.gen.h"
#include "lib/Bridge/Core/Blocks.h"

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

static MlirLogicalResult verifyMachine(MlirOperation op) {
  enum { MIN_VECTOR = 8, MAX_VECTOR = 256, MIN_REGISTERS = 4, MAX_LINE = 1024 };
  const int64_t minCache = INT64_C(1) << 10, maxCache = INT64_C(1) << 40;
  RelaxTarget target = relaxTargetRead(op);
  const struct {
    const char *what;
    int64_t value;
    int64_t least, most;
    bool power;
  } numbers[] = {
      {"vector_bytes", target.vectorBytes, MIN_VECTOR, MAX_VECTOR, true},
      {"registers", target.registers, MIN_REGISTERS, MAX_LINE, false},
      {"line_bytes", target.lineBytes, MIN_VECTOR, MAX_LINE, true},
      {"cache_bytes", target.cacheBytes, minCache, maxCache, false},
  };
  if (!target.arch.length)
    return bridgeEmitOpError(op, "expected an architecture or a back end");
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); ++i)
    if (mlirLogicalResultIsSuccess(outcome))
      outcome =
          verifyNumber(op, numbers[i].what, numbers[i].value, numbers[i].least,
                       numbers[i].most, numbers[i].power);
  return outcome;
}

static bool isOption(MlirAttribute value) {
  return mlirAttributeIsAInteger(value) || mlirAttributeIsAFloat(value) ||
         mlirAttributeIsAString(value) || mlirAttributeIsABool(value) ||
         mlirAttributeIsAUnit(value);
}

/// Nothing of a machine, and options that a back end can be given as texts.
static MlirLogicalResult verifyBackend(MlirOperation op) {
  RelaxTarget target = relaxTargetRead(op);
  if (target.arch.length || target.vectorBytes || target.registers ||
      target.lineBytes || target.cacheBytes)
    return bridgeEmitOpError(op, "expected a machine or a back end, got both");
  intptr_t count =
      target.options.ptr ? mlirDictionaryAttrGetNumElements(target.options) : 0;
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute option = mlirDictionaryAttrGetElement(target.options, i);
    StrRef name = strRefFromMlir(mlirIdentifierStr(option.name));
    if (!isOption(option.attribute))
      return bridgeEmitOpError(
          op, "option '%.*s': expected a number, a flag or a text",
          SPREAD(name));
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxTargetVerify(MlirOperation op) {
  return relaxIsMachine(op) ? verifyMachine(op) : verifyBackend(op);
}

static StrRef textOf(MlirAttribute text) {
  return text.ptr ? bridgeText(text) : (StrRef){0};
}

static int64_t numberOf(MlirAttribute number) {
  return number.ptr ? mlirIntegerAttrGetValueInt(number) : 0;
}

RelaxTarget relaxTargetRead(MlirOperation op) {
  return (RelaxTarget){.op = op,
                       .name = relaxTargetGetSymName(op),
                       .arch = textOf(relaxTargetGetArch(op)),
                       .cpu = textOf(relaxTargetGetCpu(op)),
                       .tune = textOf(relaxTargetGetTune(op)),
                       .features = relaxTargetGetFeatures(op),
                       .vectorBytes = numberOf(relaxTargetGetVectorBytes(op)),
                       .registers = numberOf(relaxTargetGetRegisters(op)),
                       .lineBytes = numberOf(relaxTargetGetLineBytes(op)),
                       .cacheBytes = numberOf(relaxTargetGetCacheBytes(op)),
                       .backend = textOf(relaxTargetGetBackend(op)),
                       .options = relaxTargetGetOptions(op)};
}

void relaxTargetOption(MlirNamedAttribute option, StrBuf *out) {
  MlirAttribute value = option.attribute;
  strBufAppend(out, strRefFromMlir(mlirIdentifierStr(option.name)));
  strBufAppendC(out, "=");
  if (mlirAttributeIsAString(value))
    strBufAppend(out, bridgeText(value));
  else if (mlirAttributeIsAFloat(value))
    strBufAppendFormat(out, "%.17g", mlirFloatAttrGetValueDouble(value));
  else if (mlirAttributeIsABool(value))
    strBufAppendC(out, mlirBoolAttrGetValue(value) ? "1" : "0");
  else
    strBufAppendFormat(out, "%lld",
                       mlirAttributeIsAUnit(value)
                           ? 1
                           : (long long)mlirIntegerAttrGetValueInt(value));
}

bool relaxIsMachine(MlirOperation op) {
  return relaxIsTarget(op) && !relaxTargetGetBackend(op).ptr;
}

static bool sameAttribute(MlirAttribute a, MlirAttribute b) {
  return a.ptr && b.ptr ? mlirAttributeEqual(a, b) : a.ptr == b.ptr;
}

bool relaxTargetEqual(MlirOperation a, MlirOperation b) {
  RelaxTarget x = relaxTargetRead(a), y = relaxTargetRead(b);
  return sameAttribute(x.features, y.features) &&
         sameAttribute(x.options, y.options) &&
         strRefEqual(x.backend, y.backend) && strRefEqual(x.arch, y.arch) &&
         strRefEqual(x.cpu, y.cpu) && strRefEqual(x.tune, y.tune) &&
         x.vectorBytes == y.vectorBytes && x.registers == y.registers &&
         x.lineBytes == y.lineBytes && x.cacheBytes == y.cacheBytes;
}

/// The `target` attribute of a function of any level, or null.
static MlirAttribute namedBy(MlirOperation function) {
  return mlirOperationGetAttributeByName(
      function, mlirStringRefCreateFromCString("target"));
}

static MlirOperation onlyTarget(MlirOperation module, int *count) {
  MlirOperation found = {NULL};
  *count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(module));
       op.ptr; op = mlirOperationGetNextInBlock(op))
    if (relaxIsMachine(op)) {
      found = op;
      ++*count;
    }
  return found;
}

MlirOperation relaxTargetIfAny(MlirOperation function) {
  MlirAttribute name = namedBy(function);
  int count;
  MlirOperation found =
      name.ptr ? relaxTargetNamed(function)
               : onlyTarget(mlirOperationGetParentOperation(function), &count);
  return name.ptr || count == 1 ? found : (MlirOperation){NULL};
}

bool relaxTargetOf(MlirOperation function, RelaxTarget *target) {
  MlirAttribute name = namedBy(function);
  MlirOperation found;
  int count = 1;
  if (name.ptr) {
    StrRef text = bridgeRefName(name);
    found = bridgeLookupNearestSymbol(function, text);
    if (!relaxIsTarget(found)) {
      bridgeEmitOpError(function, "'@%.*s' is no 'relax.target' of the module",
                        SPREAD(text));
      return false;
    }
    if (!relaxIsMachine(found)) {
      bridgeEmitOpError(
          function,
          "'@%.*s' is a back end, and code is made for a machine: "
          "run 'relax-generate-regions'",
          SPREAD(text));
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

MlirOperation relaxTargetNamed(MlirOperation function) {
  MlirAttribute name = namedBy(function);
  MlirOperation found = {NULL};
  if (name.ptr)
    found = bridgeLookupNearestSymbol(function, bridgeRefName(name));
  return found.ptr && relaxIsTarget(found) ? found : (MlirOperation){NULL};
}

MlirAttribute relaxTargetAround(MlirOperation op) {
  while (op.ptr && !relaxIsFunc(op))
    op = mlirOperationGetParentOperation(op);
  return op.ptr ? relaxFuncGetTarget(op) : (MlirAttribute){NULL};
}
