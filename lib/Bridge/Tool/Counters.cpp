//===- Counters.cpp - counters of passes, in release builds ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Counters.hpp"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <mutex>

namespace {
struct Sums {
  std::mutex mutex;
  bool paused = false;
  llvm::MapVector<const RelaxPass *, llvm::SmallVector<uint64_t>> byPass;
  llvm::SmallVector<std::pair<const char *, uint64_t>> notes;
};
} // namespace

/// Passes of one process run on several threads; their sums meet here.
static Sums &sums() {
  static Sums instance;
  return instance;
}

void bridge::addCounters(const RelaxPass &pass,
                         mlir::ArrayRef<uint64_t> counters) {
  if (counters.empty())
    return;
  Sums &all = sums();
  std::lock_guard<std::mutex> lock(all.mutex);
  if (all.paused)
    return;
  auto &row = all.byPass[&pass];
  row.resize(counters.size());
  for (size_t i = 0; i < counters.size(); ++i)
    row[i] += counters[i];
}

void bridge::pauseCounters(bool pause) {
  std::lock_guard<std::mutex> lock(sums().mutex);
  sums().paused = pause;
}

bool bridge::countersArePaused() {
  std::lock_guard<std::mutex> lock(sums().mutex);
  return sums().paused;
}

void bridge::noteCounter(const char *name, uint64_t value) {
  std::lock_guard<std::mutex> lock(sums().mutex);
  sums().notes.emplace_back(name, value);
}

void bridge::printCounters(llvm::raw_ostream &stream, bool json) {
  const char *separator = "";
  if (json)
    stream << '{';
  for (auto &[pass, row] : sums().byPass)
    for (size_t i = 0; i < row.size(); ++i) {
      if (json)
        stream << separator << '"' << pass->name << '.' << pass->counters[i]
               << "\": " << row[i];
      else
        stream << llvm::format("%8llu  ", (unsigned long long)row[i])
               << pass->name << '.' << pass->counters[i] << '\n';
      separator = ", ";
    }
  for (auto &[name, value] : sums().notes) {
    if (json)
      stream << separator << '"' << name << "\": " << value;
    else
      stream << llvm::format("%8llu  ", (unsigned long long)value) << name
             << '\n';
    separator = ", ";
  }
  if (json)
    stream << "}\n";
}
