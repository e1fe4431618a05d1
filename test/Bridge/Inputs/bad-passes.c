/* Passes that break what every pass has to keep (docs/architecture.md,
 * invariants). */
#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Plugin.h"

#include <string.h>

/* The extent of the result is forgotten. */
static MlirLogicalResult widen(RelaxPassRun *run) {
  MlirType type = mlirTypeParseGet(
      run->context,
      mlirStringRefCreateFromCString(
          "(!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>"));
  mlirOperationSetInherentAttributeByName(
      run->op, mlirStringRefCreateFromCString("function_type"),
      mlirTypeAttrGet(type));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult forget(RelaxPassRun *run) {
  mlirOperationRemoveAttributeByName(run->op,
                                     mlirStringRefCreateFromCString("facts"));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult drop(RelaxPassRun *run) {
  MlirBlock body = mlirModuleGetBody(mlirModuleFromOperation(run->op));
  mlirOperationDestroy(mlirBlockGetFirstOperation(body));
  return mlirLogicalResultSuccess();
}

static bool knowsN(MlirOperation function) {
  StrBuf text = {0};
  bridgePrintType(relaxFuncGetFunctionType(function), &text);
  bool known = strstr(strBufText(&text), "[n]") != NULL;
  strBufFree(&text);
  return known;
}

static MlirLogicalResult mark(RelaxPassRun *run) {
  if (knowsN(run->op))
    mlirOperationSetDiscardableAttributeByName(
        run->op, mlirStringRefCreateFromCString("note"),
        mlirUnitAttrGet(run->context));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult insist(RelaxPassRun *run) {
  return knowsN(run->op) ? mlirLogicalResultSuccess()
                         : bridgeEmitOpError(run->op, "expected 'n'");
}

#define PASS(id, level, function)                                              \
  static const RelaxPass id##Pass = {.name = "plugin-" #id,                    \
                                     .summary = "breaks a rule",               \
                                     .documentation = "",                      \
                                     .anchor = level,                          \
                                     .run = function}
PASS(widen, "relax.func", widen);
PASS(forget, "relax.func", forget);
PASS(drop, "builtin.module", drop);
PASS(mark, "relax.func", mark);
PASS(insist, "relax.func", insist);

RELAX_PASS_PLUGIN("bad-passes", "1", &widenPass, &forgetPass, &dropPass,
                  &markPass, &insistPass)
