//===- MachineTail.c - calls whose results are those of the caller --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Behind such a call nothing happens but that its results move through
// registers to the return: the callee takes the frame's place, and recursion
// of this kind needs no more memory than a loop.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"

#include <stdlib.h>

enum { MOST_STEPS = 256 }; // a longer way is taken for none

/// Where the results of a call are while they move on.
typedef struct Way {
  uint32_t count;
  uint32_t *at; // register of each
} Way;

static bool holds(const Way *way, uint32_t reg) {
  for (uint32_t i = 0; i < way->count; ++i)
    if (way->at[i] == reg)
      return true;
  return false;
}

/// A result moves from register to register; false if it takes the place of
/// another one.
static bool moves(Way *way, uint32_t to, uint32_t from) {
  if (to == from)
    return true;
  if (holds(way, to))
    return false;
  for (uint32_t i = 0; i < way->count; ++i)
    if (way->at[i] == from)
      way->at[i] = to;
  return true;
}

/// Do the results come to a return as they are, in their order?
static bool goesToReturn(const RelaxFunction *function, size_t pc, Way *way) {
  for (int step = 0; step < MOST_STEPS; ++step) {
    RelaxInst inst;
    if (!relaxInstDecode(function->code, function->codeSize, &pc, &inst))
      return false;
    uint32_t first = inst.operands[0].value;
    switch (inst.op) {
    case RELAX_OP_GOTO:
      pc = first;
      break;
    case RELAX_OP_MOVE:
    case RELAX_OP_TAKE:
      if (!moves(way, first, inst.operands[1].value))
        return false;
      break;
    case RELAX_OP_DROP:
    case RELAX_OP_KILL:
    case RELAX_OP_DIM: // of a result: nobody asks for it any more
      if (holds(way, first))
        return false;
      break;
    case RELAX_OP_RETURN:
      if (inst.operands[0].value != way->count)
        return false;
      for (uint32_t i = 0; i < way->count; ++i)
        if (inst.operands[0].items[i] != way->at[i])
          return false;
      return true;
    default:
      return false;
    }
  }
  return false;
}

/// Which word begins a call of that kind; its results are its last operand.
static bool findTails(const RelaxFunction *function, bool *tails,
                      uint32_t *registers) {
  for (size_t pc = 0, start; pc < function->codeSize;) {
    RelaxInst inst;
    start = pc;
    if (!relaxInstDecode(function->code, function->codeSize, &pc, &inst))
      return false;
    if (inst.op != RELAX_OP_CALL && inst.op != RELAX_OP_INVOKE)
      continue;
    const RelaxOperand *results = &inst.operands[2];
    Way way = {results->value, registers};
    for (uint32_t i = 0; i < way.count; ++i)
      way.at[i] = results->items[i];
    tails[start] = goesToReturn(function, pc, &way);
  }
  return true;
}

bool machineFindTails(RelaxMachine *machine) {
  const RelaxProgram *program = machine->program;
  size_t words = 0;
  for (uint32_t i = 0; i < program->numFunctions; ++i)
    words += program->functions[i].codeSize + 1;
  machine->tails = calloc(program->numFunctions + 1, sizeof *machine->tails);
  machine->tailWords = calloc(words + 1, sizeof *machine->tailWords);
  uint32_t *registers = calloc(words + 1, sizeof *registers);
  bool good = machine->tails && machine->tailWords && registers;
  bool *at = machine->tailWords;
  for (uint32_t i = 0; good && i < program->numFunctions; ++i) {
    machine->tails[i] = at;
    good = findTails(&program->functions[i], at, registers);
    at += program->functions[i].codeSize + 1;
  }
  free(registers);
  return good;
}

bool machineIsTail(const Exec *exec) {
  const RelaxMachine *machine = exec->machine;
  size_t function =
      (size_t)(exec->frame->function - machine->program->functions);
  return machine->tails[function][exec->start];
}
