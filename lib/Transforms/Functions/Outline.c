//===- Outline.c - chosen operations become functions ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Functions/Outline.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"

#include <stb/stb_ds.h>

enum { OPTION_VALUES, OPTION_NAME };
enum { COUNT_FUNCTIONS, COUNT_OPS };

static const char marker[] = "relax.outline";

typedef struct Selection {
  RelaxPassRun *run;
  MlirOperation function;
  Outline *groups; // stb_ds, in the order of their first operations
  StrRef *values;  // stb_ds: names that the option lists
  bool *found;     // stb_ds
  MlirLogicalResult outcome;
} Selection;

/// The group that `op` belongs to, or an empty name.
static StrRef groupName(Selection *selection, MlirOperation op) {
  MlirAttribute mark = mlirOperationGetDiscardableAttributeByName(
      op, mlirStringRefCreateFromCString(marker));
  if (mark.ptr && mlirAttributeIsAString(mark))
    return bridgeText(mark);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i) {
    StrRef name =
        bridgeLocationName(mlirValueGetLocation(mlirOperationGetResult(op, i)));
    for (ptrdiff_t v = 0; name.length && v < arrlen(selection->values); ++v)
      if (strRefEqual(name, selection->values[v])) {
        selection->found[v] = true;
        return relaxOptionString(selection->run, OPTION_NAME);
      }
  }
  return (StrRef){NULL, 0};
}

static MlirWalkResult select1(MlirOperation op, void *userData) {
  Selection *selection = userData;
  StrRef name = groupName(selection, op);
  if (!name.length)
    return MlirWalkResultAdvance;
  Outline *group = NULL;
  for (ptrdiff_t i = 0; i < arrlen(selection->groups); ++i)
    if (strRefEqual(selection->groups[i].name, name))
      group = &selection->groups[i];
  if (!group) {
    Outline fresh = {.arena = selection->run->arena,
                     .function = selection->function,
                     .name = arenaCopyString(selection->run->arena, name)};
    arrput(selection->groups, fresh);
    group = &arrlast(selection->groups);
  } else if (!mlirBlockEqual(mlirOperationGetBlock(group->ops[0]),
                             mlirOperationGetBlock(op))) {
    selection->outcome = bridgeEmitOpError(
        op,
        "cannot be outlined as '%.*s': others of that name stand in "
        "another block",
        (int)name.length, name.data);
    return MlirWalkResultInterrupt;
  }
  arrput(group->ops, op);
  hmput(group->members, (const void *)op.ptr, 1);
  // What is inside goes along.
  return MlirWalkResultSkip;
}

static MlirLogicalResult outlineGroup(Selection *selection, Outline *group) {
  MlirLogicalResult outcome = outlineGather(group);
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = outlineSignature(group);
  if (mlirLogicalResultIsSuccess(outcome)) {
    for (ptrdiff_t i = 0; i < arrlen(group->ops); ++i)
      mlirOperationRemoveDiscardableAttributeByName(
          group->ops[i], mlirStringRefCreateFromCString(marker));
    outlineCreate(group);
    ++selection->run->counters[COUNT_FUNCTIONS];
    selection->run->counters[COUNT_OPS] += arrlenu(group->ops);
  }
  return outcome;
}

static void freeGroup(Outline *group) {
  arrfree(group->ops);
  hmfree(group->members);
  arrfree(group->inputs);
  arrfree(group->outputs);
}

static MlirLogicalResult outlineFunction(Selection *selection) {
  selection->outcome = mlirLogicalResultSuccess();
  mlirOperationWalk(selection->function, select1, selection, MlirWalkPreOrder);
  MlirLogicalResult outcome = selection->outcome;
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(selection->groups);
       ++i)
    outcome = outlineGroup(selection, &selection->groups[i]);
  for (ptrdiff_t i = 0; i < arrlen(selection->groups); ++i)
    freeGroup(&selection->groups[i]);
  arrfree(selection->groups);
  selection->groups = NULL;
  return outcome;
}

static void readValues(Selection *selection) {
  StrRef list = relaxOptionString(selection->run, OPTION_VALUES);
  for (size_t begin = 0, end; begin < list.length; begin = end + 1) {
    for (end = begin; end < list.length && list.data[end] != ',';)
      ++end;
    StrRef name = {list.data + begin, end - begin};
    arrput(selection->values, name);
    arrput(selection->found, false);
  }
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Selection selection = {.run = run};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  readValues(&selection);
  MlirBlock body = bridgeBody(run->op);
  for (MlirOperation op = mlirBlockGetFirstOperation(body), next;
       op.ptr && mlirLogicalResultIsSuccess(outcome); op = next) {
    next = mlirOperationGetNextInBlock(op);
    selection.function = op;
    if (relaxIsFunc(op))
      outcome = outlineFunction(&selection);
  }
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(selection.values); ++i)
    if (!selection.found[i])
      outcome = bridgeEmitError(
          mlirOperationGetLocation(run->op),
          "option 'values': no operation has a result '%%%.*s'",
          (int)selection.values[i].length, selection.values[i].data);
  if (mlirLogicalResultIsSuccess(outcome) && !arrlen(selection.values) &&
      run->counters[COUNT_OPS] == 0)
    outcome = bridgeEmitError(mlirOperationGetLocation(run->op),
                              "option 'values': expected names of results: no "
                              "operation has the attribute 'relax.outline'");
  arrfree(selection.values);
  arrfree(selection.found);
  return outcome;
}

const RelaxPass relaxOutlinePass = {
    .name = "relax-outline",
    .summary = "move chosen operations into functions",
    .documentation =
        "Operations of one block with the attribute `relax.outline = "
        "\"name\"`, "
        "or those that give the values of `values=h,y`, become a private "
        "function that is called in their place. Operations between them that "
        "use their results move behind the call.\n"
        "\n"
        "Symbols that come from outside are bound by arguments: where no "
        "operand has one as a bare dimension, the value that binds it is "
        "passed too. A symbol that an outlined operation binds and something "
        "behind needs is in the `binds (...)` of the function and of the call. "
        "Every fact over the symbols of the new signature comes along.\n",
    .anchor = "builtin.module",
    .options =
        {[OPTION_VALUES] = {"values", RELAX_OPTION_STRING,
                            "names of results, as in h,y: the operations that "
                            "give them are outlined together",
                            "", NULL},
         [OPTION_NAME] = {"name", RELAX_OPTION_STRING,
                          "name of the function for 'values'", "outlined",
                          NULL}},
    .counters = {[COUNT_FUNCTIONS] = "functions-made",
                 [COUNT_OPS] = "ops-outlined"},
    .run = run,
};
