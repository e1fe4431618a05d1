//===- RuntimeData.c - tests of values of data types ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Compare.h"
#include "lib/Runtime/Container.h"
#include "lib/Runtime/DataType.h"
#include "lib/Runtime/ProgramFile.h"
#include "test/unit/RuntimeTest.h"

/// The extent `Leaf.k` as a field has it.
static int64_t ownExtent(RelaxProgram *program) {
  Arena *arena = arenaCreate();
  StrRef name = strRefFromC("Leaf.k");
  uint32_t number = relaxProgramAddDataSymbol(program, name);
  uint32_t expr =
      relaxProgramAddExpr(program, symExprSymbol(arena, name), &number);
  arenaDestroy(arena);
  return RELAX_EXTENT_EXPR - (int64_t)expr;
}

/// `@Tree { @Leaf([2, 'k, 'k]), @Node(@Tree, @Word) }`, `@Word { @Word(*) }`
static RelaxProgram *sampleTypes(void) {
  RelaxProgram *program = relaxProgramCreate();
  int64_t own = ownExtent(program);
  const int64_t dims[] = {2, own, own};
  const RelaxFieldType leaf = {.dtype = RELAX_F32, .rank = 3, .dims = dims};
  const RelaxFieldType node[] = {{.dtype = RELAX_DATA, .data = 0, .rank = -1},
                                 {.dtype = RELAX_DATA, .data = 1, .rank = -1}};
  const RelaxFieldType word = {.dtype = RELAX_STRING, .rank = -1};
  assert_int_equal(relaxProgramAddDataType(program, strRefFromC("@Tree"),
                                           RELAX_DATA_CONSTRUCTORS),
                   0);
  assert_int_equal(relaxProgramAddDataType(program, strRefFromC("@Word"),
                                           RELAX_DATA_CONSTRUCTORS),
                   1);
  assert_int_equal(relaxProgramAddDataType(program, strRefFromC("@Tree"),
                                           RELAX_DATA_CONSTRUCTORS),
                   0);
  relaxDataTypeAddConstructor(
      program, 0,
      (RelaxConstructorType){
          .name = strRefFromC("Leaf"), .fields = &leaf, .numFields = 1});
  relaxDataTypeAddConstructor(
      program, 0,
      (RelaxConstructorType){
          .name = strRefFromC("Node"), .fields = node, .numFields = 2});
  relaxDataTypeAddConstructor(
      program, 1,
      (RelaxConstructorType){
          .name = strRefFromC("Word"), .fields = &word, .numFields = 1});
  return program;
}

static RelaxTensor parsed(const RelaxProgram *program, const char *text) {
  RelaxTensor value;
  RelaxError error = {0};
  if (!relaxDataParse(program, 0, strRefFromC(text), &value, &error))
    fail_msg("'%s': %s", text, relaxErrorText(&error));
  return value;
}

static const char tree[] = "@Node(@Node(@Leaf(2x1x1xf32=1.0 inf), "
                           "@Word(string=\"a)\\\\,\")), @Word(2xstring=\"\" "
                           "\"b\"))";

static void textReadsBack(void **state) {
  (void)state;
  RelaxProgram *program = sampleTypes();
  RelaxTensor value = parsed(program, tree);
  StrBuf text = {0};
  RelaxError error = {0};
  assert_true(relaxDataCheck(program, 0, &value, "value", &error));
  relaxDataPrint(program, 0, &value, &text);
  assert_string_equal(strBufText(&text), tree);
  strBufFree(&text);
  relaxTensorRelease(&value);
  relaxProgramDestroy(program);
}

static void expectRefused(const char *text, const char *message) {
  RelaxProgram *program = sampleTypes();
  RelaxTensor value;
  RelaxError error = {0};
  if (relaxDataParse(program, 0, strRefFromC(text), &value, &error)) {
    assert_false(relaxDataCheck(program, 0, &value, "value", &error));
    relaxTensorRelease(&value);
  }
  expectError(&error, message);
  relaxProgramDestroy(program);
}

static void badTextIsRefused(void **state) {
  (void)state;
  expectRefused("", "expected a constructor of @Tree, got the end of the text");
  expectRefused("@Node(@Leaf(2x1x1xf32=1))",
                "expected ',' at character 25, got ')'");
  expectRefused("%0 = @Word(string=a)", "@Tree has no constructor '@Word'");
  expectRefused("%0 = @Word(string=a); %1 = @Leaf(2x1x1xf32=1)",
                "node '%0' is held by none");
  expectRefused("%0 = @Leaf(2x1x1xf32=1) %1 = @Leaf(2x1x1xf32=1)",
                "expected ';' at character 25, got '%'");
  expectRefused("@Leaf(2x1x2xf32=1)",
                "value: field 0 of '@Leaf', dimension 2: expected 1, got 2");
  expectRefused("@Leaf(3x1x1xf32=1)",
                "value: field 0 of '@Leaf', dimension 0: expected 2, got 3");
}

/// Values that no text gives.
static void badValuesAreRefused(void **state) {
  (void)state;
  RelaxProgram *program = sampleTypes();
  RelaxError error = {0};
  RelaxTensor value, number = tensorOf("f32=1");
  assert_true(relaxDataCreate(2, 0, NULL, &value, &error));
  assert_false(relaxDataCheck(program, 0, &value, "value", &error));
  expectError(&error, "value: @Tree has no constructor number 2");
  relaxTensorRelease(&value);
  assert_true(relaxDataCreate(1, 0, NULL, &value, &error));
  assert_false(relaxDataCheck(program, 0, &value, "value", &error));
  expectError(&error, "value: '@Node' has 2 fields, got 0");
  relaxTensorRelease(&value);
  assert_false(relaxDataCheck(program, 0, &number, "value", &error));
  expectError(&error, "value: expected @Tree, got f32 tensor of rank 0");
  assert_true(relaxDataCreate(0, 1, &number, &value, &error));
  RelaxTensor node[] = {value, relaxTensorShare(&value)};
  assert_true(relaxDataCreate(1, 2, node, &value, &error));
  assert_false(relaxDataCheck(program, 0, &value, "value", &error));
  relaxErrorFree(&error);
  relaxTensorRelease(&value);
  relaxProgramDestroy(program);
}

static void comparisonSaysWhere(void **state) {
  (void)state;
  RelaxProgram *program = sampleTypes();
  static const struct {
    const char *got, *expected, *report;
  } cases[] = {
      {"@Leaf(2x1x1xf32=1)", "@Leaf(2x1x1xf32=1)", NULL},
      {"@Leaf(2x1x1xf32=1)", "@Leaf(2x1x1xf32=1 2)",
       "tensor 0: 1 of 2 elements differ (rtol 1e-05, atol 1e-06); worst at "
       "[1, 0, 0]: expected 2.0, got 1.0; max absolute difference 1, max "
       "relative 0.5"},
      {"@Leaf(2x1x1xf32=1)", "@Node(@Leaf(2x1x1xf32=1), @Word(string=a))",
       "behind tensor 0: expected constructor number 1, got 0"},
      {"@Node(@Leaf(2x1x1xf32=1), @Word(string=a))",
       "@Node(@Leaf(2x1x1xf32=1), @Word(string=b))",
       "tensor 1: 1 of 1 elements differ; worst at []: expected \"b\", got "
       "\"a\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    RelaxTensor got = parsed(program, cases[i].got);
    RelaxTensor expected = parsed(program, cases[i].expected);
    RelaxTolerance tolerance = relaxToleranceDefault(RELAX_F32);
    RelaxComparison comparison;
    bool same = relaxCompare(&got, &expected, tolerance, &comparison);
    assert_int_equal(same, cases[i].report == NULL);
    StrBuf text = {0};
    if (!same) {
      relaxComparisonPrint(&comparison, &got, &expected, tolerance, &text);
      assert_string_equal(strBufText(&text), cases[i].report);
    }
    strBufFree(&text);
    relaxTensorRelease(&got);
    relaxTensorRelease(&expected);
  }
  relaxProgramDestroy(program);
}

/// A million deep: read, checked, printed, compared and freed.
static void depthIsNoMatter(void **state) {
  (void)state;
  enum { DEPTH = 1000000 };
  RelaxProgram *program = sampleTypes();
  StrBuf text = {0};
  strBufAppendC(&text, "%0 = @Leaf(2x1x1xf32=1.0 1.0)");
  strBufAppendC(&text, "; %1 = @Word(string=\"a\")");
  for (int i = 2; i < DEPTH; ++i)
    strBufAppendFormat(&text, "; %%%d = @Node(%%%d, %%1)", i,
                       i == 2 ? 0 : i - 1);
  RelaxTensor value = parsed(program, strBufText(&text));
  RelaxTensor other = parsed(program, strBufText(&text));
  RelaxError error = {0};
  StrBuf printed = {0};
  RelaxComparison comparison;
  assert_true(relaxDataCheck(program, 0, &value, "value", &error));
  assert_true(relaxCompare(&value, &other, relaxToleranceDefault(RELAX_F32),
                           &comparison));
  relaxDataPrint(program, 0, &value, &printed);
  assert_string_equal(strBufText(&printed), strBufText(&text));
  strBufFree(&printed);
  strBufFree(&text);
  relaxTensorRelease(&value);
  relaxTensorRelease(&other);
  relaxProgramDestroy(program);
}

static void filesCarryTypes(void **state) {
  (void)state;
  RelaxProgram *program = sampleTypes();
  StrBuf bytes = {0};
  RelaxError error = {0};
  relaxProgramEncode(program, &bytes);
  RelaxProgram *read =
      relaxProgramDecode((StrRef){bytes.data, bytes.length}, &error);
  assert_non_null(read);
  RelaxTensor value = parsed(read, tree);
  assert_true(relaxDataCheck(read, 0, &value, "value", &error));
  relaxTensorRelease(&value);
  strBufFree(&bytes);
  relaxProgramDestroy(read);
  // An extent whose expression is not there.
  RelaxProgram *extents = sampleTypes();
  const int64_t none = RELAX_EXTENT_EXPR - 1;
  const RelaxFieldType wrong = {.dtype = RELAX_F32, .rank = 1, .dims = &none};
  relaxDataTypeAddConstructor(extents, 0,
                              (RelaxConstructorType){.name = strRefFromC("Bad"),
                                                     .fields = &wrong,
                                                     .numFields = 1});
  relaxProgramEncode(extents, &bytes);
  assert_null(relaxProgramDecode((StrRef){bytes.data, bytes.length}, &error));
  expectError(&error, "the program file is invalid: data type 0 is malformed");
  strBufFree(&bytes);
  relaxProgramDestroy(extents);
  // A fact that is not there.
  RelaxProgram *facts = sampleTypes();
  const uint32_t nothing = 9;
  relaxDataTypeAddConstructor(facts, 0,
                              (RelaxConstructorType){.name = strRefFromC("Bad"),
                                                     .numFacts = 1,
                                                     .facts = &nothing});
  relaxProgramEncode(facts, &bytes);
  assert_null(relaxProgramDecode((StrRef){bytes.data, bytes.length}, &error));
  expectError(&error, "the program file is invalid: data type 0 is malformed");
  strBufFree(&bytes);
  relaxProgramDestroy(facts);
  // A field of a data type that is not there.
  const RelaxFieldType field = {.dtype = RELAX_DATA, .data = 7, .rank = -1};
  relaxDataTypeAddConstructor(program, 1,
                              (RelaxConstructorType){.name = strRefFromC("Bad"),
                                                     .fields = &field,
                                                     .numFields = 1});
  relaxProgramEncode(program, &bytes);
  assert_null(relaxProgramDecode((StrRef){bytes.data, bytes.length}, &error));
  expectError(&error, "the program file is invalid: data type 1 is malformed");
  strBufFree(&bytes);
  relaxProgramDestroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(textReadsBack),
      cmocka_unit_test(badTextIsRefused),
      cmocka_unit_test(badValuesAreRefused),
      cmocka_unit_test(comparisonSaysWhere),
      cmocka_unit_test(depthIsNoMatter),
      cmocka_unit_test(filesCarryTypes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
