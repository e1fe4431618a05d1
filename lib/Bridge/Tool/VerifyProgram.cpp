//===- VerifyProgram.cpp - one program before and after a pass ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/VerifyProgram.hpp"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;

void bridge::ProgramBefore::keep(Operation *op) {
  copy = ModuleOp::create(op->getLoc());
  OpBuilder builder = OpBuilder::atBlockBegin(copy->getBody());
  for (Operation &other : *op->getBlock())
    if (&other != op && other.getName().getStringRef() == "tir.monoid")
      builder.clone(other);
  program = builder.clone(*op);
}

bool bridge::ProgramBefore::isChanged(Operation *op) const {
  return !OperationEquivalence::isEquivalentTo(
      program, op, OperationEquivalence::IgnoreLocations);
}

constexpr unsigned secondsToWait = 30;

/// In the child: the verdict, then its text.
[[noreturn]] static void tell(int to, Operation *before, Operation *after,
                              int64_t cases) {
  signal(SIGALRM, SIG_DFL);
  alarm(secondsToWait);
  StrBuf text = {};
  char verdict =
      (char)relaxProgramsAgree(wrap(before), wrap(after), cases, &text);
  bool written = write(to, &verdict, 1) == 1;
  for (size_t done = 0; written && done < text.length;) {
    ssize_t count = write(to, text.data + done, text.length - done);
    written = count > 0;
    done += written ? (size_t)count : 0;
  }
  _exit(0);
}

RelaxProgramsVerdict bridge::ProgramBefore::compare(Operation *op,
                                                    int64_t cases,
                                                    std::string &text) const {
  int ends[2], status = 0;
  if (pipe(ends) != 0)
    return RELAX_PROGRAMS_NOT_TRIED;
  llvm::errs().flush();
  llvm::outs().flush();
  pid_t child = fork();
  if (child == 0)
    tell(ends[1], program, op, cases);
  close(ends[1]);
  char buffer[512];
  for (ssize_t count; (count = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, (size_t)count);
  close(ends[0]);
  if (child < 0 || waitpid(child, &status, 0) != child)
    return RELAX_PROGRAMS_NOT_TRIED;
  if (WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM) {
    text = "a run ends by a signal";
    return RELAX_PROGRAMS_DIFFER;
  }
  if (text.empty())
    return RELAX_PROGRAMS_NOT_TRIED;
  auto verdict = (RelaxProgramsVerdict)text[0];
  text.erase(0, 1);
  return verdict;
}
