//===- RemoveDeadFields.c - fields of data that nothing reads -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Functions/RemoveDeadFields.h"
#include "dialects/Relax/Data.gen.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

static bool hasDead(const DeadFields *d) {
  for (ptrdiff_t i = 0; i < arrlen(d->types); ++i)
    for (intptr_t c = 0; c < deadFieldsConstructors(d->types[i].adt); ++c)
      for (intptr_t f = 0, e = relaxConstructorAt(d->types[i].adt, c).numFields;
           f < e; ++f)
        if (!d->types[i].read[c][f])
          return true;
  return false;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  DeadFields d = {.run = run};
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsAdt)).ptr;)
    deadFieldsAdd(&d, op);
  if (arrlen(d.types)) {
    mlirOperationWalk(run->op, deadFieldsReadIn, &d, MlirWalkPreOrder);
    if (hasDead(&d) && passMayRewrite(run, run->op))
      deadFieldsChange(&d);
  }
  arrfree(d.types);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxRemoveDeadFieldsPass = {
    .name = "relax-remove-dead-fields",
    .summary = "remove fields of data types that nothing reads",
    .documentation =
        "A field that no pattern names for a use, that no pattern looks into "
        "and no `relax.get_field` reads goes out of the `relax.adt`, of every "
        "`relax.construct` and of every pattern; what was only computed for "
        "it goes with `relax-remove-dead`. Data types that public functions "
        "or functions without a body take or give, or that another operation "
        "than those of data and functions sees, stay as they are, with all "
        "that is inside of them.\n",
    .anchor = "builtin.module",
    .counters = {[DEAD_FIELDS_FIELDS] = "fields-removed",
                 [DEAD_FIELDS_OPERANDS] = "operands-removed"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
