//===- VerifyRun.cpp - runs the module before and after passes ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/VerifyRun.hpp"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Bridge/Tool/Checks.hpp"
#include "lib/Bridge/Tool/Report.hpp"
#include "lib/Bridge/Tool/VerifyProgram.hpp"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace {
constexpr unsigned secondsToWait = 120;

std::string textOf(Operation *module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  flags.printNameLocAsPrefix(true);
  module->print(stream, flags);
  return text + "\n";
}

class Runner : public PassInstrumentation {
public:
  explicit Runner(bridge::VerifyRun &options) : options(options) {
    if (llvm::sys::fs::createUniqueDirectory("relax-verify", folder))
      folder.clear();
  }
  ~Runner() override {
    llvm::errs() << "relax-opt: note: " << agreed << " of " << changes
                 << " changed modules run and agree";
    if (all)
      llvm::errs() << "; " << ran << " of " << all << " operations ran";
    if (!uncovered.empty())
      llvm::errs() << "; not run: behind " << llvm::join(uncovered, ", ");
    llvm::errs() << '\n';
    if (!found)
      llvm::sys::fs::remove_directories(folder);
  }

  void runBeforePass(Pass *, Operation *op) override {
    if (base.empty())
      base = last = textOf(moduleOf(op));
    if (isProgram(op)) {
      program.keep(op);
    } else if (isBehind) {
      last = textOf(moduleOf(op));
      isBehind = false;
    }
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    unsigned traits = bridge::traitsOf(*pass);
    // Pipelines of functions are passes of the module without a name.
    if (found || pass->getArgument().empty() || (traits & RELAX_PASS_REPORTS))
      return;
    if (isProgram(op) && (!program.isChanged(op) || comparePrograms(*pass, op)))
      return;
    std::string text = textOf(moduleOf(op));
    if (text == last)
      return;
    last = text;
    if (traits & RELAX_PASS_CHANGES_SIGNATURES)
      base = text;
    else
      compare(*pass, op, text);
  }

private:
  static bool isProgram(Operation *op) {
    return op->getName().getStringRef() == "tir.func";
  }

  static Operation *moduleOf(Operation *op) {
    while (op->getParentOp())
      op = op->getParentOp();
    return op;
  }

  std::string path(StringRef name) {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    return path.str().str();
  }

  bool write(StringRef name, StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream stream(path(name), error);
    stream << text;
    return !error;
  }

  std::string read(StringRef name) {
    auto buffer = llvm::MemoryBuffer::getFile(path(name));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

  /// Runs both texts; the status of relax-run.
  int runBoth(std::string &command) {
    std::string before = "--against=" + path("before.mlir"),
                after = path("after.mlir"),
                cases = "--cases=" + std::to_string(options.cases),
                save = "--save-inputs=" + path("inputs"), out = path("out"),
                messages = path("messages");
    SmallVector<std::string> weights;
    for (const std::string &dir : options.weightsDirs)
      weights.push_back("--weights-dir=" + dir);
    SmallVector<StringRef> arguments = {options.tool, after, "--mode=either",
                                        before, "--rewrite-limit=0"};
    arguments.append(weights.begin(), weights.end());
    command = "relax-run";
    for (StringRef argument : llvm::drop_begin(arguments))
      command += " " + argument.str();
    arguments.append({cases, save});
    std::optional<StringRef> redirects[] = {StringRef(""), StringRef(out),
                                            StringRef(messages)};
    return llvm::sys::ExecuteAndWait(options.tool, arguments, std::nullopt,
                                     redirects, secondsToWait);
  }

  void compare(Pass &pass, Operation *op, StringRef text) {
    std::string command;
    ++changes;
    if (folder.empty() || !write("before.mlir", base) ||
        !write("after.mlir", text)) {
      uncovered.insert(pass.getArgument());
      return;
    }
    int status = runBoth(command);
    std::string messages = read("messages");
    // -1: it cannot run, or not in time; -2: a signal.
    if (status == 0)
      countOperations(read("out"));
    if (status == 0)
      ++agreed;
    else if (status == -2 || StringRef(messages).contains(" with --dims="))
      report(pass, op, messages, command);
    else
      uncovered.insert(pass.getArgument());
  }

  /// `..., 97 of 101 operations ran`; the most that any run reached.
  void countOperations(StringRef out) {
    StringRef words = out.split(" operations ran").first.rsplit(", ").second;
    auto [some, every] = words.split(" of ");
    uint64_t numSome, numEvery;
    if (some.getAsInteger(10, numSome) || every.getAsInteger(10, numEvery) ||
        (all && numSome * all <= ran * numEvery))
      return;
    ran = numSome;
    all = numEvery;
  }

  /// The program alone; false where the whole module has to run.
  bool comparePrograms(Pass &pass, Operation *op) {
    std::string text;
    RelaxProgramsVerdict verdict = program.compare(op, options.cases, text);
    if (verdict == RELAX_PROGRAMS_NOT_TRIED)
      return false;
    ++changes;
    isBehind = true;
    agreed += verdict == RELAX_PROGRAMS_AGREE;
    if (verdict == RELAX_PROGRAMS_AGREE)
      return true;
    std::string pipeline;
    llvm::raw_string_ostream stream(pipeline);
    stream << "builtin.module(tir.func(";
    pass.printAsTextualPipeline(stream);
    stream << "))";
    write("before.mlir", textOf(program.module()));
    report(pass, op, "relax-run: error: " + text,
           "relax-opt " + path("before.mlir") + " --pass-pipeline='" +
               pipeline +
               "' --verify-by-running=" + std::to_string(options.cases));
    return true;
  }

  void report(Pass &pass, Operation *op, StringRef messages,
              StringRef command) {
    StringRef what = "a run ends by a signal", again;
    for (StringRef rest = messages, line; !rest.empty();) {
      std::tie(line, rest) = rest.split('\n');
      if (what.starts_with("a run") && line.consume_front("relax-run: error: "))
        what = line;
      else if (line.consume_front("relax-run: note: to see it again: "))
        again = line;
    }
    found = true;
    options.failed = true;
    auto name = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    InFlightDiagnostic error = emitError(op->getLoc());
    error << "pass '" << pass.getArgument() << "'";
    if (name)
      error << " on '@" << name.getValue() << "'";
    error << " changes what the program computes: " << what;
    error.attachNote() << "to see it again: " << command << ' ' << again;
  }

  bridge::VerifyRun &options;
  SmallString<128> folder;
  std::string base, last; // the reference; the text behind the pass before
  bridge::ProgramBefore program; // before the pass that runs
  bool isBehind = false;         // programs have changed since `last`
  int64_t changes = 0, agreed = 0;
  uint64_t ran = 0, all = 0; // operations of the reference
  bool found = false;
  llvm::SetVector<StringRef> uncovered; // passes whose output did not run
};
} // namespace

bool bridge::VerifyRun::setUp(const char *program, StringRef input) {
  if (cases <= 0)
    return true;
  static int here; // an address of this program
  std::string own = llvm::sys::fs::getMainExecutable(program, &here);
  SmallString<128> path(own);
  llvm::sys::path::remove_filename(path);
  llvm::sys::path::append(path, "relax-run");
  tool = path.str().str();
  SmallString<128> folder(input);
  llvm::sys::path::remove_filename(folder);
  weightsDirs.push_back(folder.empty() ? "." : folder.str().str());
  if (llvm::sys::fs::can_execute(tool)) {
    setenv("RELAX_CRASH_DIR", "", 1); // what crashes there is reported here
    return true;
  }
  bridge::Error() << "'--verify-by-running' needs relax-run beside "
                     "relax-opt: cannot execute '"
                  << tool << "'";
  return false;
}

void bridge::VerifyRun::addTo(PassManager &manager) {
  if (cases <= 0)
    return;
  manager.getContext()
      ->disableMultithreading(); // the whole module is looked at
  manager.addInstrumentation(std::make_unique<Runner>(*this));
}
