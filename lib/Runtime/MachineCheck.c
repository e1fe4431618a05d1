//===- MachineCheck.c - expressions, checks and their messages ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/MachineRehearsal.h"
#include "lib/Runtime/ProgramCode.h"

#include <inttypes.h>

/// Fetches the symbols of an expression into the machine's scratch array.
static bool fetchSymbols(const Exec *exec, const RelaxExprEntry *entry) {
  for (size_t i = 0; i < entry->expr.numSymbols; ++i) {
    const Value *value = &exec->registers[entry->registers[i]];
    if (value->tag != VALUE_EXTENT)
      return execMalformed(exec, "a symbol has no value");
    exec->machine->symbols[i] = value->extent;
  }
  return true;
}

/// Appends where a register got its extent, `input 'x', dimension 0`; false if
/// the code does not say. Only failing calls come here, so a search will do.
static bool printOrigin(const Exec *exec, uint32_t reg, StrBuf *out) {
  const RelaxFunction *function = exec->frame->function;
  RelaxInst inst = {0}, binder = {0};
  bool found = false;
  for (size_t pc = 0; pc < exec->start;) {
    relaxInstDecode(function->code, function->codeSize, &pc, &inst);
    bool binds = inst.op == RELAX_OP_DIM || inst.op == RELAX_OP_LOAD_EXTENT ||
                 inst.op == RELAX_OP_BROADCAST_DIM ||
                 inst.op == RELAX_OP_REDUCED_DIM;
    if (binds && inst.operands[0].value == reg) {
      binder = inst;
      found = true;
    }
  }
  if (found) {
    uint32_t subject = binder.op == RELAX_OP_REDUCED_DIM ? 5 : 3;
    strBufAppend(
        out, exec->machine->program->strings[binder.operands[subject].value]);
    strBufAppendFormat(out, ", %s %" PRIu32,
                       binder.op == RELAX_OP_LOAD_EXTENT ? "element"
                                                         : "dimension",
                       binder.operands[2].value);
  } else if (reg < function->numParams) {
    strBufAppendFormat(out, "input '%.*s'",
                       (int)function->params[reg].name.length,
                       function->params[reg].name.data);
    found = true;
  }
  return found;
}

/// Appends `n = 4 from input 'x', dimension 0; m = 2 from ...`.
static void printSymbols(const Exec *exec, const RelaxExprEntry *entry,
                         StrBuf *out) {
  for (size_t i = 0; i < entry->expr.numSymbols; ++i) {
    StrRef name = entry->expr.symbols[i];
    uint32_t reg = entry->registers[i];
    StrBuf origin = {0};
    bool found = printOrigin(exec, reg, &origin);
    strBufAppendFormat(out, "%s%.*s = %" PRId64 "%s%s", i ? "; " : "",
                       (int)name.length, name.data, exec->registers[reg].extent,
                       found ? " from " : "", strBufText(&origin));
    strBufFree(&origin);
  }
}

/// Appends the symbols' values in parentheses, if there are symbols.
static void printSymbolsBehind(const Exec *exec, const RelaxExprEntry *entry,
                               StrBuf *out) {
  if (entry->expr.numSymbols == 0)
    return;
  strBufAppendC(out, " (");
  printSymbols(exec, entry, out);
  strBufAppendC(out, ")");
}

static bool failWith(const Exec *exec, StrBuf *message) {
  relaxFail(exec->error, "%s", strBufText(message));
  strBufFree(message);
  return false;
}

bool execEvaluate(const Exec *exec, uint32_t expr, int64_t *out) {
  const RelaxExprEntry *entry = &exec->machine->program->exprs[expr];
  StrRef name;
  // Most are numbers or the extents of arguments.
  if (entry->isNumber) {
    *out = entry->number;
    return true;
  }
  if (!fetchSymbols(exec, entry))
    return false;
  if (symExprIsSymbol(entry->expr, &name)) {
    *out = exec->machine->symbols[0];
    return true;
  }
  SymStatus status = symExprEval(entry->expr, exec->machine->symbols, out);
  if (status == SYM_OK)
    return true;
  StrBuf message = {0};
  strBufAppendC(&message, "cannot evaluate ");
  symExprPrint(entry->expr, &message);
  printSymbolsBehind(exec, entry, &message);
  strBufAppendFormat(&message, ": %s", symStatusText(status));
  return failWith(exec, &message);
}

bool execEvalExtent(const Exec *exec, uint32_t expr, int64_t *out) {
  if (!execEvaluate(exec, expr, out))
    return false;
  if (*out >= 0)
    return true;
  const RelaxExprEntry *entry = &exec->machine->program->exprs[expr];
  StrBuf message = {0};
  strBufAppendC(&message, "expected an extent >= 0, got ");
  symExprPrint(entry->expr, &message);
  if (entry->expr.numSymbols)
    strBufAppendFormat(&message, " = %" PRId64, *out);
  printSymbolsBehind(exec, entry, &message);
  return failWith(exec, &message);
}

bool execEvalDims(const Exec *exec, const RelaxOperand *dims, int64_t *out) {
  for (uint32_t i = 0; i < dims->value; ++i)
    if (!execEvalExtent(exec, dims->items[i], &out[i]))
      return false;
  return true;
}

bool execEvalFact(const Exec *exec, uint32_t fact, bool *holds) {
  const RelaxFactEntry *entry = &exec->machine->program->facts[fact];
  int64_t lhs, rhs = 0;
  if (!execEvaluate(exec, entry->lhs, &lhs) ||
      (entry->kind != SYM_FACT_IN && !execEvaluate(exec, entry->rhs, &rhs)))
    return false;
  if (entry->kind != SYM_FACT_IN) {
    *holds = entry->kind == SYM_FACT_EQ ? lhs == rhs : lhs <= rhs;
    return true;
  }
  *holds = false;
  for (size_t i = 0; i < entry->numValues; ++i)
    *holds |= entry->values[i] == lhs;
  return true;
}

static StrRef stringAt(const Exec *exec, const RelaxOperand *operand) {
  return exec->machine->program->strings[operand->value];
}

bool execCheckTensor(Exec *exec, const RelaxInst *inst) {
  const Value *value = &exec->registers[inst->operands[0].value];
  RelaxDType dtype = (RelaxDType)inst->operands[1].value;
  int32_t rank = (int32_t)inst->operands[2].value;
  StrRef subject = stringAt(exec, &inst->operands[3]);
  if (value->tag != VALUE_TENSOR)
    return execMalformed(exec, "a register holds no tensor");
  const RelaxTensor *tensor = &value->tensor;
  if (tensor->dtype == dtype && (rank < 0 || tensor->rank == rank))
    return true;
  return execWrongTensor(exec, subject, dtype, rank, tensor);
}

static bool getExtent(const Exec *exec, const RelaxInst *inst, uint32_t tensor,
                      uint32_t axis, int64_t *out) {
  RelaxTensor *value;
  if (!execGetShape(exec, inst->operands[tensor].value, &value))
    return false;
  if (inst->operands[axis].value >= (uint32_t)value->rank)
    return execMalformed(exec, "a tensor has no such dimension");
  *out = value->dims[inst->operands[axis].value];
  return true;
}

bool execDim(Exec *exec, const RelaxInst *inst) {
  Value value = {.tag = VALUE_EXTENT};
  if (!getExtent(exec, inst, 1, 2, &value.extent))
    return false;
  execSet(exec, inst->operands[0].value, value);
  return true;
}

static bool checkExtent(Exec *exec, const RelaxInst *inst, int64_t extent) {
  int64_t expected;
  uint32_t expr = inst->operands[2].value;
  StrRef subject = stringAt(exec, &inst->operands[3]);
  if (!execEvaluate(exec, expr, &expected))
    return relaxErrorContext(exec->error, "%.*s, dimension %" PRIu32,
                             (int)subject.length, subject.data,
                             inst->operands[1].value);
  if (extent == expected)
    return true;
  StrBuf message = {0};
  strBufAppend(&message, subject);
  strBufAppendFormat(&message, ", dimension %" PRIu32, inst->operands[1].value);
  const RelaxExprEntry *entry = &exec->machine->program->exprs[expr];
  StrRef name;
  strBufAppendC(&message, ": expected ");
  symExprPrint(entry->expr, &message);
  if (symExprIsSymbol(entry->expr, &name)) {
    StrBuf origin = {0};
    strBufAppendFormat(&message, " = %" PRId64, expected);
    if (printOrigin(exec, entry->registers[0], &origin))
      strBufAppendFormat(&message, " (from %s)", strBufText(&origin));
    strBufFree(&origin);
  } else if (entry->expr.numSymbols) {
    strBufAppendFormat(&message, " = %" PRId64, expected);
    printSymbolsBehind(exec, entry, &message);
  }
  strBufAppendFormat(&message, ", got %" PRId64, extent);
  return failWith(exec, &message);
}

/// Every tensor that a container holds.
static bool checkExtents(Exec *exec, const RelaxInst *inst,
                         const RelaxTensor *container) {
  uint32_t axis = inst->operands[1].value;
  for (int64_t i = 0; i < container->dims[0]; ++i) {
    const RelaxTensor *item = &relaxContainerItems(container)[i];
    if (relaxIsContainer(item)) {
      if (!checkExtents(exec, inst, item))
        return false;
    } else if (axis >= (uint32_t)item->rank) {
      return execMalformed(exec, "a tensor has no such dimension");
    } else if (!checkExtent(exec, inst, item->dims[axis])) {
      return false;
    }
  }
  return true;
}

bool execCheckDim(Exec *exec, const RelaxInst *inst) {
  int64_t extent;
  const Value *value = &exec->registers[inst->operands[0].value];
  if (value->tag == VALUE_TENSOR && relaxIsContainer(&value->tensor))
    return checkExtents(exec, inst, &value->tensor);
  return getExtent(exec, inst, 0, 1, &extent) &&
         checkExtent(exec, inst, extent);
}

/// Appends the symbols of a fact's two sides, each symbol once.
static void printFactSymbols(const Exec *exec, const RelaxFactEntry *fact,
                             StrBuf *out) {
  const RelaxProgram *program = exec->machine->program;
  uint32_t sides[] = {fact->lhs, fact->rhs};
  uint32_t numSides = fact->kind == SYM_FACT_IN ? 1 : 2;
  const RelaxExprEntry *lhs = &program->exprs[fact->lhs];
  bool any = false;
  for (uint32_t s = 0; s < numSides; ++s) {
    const RelaxExprEntry *entry = &program->exprs[sides[s]];
    for (size_t i = 0; i < entry->expr.numSymbols; ++i) {
      bool seen = false;
      for (size_t k = 0; s == 1 && k < lhs->expr.numSymbols; ++k)
        seen |= lhs->registers[k] == entry->registers[i];
      if (seen)
        continue;
      StrRef name = entry->expr.symbols[i];
      StrBuf origin = {0};
      bool found = printOrigin(exec, entry->registers[i], &origin);
      strBufAppendFormat(out, "%s%.*s = %" PRId64, any ? ", " : ", got ",
                         (int)name.length, name.data,
                         exec->registers[entry->registers[i]].extent);
      if (found)
        strBufAppendFormat(out, " (from %s)", strBufText(&origin));
      strBufFree(&origin);
      any = true;
    }
  }
}

bool execCheckFact(Exec *exec, const RelaxInst *inst) {
  uint32_t index = inst->operands[0].value;
  if (!inst->operands[1].value && !exec->machine->options.verifyFacts)
    return true;
  StrRef subject = stringAt(exec, &inst->operands[2]);
  bool holds;
  if (!execEvalFact(exec, index, &holds))
    return relaxErrorContext(exec->error, "%.*s", (int)subject.length,
                             subject.data);
  if (holds)
    return true;
  SymFact fact = relaxFactEntrySym(exec->machine->program, index);
  StrBuf message = {0};
  strBufAppend(&message, subject);
  strBufAppendC(&message, ": expected ");
  symFactsPrint(&fact, 1, &message);
  printFactSymbols(exec, &exec->machine->program->facts[index], &message);
  return failWith(exec, &message);
}

bool execLoadExtent(Exec *exec, const RelaxInst *inst) {
  RelaxTensor *tensor;
  uint32_t element = inst->operands[2].value;
  if (!execGetTensor(exec, inst->operands[1].value, &tensor))
    return false;
  if (relaxDTypeIsFloat(tensor->dtype))
    return execMalformed(exec, "a tensor holds no integers");
  StrRef subject = stringAt(exec, &inst->operands[3]);
  if (element >= (uint64_t)relaxTensorCount(tensor))
    return relaxFail(
        exec->error,
        "%.*s: expected more than %" PRIu32 " elements, got %" PRId64,
        (int)subject.length, subject.data, element, relaxTensorCount(tensor));
  int64_t extent;
  if (!rehearsalLoad(exec, tensor, element, subject, &extent))
    return false;
  if (extent < 0) // also a u64 that exceeds an extent
    return relaxFail(exec->error,
                     "%.*s, element %" PRIu32
                     ": expected an extent >= 0, got %" PRId64,
                     (int)subject.length, subject.data, element, extent);
  execSet(exec, inst->operands[0].value,
          (Value){.tag = VALUE_EXTENT, .extent = extent});
  return true;
}

bool execBroadcastDim(Exec *exec, const RelaxInst *inst) {
  const RelaxOperand *extents = &inst->operands[1];
  Value value = {.tag = VALUE_EXTENT, .extent = 1};
  for (uint32_t i = 0; i < extents->value; ++i) {
    int64_t extent;
    if (!execEvalExtent(exec, extents->items[i], &extent))
      return false;
    if (extent == 1 || extent == value.extent)
      continue;
    if (value.extent != 1) {
      StrRef subject = stringAt(exec, &inst->operands[3]);
      return relaxFail(exec->error,
                       "%.*s: extents do not broadcast in dimension %" PRIu32
                       ": %" PRId64 " and %" PRId64,
                       (int)subject.length, subject.data,
                       inst->operands[2].value, value.extent, extent);
    }
    value.extent = extent;
  }
  execSet(exec, inst->operands[0].value, value);
  return true;
}

bool execEval(Exec *exec, const RelaxInst *inst) {
  Value value = {.tag = VALUE_EXTENT};
  if (!execEvalExtent(exec, inst->operands[1].value, &value.extent))
    return false;
  execSet(exec, inst->operands[0].value, value);
  return true;
}
