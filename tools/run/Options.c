//===- Options.c - the options of relax-run -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/run/Call.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

const CommandOption runOptions[RUN_NUM_OPTIONS] = {
    [RUN_ENTRY] = {"--entry", COMMAND_VALUE, "NAME",
                   "function to call (default: the only one, or main)"},
    [RUN_INPUT] = {"--input", COMMAND_VALUE, "[NAME=]VALUE",
                   "2x3xf32=1 2 3 4 5 6, @file.npy, @tensor.pb; repeatable"},
    [RUN_DIMS] = {"--dims", COMMAND_VALUE, "n=4,m=3",
                  "make the other inputs from a seed, with these extents"},
    [RUN_SEED] = {"--seed", COMMAND_VALUE, "N",
                  "seed of made inputs, input 'seed' (0)"},
    [RUN_OUTPUT] =
        {"--output", COMMAND_VALUE, "[NAME=]@FILE|-",
         "write a result as .npy, or print it (-) whatever its size"},
    [RUN_EXPECT] = {"--expect", COMMAND_VALUE, "[NAME=]VALUE",
                    "compare a result; a mismatch is a failure"},
    [RUN_RTOL] = {"--rtol", COMMAND_VALUE, "X",
                  "relative tolerance, also of later calls"},
    [RUN_ATOL] = {"--atol", COMMAND_VALUE, "X",
                  "absolute one (default: what rounding can do)"},
    [RUN_CARRY] = {"--carry", COMMAND_VALUE, "RESULT=INPUT",
                   "result of the previous call as an input of this one"},
    [RUN_THEN] = {"--then", COMMAND_FLAG, NULL,
                  "start a further call in this process"},
    [RUN_CALLS] = {"--calls", COMMAND_VALUE, "@FILE", "a call per line"},
    [RUN_TOKENIZER] = {"--tokenizer", COMMAND_VALUE, "FILE.gguf",
                       "emitted tokens are printed as text"},
    [RUN_PROMPT] = {"--prompt", COMMAND_VALUE, "TEXT|@FILE",
                    "tokens of a text for the input 'prompt'"},
    [RUN_MAX_TOKENS] = {"--max-tokens", COMMAND_VALUE, "N",
                        "input 'max_tokens' (as many as there is room for)"},
    [RUN_TEMPERATURE] = {"--temperature", COMMAND_VALUE, "X",
                         "input 'temperature' (0: the likeliest token)"},
    [RUN_TOP_P] = {"--top-p", COMMAND_VALUE, "X", "input 'top_p' (1)"},
    [RUN_STREAM] = {"--stream", COMMAND_FLAG, NULL, "print text as it comes"},
    [RUN_MODE] = {"--mode", COMMAND_VALUE, "compiled|reference|either",
                  "how to run (compiled; either: reference where it can)"},
    [RUN_COMPARE] = {"--compare", COMMAND_VALUE, "reference,compiled",
                     "run both ways and compare"},
    [RUN_AGAINST] = {"--against", COMMAND_VALUE, "OTHER.mlir",
                     "compare with what another text of the program gives"},
    [RUN_CASES] =
        {"--cases", COMMAND_OPTIONAL, "N",
         "compare on N made sets of inputs, extents chosen by the facts"},
    [RUN_SAVE_INPUTS] = {"--save-inputs", COMMAND_VALUE, "DIR",
                         "write the inputs of the first case that differs"},
    [RUN_KERNELS] = {"--kernels", COMMAND_VALUE, "FILE.o",
                     "object with the kernels of a compact file"},
    [RUN_WEIGHTS_DIR] = {"--weights-dir", COMMAND_VALUE, "DIR",
                         "a further folder for weight files; repeatable"},
    [RUN_THREADS] = {"--threads", COMMAND_VALUE, "N", "threads of kernels"},
    [RUN_TARGET] = {"--target", COMMAND_VALUE, "TARGET",
                    "what code is made for: native, x86-64-v3, ..., a file"},
    [RUN_CACHE_DIR] =
        {"--cache-dir", COMMAND_VALUE, "DIR",
         "for code and weights (default: RELAX_CACHE_DIR; else nowhere)"},
    [RUN_CACHE_LIMIT] =
        {"--cache-limit", COMMAND_VALUE, "BYTES",
         "of the cache (1 GiB); what was not used for longest goes"},
    [RUN_PASS_LIMIT] = {"--pass-limit", COMMAND_VALUE, "N",
                        "run only N passes that a program can do without"},
    [RUN_REWRITE_LIMIT] = {"--rewrite-limit", COMMAND_VALUE, "N",
                           "let them make only N changes (utils/bisect)"},
    [RUN_NO_OPTIMIZE] = {"--no-optimize", COMMAND_FLAG, NULL,
                         "machine code sooner, which runs slower"},
    [RUN_DEBUG_INFO] =
        {"--debug-info", COMMAND_FLAG, NULL,
         "kernels for gdb and perf: names and lines, /tmp/perf-PID.map"},
    [RUN_POISON] = {"--poison", COMMAND_FLAG, NULL,
                    "fill new and dead memory with NaN"},
    [RUN_VERIFY_FACTS] = {"--verify-facts", COMMAND_FLAG, NULL,
                          "check facts inside functions too"},
    [RUN_COUNTERS] =
        {"--counters", COMMAND_FLAG, NULL,
         "print counters behind every call (bytes_copied: not by kernels)"},
    [RUN_TIMING] = {"--timing", COMMAND_FLAG, NULL,
                    "print where the time before the first call goes"},
    [RUN_BENCH] = {"--bench", COMMAND_OPTIONAL, "N",
                   "repeat every call and print times"},
    [RUN_JSON] = {"--json", COMMAND_FLAG, NULL, "times as JSON objects"},
    [RUN_TRACE] = {"--trace", COMMAND_VALUE, "FILE",
                   "write kernel times for chrome://tracing"},
    [RUN_PROFILE] = {"--profile", COMMAND_OPTIONAL, "FILE.json",
                     "time, work and share of the machine of every kernel"},
    [RUN_REPLAY] = {"--replay", COMMAND_VALUE, "LOG",
                    "what a log of operators would do under a budget"},
    [RUN_HEURISTIC] = {"--heuristic", COMMAND_VALUE, "NAME",
                       "what is evicted first (h_DTR_eq)"},
    [RUN_POLICY] = {"--policy", COMMAND_VALUE, "eager|banish|ignore",
                    "what becomes of values that nobody names (eager)"},
    [RUN_BUDGET] = {"--budget", COMMAND_VALUE, "BYTES|SHARE",
                    "of a replay: bytes, or a share of its peak (0.5)"},
    [RUN_HELP] = {"--help", COMMAND_FLAG, NULL, "print this help"},
};

bool runParseCount(const CommandLine *line, int option, long standard,
                   long *out) {
  const char *text = commandLineValue(line, option);
  *out = 0;
  if (!text)
    return true;
  *out = standard;
  if (!*text)
    return true;
  char *end;
  errno = 0;
  *out = strtol(text, &end, 10);
  if (!*end && *out > 0 && *out <= INT_MAX && errno == 0)
    return true;
  return runFail("option '%s': expected a positive integer, got '%s'",
                 runOptions[option].name, text);
}
