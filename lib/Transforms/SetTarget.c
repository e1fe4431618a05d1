//===- SetTarget.c - the pass relax-set-target ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From here on the module says what code is made for, and nobody asks the
// machine any more.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/Target.gen.h"
#include "dialects/Relax/Target.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Host.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Runtime/File.h"
#include "lib/Support/Host.h"

#include <string.h>

enum { OPTION_TARGET };
enum { COUNT_TARGETS, COUNT_FUNCTIONS };

static MlirOperation nextTarget(MlirOperation op) {
  while (op.ptr && !relaxIsMachine(op))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

static MlirOperation firstTarget(MlirOperation module) {
  return nextTarget(mlirBlockGetFirstOperation(bridgeBody(module)));
}

static MlirOperation insert(RelaxPassRun *run, MlirOperation target) {
  mlirBlockInsertOwnedOperation(bridgeBody(run->op), 0, target);
  ++run->counters[COUNT_TARGETS];
  return target;
}

//===----------------------------------------------------------------------===//
// From names
//===----------------------------------------------------------------------===//

static MlirAttribute text(RelaxPassRun *run, const char *value) {
  return mlirStringAttrGet(run->context, mlirStringRefCreateFromCString(value));
}

static MlirAttribute number(RelaxPassRun *run, int64_t value) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(run->context, 64), value);
}

/// Features of x86-64 beyond its levels of which code generation makes use.
static const char *const extras[] = {
    "avx512bitalg",    "avx512vbmi", "avx512vbmi2", "avx512vnni",
    "avx512vpopcntdq", "avxvnni",    "gfni"};

/// Those that `host` has, where its vectors are wide enough for them.
static MlirAttribute extrasOf(RelaxPassRun *run, const HostMachine *host) {
  enum { MAX_EXTRAS = sizeof(extras) / sizeof(*extras), WIDE = 64 };
  MlirAttribute list[MAX_EXTRAS];
  intptr_t count = 0;
  for (size_t i = 0; i < MAX_EXTRAS; ++i)
    if (hostHas(host, strRefFromC(extras[i])) &&
        (host->spec->vectorBytes == WIDE ||
         strncmp(extras[i], "avx512", strlen("avx512")) != 0))
      list[count++] = text(run, extras[i]);
  return count ? mlirArrayAttrGet(run->context, count, list)
               : (MlirAttribute){NULL};
}

static MlirAttribute listOf(RelaxPassRun *run, const char *const *features) {
  intptr_t count = 0;
  while (features[count])
    ++count;
  MlirAttribute *list = ARENA_ARRAY(run->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < count; ++i)
    list[i] = text(run, features[i]);
  return count ? mlirArrayAttrGet(run->context, count, list)
               : (MlirAttribute){NULL};
}

/// A detached `relax.target @cpu`. `host`: the machine that it is, or NULL.
static MlirOperation make(RelaxPassRun *run, const TargetSpec *spec,
                          const HostMachine *host) {
  bool real = host && !host->pretended;
  RelaxTargetArgs args = {
      .sym_name = strRefFromC("cpu"),
      .arch = text(run, spec->arch),
      .cpu = text(run, spec->cpu),
      .features = real && !*spec->features ? extrasOf(run, host)
                                           : listOf(run, spec->features),
      .vector_bytes = number(run, spec->vectorBytes),
      .registers = number(run, spec->registers),
      .line_bytes = number(run, spec->lineBytes),
      .cache_bytes = number(run, real && host->cacheBytes ? host->cacheBytes
                                                          : spec->cacheBytes)};
  if (real)
    args.tune = mlirStringAttrGet(run->context, strRefToMlir(bridgeHostCpu()));
  return relaxTargetCreate(mlirOperationGetLocation(run->op), &args);
}

/// The detached target for a name of the table, or this machine's; null after
/// an error.
static MlirOperation makeNamed(RelaxPassRun *run, StrRef name) {
  StrBuf error = {0};
  HostMachine host;
  MlirOperation target = {NULL};
  const TargetSpec *spec = targetTableFind(name);
  if (spec)
    return make(run, spec, NULL);
  if (!strRefEqual(name, strRefFromC("native")))
    targetTableExplain(name, &error);
  else if (hostMachine(&host, &error) && !host.spec)
    strBufAppendFormat(&error,
                       "no target is known for this machine, '%s': "
                       "name one",
                       host.arch);
  if (error.length)
    bridgeEmitError(mlirOperationGetLocation(run->op), "%s",
                    strBufText(&error));
  else
    target = make(run, host.spec, &host);
  strBufFree(&error);
  return target;
}

//===----------------------------------------------------------------------===//
// In the module
//===----------------------------------------------------------------------===//

/// Adds the target if the module has none; else it must be one of them. Null
/// after an error.
static MlirOperation settle(RelaxPassRun *run, MlirOperation target,
                            StrRef asked) {
  MlirOperation first = firstTarget(run->op);
  if (!first.ptr)
    return insert(run, target);
  MlirOperation same = first;
  while (same.ptr && !relaxTargetEqual(same, target))
    same = nextTarget(mlirOperationGetNextInBlock(same));
  mlirOperationDestroy(target);
  if (same.ptr)
    return same;
  StrRef name = relaxTargetRead(first).name;
  bridgeEmitOpError(first,
                    "differs from '--target=%.*s': name it ('--target=@%.*s'), "
                    "or take it out of the text",
                    (int)asked.length, asked.data, (int)name.length, name.data);
  return (MlirOperation){NULL};
}

/// Takes over the first target of a file; null after an error.
static MlirOperation settleFile(RelaxPassRun *run, const char *path) {
  StrBuf content = {0};
  RelaxError error = {0};
  MlirModule module = {NULL};
  MlirOperation result = {NULL};
  if (relaxFileRead(path, &content, &error))
    module = bridgeParseModule(run->context,
                               (StrRef){content.data, content.length}, path);
  else
    bridgeEmitError(mlirOperationGetLocation(run->op), "%s",
                    relaxErrorText(&error));
  if (module.ptr && !firstTarget(mlirModuleGetOperation(module)).ptr)
    bridgeEmitError(mlirOperationGetLocation(run->op),
                    "'%s' has no 'relax.target'", path);
  else if (module.ptr)
    result = settle(
        run, mlirOperationClone(firstTarget(mlirModuleGetOperation(module))),
        strRefFromC(path));
  if (module.ptr)
    mlirModuleDestroy(module);
  relaxErrorFree(&error);
  strBufFree(&content);
  return result;
}

static MlirOperation find(RelaxPassRun *run, StrRef name) {
  MlirOperation target = firstTarget(run->op);
  while (target.ptr && !strRefEqual(relaxTargetRead(target).name, name))
    target = nextTarget(mlirOperationGetNextInBlock(target));
  if (!target.ptr)
    bridgeEmitError(mlirOperationGetLocation(run->op),
                    "'@%.*s' is no 'relax.target' of the module",
                    (int)name.length, name.data);
  return target;
}

/// Where there are several targets, each function says which.
static void nameEverywhere(RelaxPassRun *run, MlirOperation target) {
  MlirOperation first = firstTarget(run->op);
  if (!nextTarget(mlirOperationGetNextInBlock(first)).ptr)
    return;
  MlirAttribute name = mlirFlatSymbolRefAttrGet(
      run->context, strRefToMlir(relaxTargetRead(target).name));
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(run->op));
       op.ptr; op = mlirOperationGetNextInBlock(op)) {
    if (relaxIsFunc(op) && !relaxFuncGetTarget(op).ptr)
      relaxFuncSetTarget(op, name);
    else if (tirIsFunc(op) && !tirFuncGetTarget(op).ptr)
      tirFuncSetTarget(op, name);
    else
      continue;
    ++run->counters[COUNT_FUNCTIONS];
  }
}

static MlirLogicalResult run(RelaxPassRun *run) {
  StrRef asked = relaxOptionString(run, OPTION_TARGET);
  if (!asked.length && firstTarget(run->op).ptr)
    return mlirLogicalResultSuccess(); // the module says it
  MlirOperation target;
  if (asked.length && asked.data[0] == '@') {
    target = find(run, (StrRef){asked.data + 1, asked.length - 1});
  } else if (targetNameIsFile(asked)) {
    target = settleFile(run, arenaCopyString(run->arena, asked).data);
  } else {
    target = makeNamed(run, asked.length ? asked : strRefFromC("native"));
    if (target.ptr)
      target = settle(run, target, asked);
  }
  if (!target.ptr)
    return mlirLogicalResultFailure();
  nameEverywhere(run, target);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxSetTargetPass = {
    .name = "relax-set-target",
    .summary = "write what machine code is made for",
    .documentation =
        "Adds a `relax.target` if the module has none: that of the option, by "
        "default `native`, the machine at hand (RELAX_HOST=NAME pretends that "
        "it is another). A module that has one keeps it. With `target=@NAME` "
        "every function that names none of several targets names that one.",
    .anchor = "builtin.module",
    .options = {{"target", RELAX_OPTION_STRING,
                 "native, x86-64-v2, x86-64-v3, x86-64-v4, aarch64, riscv64-v, "
                 "wasm32, @NAME of a 'relax.target', or a file with one",
                 "", NULL}},
    .counters = {[COUNT_TARGETS] = "targets-added",
                 [COUNT_FUNCTIONS] = "functions-named"},
    .traits = RELAX_PASS_REQUIRED,
    .dialects = {mlirGetDialectHandle__relax__},
    .run = run,
};
