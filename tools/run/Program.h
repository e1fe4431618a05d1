//===- Program.h - the texts that relax-run runs --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_PROGRAM_H
#define RELAX_TOOLS_RUN_PROGRAM_H

#include "lib/Bridge/Tool/Tool.h"
#include "tools/run/Execute.h"

/// What is run: a module, or a compact file with its kernels.
typedef struct RunProgram {
  BridgeSession session;
  const char *path; // "-": standard input
  StrBuf text;
  bool compact;
  bool parsed;
  bool decides;      // what values decide is marked then (relax-mark-decisions)
  MlirModule module; // null if it is not parsed, or after diagnostics
  RunSource source;
} RunProgram;

/// Reads what the command line names, and into `other` what it is compared
/// with, if anything. False after a message.
bool runReadPrograms(const CommandLine *line, RunProgram *program,
                     RunProgram *other);
/// But for its session.
void runFreeProgram(RunProgram *input);
/// The module of a text, parsed once; null after diagnostics.
MlirOperation runParseProgram(RunProgram *input);
/// `--untrusted`: refuses what nothing checks. False after a message.
bool runCheckUntrusted(const CommandLine *line, RunProgram *program,
                       RunProgram *other);
/// The engine that gives the results, and for `--compare` the reference.
bool runCreateEngines(RunSession *session, RunProgram *input, RunMode mode,
                      bool compare, const char *kernels,
                      RunEngineOptions options);
/// `--against`: the reference of the other text where it has one, else its
/// code; nothing for a program that was not read.
bool runCreateOther(RunSession *session, RunProgram *other,
                    RunEngineOptions options);

#endif // RELAX_TOOLS_RUN_PROGRAM_H
