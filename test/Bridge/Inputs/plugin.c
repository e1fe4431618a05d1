/* A pass outside of the tree: counts the operations of every relax.func. */
#include "lib/Bridge/Core/Plugin.h"

static MlirWalkResult count(MlirOperation op, void *userData) {
  (void)op;
  ++*(long *)userData;
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  long operations = -1; /* not the function itself */
  mlirOperationWalk(run->op, count, &operations, MlirWalkPreOrder);
  bridgeEmitRemark(mlirOperationGetLocation(run->op), "%s%ld operations",
                   relaxOptionString(run, 0).data, operations);
  return mlirLogicalResultSuccess();
}

static const RelaxPass countPass = {
    .name = "plugin-count",
    .summary = "count operations",
    .documentation = "",
    .anchor = "relax.func",
    .options = {{"prefix", RELAX_OPTION_STRING, "text in front", "", NULL}},
    .run = run};

RELAX_PASS_PLUGIN("count", "1", &countPass)
