//===- HoistStepsBuild.c - the function in front of a fold's steps --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Template.h"
#include "lib/Transforms/Batch/HoistSteps.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"

#include <stb/stb_ds.h>

static const char number[] = "!relax.tensor<[], i64>";

/// Elements one behind the other.
static const char collects[] =
    "relax.func private @$collect(%l: $list, %s: $some) -> $some {\n"
    "  %end = relax.is_constructor %l $nil : $list\n"
    "  %y = relax.if %end -> $some {\n"
    "    relax.yield %s : $some\n"
    "  } else {\n"
    "    %x = relax.get_field %l $cell at $x : ($list) -> $item\n"
    "    %r = relax.get_field %l $cell at $rest : ($list) -> $list\n"
    "    %t = relax.sequence_insert %s, %x : ($some, $item) -> $some\n"
    "    %u = relax.call @$collect(%r, %t) : ($list, $some) -> $some\n"
    "    relax.yield %u : $some\n"
    "  }\n"
    "  relax.return %y : $some\n"
    "}\n";
static const char stacks[] =
    "    %e$f = relax.sequence_empty : $some\n"
    "    %s$f = relax.call @$collect(%a$at, %e$f) : ($list, $some) -> $some\n"
    "    %any$f = relax.concat_from_sequence %s$f axis 0 stack : ($some) -> "
    "!relax.tensor<[?, $dims], $type>\n"
    "    %xs$f = relax.match_cast %any$f : !relax.tensor<[?, $dims], $type> to "
    "!relax.tensor<[n$f, $dims], $type> binds (n$f) where (n$f >= 1)\n";
static const char flattens[] =
    "    %flat$p = relax.reshape %xs$f : (!relax.tensor<[n$f, $dims], $type>) "
    "-> !relax.tensor<[n$f * $rows, $in], $type>\n"
    "    %all$p = relax.matmul %flat$p, %w$p : (!relax.tensor<[n$f * $rows, "
    "$in], $type>, $weight) -> !relax.tensor<[n$f * $rows, $out], $type>\n"
    "    %p$p = relax.reshape %all$p : (!relax.tensor<[n$f * $rows, $out], "
    "$type>) -> !relax.tensor<[n$f, $rows, $out], $type>\n";
/// In front of the branch, where it is prepared with the weights.
static const char turns[] =
    "  %v$p = relax.permute_dims %w$p axes [1, 0] : ($weight) -> "
    "!relax.tensor<[$in, $out], $type>\n";
static const char turned[] =
    "    %p$p = relax.matmul %xs$f, %v$p : (!relax.tensor<[n$f, $in], $type>, "
    "!relax.tensor<[$in, $out], $type>) -> !relax.tensor<[n$f, $out], "
    "$type>\n";
static const char multiplies[] =
    "    %p$p = relax.matmul %xs$f, %w$p : (!relax.tensor<[n$f, $in], $type>, "
    "$weight) -> !relax.tensor<[n$f, $out], $type>\n";

typedef struct Builder {
  Steps *steps;
  Template t;
  StrRef name, stepsName, *collect; // of functions
} Builder;

static StrRef typeText(Builder *b, MlirType type) {
  StrBuf text = {0};
  bridgePrintType(type, &text);
  StrRef copy =
      arenaCopyString(b->t.arena, (StrRef){strBufText(&text), text.length});
  strBufFree(&text);
  return copy;
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
  StrRef item = typeText(b, type);
  StrBuf dims = {0};
  int64_t extent;
  for (intptr_t d = 0; d < info.rank; ++d)
    if (symAttributeIsConst(info.dims[d], &extent))
      strBufAppendFormat(&dims, d ? ", %lld" : "%lld", (long long)extent);
  templateSet(&b->t, "f", "%ld", (long)index);
  templateSet(&b->t, "dims", "%s", strBufText(&dims));
  strBufFree(&dims);
  templateSet(&b->t, "x", "%ld", (long)relaxGetFieldGetIndex(field));
  setText(b, "item", item);
  templateSet(&b->t, "some", "!relax.sequence<%.*s>", (int)item.length,
              item.data);
  setText(b, "type", typeText(b, info.elementType));
  setText(b, "collect", b->collect[index]);
}

static void setProduct(Builder *b, ptrdiff_t index) {
  const Product *product = &b->steps->products[index];
  RelaxTensorInfo info = relaxTensorInfoOf(product->value);
  int64_t rows = 0;
  if (info.rank == 2)
    (void)symAttributeIsConst(info.dims[0], &rows);
  setField(b, b->steps->of[index]);
  templateSet(&b->t, "p", "%ld", (long)index);
  templateSet(&b->t, "rows", "%lld", (long long)rows);
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

static void appendResults(Builder *b, const char *letter) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(b->steps->fold.branch);
       i < e; ++i)
    strBufAppendFormat(b->t.out, i ? ", %%%s%ld" : "%%%s%ld", letter, (long)i);
}

/// A call of the steps with the products, or with one row of zeros each.
static void appendCall(Builder *b, bool empty) {
  templateAppend(&b->t, "    %zero = relax.constant dense<0> : tensor<i64>\n"
                        "    ");
  appendResults(b, "y");
  templateAppend(&b->t, " = relax.call @$steps($args");
  appendForAll(b, ", %p$p");
  templateAppend(&b->t, ", %zero) : ($argTypes");
  appendForAll(b, empty ? ", !relax.tensor<[1, $outs], $type>"
                        : ", !relax.tensor<[n$f, $outs], $type>");
  templateAppend(&b->t, ", $number) -> ($resultTypes)\n    relax.yield ");
  appendResults(b, "y");
  templateAppend(&b->t, " : $resultTypes\n");
}

static void appendFront(Builder *b) {
  templateAppend(&b->t, "relax.func private @$front($typedArgs");
  appendForAll(b, ", %w$p: $weight");
  templateAppend(&b->t, ") -> ($resultTypes) {\n");
  for (ptrdiff_t p = 0; p < arrlen(b->steps->products); ++p)
    if (b->steps->products[p].left) {
      setProduct(b, p);
      templateAppend(&b->t, turns);
    }
  templateAppend(&b->t, "  %end = relax.is_constructor %a$at $nil : $list\n"
                        "  ");
  appendResults(b, "r");
  templateAppend(&b->t, " = relax.if %end -> ($resultTypes) {\n");
  appendForAll(b, "    %z$p = relax.constant dense<0.0> : tensor<$type>\n"
                  "    %p$p = relax.broadcast_to %z$p : "
                  "(!relax.tensor<[], $type>) -> "
                  "!relax.tensor<[1, $outs], $type>\n");
  appendCall(b, true);
  templateAppend(&b->t, "  } else {\n");
  for (ptrdiff_t i = 0; i < arrlen(b->steps->fields); ++i) {
    setField(b, i);
    templateAppend(&b->t, stacks);
  }
  for (ptrdiff_t p = 0; p < arrlen(b->steps->products); ++p) {
    setProduct(b, p);
    const Product *product = &b->steps->products[p];
    bool rows = relaxTensorInfoOf(product->value).rank == 2;
    templateAppend(&b->t, product->left ? turned : rows ? flattens : multiplies);
  }
  appendCall(b, false);
  templateAppend(&b->t, "  }\n  relax.return ");
  appendResults(b, "r");
  templateAppend(&b->t, " : $resultTypes\n}\n");
}

/// All data types, for what is parsed is verified, and the steps as a
/// declaration.
static void appendKnown(Builder *b) {
  MlirOperation module = b->steps->fold.run->op;
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(module));
       op.ptr; op = mlirOperationGetNextInBlock(op))
    if (relaxIsAdt(op)) {
      mlirOperationPrint(op, appendPart, b->t.out);
      strBufAppendC(b->t.out, "\n");
    }
  templateAppend(&b->t, "relax.func private @$steps($typedArgs");
  appendForAll(b, ", %p$p: !relax.tensor<[n$f, $outs], $type>");
  templateAppend(&b->t, ", %at: $number) -> ($resultTypes)\n");
}

static MlirModule parse(Builder *b) {
  const Fold *fold = &b->steps->fold;
  MlirOperation rest = bridgeDefiner(foldRest(fold));
  StrBuf text = {0};
  b->t.out = &text;
  templateSet(&b->t, "number", "%s", number);
  templateSet(&b->t, "at", "%ld", (long)fold->listAt);
  templateSet(&b->t, "rest", "%ld", (long)relaxGetFieldGetIndex(rest));
  setAttribute(b, "cell", relaxGetFieldGetConstructor(rest));
  setAttribute(b, "nil", relaxIsConstructorGetConstructor(fold->asks));
  setText(b, "list", typeText(b, mlirValueGetType(fold->list)));
  setText(b, "front", b->name);
  setText(b, "steps", b->stepsName);
  setLists(b);
  appendKnown(b);
  for (ptrdiff_t i = 0; i < arrlen(b->steps->fields); ++i) {
    setField(b, i);
    templateAppend(&b->t, collects);
  }
  appendFront(b);
  MlirModule module = bridgeParseModule(
      fold->run->context, (StrRef){text.data, text.length}, "relax-hoist-steps");
  strBufFree(&text);
  return module;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The weights are its own, not arguments.
static void takeWeights(Builder *b, MlirOperation front, MlirType type) {
  MlirBlock entry = bridgeBody(front);
  intptr_t own = mlirFunctionTypeGetNumInputs(type);
  MlirOperation first = mlirBlockGetFirstOperation(entry);
  for (ptrdiff_t p = 0; p < arrlen(b->steps->products); ++p) {
    MlirValue argument = mlirBlockGetArgument(entry, own);
    mlirValueReplaceAllUsesOfWith(
        argument, productWeight(first, &b->steps->products[p]));
    mlirBlockEraseArgument(entry, (unsigned)own);
  }
  relaxFuncSetFunctionType(front, type);
}

/// Moves what was parsed in front of the steps.
static void takeFunctions(Builder *b, MlirModule module, MlirType type) {
  MlirOperation steps = b->steps->fold.function;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module)),
                     next;
       op.ptr; op = next) {
    next = mlirOperationGetNextInBlock(op);
    if (!relaxIsFunc(op) || !bridgeBody(op).ptr)
      continue;
    mlirOperationRemoveFromParent(op);
    mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(steps), steps,
                                        op);
    if (strRefEqual(relaxFuncGetSymName(op), b->name))
      takeWeights(b, op, type);
  }
}

/// The steps' further arguments: those of the declaration.
static void addArguments(Builder *b, MlirType type) {
  MlirOperation steps = b->steps->fold.function;
  MlirBlock entry = bridgeBody(steps);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  MlirType *types = ARENA_ARRAY(b->t.arena, MlirType, inputs + results);
  MlirAttribute *attrs = ARENA_ARRAY(b->t.arena, MlirAttribute, inputs);
  MlirAttribute old = relaxFuncGetArgAttrs(steps);
  intptr_t own = mlirBlockGetNumArguments(entry);
  for (intptr_t i = 0; i < inputs; ++i) {
    types[i] = mlirFunctionTypeGetInput(type, i);
    attrs[i] = old.ptr && i < own
                   ? mlirArrayAttrGetElement(old, i)
                   : mlirDictionaryAttrGet(b->steps->fold.run->context, 0, NULL);
    if (i >= own)
      mlirBlockAddArgument(
          entry, types[i],
          bridgeNamedLocation(
              strRefFromC(i + 1 < inputs ? "products" : "step"),
              mlirOperationGetLocation(steps)));
  }
  for (intptr_t i = 0; i < results; ++i)
    types[inputs + i] = mlirFunctionTypeGetResult(type, i);
  relaxFuncSetFunctionType(steps, type);
  if (old.ptr)
    relaxFuncSetArgAttrs(steps, mlirArrayAttrGet(b->steps->fold.run->context,
                                                 inputs, attrs));
}

/// Rows in the place of the products, and the steps call themselves.
static void useRows(Builder *b) {
  Fold *fold = &b->steps->fold;
  MlirBlock entry = bridgeBody(fold->function);
  intptr_t count = mlirBlockGetNumArguments(entry);
  intptr_t first = count - 1 - arrlen(b->steps->products);
  GraphBuilder g = {.context = fold->run->context,
                    .arena = b->t.arena,
                    .loc = mlirOperationGetLocation(fold->call),
                    .before = fold->call};
  MlirValue *inputs = ARENA_ARRAY(g.arena, MlirValue, count);
  MlirValue at = mlirBlockGetArgument(entry, count - 1);
  for (intptr_t i = 0; i < count; ++i)
    inputs[i] = i < first ? relaxCallGetInputs(fold->call, i)
                          : mlirBlockGetArgument(entry, i);
  inputs[count - 1] = graphAdd(&g, at, graphNumberLike(&g, 1, at));
  intptr_t results = mlirOperationGetNumResults(fold->call);
  MlirType *types = ARENA_ARRAY(g.arena, MlirType, results);
  for (intptr_t i = 0; i < results; ++i)
    types[i] = mlirValueGetType(mlirOperationGetResult(fold->call, i));
  RelaxCallArgs args = {.numInputs = count,
                        .inputs = inputs,
                        .callee = mlirFlatSymbolRefAttrGet(
                            g.context, strRefToMlir(b->stepsName)),
                        .numResultsTypes = results,
                        .resultsTypes = types};
  MlirOperation call = relaxCallCreate(g.loc, &args);
  graphInsert(&g, call);
  for (intptr_t i = 0; i < results; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(fold->call, i),
                                  mlirOperationGetResult(call, i));
  mlirOperationDestroy(fold->call);
  for (ptrdiff_t p = 0; p < arrlen(b->steps->products); ++p) {
    MlirOperation op = b->steps->products[p].op;
    g.before = op;
    g.loc = mlirOperationGetLocation(op);
    MlirValue row = graphTake(&g, mlirBlockGetArgument(entry, first + p), at, 0);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), row);
    mlirOperationDestroy(op);
  }
}

static StrRef nameFor(Builder *b, const char *what, ptrdiff_t index) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "%.*s_%s", (int)b->name.length, b->name.data, what);
  if (index)
    strBufAppendFormat(&text, "%ld", (long)index);
  StrRef name = bridgeUniqueSymbol(b->steps->fold.run->op,
                                   (StrRef){text.data, text.length},
                                   b->t.arena);
  strBufFree(&text);
  return name;
}

bool stepsBuild(Steps *steps) {
  RelaxPassRun *run = steps->fold.run;
  MlirOperation function = steps->fold.function;
  Builder b = {.steps = steps, .t = {.arena = run->arena}};
  b.name = arenaCopyString(run->arena, relaxFuncGetSymName(function));
  b.stepsName = nameFor(&b, "steps", 0);
  b.collect = ARENA_ARRAY(run->arena, StrRef, arrlen(steps->fields));
  for (ptrdiff_t i = 0; i < arrlen(steps->fields); ++i)
    b.collect[i] = nameFor(&b, "elements", i);
  MlirModule module = parse(&b);
  if (!module.ptr)
    return false;
  MlirType type = relaxFuncGetFunctionType(function);
  MlirOperation declared = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  while (!relaxIsFunc(declared))
    declared = mlirOperationGetNextInBlock(declared);
  relaxFuncSetSymName(function, b.stepsName);
  takeFunctions(&b, module, type);
  addArguments(&b, relaxFuncGetFunctionType(declared));
  useRows(&b);
  mlirModuleDestroy(module);
  return true;
}
