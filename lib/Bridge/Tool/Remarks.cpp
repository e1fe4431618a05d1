//===- Remarks.cpp - what each pass did, as a file ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Remarks.hpp"
#include "lib/Bridge/Tool/Checks.hpp"
#include "lib/Bridge/Tool/Counters.hpp"
#include "lib/Bridge/Tool/Report.hpp"
#include "lib/Runtime/File.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/Support/JSON.h"
#include <chrono>

using namespace mlir;

namespace {
using Clock = std::chrono::steady_clock;

struct Running {
  std::string pass, function;
  OperationFingerPrint before;
  Clock::time_point begin;
  std::vector<std::pair<std::string, uint64_t>> counters;
  std::vector<std::pair<bool, std::string>> lines; // is it a change?
};

struct Remarks {
  bool on = false;
  std::string lines;
  std::vector<Running> running;
};
} // namespace

/// Passes keep to one thread where remarks are noted.
static Remarks &remarks() {
  static Remarks instance;
  return instance;
}

static std::string
lineOf(StringRef kind, StringRef pass, StringRef function,
       llvm::function_ref<void(llvm::json::OStream &)> rest) {
  std::string line;
  llvm::raw_string_ostream stream(line);
  llvm::json::OStream json(stream);
  json.object([&] {
    json.attribute("kind", kind);
    json.attribute("pass", pass);
    if (!function.empty())
      json.attribute("function", llvm::json::fixUTF8(function));
    rest(json);
  });
  return line + "\n";
}

/// Lines wait for the end of their run: leave that was taken for nothing is no
/// change.
static void addLine(bool isChange, std::string line) {
  if (remarks().running.empty())
    remarks().lines += line;
  else
    remarks().running.back().lines.emplace_back(isChange, std::move(line));
}

static void writePlace(llvm::json::OStream &json, Location location) {
  StrBuf text = {};
  if (bridgePrintPlace(wrap(location), &text)) {
    StringRef file, line, column;
    std::tie(file, column) = StringRef(strBufText(&text)).rsplit(':');
    std::tie(file, line) = file.rsplit(':');
    unsigned number = 0;
    json.attribute("file", llvm::json::fixUTF8(file));
    if (!line.getAsInteger(10, number) && number)
      json.attribute("line", number);
    if (!column.getAsInteger(10, number) && number)
      json.attribute("column", number);
  }
  strBufFree(&text);
}

static std::string functionOf(Operation *op) {
  while (op && !op->hasAttr(SymbolTable::getSymbolAttrName()))
    op = op->getParentOp();
  return op ? "@" + SymbolTable::getSymbolName(op).str() : "";
}

namespace {
class Watch : public PassInstrumentation {
public:
  void runBeforePass(Pass *pass, Operation *op) override {
    if (!pass->getArgument().empty())
      remarks().running.push_back({pass->getArgument().str(),
                                   functionOf(op),
                                   OperationFingerPrint(op),
                                   Clock::now(),
                                   {}});
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    leave(pass, op, true);
  }
  void runAfterPassFailed(Pass *pass, Operation *op) override {
    leave(pass, op, false);
  }

private:
  void leave(Pass *pass, Operation *op, bool good) {
    if (pass->getArgument().empty())
      return;
    Running run = std::move(remarks().running.back());
    remarks().running.pop_back();
    std::chrono::duration<int64_t, std::micro> time =
        std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() -
                                                              run.begin);
    bool changed = run.before != OperationFingerPrint(op);
    for (auto &[isChange, line] : run.lines)
      if (changed || !isChange)
        addLine(isChange, line);
    addLine(false, lineOf("run", run.pass, run.function,
                          [&](llvm::json::OStream &json) {
                            json.attribute("changed", changed);
                            if (!good)
                              json.attribute("failed", true);
                            json.attribute("microseconds", time.count());
                            json.attributeObject("counters", [&] {
                              for (auto &[name, value] : run.counters)
                                if (value)
                                  json.attribute(name, (int64_t)value);
                            });
                          }));
  }
};
} // namespace

/// What passes say; it is printed, too.
static LogicalResult noteDiagnostic(Diagnostic &diagnostic) {
  bool warning = diagnostic.getSeverity() == DiagnosticSeverity::Warning;
  if ((!warning && diagnostic.getSeverity() != DiagnosticSeverity::Remark) ||
      remarks().running.empty())
    return failure();
  Running &run = remarks().running.back();
  addLine(false, lineOf(warning ? "warning" : "remark", run.pass, run.function,
                        [&](llvm::json::OStream &json) {
                          json.attribute("message",
                                         llvm::json::fixUTF8(diagnostic.str()));
                          writePlace(json, diagnostic.getLocation());
                        }));
  return failure();
}

LogicalResult bridge::startRemarks(const std::string &path) {
  RelaxError error = {};
  remarks().on = relaxFileCanBeMade(path.c_str(), &error);
  if (!remarks().on)
    bridge::Error() << "'--remarks': " << relaxErrorText(&error);
  relaxErrorFree(&error);
  return success(remarks().on);
}

bool bridge::remarksAreOn() { return remarks().on; }

void bridge::watchRemarks(PassManager &manager) {
  if (!remarks().on)
    return;
  MLIRContext *context = manager.getContext();
  context->disableMultithreading();
  context->getDiagEngine().registerHandler(noteDiagnostic);
  manager.addInstrumentation(std::make_unique<Watch>());
}

void bridge::noteChange(const Pass &pass, Operation *op) {
  if (!remarks().on || countersArePaused())
    return;
  addLine(true, lineOf("change", pass.getArgument(), functionOf(op),
                       [&](llvm::json::OStream &json) {
                         json.attribute("op", op->getName().getStringRef());
                         StrRef name = bridgeLocationName(wrap(op->getLoc()));
                         if (name.length)
                           json.attribute(
                               "value",
                               llvm::json::fixUTF8(
                                   "%" + std::string(name.data, name.length)));
                         writePlace(json, op->getLoc());
                       }));
}

void bridge::noteRunCounters(const RelaxPass &pass,
                             ArrayRef<uint64_t> counters) {
  if (!remarks().on || remarks().running.empty() || countersArePaused())
    return;
  for (size_t i = 0; i < counters.size(); ++i)
    remarks().running.back().counters.emplace_back(pass.counters[i],
                                                   counters[i]);
}

LogicalResult bridge::writeRemarks(const std::string &path) {
  RelaxError error = {};
  StrRef piece = {remarks().lines.data(), remarks().lines.size()};
  bool good = relaxFileWrite(path.c_str(), &piece, 1, &error);
  if (!good)
    bridge::Error() << "'--remarks': " << relaxErrorText(&error);
  relaxErrorFree(&error);
  return success(good);
}
