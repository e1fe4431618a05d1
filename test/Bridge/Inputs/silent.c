/* A pass that fails and says nothing; one with options of every kind. */
#include "lib/Bridge/Core/Plugin.h"

static MlirLogicalResult fail(RelaxPassRun *run) {
  (void)run;
  return mlirLogicalResultFailure();
}

static MlirLogicalResult succeed(RelaxPassRun *run) {
  (void)run;
  return mlirLogicalResultSuccess();
}

static const char *const colours[] = {"red", "blue", NULL};
static const RelaxPass silent = {.name = "plugin-silent",
                                 .summary = "fails",
                                 .documentation = "",
                                 .anchor = "relax.func",
                                 .run = fail};
static const RelaxPass choosy = {
    .name = "plugin-choosy",
    .summary = "has options",
    .documentation = "",
    .anchor = "relax.func",
    .options = {{"number", RELAX_OPTION_INT, "a number", "4", NULL},
                {"flag", RELAX_OPTION_BOOL, "a flag", "true", NULL},
                {"colour", RELAX_OPTION_STRING, "a word", "red", colours}},
    .run = succeed};

RELAX_PASS_PLUGIN("silent", "1", &silent, &choosy)
