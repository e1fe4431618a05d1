//===- MachineDecode.c - instructions, split once -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/MachineState.h"

#include <stdlib.h>

static bool decode(const RelaxFunction *function, MachineCode *out) {
  size_t count = 0;
  out->places = calloc(function->codeSize + 1, sizeof *out->places);
  // No instruction is shorter than a word.
  out->insts = malloc((function->codeSize + 1) * sizeof *out->insts);
  bool good = out->places && out->insts;
  for (size_t pc = 0; good && pc < function->codeSize; ++count) {
    out->places[pc] = (uint32_t)count;
    good = relaxInstDecode(function->code, function->codeSize, &pc,
                           &out->insts[count].inst);
    out->insts[count].next = pc;
  }
  MachineInst *fitting =
      good ? realloc(out->insts, (count + 1) * sizeof *fitting) : NULL;
  if (fitting)
    out->insts = fitting;
  return good;
}

bool machineDecode(RelaxMachine *machine) {
  const RelaxProgram *program = machine->program;
  machine->code = calloc(program->numFunctions + 1, sizeof *machine->code);
  bool good = machine->code;
  for (uint32_t i = 0; good && i < program->numFunctions; ++i)
    good = decode(&program->functions[i], &machine->code[i]);
  return good;
}

void machineFreeCode(RelaxMachine *machine) {
  for (uint32_t i = 0; machine->code && i < machine->program->numFunctions;
       ++i) {
    free(machine->code[i].insts);
    free(machine->code[i].places);
  }
  free(machine->code);
}
