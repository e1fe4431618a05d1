//===- Limits.cpp - how much passes may do --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Limits.hpp"
#include "lib/Bridge/Tool/Checks.hpp"
#include "lib/Bridge/Tool/Tool.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

using namespace mlir;

namespace {
struct Limit {
  int64_t limit = -1; // negative: none
  int64_t asked = 0;
  std::string last; // the last one that was within the limit
  bool said = false;
};

struct Limits {
  Limit passes, rewrites;
  bool required = false;
};
} // namespace

static Limits &limits() {
  static Limits instance;
  return instance;
}

void bridge::setLimits(int64_t passes, int64_t rewrites, bool required) {
  limits().passes.limit = passes;
  limits().rewrites.limit = rewrites;
  limits().required = required;
}

bool bridge::hasLimits() {
  return limits().passes.limit >= 0 || limits().rewrites.limit >= 0;
}

/// `pass 'relax-fold' on '@main', 'relax.add' %y at m.mlir:12:8`.
static std::string describe(const Pass &pass, Operation *op) {
  std::string text = "pass '" + pass.getArgument().str() + "'";
  Operation *function = op;
  while (function && !function->hasAttr(SymbolTable::getSymbolAttrName()))
    function = function->getParentOp();
  if (function)
    text += " on '@" + SymbolTable::getSymbolName(function).str() + "'";
  if (op != function && !isa<ModuleOp>(op)) {
    StrRef name = bridgeLocationName(wrap(op->getLoc()));
    text += ", '" + op->getName().getStringRef().str() + "'";
    if (name.length)
      text += " %" + std::string(name.data, name.length);
  }
  StrBuf place = {};
  if (!isa<ModuleOp>(op) && bridgePrintPlace(wrap(op->getLoc()), &place))
    text += std::string(" at ") + strBufText(&place);
  strBufFree(&place);
  return text;
}

static bool ask(Limit &limit, const Pass &pass, Operation *op) {
  if (limit.limit < 0)
    return true;
  if (++limit.asked <= limit.limit)
    limit.last = describe(pass, op);
  return limit.asked <= limit.limit;
}

static bool isRequired(const Pass &pass) {
  return limits().required && (bridge::traitsOf(pass) & RELAX_PASS_REQUIRED);
}

bool bridge::mayRewrite(const Pass &pass, Operation *op) {
  return ask(limits().rewrites, pass, op) || isRequired(pass);
}

/// Pipelines of functions are passes of the module without a name.
static bool mayRun(const Pass &pass, Operation *op) {
  unsigned traits = bridge::traitsOf(pass);
  if (pass.getArgument().empty() || (traits & RELAX_PASS_REPORTS))
    return true;
  if (!ask(limits().passes, pass, op) && !isRequired(pass))
    return false;
  return (traits & RELAX_PASS_ASKS) || bridge::mayRewrite(pass, op);
}

void bridge::keepLimits(PassManager &manager) {
  if (!hasLimits())
    return;
  MLIRContext *context = manager.getContext();
  context->disableMultithreading();
  context->registerActionHandler(
      [](llvm::function_ref<void()> run, const tracing::Action &action) {
        auto *pass = dyn_cast<PassExecutionAction>(&action);
        ArrayRef<IRUnit> units = action.getContextIRUnits();
        auto *op = units.empty() ? nullptr
                                 : dyn_cast_if_present<Operation *>(units[0]);
        if (!pass || !op || mayRun(pass->getPass(), op))
          run();
      });
}

/// The last change is the one that crashes.
size_t bridge::limitsText(const char *tool, char *out, size_t size) {
  const Limit &limit = limits().rewrites;
  if (limit.limit < 0)
    return 0;
  int length = snprintf(
      out, size, "%s: note: %lld of %lld changes, the last: %.*s\n", tool,
      (long long)std::min(limit.limit, limit.asked), (long long)limit.asked,
      (int)std::min<size_t>(limit.last.size(), 300), limit.last.data());
  return length < 0 ? 0 : std::min<size_t>((size_t)length, size - 1);
}

static void print(llvm::raw_ostream &stream, StringRef tool, const char *what,
                  Limit &limit) {
  if (std::exchange(limit.said, true) || limit.limit < 0)
    return;
  stream << tool << ": note: " << std::min(limit.limit, limit.asked) << " of "
         << limit.asked << ' ' << what;
  if (!limit.last.empty())
    stream << ", the last: " << limit.last;
  stream << '\n';
}

void bridge::printLimits(llvm::raw_ostream &stream, StringRef tool) {
  print(stream, tool, "runs of passes", limits().passes);
  print(stream, tool, "changes", limits().rewrites);
}

extern "C" void bridgeSetLimits(int64_t passes, int64_t rewrites) {
  bridge::setLimits(passes, rewrites, /*required=*/true);
}

extern "C" void bridgePrintLimits(const char *tool) {
  bridge::printLimits(llvm::errs(), tool);
}
