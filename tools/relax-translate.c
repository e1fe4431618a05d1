//===- relax-translate.c - models in, machine code out --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/GGUF/Import.h"
#include "lib/Frontend/ONNX/Import/Import.h"
#include "lib/Frontend/ONNX/Import/OperatorList.h"
#include "lib/Frontend/Weights/Weights.h"
#include "lib/Runtime/File.h"
#include "lib/Runtime/ProgramFile.h"
#include "lib/Target/Object.h"
#include "lib/Target/Program/Encode.h"
#include "tools/CommandLine.h"
#include "tools/Dialects.h"
#include "tools/Registry.h"
#include "tools/Version.h"
#include "tools/translate/Output.h"
#include "tools/translate/Regions.h"

#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

enum {
  IMPORT_ONNX,
  IMPORT_GGUF,
  RENAME_DIMS,
  ERASE_DIMS,
  FACTS,
  WEIGHTS_OUT,
  EMIT_LLVM,
  EMIT_ASM,
  EMIT_OBJECT,
  EMIT_PROGRAM,
  EMIT_C,
  TARGET,
  DEBUG_INFO,
  LIST_OPERATORS,
  LIST_WEIGHTS,
  IMPORT_WEIGHTS,
  OUTPUT,
  DIAGNOSTICS,
  VERSION,
  HELP,
};
static const CommandOption options[] = {
    [IMPORT_ONNX] = {"--import-onnx", COMMAND_FLAG, NULL,
                     "read an ONNX model, write relax text"},
    [IMPORT_GGUF] = {"--import-gguf", COMMAND_FLAG, NULL,
                     "read a llama model, write relax text"},
    [RENAME_DIMS] = {"--onnx-rename-dims", COMMAND_VALUE, "OLD=NEW,...",
                     "names for the model's dim_params"},
    [ERASE_DIMS] = {"--onnx-erase-dims", COMMAND_VALUE, "all|inputs|x:0,...",
                    "extents of inputs that become symbols"},
    [FACTS] = {"--onnx-facts", COMMAND_VALUE, "256 <= n <= 640,...",
               "what callers keep to: decides conditions of the model"},
    [WEIGHTS_OUT] = {"--weights-out", COMMAND_VALUE, "F.safetensors",
                     "copy the weights of the model into a file of their own"},
    [EMIT_LLVM] = {"--emit-llvm", COMMAND_FLAG, NULL,
                   "write the kernels as LLVM IR"},
    [EMIT_ASM] = {"--emit-asm", COMMAND_FLAG, NULL,
                  "write the kernels as assembly"},
    [EMIT_OBJECT] = {"--emit-object", COMMAND_FLAG, NULL,
                     "write the kernels as an object file"},
    [TARGET] = {"--target", COMMAND_VALUE, "TARGET",
                "what code is made for: native, x86-64-v3, aarch64, a file"},
    [DEBUG_INFO] = {"--debug-info", COMMAND_FLAG, NULL,
                    "with lines of the text, as DWARF, in machine code"},
    [EMIT_PROGRAM] = {"--emit-program", COMMAND_FLAG, NULL,
                      "write the host program as a compact file"},
    [EMIT_C] = {"--emit-c", COMMAND_FLAG, NULL,
                "write the regions of the back end 'c' as a C file"},
    [LIST_OPERATORS] = {"--list-operators", COMMAND_FLAG, NULL,
                        "print the ONNX operators that are known, and how they "
                        "run"},
    [LIST_WEIGHTS] = {"--list-weights", COMMAND_FLAG, NULL,
                      "print name, type, offset and bytes of a file's tensors"},
    [IMPORT_WEIGHTS] = {"--import-weights", COMMAND_FLAG, NULL,
                        "write a relax.weight for each tensor of a file"},
    [OUTPUT] = {"-o", COMMAND_VALUE, "FILE", "output file (default: stdout)"},
    [DIAGNOSTICS] = {"--diagnostics", COMMAND_VALUE, "FORMAT[:FILE]",
                     "errors as data: json, sarif, json:FILE, sarif:FILE"},
    [VERSION] = {"--version", COMMAND_FLAG, NULL,
                 "print release, commit and LLVM"},
    [HELP] = {"--help", COMMAND_FLAG, NULL, "print this help"},
};
enum { NUM_OPTIONS = sizeof(options) / sizeof(*options) };

static const char usage[] =
    "relax-translate: models in, machine code out\n"
    "usage: relax-translate --import-onnx MODEL.onnx [-o FILE]\n"
    "       relax-translate --import-gguf MODEL.gguf [-o FILE]\n"
    "       relax-translate --emit-... [FILE.mlir] [-o FILE]\n"
    "       relax-translate --list-operators\n"
    "       relax-translate --list-weights|--import-weights FILE\n"
    "FILE: safetensors, npz, GGUF, rwkv.cpp; for a list also an ONNX model\n\n";

static int refuseStream(const char *option) {
  StrBuf message = {0};
  strBufAppendFormat(&message,
                     "'%s' needs the path of a model file: weights stay in "
                     "that file",
                     option);
  int status = translateFail(strBufText(&message));
  strBufFree(&message);
  return status;
}

static int importOnnx(const char *input, const CommandLine *line) {
  if (!input || strcmp(input, "-") == 0)
    return refuseStream("--import-onnx");
  BridgeSession session = bridgeSessionCreate(relaxToolDialects);
  OnnxImportOptions import = {input, commandLineValue(line, RENAME_DIMS),
                              commandLineValue(line, ERASE_DIMS),
                              commandLineValue(line, FACTS)};
  MlirModule module = onnxImport(bridgeSessionContext(session), &import);
  StrBuf text = {0};
  int status = module.ptr
                   ? translateWriteModule(module, input, &text,
                                          commandLineValue(line, WEIGHTS_OUT),
                                          commandLineValue(line, OUTPUT))
                   : 1;
  strBufFree(&text);
  if (module.ptr)
    mlirModuleDestroy(module);
  bridgeSessionDestroy(session);
  return status;
}

/// The `relax.weight` lines of a file, for who writes the rest by hand.
static int importWeights(const char *input, const CommandLine *line) {
  BridgeSession session = bridgeSessionCreate(relaxToolDialects);
  RelaxError error = {0};
  StrBuf text = {0};
  MlirModule module =
      weightsImport(bridgeSessionContext(session), input, &error);
  int status = 1;
  if (module.ptr) {
    status = translateWriteModule(module, input, &text,
                                  commandLineValue(line, WEIGHTS_OUT),
                                  commandLineValue(line, OUTPUT));
    mlirModuleDestroy(module);
  } else {
    translateFail(relaxErrorText(&error));
  }
  strBufFree(&text);
  relaxErrorFree(&error);
  bridgeSessionDestroy(session);
  return status;
}

/// The importer writes text; parsing it proves that it is a module.
static int importText(const char *option,
                      bool (*import)(const char *path, StrBuf *text,
                                     RelaxError *error),
                      const char *input, const CommandLine *line) {
  if (!input || strcmp(input, "-") == 0)
    return refuseStream(option);
  StrBuf text = {0};
  RelaxError error = {0};
  int status = 1;
  if (!import(input, &text, &error)) {
    translateFail(relaxErrorText(&error));
  } else {
    BridgeSession session = bridgeSessionCreate(relaxToolDialects);
    MlirModule module = bridgeSessionParse(
        session, (StrRef){text.data, text.length}, "imported text");
    if (module.ptr) {
      status = translateWriteModule(module, input, &text,
                                    commandLineValue(line, WEIGHTS_OUT),
                                    commandLineValue(line, OUTPUT));
      mlirModuleDestroy(module);
    }
    bridgeSessionDestroy(session);
  }
  relaxErrorFree(&error);
  strBufFree(&text);
  return status;
}

static bool isBlank(const StrBuf *text) {
  return strspn(strBufText(text), " \t\r\n") == text->length;
}

static bool emitProgram(MlirOperation module, StrBuf *out) {
  RelaxProgram *program = relaxEncodeModule(module);
  if (!program)
    return false;
  targetSetTextHashes(program, module);
  relaxProgramEncode(program, out);
  relaxProgramDestroy(program);
  return true;
}

static bool emitKernels(MlirOperation module, const CommandLine *line,
                        RelaxObjectKind kind, StrBuf *out) {
  RelaxTargetOptions options = {.level = RELAX_TARGET_DEFAULT,
                                .debugInfo =
                                    commandLineValue(line, DEBUG_INFO) != NULL};
  StrBuf error = {0};
  bool good = relaxEmitObject(module, &options, kind, out, &error);
  if (!good && error.length)
    translateFail(strBufText(&error));
  strBufFree(&error);
  return good;
}

/// Runs the rest of the pipeline and appends what is asked for.
static bool emitModule(MlirOperation module, const CommandLine *line,
                       StrBuf *out) {
  if (commandLineValue(line, EMIT_C))
    return translateRegions(module, out);
  if (!bridgeRunStages(
          module, &(BridgeStages){.target = commandLineValue(line, TARGET)}))
    return false;
  if (commandLineValue(line, EMIT_LLVM))
    return emitKernels(module, line, RELAX_OBJECT_LLVM_IR, out);
  if (commandLineValue(line, EMIT_ASM))
    return emitKernels(module, line, RELAX_OBJECT_ASSEMBLY, out);
  if (commandLineValue(line, EMIT_OBJECT))
    return emitKernels(module, line, RELAX_OBJECT_FILE, out);
  return emitProgram(module, out);
}

static int emit(const char *input, const CommandLine *line) {
  StrBuf text = {0}, out = {0};
  RelaxError error = {0};
  const char *path = input && strcmp(input, "-") ? input : "/dev/stdin";
  if (!relaxFileRead(path, &text, &error)) {
    translateFail(relaxErrorText(&error));
    relaxErrorFree(&error);
    return 1;
  }
  if (isBlank(&text)) {
    strBufFree(&text);
    return translateFail(
        "input is empty (did the command before the pipe fail?)");
  }
  BridgeSession session = bridgeSessionCreate(relaxToolDialects);
  MlirModule module = bridgeSessionParse(
      session, (StrRef){text.data, text.length}, input ? input : "-");
  int status = 1;
  RelaxFiles files = {0};
  if (module.ptr && emitModule(mlirModuleGetOperation(module), line, &out))
    status = translateWrite(commandLineValue(line, OUTPUT), &out, &files);
  relaxFilesDiscard(&files);
  if (module.ptr)
    mlirModuleDestroy(module);
  bridgeSessionDestroy(session);
  strBufFree(&text);
  strBufFree(&out);
  return status;
}

/// The operators, or the tensors of the file `weights`.
static int list(const char *weights, const CommandLine *line) {
  StrBuf out = {0};
  RelaxError error = {0};
  RelaxFiles files = {0};
  int status = 1;
  if (!weights)
    onnxListOperators(&out, false);
  if (weights && !weightsList(weights, &out, &error))
    translateFail(relaxErrorText(&error));
  else
    status = translateWrite(commandLineValue(line, OUTPUT), &out, &files);
  relaxFilesDiscard(&files);
  relaxErrorFree(&error);
  strBufFree(&out);
  return status;
}

/// What is asked of a file of weights.
static int runWeights(const char *input, const CommandLine *line) {
  if (!input || strcmp(input, "-") == 0)
    return translateFail(
        "'--list-weights' and '--import-weights' need the path of a "
        "file");
  return commandLineValue(line, LIST_WEIGHTS) ? list(input, line)
                                              : importWeights(input, line);
}

static int run(const CommandLine *line) {
  if (!commandLineOneInput("relax-translate", line))
    return 1;
  relaxRegisterAll();
  const char *input = commandLineValue(line, -1);
  if (commandLineValue(line, LIST_OPERATORS))
    return list(NULL, line);
  if (commandLineValue(line, LIST_WEIGHTS) ||
      commandLineValue(line, IMPORT_WEIGHTS))
    return runWeights(input, line);
  if (commandLineValue(line, IMPORT_ONNX))
    return importOnnx(input, line);
  if (commandLineValue(line, IMPORT_GGUF))
    return importText("--import-gguf", ggufImport, input, line);
  for (int option = EMIT_LLVM; option <= EMIT_C; ++option)
    if (commandLineValue(line, option))
      return emit(input, line);
  return translateFail(
      "nothing to do: expected '--import-onnx', '--import-gguf' or "
      "'--emit-...'");
}

static int runReporting(int argc, char **argv, const CommandLine *line) {
  const char *format = commandLineValue(line, DIAGNOSTICS);
  if (format && !bridgeSetDiagnostics(format, "relax-translate", toolVersion()))
    return 1;
  if (!translateCheckOutput(commandLineValue(line, OUTPUT),
                            commandLineValue(line, EMIT_OBJECT) ||
                                commandLineValue(line, EMIT_PROGRAM)))
    return 1;
  bridgeCatchCrashes("relax-translate", argc, argv, commandLineValue(line, -1));
  int status = run(line);
  return bridgeFinishDiagnostics() ? status : 1;
}

int main(int argc, char **argv) {
  bridgeCatchOutOfMemory();
  CommandLine line = {0};
  int status = 0;
  if (!commandLineParse("relax-translate", argc, argv, options, NUM_OPTIONS,
                        &line))
    status = 1;
  else if (!commandLineAsked("relax-translate", usage, &line, options,
                             NUM_OPTIONS))
    status = runReporting(argc, argv, &line);
  commandLineFree(&line);
  return status;
}
