//===- GenerateRegions.c - the pass relax-generate-regions ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Artefact.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/Target.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Conversion/Backends/Region.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Math.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/Vector.h"

#include <stb/stb_ds.h>

enum { COUNT_REGIONS, COUNT_REFUSED };

/// The lines of the text, without what ends them.
static MlirAttribute linesOf(MlirContext context, StrRef text) {
  MlirAttribute *lines = NULL;
  for (size_t begin = 0, end = 0; end <= text.length; ++end)
    if (end == text.length || text.data[end] == '\n') {
      arrput(lines,
             mlirStringAttrGet(
                 context, mlirStringRefCreate(text.data + begin, end - begin)));
      begin = end + 1;
    }
  MlirAttribute list = mlirArrayAttrGet(context, arrlen(lines), lines);
  arrfree(lines);
  return list;
}

static MlirAttribute insertArtefact(RelaxPassRun *run,
                                    const RelaxRegion *region, StrRef text) {
  StrRef function = relaxFuncGetSymName(region->function);
  StrBuf name = {0};
  strBufAppendFormat(&name, "%.*s_code", SPREAD(function));
  StrRef unique = bridgeUniqueSymbol(
      run->op, (StrRef){strBufText(&name), name.length}, run->arena);
  strBufFree(&name);
  RelaxArtefactArgs args = {.sym_name = unique,
                            .target = relaxFuncGetTarget(region->function),
                            .text = linesOf(run->context, text)};
  MlirOperation op =
      relaxArtefactCreate(mlirOperationGetLocation(region->function), &args);
  mlirBlockInsertOwnedOperationBefore(bridgeBody(run->op), region->function,
                                      op);
  return mlirFlatSymbolRefAttrGet(run->context, strRefToMlir(unique));
}

static MlirOperation *constantsOf(MlirOperation function) {
  MlirOperation *list = NULL;
  for (MlirOperation op = {NULL}; bridgeAdvance(regionBody(function), &op);)
    if (regionIsConstant(op))
      arrput(list, op);
  return list;
}

/// From here on a function of the machine.
static void release(MlirOperation function) {
  relaxFuncSetTarget(function, (MlirAttribute){NULL});
}

static void refuse(RelaxPassRun *run, MlirOperation function, StrRef backend,
                   const char *why) {
  StrRef name = relaxFuncGetSymName(function);
  bridgeEmitRemark(mlirOperationGetLocation(function),
                   "'@%.*s' stays with our own kernels: back end '%.*s': %s",
                   SPREAD(name), SPREAD(backend), why);
  release(function);
  ++run->counters[COUNT_REFUSED];
}

static void generate(RelaxPassRun *run, MlirOperation function,
                     const RelaxTarget *target,
                     const RelaxBackendCompiler *backend) {
  const char *obstacle = regionObstacle(function);
  if (obstacle) {
    refuse(run, function, target->backend, obstacle);
    return;
  }
  regionBindConstants(run->arena, run->op, function);
  MlirOperation *constants = constantsOf(function);
  RelaxRegion region = {.function = function,
                        .target = target->op,
                        .constants = constants,
                        .numConstants = arrlenu(constants),
                        .arena = run->arena};
  StrBuf text = {0}, why = {0};
  if (backend->generate(&region, &text, &why)) {
    regionCallArtefact(
        &region,
        insertArtefact(run, &region, (StrRef){strBufText(&text), text.length}));
    release(function);
    ++run->counters[COUNT_REGIONS];
  } else {
    refuse(run, function, target->backend, strBufText(&why));
  }
  strBufFree(&text);
  strBufFree(&why);
  arrfree(constants);
}

static MlirLogicalResult visit(RelaxPassRun *run, MlirOperation function) {
  MlirAttribute name = relaxFuncGetTarget(function);
  MlirOperation target = relaxTargetNamed(function);
  if (!name.ptr || (target.ptr && relaxIsMachine(target)))
    return mlirLogicalResultSuccess();
  if (!target.ptr) {
    StrRef text = bridgeRefName(name);
    return bridgeEmitOpError(
        function, "'@%.*s' is no 'relax.target' of the module", SPREAD(text));
  }
  RelaxTarget fields = relaxTargetRead(target);
  const RelaxBackendCompiler *backend = relaxFindBackend(fields.backend);
  if (backend) {
    generate(run, function, &fields, backend);
    return mlirLogicalResultSuccess();
  }
  StrBuf known = {0};
  relaxBackendNames(&known);
  bridgeEmitOpError(target,
                    "no back end '%.*s': expected %s (or load one: "
                    "'--load-pass-plugin=FILE.so')",
                    SPREAD(fields.backend), strBufText(&known));
  strBufFree(&known);
  return mlirLogicalResultFailure();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirBlock body = bridgeBody(run->op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (MlirOperation op = {NULL};
       mlirLogicalResultIsSuccess(outcome) && bridgeAdvance(body, &op);)
    if (relaxIsFunc(op))
      outcome = visit(run, op);
  return outcome;
}

const RelaxPass relaxGenerateRegionsPass = {
    .name = "relax-generate-regions",
    .summary = "give regions to the code generation of their back ends",
    .documentation =
        "A region is a private function whose target has a back end "
        "(`relax.target @dnn backend \"c\"`). What the back end makes of it "
        "stands in the module as a `relax.artefact`; the function calls that "
        "by "
        "`relax.call_artefact`, and its own body runs where the back end does "
        "not. Weights and constants that all calls give it move into it.\n"
        "\n"
        "What the back end does not take stays with our own kernels, which a "
        "remark says (`--remarks`).\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_REGIONS] = "regions-generated",
                 [COUNT_REFUSED] = "regions-refused"},
    .traits = RELAX_PASS_REQUIRED,
    .dialects = {mlirGetDialectHandle__relax__, mlirGetDialectHandle__tir__,
                 mlirGetDialectHandle__arith__, mlirGetDialectHandle__math__,
                 mlirGetDialectHandle__scf__, mlirGetDialectHandle__memref__,
                 mlirGetDialectHandle__vector__},
    .run = run,
};
