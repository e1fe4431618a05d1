//===- InterpreterErrors.c - what only values can tell --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Types without rank or with `?` leave to the run what verifiers check
// elsewhere; so do element types that the runtime does not have.
//
//===----------------------------------------------------------------------===//

#include "test/unit/InterpreterTest.h"

#define ANY "!relax.tensor<*, f32>"

/// `%x OP` of a tensor of any shape.
static void unary(const char *op, const char *input, const char *message) {
  char text[512];
  snprintf(text, sizeof text,
           "relax.func @f(%%x: " ANY ") -> " ANY " {\n"
           "  %%y = relax.%s\n"
           "  relax.return %%y : " ANY "\n}\n",
           op);
  expectFailure(text, VALUES(input), 1, message);
}

static void axesDependOnTheRank(void **state) {
  (void)state;
  unary("softmax %x over 1 : " ANY, "2xf32=1 2",
        "'relax.softmax' %y: axis 1 is out of range for rank 1");
  unary("sum %x over [1] : (" ANY ") -> " ANY, "2xf32=1 2",
        "'relax.sum' %y: axis 1 is out of range for rank 1");
  unary("concat %x, %x axis 1 : (" ANY ", " ANY ") -> " ANY, "2xf32=1 2",
        "'relax.concat' %y: axis 1 is out of range for rank 1");
  unary("strided_slice %x axes [1] begins [0] ends [1] steps [1] : (" ANY
        ") -> " ANY,
        "2xf32=1 2",
        "'relax.strided_slice' %y: axis 1 is out of range for rank 1");
}

static void conv(const char *x, const char *w, const char *attributes,
                 const char *message) {
  char text[512];
  snprintf(text, sizeof text,
           "relax.func @f(%%x: " ANY ", %%w: " ANY ") -> " ANY " {\n"
           "  %%y = relax.conv %%x, %%w %s groups 1 : (" ANY ", " ANY
           ") -> " ANY "\n  relax.return %%y : " ANY "\n}\n",
           attributes);
  expectFailure(text, VALUES(x, w), 1, message);
}

static void windowsDependOnTheRank(void **state) {
  (void)state;
  const char *one = "strides [1] pads [0, 0] dilations [1]";
  conv("3xf32=1 2 3", "3xf32=1 2 3", one,
       "'relax.conv' %y: expected rank at least 2, got 1");
  conv("1x1x3xf32=1 2 3", "3xf32=1 2 3", one,
       "'relax.conv' %y: ranks of input and weight differ: 3 and 1");
  conv("1x1x1x3xf32=1 2 3", "1x1x1x3xf32=1 2 3", one,
       "'relax.conv' %y: the rank asks for 2 integers in an attribute, got 1");
  conv("1x3x1xf32=1 2 3", "1x2x1xf32=1 2", one,
       "'relax.conv' %y: input channels: expected 1 groups of 2, got 3");
}

static void windowsAreNotTooLarge(void **state) {
  (void)state;
  const char *message =
      "'relax.conv' %y: the extent of a window exceeds 64 bits";
  conv("1x1x3xf32=1 2 3", "1x1x3xf32=1 2 3",
       "strides [1] pads [0, 0] dilations [9223372036854775807]", message);
  conv("1x1x3xf32=1 2 3", "1x1x3xf32=1 2 3",
       "strides [1] pads [9223372036854775807, 0] dilations [1]", message);
  unary("max_pool %x window [9223372036854775807, 2] strides [1, 1] pads [0, "
        "0, 0, 0] dilations [1, 1] : (" ANY ") -> " ANY,
        "1x1x1x1xf32=1",
        "'relax.max_pool' %y: the elements of a window exceed 64 bits");
}

static void targetsAreChecked(void **state) {
  (void)state;
  expectFailure("relax.func @f(%x: " ANY ", %t: !relax.tensor<*, i64>) -> " ANY
                " {\n  %y = relax.reshape %x to %t : (" ANY
                ", !relax.tensor<*, i64>) -> " ANY "\n"
                "  relax.return %y : " ANY "\n}\n",
                VALUES("2xf32=1 2", "1x1xi64=2"), 1,
                "'relax.reshape' %y: target: expected i64 tensor of rank 1, "
                "got i64 tensor of rank 2");
  expectFailure(
      "relax.func @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?, ?], "
      "f32> {\n  %y = relax.reshape %x : (!relax.tensor<[n], f32>) -> "
      "!relax.tensor<[n - 5, ?], f32>\n"
      "  relax.return %y : !relax.tensor<[n - 5, ?], f32>\n}\n",
      VALUES("3xf32=1 2 3"), 1,
      "'relax.reshape' %y: dimension 0: expected an extent >= 0, got -2");
}

static void elementTypesAreTheRuntimes(void **state) {
  (void)state;
  expectFailure("relax.func @f(%x: !relax.tensor<[n], i3>) {\n"
                "  relax.return\n}\n",
                NO_VALUES, 0,
                "'@f', argument 0: reference mode knows tensors, sequences, "
                "optionals, data types and shapes only");
  expectFailure("relax.func @f() -> !relax.tensor<[2], f32> {\n"
                "  %x = relax.constant dense_resource<w> : tensor<2xf32>\n"
                "  relax.return %x : !relax.tensor<[2], f32>\n}\n"
                "{-# dialect_resources: {builtin: {w: "
                "\"0x040000000000000000000000\"}} #-}\n",
                NO_VALUES, 1,
                "'relax.constant' %x: reference mode reads dense elements of "
                "numbers and strings only");
  expectFailure(
      "relax.func @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> "
      "{\n  %y = relax.cast %x : !relax.tensor<[n], f32> to "
      "!relax.tensor<[n], i3>\n"
      "  %z = relax.cast %y : !relax.tensor<[n], i3> to "
      "!relax.tensor<[n], f32>\n"
      "  relax.return %z : !relax.tensor<[n], f32>\n}\n",
      VALUES("1xf32=1"), 1,
      "'relax.cast' %y: reference mode has no values of type i3");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(axesDependOnTheRank),
      cmocka_unit_test(windowsDependOnTheRank),
      cmocka_unit_test(windowsAreNotTooLarge),
      cmocka_unit_test(targetsAreChecked),
      cmocka_unit_test(elementTypesAreTheRuntimes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
