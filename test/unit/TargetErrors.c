//===- TargetErrors.c - what lib/Target refuses from its callers ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The tools lower a module before it comes here; other callers may not have.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/RelaxBase.gen.h"
#include "lib/Target/Optimize.h"
#include "lib/Target/Program/Encode.h"
#include "test/unit/TargetTest.h"

static void append(MlirStringRef text, void *out) {
  strBufAppend(out, (StrRef){text.data, text.length});
}

static MlirLogicalResult keep(MlirDiagnostic diagnostic, void *out) {
  mlirDiagnosticPrint(diagnostic, append, out);
  return mlirLogicalResultSuccess();
}

static void graphsAreNotEncoded(void **state) {
  (void)state;
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__relax__(), testContext());
  MlirModule module = parsedModule("relax.func @f() {\n  relax.return\n}\n");
  StrBuf text = {0};
  MlirDiagnosticHandlerID handler =
      mlirContextAttachDiagnosticHandler(testContext(), keep, &text, NULL);
  assert_null(relaxEncodeModule(mlirModuleGetOperation(module)));
  mlirContextDetachDiagnosticHandler(testContext(), handler);
  assert_string_equal(
      strBufText(&text),
      "'relax.func' op is not lowered: run 'relax-to-vm' first");
  strBufFree(&text);
  mlirModuleDestroy(module);
}

/// A function whose only block does not end.
static void invalidModulesAreNotOptimized(void **state) {
  (void)state;
  RelaxTargetOptions options = {0};
  StrBuf error = {0};
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = LLVMModuleCreateWithNameInContext("m", context);
  LLVMTargetMachineRef machine =
      relaxTargetMachineCreate(module, &options, &error);
  assert_non_null(machine);
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
  LLVMAppendBasicBlockInContext(context, LLVMAddFunction(module, "f", type),
                                "entry");
  assert_false(relaxOptimize(module, machine, &options, &error));
  assert_non_null(strstr(strBufText(&error),
                         "LLVM IR is not valid: Basic Block in function 'f' "
                         "does not have terminator!"));
  strBufFree(&error);
  LLVMDisposeModule(module);
  LLVMContextDispose(context);
  LLVMDisposeTargetMachine(machine);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(graphsAreNotEncoded),
      cmocka_unit_test(invalidModulesAreNotOptimized),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
