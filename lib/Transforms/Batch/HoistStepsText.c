//===- HoistStepsText.c - the text in front of a fold's steps -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Relax.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Template.h"
#include "lib/Transforms/Batch/HoistSteps.h"

#include <stb/stb_ds.h>

static const char number[] = "!relax.tensor<[], i64>";

/// How many elements there are.
static const char counts[] =
    "  %zero = relax.constant dense<0> : tensor<i64>\n"
    "  %one = relax.constant dense<1> : tensor<i64>\n"
    "  %count, %last = relax.while (%i: $number = %zero, %l: $list = %a$at) {\n"
    "    %more = relax.is_constructor %l $cell : $list\n"
    "    relax.condition %more\n"
    "  } do {\n"
    "    %rest = relax.get_field %l $cell at $rest : ($list) -> $list\n"
    "    %next = relax.add %i, %one : $number\n"
    "    relax.yield %next, %rest : $number, $list\n"
    "  }\n"
    "  %extent = relax.reshape %count : ($number) -> !relax.tensor<[1], i64>\n"
    "  %n = relax.tensor_to_shape %extent : !relax.tensor<[1], i64> -> "
    "!relax.shape<[n]> binds (n)\n";
/// One behind the other.
static const char stacks[] =
    "  %z$f = relax.constant dense<0.0> : tensor<$type>\n"
    "  %b$f = relax.broadcast_to %z$f given (%n) : (!relax.tensor<[], $type>, "
    "!relax.shape<[n]>) -> $rows\n"
    "  %i$f, %l$f, %xs$f = relax.while (%i: $number = %zero, %l: $list = "
    "%a$at, %xs: $rows = %b$f) {\n"
    "    %more = relax.less %i, %count : ($number, $number) -> "
    "!relax.tensor<[], i1>\n"
    "    relax.condition %more\n"
    "  } do {\n"
    "    %x = relax.get_field %l $cell at $x : ($list) -> $item\n"
    "    %rest = relax.get_field %l $cell at $rest : ($list) -> $list\n"
    "    %row = relax.reshape %x : ($item) -> !relax.tensor<[1, $dims], "
    "$type>\n"
    "    %stored = relax.update_slice %xs, %row from %i at 0 : ($rows, "
    "!relax.tensor<[1, $dims], $type>, $number) -> $rows\n"
    "    %next = relax.add %i, %one : $number\n"
    "    relax.yield %next, %rest, %stored : $number, $list, $rows\n"
    "  }\n";
static const char flattens[] =
    "  %flat$p = relax.reshape %xs$f : ($rows) "
    "-> !relax.tensor<[n * $height, $in], $type>\n"
    "  %all$p = relax.matmul %flat$p, %w$p : (!relax.tensor<[n * $height, "
    "$in], $type>, $weight) -> !relax.tensor<[n * $height, $out], $type>\n"
    "  %p$p = relax.reshape %all$p : (!relax.tensor<[n * $height, $out], "
    "$type>) -> !relax.tensor<[n, $height, $out], $type>\n";
static const char turns[] =
    "  %v$p = relax.permute_dims %w$p axes [1, 0] : ($weight) -> "
    "!relax.tensor<[$in, $out], $type>\n"
    "  %p$p = relax.matmul %xs$f, %v$p : ($rows, !relax.tensor<[$in, $out], "
    "$type>) -> !relax.tensor<[n, $out], $type>\n";
static const char multiplies[] =
    "  %p$p = relax.matmul %xs$f, %w$p : ($rows, $weight) -> "
    "!relax.tensor<[n, $out], $type>\n";

typedef struct Builder {
  const Steps *steps;
  Template t;
} Builder;

static StrRef typeText(Builder *b, MlirType type) {
  StrBuf text = {0};
  bridgePrintType(type, &text);
  return arenaKeep(b->t.arena, &text);
}

static void setText(Builder *b, const char *name, StrRef text) {
  templateSet(&b->t, name, "%.*s", (int)text.length, text.data);
}

static void setAttribute(Builder *b, const char *name, MlirAttribute value) {
  StrBuf text = {0};
  bridgePrintAttribute(value, &text);
  templateSet(&b->t, name, "%s", strBufText(&text));
  strBufFree(&text);
}

static void appendPart(MlirStringRef part, void *out) {
  strBufAppend(out, strRefFromMlir(part));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Sets what an element is.
static void setField(Builder *b, ptrdiff_t index) {
  MlirOperation field = b->steps->fields[index];
  MlirType type = mlirValueGetType(mlirOperationGetResult(field, 0));
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(field, 0));
  StrBuf dims = {0};
  int64_t extent;
  for (intptr_t d = 0; d < info.rank; ++d)
    if (symAttributeIsConst(info.dims[d], &extent))
      strBufAppendFormat(&dims, d ? ", %lld" : "%lld", (long long)extent);
  templateSet(&b->t, "f", "%ld", (long)index);
  templateSet(&b->t, "x", "%ld", (long)relaxGetFieldGetIndex(field));
  setText(b, "item", typeText(b, type));
  setText(b, "type", typeText(b, info.elementType));
  templateSet(&b->t, "dims", "%s", strBufText(&dims));
  StrRef element = templateGet(&b->t, "type");
  templateSet(&b->t, "rows", "!relax.tensor<[n, %s], %.*s>", strBufText(&dims),
              (int)element.length, element.data);
  strBufFree(&dims);
}

static void setProduct(Builder *b, ptrdiff_t index) {
  const Product *product = &b->steps->products[index];
  RelaxTensorInfo info = relaxTensorInfoOf(product->value);
  int64_t rows = 0;
  if (info.rank == 2)
    (void)symAttributeIsConst(info.dims[0], &rows);
  setField(b, b->steps->of[index]);
  templateSet(&b->t, "p", "%ld", (long)index);
  templateSet(&b->t, "height", "%lld", (long long)rows);
  templateSet(&b->t, "in", "%lld", (long long)product->inner);
  templateSet(&b->t, "out", "%lld", (long long)product->outer);
  StrBuf outs = {0};
  if (rows)
    strBufAppendFormat(&outs, "%lld, ", (long long)rows);
  strBufAppendFormat(&outs, "%lld", (long long)product->outer);
  templateSet(&b->t, "outs", "%s", strBufText(&outs));
  strBufFree(&outs);
  setText(b, "weight",
          typeText(b, mlirValueGetType(mlirOperationGetOperand(
                          product->op, !product->left))));
}

/// Names of the arguments or their types, as a list.
static void setLists(Builder *b) {
  MlirBlock entry = bridgeBody(b->steps->fold.function);
  MlirOperation branch = b->steps->fold.branch;
  StrBuf names = {0}, types = {0}, both = {0}, results = {0};
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    StrRef type = typeText(b, mlirValueGetType(mlirBlockGetArgument(entry, i)));
    strBufAppendFormat(&names, i ? ", %%a%ld" : "%%a%ld", (long)i);
    strBufAppendFormat(&types, i ? ", %.*s" : "%.*s", (int)type.length,
                       type.data);
    strBufAppendFormat(&both, i ? ", %%a%ld: %.*s" : "%%a%ld: %.*s", (long)i,
                       (int)type.length, type.data);
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(branch); i < e; ++i) {
    StrRef type =
        typeText(b, mlirValueGetType(mlirOperationGetResult(branch, i)));
    strBufAppendFormat(&results, i ? ", %.*s" : "%.*s", (int)type.length,
                       type.data);
  }
  templateSet(&b->t, "args", "%s", strBufText(&names));
  templateSet(&b->t, "argTypes", "%s", strBufText(&types));
  templateSet(&b->t, "typedArgs", "%s", strBufText(&both));
  templateSet(&b->t, "resultTypes", "%s", strBufText(&results));
  strBufFree(&names);
  strBufFree(&types);
  strBufFree(&both);
  strBufFree(&results);
}

static void appendForAll(Builder *b, const char *text) {
  for (ptrdiff_t p = 0; p < arrlen(b->steps->products); ++p) {
    setProduct(b, p);
    templateAppend(&b->t, text);
  }
}

static void appendResults(Builder *b) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(b->steps->fold.branch);
       i < e; ++i)
    strBufAppendFormat(b->t.out, i ? ", %%r%ld" : "%%r%ld", (long)i);
}

static void appendProducts(Builder *b) {
  for (ptrdiff_t i = 0; i < arrlen(b->steps->fields); ++i) {
    setField(b, i);
    templateAppend(&b->t, stacks);
  }
  for (ptrdiff_t p = 0; p < arrlen(b->steps->products); ++p) {
    const Product *product = &b->steps->products[p];
    bool matrix = relaxTensorInfoOf(product->value).rank == 2;
    setProduct(b, p);
    templateAppend(&b->t, product->left ? turns
                          : matrix      ? flattens
                                        : multiplies);
  }
}

static void appendFront(Builder *b) {
  templateAppend(&b->t, "relax.func private @$front($typedArgs");
  appendForAll(b, ", %w$p: $weight");
  templateAppend(&b->t, ") -> ($resultTypes) {\n");
  templateAppend(&b->t, counts);
  appendProducts(b);
  strBufAppendC(b->t.out, "  ");
  appendResults(b);
  templateAppend(&b->t, " = relax.call @$steps($args");
  appendForAll(b, ", %p$p");
  templateAppend(&b->t, ", %zero) : ($argTypes");
  appendForAll(b, ", !relax.tensor<[n, $outs], $type>");
  templateAppend(&b->t, ", $number) -> ($resultTypes)\n  relax.return ");
  appendResults(b);
  templateAppend(&b->t, " : $resultTypes\n}\n");
}

/// All data types, for what is parsed is verified, and the steps as a
/// declaration.
static void appendKnown(Builder *b) {
  MlirOperation module = b->steps->fold.run->op;
  for (MlirOperation op = {NULL};
       (op = bridgeNext(module, op, relaxIsAdt)).ptr;) {
    mlirOperationPrint(op, appendPart, b->t.out);
    strBufAppendC(b->t.out, "\n");
  }
  templateAppend(&b->t, "relax.func private @$steps($typedArgs");
  appendForAll(b, ", %p$p: !relax.tensor<[n, $outs], $type>");
  templateAppend(&b->t, ", %at: $number) -> ($resultTypes)\n");
}

MlirModule stepsParse(const Steps *steps, StrRef front, StrRef name) {
  const Fold *fold = &steps->fold;
  Builder builder = {.steps = steps, .t = {.arena = fold->run->arena}};
  Builder *b = &builder;
  MlirOperation rest = bridgeDefiner(foldRest(fold));
  StrBuf text = {0};
  b->t.out = &text;
  templateSet(&b->t, "number", "%s", number);
  templateSet(&b->t, "at", "%ld", (long)fold->listAt);
  templateSet(&b->t, "rest", "%ld", (long)relaxGetFieldGetIndex(rest));
  setAttribute(b, "cell", relaxGetFieldGetConstructor(rest));
  setText(b, "list", typeText(b, mlirValueGetType(fold->list)));
  setText(b, "front", front);
  setText(b, "steps", name);
  setLists(b);
  appendKnown(b);
  appendFront(b);
  MlirModule module =
      bridgeParseModule(fold->run->context, (StrRef){text.data, text.length},
                        "relax-hoist-steps");
  strBufFree(&text);
  return module;
}
