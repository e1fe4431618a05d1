//===- Session.cpp - a context with readable diagnostics ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Core/ParseHook.hpp"
#include "lib/Bridge/Tool/Tool.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace {
struct Session {
  MLIRContext context;
  llvm::SourceMgr sources;
  std::unique_ptr<SourceMgrDiagnosticHandler> handler;
  /// Looks at a diagnostic before the handler does.
  std::unique_ptr<ScopedDiagnosticHandler> filter;
  Session(const DialectRegistry &registry)
      : context(registry, MLIRContext::Threading::DISABLED) {
    context.printOpOnDiagnostic(false); // one message, not a page
  }
};
} // namespace

/// Places that are no line of a text, such as a node of a model file, read
/// `model.onnx: node 'x': error: ...`; MLIR would print `<unknown>:0: error:
/// loc("...")`. True if the diagnostic was printed.
static bool printNamedPlace(const Diagnostic &diagnostic) {
  auto name = dyn_cast<NameLoc>(diagnostic.getLocation());
  while (name && isa<NameLoc>(name.getChildLoc())) // names of values come first
    name = cast<NameLoc>(name.getChildLoc());
  if (!name || !isa<UnknownLoc>(name.getChildLoc()))
    return false;
  bool isError = diagnostic.getSeverity() == DiagnosticSeverity::Error;
  llvm::errs() << name.getName().getValue()
               << (isError ? ": error: " : ": warning: ") << diagnostic.str()
               << '\n';
  for (const Diagnostic &note : diagnostic.getNotes())
    llvm::errs() << "note: " << note.str() << '\n';
  return true;
}

/// Remarks are for people who look at passes: relax-opt shows them.
static LogicalResult filterDiagnostic(Diagnostic &diagnostic) {
  fflush(stdout); // no message inside of a line of values
  return success(diagnostic.getSeverity() == DiagnosticSeverity::Remark ||
                 printNamedPlace(diagnostic));
}

static Session &get(BridgeSession session) {
  return *static_cast<Session *>(session.ptr);
}

extern "C" BridgeSession
bridgeSessionCreate(MlirDialectHandle (*const *dialects)(void)) {
  DialectRegistry registry;
  for (auto *handle = dialects; *handle; ++handle)
    mlirDialectHandleInsertDialect((*handle)(), wrap(&registry));
  auto *session = new Session(registry);
  session->handler = std::make_unique<SourceMgrDiagnosticHandler>(
      session->sources, &session->context);
  session->filter = std::make_unique<ScopedDiagnosticHandler>(&session->context,
                                                              filterDiagnostic);
  bridge::forgetContext();
  bridge::runParseHook(&session->context); // importers do not parse
  return {session};
}

extern "C" void bridgeSessionDestroy(BridgeSession session) {
  bridgeCrashText({});
  delete static_cast<Session *>(session.ptr);
}

extern "C" MlirContext bridgeSessionContext(BridgeSession session) {
  return wrap(&get(session).context);
}

extern "C" MlirModule bridgeSessionParse(BridgeSession handle, StrRef text,
                                         const char *name) {
  Session &session = get(handle);
  if (StringRef(name) == "-") // as everywhere in MLIR
    name = "<stdin>";
  if (StringRef(text.data, text.length).starts_with("ML\xefR")) {
    emitError(FileLineColLoc::get(&session.context, name, 0, 0))
        << "expected text, got MLIR bytecode: 'relax-opt --allow-bytecode' "
           "makes text of it";
    return {nullptr};
  }
  bool first = session.sources.getNumBuffers() == 0;
  session.sources.AddNewSourceBuffer( // whose lines messages show
      llvm::MemoryBuffer::getMemBufferCopy(StringRef(text.data, text.length),
                                           name),
      llvm::SMLoc());
  if (first) {
    StringRef kept = session.sources.getMemoryBuffer(1)->getBuffer();
    bridgeCrashText({kept.data(), kept.size()});
  }
  ParserConfig config(&session.context);
  // What is parsed of several buffers is the first.
  auto module =
      first ? parseSourceFile<ModuleOp>(session.sources, config)
            : parseSourceString<ModuleOp>(StringRef(text.data, text.length),
                                          config, name);
  return wrap(module ? module.release() : ModuleOp());
}

extern "C" void bridgePrintModule(MlirOperation module, StrBuf *out) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  flags.printNameLocAsPrefix(true);
  unwrap(module)->print(stream, flags);
  stream << '\n';
  strBufAppend(out, {text.data(), text.size()});
}
