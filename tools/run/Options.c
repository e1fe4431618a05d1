//===- Options.c - the options of relax-run -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Call.h"

const CommandOption runOptions[RUN_NUM_OPTIONS] = {
    [RUN_ENTRY] = {"--entry", COMMAND_VALUE, "NAME",
                   "function to call (default: the only one, or main)"},
    [RUN_INPUT] = {"--input", COMMAND_VALUE, "[NAME=]VALUE",
                   "2x3xf32=1 2 3 4 5 6, @file.npy, @tensor.pb; repeatable"},
    [RUN_DIMS] = {"--dims", COMMAND_VALUE, "n=4,m=3",
                  "make the other inputs from a seed, with these extents"},
    [RUN_SEED] = {"--seed", COMMAND_VALUE, "N", "seed of made inputs (0)"},
    [RUN_OUTPUT] = {"--output", COMMAND_VALUE, "[NAME=]@FILE",
                    "write a result as .npy instead of printing it"},
    [RUN_EXPECT] = {"--expect", COMMAND_VALUE, "[NAME=]VALUE",
                    "compare a result; a mismatch is a failure"},
    [RUN_RTOL] = {"--rtol", COMMAND_VALUE, "X", "relative tolerance"},
    [RUN_ATOL] = {"--atol", COMMAND_VALUE, "X", "absolute tolerance"},
    [RUN_CARRY] = {"--carry", COMMAND_VALUE, "RESULT=INPUT",
                   "result of the previous call as an input of this one"},
    [RUN_THEN] = {"--then", COMMAND_FLAG, NULL,
                  "start a further call in this process"},
    [RUN_CALLS] = {"--calls", COMMAND_VALUE, "@FILE", "a call per line"},
    [RUN_MODE] = {"--mode", COMMAND_VALUE, "compiled|reference",
                  "how to run (compiled)"},
    [RUN_COMPARE] = {"--compare", COMMAND_VALUE, "reference,compiled",
                     "run both ways and compare"},
    [RUN_KERNELS] = {"--kernels", COMMAND_VALUE, "FILE.o",
                     "object with the kernels of a compact file"},
    [RUN_WEIGHTS_DIR] = {"--weights-dir", COMMAND_VALUE, "DIR",
                         "a further folder for weight files; repeatable"},
    [RUN_THREADS] = {"--threads", COMMAND_VALUE, "N", "threads of kernels"},
    [RUN_POISON] = {"--poison", COMMAND_FLAG, NULL,
                    "fill new and dead memory with NaN"},
    [RUN_VERIFY_FACTS] = {"--verify-facts", COMMAND_FLAG, NULL,
                          "check facts inside functions too"},
    [RUN_COUNTERS] = {"--counters", COMMAND_FLAG, NULL,
                      "print counters behind every call"},
    [RUN_BENCH] = {"--bench", COMMAND_OPTIONAL, "N",
                   "repeat every call and print times"},
    [RUN_JSON] = {"--json", COMMAND_FLAG, NULL, "times as a JSON object"},
    [RUN_TRACE] = {"--trace", COMMAND_VALUE, "FILE",
                   "write kernel times for chrome://tracing"},
    [RUN_HELP] = {"--help", COMMAND_FLAG, NULL, "print this help"},
};
