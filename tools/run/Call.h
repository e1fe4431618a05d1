//===- Call.h - what one call of relax-run was asked to do ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_CALL_H
#define RELAX_TOOLS_RUN_CALL_H

#include "lib/Runtime/Signature.h"
#include "tools/CommandLine.h"

/// The options of relax-run, in the order of the table in Options.c.
typedef enum RunOption {
  RUN_ENTRY,
  RUN_INPUT,
  RUN_DIMS,
  RUN_SEED,
  RUN_OUTPUT,
  RUN_EXPECT,
  RUN_RTOL,
  RUN_ATOL,
  RUN_CARRY,
  RUN_THEN,
  RUN_CALLS,
  RUN_DECISIONS,
  RUN_RECORD_DECISIONS,
  RUN_INTERLEAVE,
  RUN_BATCH,
  RUN_TOKENIZER,
  RUN_PROMPT,
  RUN_MAX_TOKENS,
  RUN_TEMPERATURE,
  RUN_TOP_P,
  RUN_STREAM,
  RUN_MODE,
  RUN_COMPARE,
  RUN_AGAINST,
  RUN_COMPARE_VALUES,
  RUN_PROBE,
  RUN_MISMATCH_PLOT,
  RUN_CASES,
  RUN_SAVE_INPUTS,
  RUN_BATCH_GRAPH,
  RUN_POLICY,
  RUN_LEARN,
  RUN_ENCODING,
  RUN_ITERATIONS,
  RUN_LAYOUT,
  RUN_KERNELS,
  RUN_LOAD_BACKEND,
  RUN_REGIONS,
  RUN_REFUSE_NAN,
  RUN_MEASURE_REGIONS,
  RUN_SAVE_REGIONS,
  RUN_WEIGHTS_DIR,
  RUN_THREADS,
  RUN_MAX_MEMORY,
  RUN_MAX_INSTRUCTIONS,
  RUN_TARGET,
  RUN_CACHE_DIR,
  RUN_CACHE_LIMIT,
  RUN_PASS_LIMIT,
  RUN_REWRITE_LIMIT,
  RUN_VERSIONS,
  RUN_NO_OPTIMIZE,
  RUN_DEBUG_INFO,
  RUN_POISON,
  RUN_VERIFY_FACTS,
  RUN_UNTRUSTED,
  RUN_COUNTERS,
  RUN_TIMING,
  RUN_BENCH,
  RUN_JSON,
  RUN_TRACE,
  RUN_PROFILE,
  RUN_MEMORY_LIMIT,
  RUN_MEMORY_LEVEL,
  RUN_RELOAD_DIR,
  RUN_RELOAD_LIMIT,
  RUN_RECOMPUTE,
  RUN_RECORD_RECOMPUTE,
  RUN_REPLAY,
  RUN_HEURISTIC,
  RUN_BUDGET,
  RUN_DIAGNOSTICS,
  RUN_VERSION,
  RUN_HELP,
  RUN_NUM_OPTIONS,
} RunOption;
extern const CommandOption runOptions[RUN_NUM_OPTIONS];

/// The positive integer of an option; 0: it is not given, `standard`: it has no
/// value. False after a message.
bool runParseCount(const CommandLine *line, int option, long standard,
                   long *out);
/// `--versions`, as relax-to-vm takes them.
bool runParseVersions(const CommandLine *line);
/// The seed of an option, 0 without it; of one whose value is known.
bool runParseSeed(const CommandLine *line, int option, uint64_t *out);
bool runParseSeedText(int option, const char *text, uint64_t *out);
/// `4096` or `512M`, at least `least`; `*out` stays where the option is not
/// given. False after a message.
bool runParseBytes(const CommandLine *line, int option, uint64_t least,
                   uint64_t *out);
bool runParseBytesText(int option, const char *text, uint64_t least,
                       uint64_t *out);

/// One call. The texts belong to the command line or to the call file.
typedef struct RunCall {
  const char *entry;        // "" means the only one, or `main`
  const char **inputs;      // stb_ds arrays: `[NAME=]VALUE`
  const char **outputs;     // `[NAME=]@FILE`
  const char **expected;    // `[NAME=]VALUE`
  const char **carries;     // `RESULT=INPUT`
  const char *dims;         // `n=4,m=3` or NULL
  const char *prompt;       // NULL: none
  int64_t maxTokens;        // -1: as many as there is room for
  double temperature, topP; // negative: the likeliest token, all tokens
  uint64_t seed;
  bool seeded;       // `--seed` was given
  bool listed;       // a line of a file: others go on where it fails
  bool special;      // made floats have 0, -0, 1, -1 and others among them
  double rtol, atol; // negative: the dtype's default
  // 0: none. That of a call holds for those behind it that say none, and the
  // first one for those in front.
  uint64_t memoryLimit;
} RunCall;

/// Splits the arguments at `--then` and reads `--calls` files. The texts of
/// call files are kept in `*texts`. False after one message on stderr.
bool runCallsParse(const CommandLine *line, RunCall **calls, StrBuf **texts);
void runCallsFree(RunCall *calls, StrBuf *texts);
/// One message on stderr, `relax-run: error: ...`; returns false.
bool runFail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/// A message on stderr; false.
bool runCallFailed(size_t number, size_t all);

/// `NAME=VALUE` where NAME (which may be quoted) is one of `types`: its index,
/// and `*value` behind the `=`. Without such a name: -1 and the whole text, or
/// RUN_NO_SUCH_NAME if what stands before the `=` is no type either.
enum { RUN_NO_SUCH_NAME = -2 };
int32_t runNamedValue(const RelaxValueType *types, uint32_t count,
                      const char *text, const char **value);

#endif // RELAX_TOOLS_RUN_CALL_H
