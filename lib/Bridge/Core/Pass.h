//===- Pass.h - passes and pipelines as static descriptors ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A pass is one C file that ends with a `const RelaxPass`. Registration, flags,
// help, the reference page and the check for tests read this one descriptor.
// The pass tables are lib/Transforms/Passes.c and lib/Conversion/Passes.c.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_CORE_PASS_H
#define RELAX_BRIDGE_CORE_PASS_H

#include "lib/Bridge/Core/Bridge.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum RelaxOptionKind {
  RELAX_OPTION_BOOL,
  RELAX_OPTION_INT,
  RELAX_OPTION_STRING,
} RelaxOptionKind;

typedef struct RelaxPassOption {
  const char *name; // as in `pass{name=value}`
  RelaxOptionKind kind;
  const char *summary;
  const char *initial; // text of the default; "" for none; NULL: it has to be given
  const char *const *choices; // NULL-ended allowed values of a string, or NULL
} RelaxPassOption;

/// The lists of a descriptor lie in it and end at the first entry that is zero:
/// one place says what there is. The limits count that entry.
enum {
  RELAX_PASS_MAX_OPTIONS = 16,
  RELAX_PASS_MAX_COUNTERS = 16,
  RELAX_PASS_MAX_DIALECTS = 12,
};

/// One run of a pass on one operation. Functions run concurrently: everything
/// here belongs to this run, and nothing else may be written.
typedef struct RelaxPassRun {
  MlirOperation op;
  MlirContext context;
  Arena *arena;
  const struct RelaxPass *pass;
  const StrRef *options; // texts, in the order of the descriptor, checked
  uint64_t *counters;    // in the order of the descriptor
  /// See passMayRewrite; NULL: there is no limit.
  bool (*leave)(const void *pass, MlirOperation op);
  const void *leavePass;
  bool explains; // somebody asked why a pass did not do something (--remarks)
} RelaxPassRun;

/// Leave for a change at `op`, which a pass with RELAX_PASS_ASKS takes before
/// it makes it: `relax-opt --rewrite-limit=N` gives it N times, so that a wrong
/// change is found by bisection. Where it is refused the change is left out,
/// and the module is as good as if there had been nothing to do.
static inline bool passMayRewrite(const RelaxPassRun *run, MlirOperation op) {
  return !run->leave || run->leave(run->leavePass, op);
}

/// What relax-opt has to know of a pass: for the checks of the suite
/// (--test-rename-symbols and its kin) and for limits (--rewrite-limit).
typedef enum RelaxPassTraits {
  RELAX_PASS_CHANGES_SIGNATURES = 1, // of public functions, because it is asked to
  RELAX_PASS_NAMES_SYMBOLS = 2,      // its options do
  RELAX_PASS_REPORTS = 4,            // prints on stderr and changes nothing
  RELAX_PASS_ASKS = 8,               // for each change (passMayRewrite)
  RELAX_PASS_REQUIRED = 16,          // without it a program does not run
} RelaxPassTraits;

typedef struct RelaxPass {
  const char *name;          // flag and pipeline name, e.g. "relax-deduce-shapes"
  const char *summary;       // one line, lower case, no stop
  const char *documentation; // Markdown for the reference page
  const char *anchor;        // "builtin.module", "relax.func", ...
  RelaxPassOption options[RELAX_PASS_MAX_OPTIONS];
  const char *counters[RELAX_PASS_MAX_COUNTERS]; // names, e.g. "ops-removed"
  MlirDialectHandle (*dialects[RELAX_PASS_MAX_DIALECTS])(void); // of the operations it creates
  unsigned traits; // RelaxPassTraits
  /// Failure needs an emitted diagnostic.
  MlirLogicalResult (*run)(RelaxPassRun *run);
} RelaxPass;

size_t relaxNumOptions(const RelaxPassOption *options);
size_t relaxNumCounters(const RelaxPass *pass);

bool relaxOptionBool(const RelaxPassRun *run, size_t option);
int64_t relaxOptionInt(const RelaxPassRun *run, size_t option);
StrRef relaxOptionString(const RelaxPassRun *run, size_t option);

/// True if the text is a value of the option; else appends what was expected.
bool relaxOptionAccepts(const RelaxPassOption *option, StrRef text,
                        StrBuf *problem);

/// The pipeline of the stages, which `--relax-pipeline=cpu` and bridgeRunStages
/// run.
#define RELAX_STAGES "relax-cpu"

/// A pipeline under a name: text of ordinary passes, by its options.
typedef struct RelaxPipeline {
  const char *name;
  const char *summary;
  const char *documentation;
  RelaxPassOption options[RELAX_PASS_MAX_OPTIONS];
  /// Appends the pipeline text for the module, e.g. "canonicalize,cse"; false
  /// with a message in `error`.
  bool (*text)(const StrRef *options, StrBuf *out, StrBuf *error);
} RelaxPipeline;

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_CORE_PASS_H
