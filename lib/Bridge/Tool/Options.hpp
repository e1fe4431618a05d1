//===- Options.hpp - the options of relax-opt -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CommandLine.h"

namespace bridge {
/// One of them exists, before the command line is read.
struct Options {
  llvm::ArrayRef<char *> arguments; // the command line
  llvm::cl::OptionCategory relaxCategory{"relax options"};
  llvm::cl::opt<std::string> pipeline{
      "relax-pipeline", llvm::cl::desc("run the stages for a target: cpu"),
      llvm::cl::value_desc("target"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> to{
      "to",
      llvm::cl::desc("last stage: graph, fused, rules, scheduled, planned, vm"),
      llvm::cl::value_desc("stage"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> target{
      "target",
      llvm::cl::desc("what code is made for: native, x86-64-v3, "
                     "a file, ..."),
      llvm::cl::value_desc("target"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> bounds{
      "tir-bounds",
      llvm::cl::desc("accesses of programs that are not proved to stay within "
                     "their buffers: check, report or require"),
      llvm::cl::value_desc("what"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> pipelineFile{
      "pipeline-file",
      llvm::cl::desc("the same from a file, with '//' comments and named parts"),
      llvm::cl::value_desc("file"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> stopAfter{
      "stop-after", llvm::cl::desc("leave out what comes behind a pass"),
      llvm::cl::value_desc("pass[#N]"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> startAt{
      "start-at", llvm::cl::desc("leave out what comes before a pass"),
      llvm::cl::value_desc("pass[#N]"), llvm::cl::cat(relaxCategory)};
  llvm::cl::list<std::string> link{
      "link", llvm::cl::desc("add what another module has, before all passes"),
      llvm::cl::value_desc("file"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> counters{
      "counters",
      llvm::cl::desc("print the counters of all passes on stderr: text, json"),
      llvm::cl::value_desc("format"), llvm::cl::ValueOptional,
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> rename{
      "test-rename-symbols",
      llvm::cl::desc("rename all symbols at random before every pass"),
      llvm::cl::value_desc("seed"), llvm::cl::ValueOptional,
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<bool> allowBytecode{
      "allow-bytecode",
      llvm::cl::desc("read MLIR bytecode too, from a source that you trust"),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<bool> allowElided{
      "allow-elided",
      llvm::cl::desc("read constants whose elements were left out"),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<bool> verifyRename{
      "verify-rename-symbols",
      llvm::cl::desc("check that every pass does the same, up to names, after "
                     "all symbols were renamed"),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<bool> verifySignatures{
      "verify-signatures",
      llvm::cl::desc("check that types and facts of public functions only "
                     "become more precise"),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<bool> timeProver{
      "time-prover",
      llvm::cl::desc("count questions to the prover and the time it takes, for "
                     "'--counters'"),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> verifyByRunning{
      "verify-by-running",
      llvm::cl::desc("run both modules of every pass on N made inputs"),
      llvm::cl::value_desc("N"), llvm::cl::ValueOptional,
      llvm::cl::cat(relaxCategory)};
  llvm::cl::list<std::string> weightsDirs{
      "weights-dir",
      llvm::cl::desc("a further folder for weight files, for "
                     "'--verify-by-running'"),
      llvm::cl::value_desc("folder"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> dumpDir{
      "dump-ir-dir",
      llvm::cl::desc("write the module behind each change, and a page of them"),
      llvm::cl::value_desc("folder"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> diagnostics{
      "diagnostics",
      llvm::cl::desc("errors as data, in place of text or beside it: json, "
                     "sarif, json:F"),
      llvm::cl::value_desc("format[:file]"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> remarks{
      "remarks",
      llvm::cl::desc("write what each pass did and said, a JSON object a line"),
      llvm::cl::value_desc("file"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<int64_t> passLimit{
      "pass-limit",
      llvm::cl::desc("only the first N runs of passes happen (a pass on a "
                     "function is one)"),
      llvm::cl::value_desc("N"), llvm::cl::init(-1),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<int64_t> rewriteLimit{
      "rewrite-limit",
      llvm::cl::desc("only the first N changes happen (see utils/bisect)"),
      llvm::cl::value_desc("N"), llvm::cl::init(-1),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> explain{
      "relax-explain",
      llvm::cl::desc("print whether a fact holds at the end, and why"),
      llvm::cl::value_desc("@f: fact"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> expect{
      "relax-expect",
      llvm::cl::desc("another answer to '--relax-explain' is a failure: yes, "
                     "no, unknown"),
      llvm::cl::value_desc("answer"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<bool> explainRemarks{
      "relax-explain-remarks",
      llvm::cl::desc("say the steps of '--relax-explain' as remarks, too, "
                     "where the facts are stated"),
      llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> output{
      "o", llvm::cl::desc("output file"), llvm::cl::init("-"),
      llvm::cl::value_desc("file"), llvm::cl::cat(relaxCategory)};
  llvm::cl::opt<std::string> input{
      llvm::cl::Positional, llvm::cl::desc("<input>"), llvm::cl::init("-"),
      llvm::cl::cat(relaxCategory)};
};
} // namespace bridge
