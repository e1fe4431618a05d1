//===- Crash.cpp - how a crash is seen again ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Everything that a crash says and writes is made before: its handler opens a
// file and writes, nothing else, for memory may be in any state.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Crash.hpp"
#include "lib/Bridge/Tool/Limits.hpp"
#include "lib/Bridge/Tool/NoMemory.h"
#include "lib/Bridge/Tool/Tool.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include <csignal>
#include <fcntl.h>
#include <new>
#include <unistd.h>

using namespace mlir;

namespace {
struct Reproducer {
  std::string file, words; // where the input goes, and what is said then
  const char *tool = "relax";
  const char *data = nullptr;
  size_t size = 0;
};
} // namespace

static Reproducer &reproducer() {
  static Reproducer instance;
  return instance;
}

/// What the thread is doing; empty outside of passes.
static thread_local char current[256];

static void say(StringRef text) {
  while (!text.empty()) {
    ssize_t written = ::write(2, text.data(), text.size());
    if (written <= 0)
      return;
    text = text.drop_front(written);
  }
}

static bool writeInput(const Reproducer &crash) {
  int file = ::open(crash.file.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0666);
  if (file < 0)
    return false;
  size_t done = 0;
  while (done < crash.size) {
    ssize_t written = ::write(file, crash.data + done, crash.size - done);
    if (written <= 0)
      break;
    done += written;
  }
  ::close(file);
  return done == crash.size;
}

static void onCrash(void *) {
  const Reproducer &crash = reproducer();
  char limits[512];
  if (*current)
    say(current);
  say(StringRef(limits, bridge::limitsText(crash.tool, limits, sizeof limits)));
  if (!crash.data || crash.words.empty())
    return;
  say(writeInput(crash) ? StringRef(crash.words)
                        : "relax: note: the input could not be written\n");
}

/// As a shell reads it.
static std::string shellWord(StringRef word) {
  constexpr llvm::StringLiteral plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKL"
                                        "MNOPQRSTUVWXYZ0123456789-_=./,:@%+";
  if (!word.empty() && word.find_first_not_of(plain) == StringRef::npos)
    return word.str();
  std::string quoted = "'";
  for (char c : word)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

extern "C" void bridgeSetNewHandler() {
  std::set_new_handler(bridgeEndWithoutMemory);
  llvm::remove_bad_alloc_error_handler(); // there is room for one
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { bridgeEndWithoutMemory(); });
}

/// Pages behind the end of a mapped file.
static void onLostPage(int, siginfo_t *info, void *) {
  if (info->si_code != BUS_ADRERR) {
    signal(SIGBUS, SIG_DFL);
    raise(SIGBUS);
    return;
  }
  say("error: a file that is in use became shorter: its weights are gone\n");
  _exit(1);
}

static void onTimeLimit(int) {
  say("error: the limit of processor time is reached ('ulimit -t')\n");
  _exit(1);
}

/// Behind LLVM's handlers, which would call each a defect.
static void catchLimits() {
  signal(SIGXFSZ, SIG_IGN); // writing fails then, which has a message
  signal(SIGXCPU, onTimeLimit);
  signal(SIGQUIT, SIG_DFL); // of the keyboard
  struct sigaction lost = {};
  lost.sa_sigaction = onLostPage;
  lost.sa_flags = SA_SIGINFO;
  sigaction(SIGBUS, &lost, nullptr);
}

extern "C" void bridgeCatchCrashes(const char *tool, int argc, char **argv,
                                   const char *input) {
  llvm::scope_exit last(catchLimits);
  Reproducer &crash = reproducer();
  const char *folder = getenv("RELAX_CRASH_DIR");
  crash.tool = tool;
  llvm::sys::AddSignalHandler(onCrash, nullptr);
  if (folder && !*folder)
    return; // who runs a command that crashes again and again
  crash.file = (folder ? std::string(folder) + "/" : "") + tool + "-crash-" +
               std::to_string(getpid()) + ".mlir";
  bool replaced = false;
  std::string command = tool;
  for (int i = 1; i < argc; ++i) {
    bool isInput = !replaced && input && StringRef(argv[i]) == input;
    replaced |= isInput;
    command +=
        " " + shellWord(isInput ? StringRef(crash.file) : StringRef(argv[i]));
  }
  if (!replaced)
    command += " " + shellWord(crash.file);
  crash.words =
      std::string(tool) + ": note: to see it again: " + command + "\n";
}

extern "C" void bridgeCrashText(StrRef text) {
  reproducer().size = text.length;
  reproducer().data = text.data;
}

namespace {
class Name : public PassInstrumentation {
public:
  void runBeforePass(Pass *pass, Operation *op) override {
    set("in", pass, op);
  }
  /// What verifies and prints its output meets what it left.
  void runAfterPass(Pass *pass, Operation *op) override {
    set("behind", pass, op);
  }
  void runAfterPassFailed(Pass *, Operation *) override { *current = '\0'; }

private:
  static void set(const char *where, Pass *pass, Operation *op) {
    auto name = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
    if (!pass->getArgument().empty())
      snprintf(current, sizeof(current),
               "error: a crash %s pass '%.*s'%s%.*s%s\n", where,
               (int)pass->getArgument().size(), pass->getArgument().data(),
               name ? " on '@" : "",
               name ? (int)std::min<size_t>(name.size(), 99) : 0,
               name ? name.data() : "", name ? "'" : "");
  }
};
} // namespace

void bridge::nameCrashingPasses(PassManager &manager) {
  manager.addInstrumentation(std::make_unique<Name>());
}
