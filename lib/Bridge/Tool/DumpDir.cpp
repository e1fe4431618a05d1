//===- DumpDir.cpp - the module behind each pass, in numbered files -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/DumpDir.hpp"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Bridge/Tool/Checks.hpp"
#include "lib/Bridge/Tool/Report.hpp"
#include "lib/Bridge/Tool/Tool.h"
#include "lib/Runtime/File.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

using namespace mlir;

extern "C" const char dumpPage[]; // DumpPage.html

namespace {
using Clock = std::chrono::steady_clock;

struct Stage {
  std::string file, pass, op;
  double milliseconds;
  std::vector<unsigned> lines;
};

struct PassTime {
  unsigned runs = 0;
  double milliseconds = 0;
};

std::string textOf(Operation *op) {
  StrBuf text = {};
  bridgePrintModule(wrap(op), &text);
  std::string result = strBufText(&text);
  strBufFree(&text);
  return result;
}

/// `@main`, or nothing for a module.
std::string nameOf(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  return name ? "@" + name.getValue().str() : "";
}

class Dumper : public PassInstrumentation {
public:
  Dumper(std::string folder, bridge::DumpDir &options)
      : folder(std::move(folder)), options(options) {
    removeOld();
  }
  ~Dumper() override { writePage(); }

  void runBeforePass(Pass *pass, Operation *op) override {
    if (stages.empty())
      add("input", "", op, 0);
    if (isLooked(*pass))
      running.push_back({textOf(op), Clock::now()});
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    if (!isLooked(*pass))
      return;
    double time = leave(*pass);
    if (textOf(op) != before)
      add(pass->getArgument(), nameOf(op), op, time);
  }

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    if (isLooked(*pass))
      leave(*pass);
  }

private:
  struct Running {
    std::string text;
    Clock::time_point begin;
  };

  /// Pipelines of functions are passes of the module without a name.
  static bool isLooked(const Pass &pass) {
    return !pass.getArgument().empty() &&
           !(bridge::traitsOf(pass) & RELAX_PASS_REPORTS);
  }

  /// The time that the pass took, in milliseconds.
  double leave(const Pass &pass) {
    std::chrono::duration<double, std::milli> time =
        Clock::now() - running.back().begin;
    before = std::move(running.back().text);
    running.pop_back();
    PassTime &sum = times[pass.getArgument()];
    ++sum.runs;
    sum.milliseconds += time.count();
    return time.count();
  }

  void add(StringRef pass, std::string op, Operation *at, double time) {
    while (at->getParentOp())
      at = at->getParentOp();
    std::string text = textOf(at),
                suffix = op.empty() ? "" : "." + op.substr(1);
    for (char &c : suffix) // names may have any bytes
      c = llvm::isAlnum(c) || StringRef("._-").contains(c) ? c : '_';
    Stage stage = {llvm::formatv("{0,0+3}-{1}{2}.mlir", stages.size(), pass,
                                 StringRef(suffix).take_front(80)),
                   pass.str(),
                   op,
                   time,
                   {}};
    write(stage.file, text);
    for (StringRef rest = StringRef(text).rtrim(), line; !rest.empty();) {
      std::tie(line, rest) = rest.split('\n');
      auto known = numbers.try_emplace(line, lines.size());
      if (known.second)
        lines.push_back(line.str());
      stage.lines.push_back(known.first->second);
    }
    stages.push_back(std::move(stage));
  }

  std::string path(StringRef name) {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    return path.str().str();
  }

  void report(StringRef message) {
    if (!options.failed)
      bridge::Error() << "'--dump-ir-dir': " << message;
    options.failed = true;
  }

  void write(StringRef name, StringRef text) {
    RelaxError error = {};
    StrRef piece = {text.data(), text.size()};
    if (!options.failed &&
        !relaxFileWrite(path(name).c_str(), &piece, 1, &error))
      report(relaxErrorText(&error));
    relaxErrorFree(&error);
  }

  static bool isOurs(StringRef name) {
    StringRef digits = name.take_while(llvm::isDigit);
    return name == "index.html" ||
           (digits.size() >= 3 && name[digits.size()] == '-' &&
            name.ends_with(".mlir"));
  }

  /// The files of an earlier run go; those of anybody else stay, and nothing is
  /// written beside them.
  void removeOld() {
    if (std::error_code error = llvm::sys::fs::create_directories(folder))
      return report("cannot make the folder '" + folder +
                    "': " + error.message());
    auto page = llvm::MemoryBuffer::getFile(path("index.html"));
    bool again =
        page && (*page)->getBuffer().contains("<title>relax-opt stages</title>");
    std::error_code error;
    for (llvm::sys::fs::directory_iterator file(folder, error), end;
         file != end && !error; file.increment(error)) {
      StringRef name = llvm::sys::path::filename(file->path());
      if (isOurs(name) && !again)
        return report("'" + folder + "' has '" + name.str() +
                      "', which no earlier run wrote: expected an empty folder");
      if (isOurs(name))
        llvm::sys::fs::remove(file->path());
    }
  }

  void writeData(llvm::raw_ostream &stream) {
    llvm::json::OStream json(stream);
    json.object([&] {
      json.attribute("tool", options.tool);
      json.attributeArray("lines", [&] {
        for (const std::string &line : lines)
          json.value(llvm::json::fixUTF8(line));
      });
      json.attributeArray("stages", [&] {
        for (const Stage &stage : stages)
          json.object([&] {
            json.attribute("file", stage.file);
            json.attribute("pass", stage.pass);
            json.attribute("op", llvm::json::fixUTF8(stage.op));
            json.attribute("ms", stage.milliseconds);
            json.attributeArray("text", [&] {
              for (unsigned line : stage.lines)
                json.value(line);
            });
          });
      });
      json.attributeArray("passes", [&] {
        for (auto &entry : times)
          json.object([&] {
            json.attribute("pass", entry.first);
            json.attribute("runs", entry.second.runs);
            json.attribute("ms", entry.second.milliseconds);
          });
      });
    });
  }

  void writePage() {
    if (stages.empty() || options.failed)
      return;
    std::string data, page;
    llvm::raw_string_ostream stream(data);
    writeData(stream);
    StringRef head, tail;
    std::tie(head, tail) = StringRef(dumpPage).split("/*DATA*/null");
    page = head.str();
    for (size_t i = 0; i < data.size(); ++i) // no end of the script in a string
      page += data[i] == '<' ? "\\u003c" : std::string(1, data[i]);
    page += tail;
    write("index.html", page);
  }

  std::string folder;
  bridge::DumpDir &options;
  std::vector<Stage> stages;
  std::vector<Running> running;
  std::string before; // what the last pass ran on
  std::vector<std::string> lines;
  llvm::StringMap<unsigned> numbers; // of lines
  llvm::MapVector<StringRef, PassTime> times;
};
} // namespace

void bridge::DumpDir::addTo(PassManager &manager) {
  if (folder.empty())
    return;
  std::string own = folder;
  if (++modules > 1)
    own += "/" + std::to_string(modules);
  manager.getContext()->disableMultithreading(); // the whole module is printed
  manager.addInstrumentation(std::make_unique<Dumper>(own, *this));
}
