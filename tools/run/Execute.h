//===- Execute.h - one call of relax-run, from inputs to reports ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_EXECUTE_H
#define RELAX_TOOLS_RUN_EXECUTE_H

#include "tools/run/Call.h"
#include "tools/run/Engine.h"
#include "tools/run/Profile.h"
#include "tools/run/Text.h"

/// What all calls share.
typedef struct RunSession {
  RunEngine *engine;  // gives the results
  RunEngine *against; // NULL, or compared with it (`--compare`, `--against`)
  const char *againstName; // "reference", or the other file
  bool againstOther;       // it is the engine of another file
  bool quiet;              // agreement is not printed
  // For bounds of what rounding does, made when it is needed: both or none.
  const RunSource *source;
  const RunEngineOptions *referenceOptions;
  RunEngine *reference;
  bool counters, json;
  RunProfile *profile;   // NULL, or what counts multiply-adds for the counters
  bool silent;           // what is emitted is dropped
  RunText *text;         // NULL: emitted tokens are numbers
  RunProgress *progress; // NULL: no terminal
  long bench;            // 0: no times
  RelaxTensor *previous; // stb_ds array: results of the call before
  const RelaxFunction *previousFunction;
} RunSession;

/// False after one message per problem on stderr.
bool runExecute(RunSession *session, const RunCall *call);
void runSessionFree(RunSession *session);

/// Inputs.c: a tensor for every parameter; stb_ds array. False after a message.
bool runInputs(RunSession *session, const RunCall *call,
               const RelaxFunction *function, RelaxTensor **inputs);
/// DimFacts.c: false after a message if extents that are chosen by name (stb_ds
/// array) break several facts of the function.
bool runCheckDimFacts(const RunEngine *engine, const RelaxFunction *function,
                      const RelaxSymbolValue *values);
/// The extents break the fact; false where it cannot be evaluated.
bool runBreaksFact(const RelaxSymbolValue *values, SymFact fact);
/// `@file.npy`, `@file.pb` or `2x3xf32=...` for a value of that type, which
/// says what message a .pb file has.
bool runReadValue(const RelaxProgram *program, const char *text,
                  const RelaxValueType *type, RelaxTensor *out,
                  RelaxError *error);
/// Emit.c: prints `name = value` at once; `user` is the session. For engines.
bool runEmit(void *user, StrRef name, const RelaxTensor *value,
             RelaxError *error);
/// Bench.c: repeats the call and prints its times.
bool runBench(RunSession *session, const RelaxFunction *function,
              const RelaxTensor *inputs, RelaxTensor *outputs);

#endif // RELAX_TOOLS_RUN_EXECUTE_H
