/* A pass outside of the tree: refuses functions with more operations than a
 * limit. */
#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Plugin.h"

enum { OPTION_LIMIT };
enum { COUNT_OPS };

static MlirWalkResult visit(MlirOperation op, void *userData) {
  RelaxPassRun *run = userData;
  if (!mlirOperationEqual(op, run->op))
    ++run->counters[COUNT_OPS];
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  int64_t limit = relaxOptionInt(run, OPTION_LIMIT);
  StrRef name = relaxFuncGetSymName(run->op);
  mlirOperationWalk(run->op, visit, run, MlirWalkPreOrder);
  if (run->counters[COUNT_OPS] > (uint64_t)limit)
    return bridgeEmitOpError(run->op,
                             "'@%.*s' has more operations than the limit: "
                             "expected at most %lld, got %llu",
                             (int)name.length, name.data, (long long)limit,
                             (unsigned long long)run->counters[COUNT_OPS]);
  return mlirLogicalResultSuccess();
}

static const RelaxPass pass = {
    .name = "example-count-ops",
    .summary = "refuse functions with many operations",
    .documentation = "",
    .anchor = "relax.func",
    .options = {[OPTION_LIMIT] = {"limit", RELAX_OPTION_INT, "most operations",
                                  "1000", NULL}},
    .counters = {[COUNT_OPS] = "ops-seen"},
    .run = run,
};

RELAX_PASS_PLUGIN("count-ops", "1", &pass)
