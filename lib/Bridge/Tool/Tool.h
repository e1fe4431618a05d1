//===- Tool.h - tool mains and registration -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// For tools only: makes passes and pipelines of the descriptors known to MLIR
// and runs MLIR's own mains.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_TOOL_TOOL_H
#define RELAX_BRIDGE_TOOL_TOOL_H

#include "lib/Bridge/Core/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Before options are parsed, once per process. The descriptor lives on.
void bridgeRegisterPass(const RelaxPass *pass);
void bridgeRegisterPipeline(const RelaxPipeline *pipeline);

/// What a relax-opt like tool consists of.
typedef struct BridgeOptTool {
  const char *name, *version, *overview;
  MlirDialectHandle (*const *dialects)(void); // NULL-ended
} BridgeOptTool;
/// The main of relax-opt: everything of MlirOptMain, plus `--relax-pipeline`,
/// `--to` and `--counters`. Returns the exit status.
int bridgeOptMain(int argc, char **argv, const BridgeOptTool *tool);

/// The value of `--diagnostics=`, before anything is parsed; false after a
/// message.
bool bridgeSetDiagnostics(const char *value, const char *tool,
                          const char *version);
/// Writes what is written at the end; false after a message.
bool bridgeFinishDiagnostics(void);
/// An error that has no place in a text: `tool: error: message`, or as data.
void bridgeToolError(const char *tool, const char *message);

/// From here on no memory is one line and exit status 1. Before anything that
/// may need much, and before `bridgeCatchCrashes`.
void bridgeCatchOutOfMemory(void);

/// From now on a crash writes the text that is worked on to a file of the
/// working directory and says the command that shows the crash again, with the
/// file in the place of `input` (NULL or "-": standard input). RELAX_CRASH_DIR
/// names another folder; empty: nothing is written.
void bridgeCatchCrashes(const char *tool, int argc, char **argv,
                        const char *input);
/// The text, which has to stay until another one is worked on, or none. A
/// session says it of the first that it parses.
void bridgeCrashText(StrRef text);

/// A context with the given dialects whose diagnostics go to stderr, with the
/// line of the text and a caret. For one thread.
typedef struct BridgeSession {
  void *ptr;
} BridgeSession;
BridgeSession bridgeSessionCreate(MlirDialectHandle (*const *dialects)(void));
void bridgeSessionDestroy(BridgeSession session);
MlirContext bridgeSessionContext(BridgeSession session);
/// Parses and verifies text; a null module after reported errors. Bytecode is
/// refused: MLIR's reader of it crashes on broken input.
MlirModule bridgeSessionParse(BridgeSession session, StrRef text,
                              const char *name);
/// The text of a module with its value names.
void bridgePrintModule(MlirOperation module, StrBuf *out);

/// What --pass-limit and --rewrite-limit say of bridgeRunStages; required passes
/// run whatever they say. Negative: no limit.
void bridgeSetLimits(int64_t passes, int64_t rewrites);
/// Says on stderr how much of it happened.
void bridgePrintLimits(const char *tool);

/// Parses and runs pipeline text on a module; false after reported errors.
bool bridgeRunPipeline(MlirOperation module, StrRef pipeline);
/// Options of the stages.
typedef struct BridgeStages {
  const char *target; // as `--target=` names it; NULL: that of the module, else
                      // this machine
  const char *arena;  // as RELAX_STAGES takes it; NULL: all
  bool batch;         // with `relax-batch`
  int levels;         // plans of memory that a function may have; 0: one
  bool reload;        // which may write out to a file
  const char *versions; // of programs that are taken; NULL: all
} BridgeStages;

/// Runs what is left of the stages.
bool bridgeRunStages(MlirOperation module, const BridgeStages *how);

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_TOOL_TOOL_H
