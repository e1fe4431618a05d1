//===- CommandLine.h - options of relax-translate and relax-run -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Options are tables; values come in the order of the command line, because
// the order means something (`--then`). `--name=value`, `--name value` for
// options that need a value, `-o FILE`; `--` ends options.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_COMMANDLINE_H
#define RELAX_TOOLS_COMMANDLINE_H

#include "lib/Support/StringRef.h"

typedef enum CommandOptionKind {
  COMMAND_FLAG,     // --name
  COMMAND_VALUE,    // --name=value
  COMMAND_OPTIONAL, // --name or --name=value
} CommandOptionKind;

typedef struct CommandOption {
  const char *name; // with its dashes
  CommandOptionKind kind;
  const char *value; // how the value is called in the help
  const char *help;
} CommandOption;

typedef struct CommandArgument {
  int option;        // index into the table; -1: a positional argument
  const char *value; // "" if there is none
} CommandArgument;

typedef struct CommandLine {
  CommandArgument *arguments; // stb_ds array, in order
} CommandLine;

/// False after one message on stderr, with the nearest name for an unknown one.
bool commandLineParse(const char *tool, int argc, char **argv,
                      const CommandOption *options, int numOptions,
                      CommandLine *out);
void commandLineFree(CommandLine *line);
/// The last value of an option; NULL if it is not given.
const char *commandLineValue(const CommandLine *line, int option);
/// False after one message if there is more than one positional argument.
bool commandLineOneInput(const char *tool, const CommandLine *line);
/// `--help` and `--version`, which need no input: true if one was given.
bool commandLineAsked(const char *tool, const char *usage,
                      const CommandLine *line, const CommandOption *options,
                      int numOptions);

#endif // RELAX_TOOLS_COMMANDLINE_H
