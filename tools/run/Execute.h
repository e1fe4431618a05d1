//===- Execute.h - one call of relax-run, from inputs to reports ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_EXECUTE_H
#define RELAX_TOOLS_RUN_EXECUTE_H

#include "tools/run/Call.h"
#include "tools/run/Engine.h"
#include "tools/run/Policy.h"
#include "tools/run/Profile.h"
#include "tools/run/Text.h"

/// What all calls share.
typedef struct RunSession {
  RunEngine *engine;  // gives the results
  RunEngine *against; // NULL, or compared with it (`--compare`, `--against`)
  const char *againstName;  // "reference", or the other file
  bool againstOther;        // it is the engine of another file
  bool quiet;               // agreement is not printed
  const char *mismatchPlot; // NULL, or the file of a picture
  struct RunValues *values; // NULL: nobody looks into calls
  // For bounds of what rounding does, made when it is needed: both or none.
  const RunSource *source;
  const RunEngineOptions *referenceOptions;
  RunEngine *reference;
  bool counters, countersJson, json;
  RunProfile *profile;   // NULL, or what counts multiply-adds for the counters
  bool silent;           // what is emitted is dropped
  RunText *text;         // NULL: emitted tokens are numbers
  RunProgress *progress; // NULL: no terminal
  long bench;            // 0: no times
  RelaxTensor *previous; // stb_ds array: results of the call before
  const RelaxFunction *previousFunction;
  struct RunChoices *choices;     // NULL: programs decide themselves
  struct RunDecisions *decisions; // NULL, or what keeps what calls run
  struct RunRegions *regions;     // NULL, or what times their back ends
  struct RunTogether *together;   // NULL: one call behind the other
  StrBuf *emitted; // stb_ds array: of each of the calls that run together
} RunSession;

/// A call with its inputs; its results are none until it has run.
typedef struct RunPrepared {
  const RunCall *call;
  const RelaxFunction *function;
  RelaxTensor *inputs, *outputs; // stb_ds arrays
  RelaxTensor *kept; // the inputs for whoever calls once more: the first call
                     // takes those of donated parameters
} RunPrepared;

/// False after one message per problem on stderr.
bool runPrepare(RunSession *session, const RunCall *call, RunPrepared *out);
/// Reports what a call gave and compares it, as its options say; the same.
bool runReport(RunSession *session, const RunPrepared *done);
/// The same call once more, with the inputs that were kept. False after a
/// message.
bool runCallAgain(RunSession *session, const RunPrepared *prepared);
void runPreparedFree(RunPrepared *prepared);
void runSessionFree(RunSession *session);
/// Calls.c: runs the calls (stb_ds array). One of a file (`--calls`) that fails
/// is counted, and the others go on. False after messages.
bool runCalls(RunSession *session, const RunCall *calls);
/// Together.c: which calls run at the same time, and how.
typedef struct RunTogether {
  bool asked;
  RelaxTogether how;
  BatchTable table;     // of the policy
  long size;            // so many at once; 0: all
  bool bounds, learns;  // what the graphs are looked at for
  int64_t lowerBound;   // of their batches, of the last calls
  BatchGraph **samples; // stb_ds
} RunTogether;
/// Samples.c: `user` is a RunTogether. For `RelaxTogether::graph`.
void runSampleGraph(void *user, const BatchGraph *graph);
/// `--learn`: writes what was learnt, if that was asked for.
bool runSamplesLearn(const CommandLine *line, RunTogether *together);
void runTogetherFree(RunTogether *together);
/// False after a message; free it in any case.
bool runTogetherParse(const CommandLine *line, RunMode mode,
                      const RunCall *calls, RunTogether *out);
/// The same as `runCalls` for calls that run at the same time.
bool runCallsTogether(RunSession *session, const RunCall *calls);

/// CounterReport.c: one number of a line of counters; the names are those of
/// the text and of the JSON.
typedef struct RunCount {
  const char *name;
  uint64_t value;
} RunCount;
/// `counters WHAT: name=value ...`, or as JSON.
void runPrintCounts(const RunSession *session, const char *what,
                    const RunCount *counts, size_t number);
/// `--counters`, of loading and of a call; `who` is `@main`.
void runPrintLoadCounters(const RunSession *session);
void runPrintCounters(const RunSession *session, const char *who,
                      uint64_t compiledBefore);
/// `--timing`: what loading the program took.
void runPrintTiming(const RunSession *session);
/// The work so far, for the difference.
RunWork runWorkBefore(const RunSession *session);
/// That of a call, where the loops of all kernels tell.
void runPrintWork(const RunSession *session, const char *who, RunWork before);

/// Inputs.c: a tensor for every parameter; stb_ds array. False after a message.
bool runInputs(RunSession *session, const RunCall *call,
               const RelaxFunction *function, RelaxTensor **inputs);
/// DimFacts.c: false after a message if extents that are chosen by name (stb_ds
/// array) break several facts of the function.
bool runCheckDimFacts(const RunEngine *engine, const RelaxFunction *function,
                      const RelaxSymbolValue *values);
/// False after a message if an input that is given has other extents than those
/// that were chosen by name.
bool runCheckDimInput(const RelaxSymbolValue *values,
                      const RelaxValueType *type, const RelaxTensor *input);
/// Adds the extents of a given input for symbols that have no value yet.
void runAddDims(const RelaxValueType *type, const RelaxTensor *input,
                RelaxSymbolValue **values);
/// TableInputs.c: the extents of an input as tables that are given say
/// them; false if something else does.
bool runTableDims(const RunEngine *engine, const RelaxFunction *function,
                  uint32_t parameter, const RelaxTensor *inputs,
                  const bool *given, const RelaxSymbolValue *values,
                  int64_t *dims);
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
/// Bench.c: repeats what `once` does and prints its times.
bool runBench(const RunSession *session, bool (*once)(void *user), void *user);

#endif // RELAX_TOOLS_RUN_EXECUTE_H
