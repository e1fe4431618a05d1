/* A pass that crashes. */
#include "lib/Bridge/Core/Plugin.h"

#include <stdlib.h>

static MlirLogicalResult run(RelaxPassRun *run) {
  (void)run;
  abort();
}

static const RelaxPass pass = {.name = "test-crash",
                               .summary = "crash",
                               .documentation = "",
                               .anchor = "relax.func",
                               .run = run};

RELAX_PASS_PLUGIN("crash", "1", &pass)
