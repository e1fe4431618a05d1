//===- InterpreterWeight.c - weights from files and prepared ones ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "test/unit/InterpreterTest.h"

static const char weights[] =
    "relax.weight @w : !relax.tensor<[2], f32> from \"w.bin\" at 4\n"
    "relax.weight @a : !relax.tensor<[2], f32> prepared by @prepare\n"
    "relax.weight @b : !relax.tensor<[], f32> prepared by @prepare\n"
    "relax.func private @prepare() -> (!relax.tensor<[], f32> {relax.prepares "
    "= "
    "@b}, !relax.tensor<[2], f32> {relax.prepares = @a}) {\n"
    "  %w = relax.get_weight @w : !relax.tensor<[2], f32>\n"
    "  %a = relax.negative %w : !relax.tensor<[2], f32>\n"
    "  %b = relax.sum %w : (!relax.tensor<[2], f32>) -> !relax.tensor<[], "
    "f32>\n"
    "  relax.return %b, %a : !relax.tensor<[], f32>, !relax.tensor<[2], f32>\n"
    "}\n"
    "relax.func @f() -> !relax.tensor<[2], f32> {\n"
    "  %a = relax.get_weight @a : !relax.tensor<[2], f32>\n"
    "  %b = relax.get_weight @b : !relax.tensor<[], f32>\n"
    "  %y = relax.multiply %a, %b : (!relax.tensor<[2], f32>, "
    "!relax.tensor<[], f32>) -> !relax.tensor<[2], f32>\n"
    "  relax.return %y : !relax.tensor<[2], f32>\n}\n";

static void weightsAreReadAndPrepared(void **state) {
  (void)state;
  char folder[64], path[80];
  makeFolder(folder);
  snprintf(path, sizeof path, "%s/w.bin", folder);
  const float data[] = {99, 2, 3};
  writeBytes(path, data, sizeof data);
  Module module = parseModule(weights);
  const char *dirs[] = {folder};
  RelaxInterpreterOptions options = {.weightDirs = dirs, .numWeightDirs = 1};
  RelaxError error = {0};
  RelaxInterpreter *interpreter = relaxInterpreterCreate(
      mlirModuleGetOperation(module.module), &options, &error);
  assert_non_null(interpreter);
  for (int i = 0; i < 2; ++i) { // the second call reads no file
    RelaxTensor output;
    if (!relaxInterpreterCall(interpreter, strRefFromC("f"), NULL, 0, &output,
                              1, &error))
      fail_msg("%s", relaxErrorText(&error));
    expectTensor(&output, "dense<[-10.0, -15.0]> : tensor<2xf32>");
    relaxTensorRelease(&output);
    unlink(path);
  }
  relaxInterpreterDestroy(interpreter);
  freeModule(&module);
  removeFolder(folder);
}

static void weightsThatAreNotThere(void **state) {
  (void)state;
  expectFailure(weights, NO_VALUES, 1,
                "'relax.get_weight' %a: weight 'a': -:5:8: 'relax.get_weight' "
                "%w: weight 'w': cannot read 'w.bin': no folder to look in");
  const char *circle =
      "relax.weight @a : !relax.tensor<[1], f32> prepared by @f\n"
      "relax.func @f() -> !relax.tensor<[1], f32> {\n"
      "  %w = relax.get_weight @a : !relax.tensor<[1], f32>\n"
      "  relax.return %w : !relax.tensor<[1], f32>\n}\n";
  expectFailure(circle, NO_VALUES, 1,
                "weight 'a': -:3:8: 'relax.get_weight' %w: weight 'a' is used "
                "by the function that prepares it");
  expectFailure("relax.weight @a : !relax.tensor<[1], f32> prepared by @g\n"
                "relax.func @f() -> !relax.tensor<[1], f32> {\n"
                "  %w = relax.get_weight @a : !relax.tensor<[1], f32>\n"
                "  relax.return %w : !relax.tensor<[1], f32>\n}\n"
                "relax.func private @g(%x: !relax.tensor<[n], f32>) {\n"
                "  relax.return\n}\n",
                NO_VALUES, 1,
                "'relax.get_weight' %w: weight 'a': '@g': expected 1 arguments "
                "and 0 results, got 0 "
                "and 0");
}

static void weight(const char *type, const char *source, const char *message) {
  char text[1024];
  snprintf(text, sizeof text,
           "relax.weight @w : %s %s\n"
           "relax.func private @p() -> (!relax.tensor<[2], f32>, "
           "!relax.tensor<[2], f32>) {\n"
           "  %%x = relax.constant dense<1.0> : tensor<2xf32>\n"
           "  relax.return %%x, %%x : !relax.tensor<[2], f32>, "
           "!relax.tensor<[2], f32>\n}\n"
           "relax.func @f() -> !relax.tensor<*, f32> {\n"
           "  %%x = relax.get_weight @w : %s\n"
           "  %%y = relax.cast %%x : %s to !relax.tensor<*, f32>\n"
           "  relax.return %%y : !relax.tensor<*, f32>\n}\n",
           type, source, type, type);
  expectFailure(text, NO_VALUES, 1, message);
}

static void weightsAreTheRuntimes(void **state) {
  (void)state;
  weight("!relax.tensor<[2], i3>", "from \"w.bin\" at 0",
         "'relax.get_weight' %x: weight 'w': reference mode has no values of "
         "type !relax.tensor<[2], i3>");
  weight("!relax.tensor<[4611686018427387904, 4], i1>", "from \"w.bin\" at 0",
         "'relax.get_weight' %x: weight 'w': its bytes exceed 64 bits");
  weight(
      "!relax.tensor<[2], f32>", "prepared by @p",
      "'relax.get_weight' %x: weight 'w': '@p' sets no value for weight 'w'");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weightsAreReadAndPrepared),
      cmocka_unit_test(weightsThatAreNotThere),
      cmocka_unit_test(weightsAreTheRuntimes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
