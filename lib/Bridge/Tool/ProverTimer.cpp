//===- ProverTimer.cpp - time in the prover -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// lib/Sym knows no clock. relax-opt is linked with --wrap for the functions
// below, so that calls of them from other files come through here.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/ProverTimer.hpp"
#include "lib/Bridge/Tool/Counters.hpp"
#include "lib/Sym/Prover.h"
#include <atomic>
#include <chrono>

using Clock = std::chrono::steady_clock;

namespace {
struct Times {
  std::atomic<bool> on{false};
  std::atomic<uint64_t> nanoseconds{0}, questions{0};
  Clock::time_point start;
};

Times &times() {
  static Times instance;
  return instance;
}

/// One call from outside; what it calls itself is part of it.
class Timed {
public:
  explicit Timed(bool question) : outermost(times().on && depth++ == 0) {
    if (!outermost)
      return;
    times().questions += question;
    begin = Clock::now();
  }
  ~Timed() {
    if (!times().on)
      return;
    --depth;
    if (outermost)
      times().nanoseconds +=
          std::chrono::nanoseconds(Clock::now() - begin).count();
  }

private:
  static thread_local int depth;
  bool outermost;
  Clock::time_point begin;
};

thread_local int Timed::depth = 0;
} // namespace

extern "C" {
SymAnswer __real_symAsk(SymFactBase *, SymQuestion, SymProof *);
SymAnswer __real_symAskResidual(SymFactBase *, Arena *, SymFact, SymFact *);
void __real_symAskRange(SymFactBase *, SymExpr, int64_t *, int64_t *);
SymFactBase *__real_symFactBaseCreate(const SymFact *, size_t);
void __real_symFactBaseAdd(SymFactBase *, SymFact);
void __real_symFactBaseDestroy(SymFactBase *);

SymAnswer __wrap_symAsk(SymFactBase *base, SymQuestion question,
                        SymProof *proof) {
  Timed timed(true);
  return __real_symAsk(base, question, proof);
}
SymAnswer __wrap_symAskResidual(SymFactBase *base, Arena *arena, SymFact fact,
                                SymFact *residual) {
  Timed timed(true);
  return __real_symAskResidual(base, arena, fact, residual);
}
void __wrap_symAskRange(SymFactBase *base, SymExpr expr, int64_t *low,
                        int64_t *high) {
  Timed timed(true);
  __real_symAskRange(base, expr, low, high);
}
SymFactBase *__wrap_symFactBaseCreate(const SymFact *facts, size_t count) {
  Timed timed(false);
  return __real_symFactBaseCreate(facts, count);
}
void __wrap_symFactBaseAdd(SymFactBase *base, SymFact fact) {
  Timed timed(false);
  __real_symFactBaseAdd(base, fact);
}
void __wrap_symFactBaseDestroy(SymFactBase *base) {
  Timed timed(false);
  __real_symFactBaseDestroy(base);
}
}

void bridge::startProverTimer() {
  times().start = Clock::now();
  times().on = true;
}

void bridge::noteProverTime() {
  uint64_t all =
      std::chrono::nanoseconds(Clock::now() - times().start).count();
  uint64_t prover = times().nanoseconds;
  noteCounter("prover.questions", times().questions);
  noteCounter("prover.microseconds", prover / 1000);
  noteCounter("process.microseconds", all / 1000);
  noteCounter("prover.permille", all ? prover * 1000 / all : 0);
}
