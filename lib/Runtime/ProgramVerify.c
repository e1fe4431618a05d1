//===- ProgramVerify.c - what the machine may rely on ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/DataType.h"
#include "lib/Runtime/ProgramCode.h"

#include <inttypes.h>
#include <stdlib.h>

static bool checkWeights(const RelaxProgram *program, RelaxError *error) {
  for (uint32_t i = 0; i < program->numWeights; ++i) {
    const RelaxWeight *w = &program->weights[i];
    size_t bytes;
    bool ok = (unsigned)w->kind <= RELAX_WEIGHT_PREPARED &&
              relaxDTypeIsStored(w->dtype) && w->rank >= 0 &&
              w->rank <= RELAX_MAX_RANK &&
              relaxTensorBytes(w->dtype, w->rank, w->dims, &bytes) &&
              bytes == w->numBytes;
    if (!ok)
      return relaxFail(error, "weight '%.*s' is malformed", (int)w->name.length,
                       w->name.data);
    if (w->kind == RELAX_WEIGHT_FILE &&
        !relaxWeightPathIsAllowed(w->path, error))
      return relaxErrorContext(error, "weight '%.*s'", (int)w->name.length,
                               w->name.data);
  }
  return true;
}

/// What the checks of one function share.
typedef struct FunctionCheck {
  const RelaxProgram *program;
  const RelaxFunction *function;
  bool isPrepare;
  uint8_t *starts; // per word: an instruction begins here
} FunctionCheck;

static bool checkExprUse(const FunctionCheck *check, uint32_t expr) {
  if (expr >= check->program->numExprs)
    return false;
  const RelaxExprEntry *entry = &check->program->exprs[expr];
  for (size_t i = 0; i < entry->expr.numSymbols; ++i)
    if (entry->registers[i] >= check->function->numRegisters)
      return false;
  return true;
}

static bool checkFactUse(const FunctionCheck *check, uint32_t fact) {
  if (fact >= check->program->numFacts)
    return false;
  const RelaxFactEntry *entry = &check->program->facts[fact];
  return checkExprUse(check, entry->lhs) &&
         (entry->kind == SYM_FACT_IN || checkExprUse(check, entry->rhs));
}

/// The attributes of a library call.
static bool checkAttributes(const FunctionCheck *check,
                            const RelaxOperand *operand) {
  RelaxAttributeWords attribute;
  for (size_t at = 0; at < operand->value;) {
    if (!relaxAttributeDecode(operand, &at, &attribute) ||
        attribute.name >= check->program->numStrings)
      return false;
    for (uint32_t i = 0; i < attribute.count; ++i)
      if ((attribute.kind == RELAX_ATTRIBUTE_STRINGS &&
           attribute.items[i] >= check->program->numStrings) ||
          (attribute.kind == RELAX_ATTRIBUTE_EXTENTS &&
           !checkExprUse(check, attribute.items[i])))
        return false;
  }
  return true;
}

/// One word by the letter of its format.
static bool checkWord(const FunctionCheck *check, char kind, RelaxOpcode op,
                      uint32_t value) {
  const RelaxProgram *program = check->program;
  switch (kind) {
  case 'r':
  case 'R':
    return value < check->function->numRegisters;
  case 'd': // what is no number is looked at, but never made from bytes
    return relaxDTypeIsStored((RelaxDType)value) ||
           (value == RELAX_STRING &&
            (op == RELAX_OP_CHECK_TENSOR || op == RELAX_OP_CHECK_CONTAINER));
  case 'b':
    return value <= 1;
  case 'e':
  case 'E':
  case 'k':
    return checkExprUse(check, value);
  case 's':
  case 'p':
    return value < program->numStrings;
  case 'f':
  case 'L':
    return checkFactUse(check, value);
  case 'w':
    return value < program->numWeights;
  case 'A':
  case 'M':
    return value < program->numArms;
  case 'K':
    return value < program->numKernels;
  case 'F':
    return value < program->numFunctions;
  case 'j':
  case 'J':
    return value < check->function->codeSize && check->starts[value];
  default:
    return kind == 'n';
  }
}

static bool checkOperand(const FunctionCheck *check, RelaxOpcode op,
                         const RelaxOperand *operand) {
  if (operand->kind == 'a')
    return checkAttributes(check, operand);
  if (!operand->items)
    return checkWord(check, operand->kind, op, operand->value);
  for (uint32_t i = 0; i < operand->value; ++i)
    if (!checkWord(check, operand->kind, op, operand->items[i]))
      return false;
  return operand->kind != 'k' || operand->value <= RELAX_MAX_RANK;
}

/// As many places as bits, all of them of results.
static bool checkPlaces(uint32_t mask, uint32_t numPlaces,
                        uint32_t numResults) {
  uint32_t bits = 0;
  for (uint32_t i = 0; i < 32; ++i)
    if (mask >> i & 1) {
      ++bits;
      if (i >= numResults)
        return false;
    }
  return bits == numPlaces;
}

/// What the format alone cannot say.
static bool checkInst(const FunctionCheck *check, const RelaxInst *inst) {
  const RelaxOperand *operands = inst->operands;
  for (uint32_t i = 0; i < inst->numOperands; ++i)
    if (!checkOperand(check, inst->op, &operands[i]))
      return false;
  switch (inst->op) {
  case RELAX_OP_KERNEL: {
    const RelaxKernelEntry *kernel =
        &check->program->kernels[operands[0].value];
    return operands[1].value == kernel->numBuffers &&
           operands[2].value == kernel->numSymbols;
  }
  case RELAX_OP_CALL: {
    const RelaxFunction *callee = &check->program->functions[operands[0].value];
    return operands[1].value == callee->numParams &&
           operands[2].value == callee->numResults;
  }
  case RELAX_OP_CLOSURE: // INVOKE looks at the rest
    return operands[2].value <=
           check->program->functions[operands[1].value].numParams;
  case RELAX_OP_CALL_LIBRARY:
    return checkPlaces(operands[4].value, operands[5].value, operands[6].value);
  case RELAX_OP_CONSTRUCT:
    return operands[1].value <= INT32_MAX;
  case RELAX_OP_SWITCH:
    return operands[2].value == operands[3].value;
  case RELAX_OP_SET_WEIGHT:
    return check->isPrepare &&
           check->program->weights[operands[0].value].kind ==
               RELAX_WEIGHT_PREPARED;
  case RELAX_OP_RETURN:
    return operands[0].value == check->function->numResults;
  default:
    return true;
  }
}

static bool checkCode(FunctionCheck *check, RelaxError *error) {
  const RelaxFunction *f = check->function;
  RelaxInst inst = {0};
  bool ends = false; // the last instruction does not fall through
  for (size_t pc = 0; pc < f->codeSize;) {
    check->starts[pc] = 1;
    if (!relaxInstDecode(f->code, f->codeSize, &pc, &inst))
      return relaxFail(error, "code is malformed at word %zu", pc);
    ends = inst.op == RELAX_OP_RETURN || inst.op == RELAX_OP_GOTO;
  }
  if (!ends)
    return relaxFail(error, "code does not end with 'return' or 'goto'");
  for (size_t pc = 0; pc < f->codeSize;) {
    size_t at = pc;
    relaxInstDecode(f->code, f->codeSize, &pc, &inst);
    if (!checkInst(check, &inst))
      return relaxFail(error, "operands of '%s' at word %zu are malformed",
                       relaxOpcodeName(inst.op), at);
  }
  return true;
}

static bool checkReserve(const RelaxValueType *type) {
  for (uint32_t i = 0; i < type->numReserve; ++i)
    if (type->reserve[i] < 0)
      return false;
  return type->numReserve == 0 || (int64_t)type->numReserve <= type->rank;
}

/// Containers have no rank of their own.
static bool checkDType(const RelaxValueType *type) {
  bool container = type->dtype >= RELAX_SEQUENCE && type->dtype <= RELAX_REF;
  return relaxDTypeIsStored(type->dtype) || type->dtype == RELAX_STRING ||
         (container && type->rank == -1);
}

/// `isPublic`: values come from outside or go there.
static bool checkTypes(const RelaxProgram *program, bool isPublic,
                       const RelaxValueType *types, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    if ((isPublic && types[i].dtype == RELAX_DATA &&
         (types[i].data >= program->numDataTypes ||
          program->dataTypes[types[i].data].kind != RELAX_DATA_CONSTRUCTORS)) ||
        (isPublic && types[i].dtype >= RELAX_CLOSURE) || // or a reference
        (unsigned)types[i].kind > RELAX_VALUE_EXTENT ||
        !checkDType(&types[i]) || types[i].rank < -1 ||
        types[i].rank > RELAX_MAX_RANK || !checkReserve(&types[i]))
      return false;
  return true;
}

static bool checkFunction(const RelaxProgram *program, uint32_t index,
                          RelaxError *error) {
  const RelaxFunction *f = &program->functions[index];
  FunctionCheck check = {program, f, index == program->prepareFunction, NULL};
  if (f->numRegisters > RELAX_MAX_REGISTERS || f->numParams > f->numRegisters)
    return relaxFail(error, "expected at most %d registers, got %" PRIu32,
                     RELAX_MAX_REGISTERS, f->numRegisters);
  if (!checkTypes(program, f->isPublic, f->params, f->numParams) ||
      !checkTypes(program, f->isPublic, f->results, f->numResults))
    return relaxFail(error, "signature is malformed");
  if (check.isPrepare && (f->numParams || f->numResults))
    return relaxFail(error, "the prepare function has parameters or results");
  check.starts = calloc(f->codeSize ? f->codeSize : 1, 1);
  if (!check.starts)
    return relaxFail(error, "out of memory");
  bool ok = checkCode(&check, error);
  free(check.starts);
  return ok;
}

static int compareNames(const void *a, const void *b) {
  return strRefCompare(*(const StrRef *)a, *(const StrRef *)b);
}

/// No two functions of one name; sorted, because a file may hold very many.
static bool checkNames(const RelaxProgram *program, RelaxError *error) {
  uint32_t count = program->numFunctions;
  StrRef *names = calloc(count ? count : 1, sizeof *names);
  if (!names)
    return relaxFail(error, "out of memory");
  for (uint32_t i = 0; i < count; ++i)
    names[i] = program->functions[i].name;
  qsort(names, count, sizeof *names, compareNames);
  bool ok = true;
  for (uint32_t i = 1; i < count && ok; ++i)
    if (strRefEqual(names[i - 1], names[i]))
      ok = relaxFail(error, "function '%.*s' is there twice",
                     (int)names[i].length, names[i].data);
  free(names);
  return ok;
}

bool relaxProgramVerify(const RelaxProgram *program, RelaxError *error) {
  if (!relaxProgramVerifyTables(program, error) ||
      !checkWeights(program, error) || !relaxDataTypesVerify(program, error))
    return false;
  for (uint32_t i = 0; i < program->numArms; ++i)
    if (program->arms[i] >= program->numStrings)
      return relaxFail(error, "arm %" PRIu32 " is malformed", i);
  if (program->prepareFunction != RELAX_NO_FUNCTION &&
      program->prepareFunction >= program->numFunctions)
    return relaxFail(error, "the prepare function does not exist");
  for (uint32_t i = 0; i < program->numFunctions; ++i) {
    StrRef name = program->functions[i].name;
    if (!checkFunction(program, i, error))
      return relaxErrorContext(error, "function '%.*s'", (int)name.length,
                               name.data);
  }
  return checkNames(program, error);
}
