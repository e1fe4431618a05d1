//===- AnalysisClone.c - copies with symbols of their own -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Sym.gen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char text[] =
    "relax.func @from(%x: !relax.tensor<[n, ?], f32>, %a_0: "
    "!relax.tensor<[n], f32>) -> !relax.tensor<[n, ?], "
    "f32> {\n"
    "  %a = relax.match_cast %x : !relax.tensor<[n, ?], f32> to "
    "!relax.tensor<[n, k], f32> binds (k) where (k <= n)\n"
    "  %l = relax.while (%r: !relax.tensor<[t], f32> = %a_0) : "
    "(!relax.tensor<[n], f32>) -> !relax.tensor<[e], f32> binds (e) where (t "
    "<= n) ensures (e <= n) {\n"
    "    %p = relax.constant dense<false> : tensor<i1>\n"
    "    relax.condition %p\n"
    "  } do {\n"
    "    %b = relax.match_cast %x : !relax.tensor<[n, ?], f32> to "
    "!relax.tensor<[n, j], f32> binds (j)\n"
    "    relax.yield %r : !relax.tensor<[t], f32>\n"
    "  }\n"
    "  relax.return %a : !relax.tensor<[n, k], f32>\n"
    "}\n"
    "relax.func @to(%y: !relax.tensor<[m, k, k_0], f32>) -> "
    "!relax.tensor<[m, k, k_0], f32> {\n"
    "  relax.return %y : !relax.tensor<[m, k, k_0], f32>\n"
    "}\n";

typedef struct State {
  MlirContext context;
  MlirModule module;
  MlirOperation from, cast, to;
} State;

static int setUp(void **state) {
  static State s;
  s.context = mlirContextCreate();
  mlirDialectHandleRegisterDialect(mlirGetDialectHandle__sym__(), s.context);
  mlirDialectHandleRegisterDialect(mlirGetDialectHandle__relax__(), s.context);
  s.module =
      mlirModuleCreateParse(s.context, mlirStringRefCreateFromCString(text));
  if (mlirModuleIsNull(s.module))
    return -1;
  s.from = mlirBlockGetFirstOperation(mlirModuleGetBody(s.module));
  s.to = mlirOperationGetNextInBlock(s.from);
  s.cast = mlirBlockGetFirstOperation(
      mlirRegionGetFirstBlock(mlirOperationGetRegion(s.from, 0)));
  *state = &s;
  return 0;
}

static int tearDown(void **state) {
  State *s = *state;
  mlirModuleDestroy(s->module);
  mlirContextDestroy(s->context);
  return 0;
}

static void append(MlirStringRef part, void *userData) {
  strBufAppend(userData, strRefFromMlir(part));
}

static void expectText(MlirOperation op, const char *part) {
  StrBuf printed = {0};
  mlirOperationPrint(op, append, &printed);
  if (!strstr(strBufText(&printed), part))
    fail_msg("expected '%s' in '%s'", part, strBufText(&printed));
  strBufFree(&printed);
}

static void expectName(StrRef name, const char *expected) {
  assert_int_equal(name.length, strlen(expected));
  assert_memory_equal(name.data, expected, name.length);
}

static void testNames(void **state) {
  State *s = *state;
  Arena *arena = arenaCreate();
  StrRef *names;
  assert_int_equal(symNamesIn(s->from, arena, &names), 5);
  expectName(names[0], "n");
  expectName(names[1], "k");
  assert_int_equal(symNamesIn(s->to, arena, &names), 3);
  expectName(symFreshName(arena, strRefFromC("k"), names, 3), "k_1");
  expectName(symFreshName(arena, strRefFromC("q"), names, 3), "q");
  arenaDestroy(arena);
}

/// Beside its original a binder's copy gets a new symbol; what it only uses
/// stays.
static void testSameFunction(void **state) {
  State *s = *state;
  MlirOperation copy = symCloneFresh(s->cast, s->from, NULL);
  assert_non_null(copy.ptr);
  expectText(copy, "to !relax.tensor<[n, k_0], f32>");
  expectText(copy, "binds (k_0) where (k_0 <= n)");
  expectText(s->cast, "binds (k) where (k <= n)");
  mlirOperationDestroy(copy);
}

/// In another function the outer symbol is mapped, and `k` and `k_0` are taken.
static void testOtherFunction(void **state) {
  State *s = *state;
  Arena *arena = arenaCreate();
  StrRef n = strRefFromC("n");
  SymExpr m = symExprSymbol(arena, strRefFromC("m")), twice;
  assert_int_equal(symExprAdd(arena, m, m, &twice), SYM_OK);
  SymMap outer = {arena, &n, &twice, 1, SYM_OK};
  MlirOperation copy = symCloneFresh(s->cast, s->to, &outer);
  assert_non_null(copy.ptr);
  expectText(copy, "to !relax.tensor<[2 * m, k_1], f32>");
  expectText(copy, "binds (k_1) where (k_1 <= 2 * m)");
  mlirOperationDestroy(copy);
  arenaDestroy(arena);
}

/// What a region binds is the copy's own; what flows in stays.
static void testRegions(void **state) {
  State *s = *state;
  MlirOperation copy =
      symCloneFresh(mlirOperationGetNextInBlock(s->cast), s->from, NULL);
  assert_non_null(copy.ptr);
  expectText(copy, "binds = [\"e_0\"]");
  expectText(copy, "invariant = [#sym.fact<le t_0, n>]");
  expectText(copy, "facts = [#sym.fact<le e_0, n>]");
  expectText(copy, "!relax.tensor<[t_0], f32>):");
  expectText(copy, "-> !relax.tensor<[n, j_0], f32>");
  expectText(copy, "binds = [\"j_0\"]");
  mlirOperationDestroy(copy);
}

/// A value that leaves 64 bits is a status, and nothing is left behind.
static void testOverflow(void **state) {
  State *s = *state;
  Arena *arena = arenaCreate();
  StrRef n = strRefFromC("n");
  SymExpr big = symExprConst(arena, INT64_MAX);
  SymMap map = {arena, &n, &big, 1, SYM_OK};
  SymExpr twice;
  assert_int_equal(symExprAdd(arena, symExprSymbol(arena, n),
                              symExprSymbol(arena, n), &twice),
                   SYM_OK);
  MlirAttribute attribute = symExprToAttribute(s->context, twice);
  assert_true(
      mlirAttributeEqual(symSubstituteAttribute(&map, attribute), attribute));
  assert_int_equal(map.status, SYM_OVERFLOW);
  arenaDestroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(testNames),         cmocka_unit_test(testSameFunction),
      cmocka_unit_test(testOtherFunction), cmocka_unit_test(testRegions),
      cmocka_unit_test(testOverflow),
  };
  return cmocka_run_group_tests(tests, setUp, tearDown);
}
