//===- DataRun.h - reads one text as a value of a data type ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_FUZZ_DATARUN_H
#define RELAX_TEST_FUZZ_DATARUN_H

#include "lib/Runtime/DataType.h"
#include "lib/Runtime/Emit.h"
#include "test/fuzz/ProgramRun.h"

/// `@List { @Nil, @Cons([k], @List) where (k <= 2 * k), @Both(tuple<[2 * k],
/// @List>) }`
static inline void dataAddTypes(RelaxProgram *program) {
  Arena *arena = arenaCreate();
  StrRef name = strRefFromC("Cons.k");
  SymExpr k = symExprSymbol(arena, name), twice = k;
  symExprAdd(arena, k, k, &twice);
  uint32_t number = relaxProgramAddDataSymbol(program, name);
  const int64_t one =
      RELAX_EXTENT_EXPR - (int64_t)relaxProgramAddExpr(program, k, &number);
  const int64_t two =
      RELAX_EXTENT_EXPR - (int64_t)relaxProgramAddExpr(program, twice, &number);
  const RelaxFieldType list = {.dtype = RELAX_DATA, .rank = -1},
                       tuple = {.dtype = RELAX_SEQUENCE, .data = 1, .rank = -1};
  const RelaxFieldType cons[] = {{RELAX_I64, 0, 1, &one}, list},
                       pair[] = {{RELAX_I64, 0, 1, &two}, list};
  const uint32_t fact = relaxProgramAddFact(
      program,
      (RelaxFactEntry){.kind = SYM_FACT_LE,
                       .lhs = relaxProgramAddExpr(program, k, &number),
                       .rhs = relaxProgramAddExpr(program, twice, &number)});
  relaxProgramAddDataType(program, strRefFromC("@List"),
                          RELAX_DATA_CONSTRUCTORS);
  relaxProgramAddDataType(program, strRefFromC("tuple"), RELAX_DATA_TUPLE);
  relaxDataTypeAddConstructor(program, 0,
                              (RelaxConstructorType){.name = strRefFromC("Nil"),
                                                     .fields = NULL,
                                                     .numFields = 0});
  relaxDataTypeAddConstructor(
      program, 0,
      (RelaxConstructorType){.name = strRefFromC("Cons"),
                             .fields = cons,
                             .numFields = 2,
                             .numFacts = 1,
                             .facts = &fact});
  relaxDataTypeAddConstructor(
      program, 0,
      (RelaxConstructorType){
          .name = strRefFromC("Both"), .fields = &tuple, .numFields = 1});
  relaxDataTypeAddConstructor(program, 1,
                              (RelaxConstructorType){.name = strRefFromC(""),
                                                     .fields = pair,
                                                     .numFields = 2});
  arenaDestroy(arena);
}

/// What is read and fits its type prints and reads back.
static inline bool dataRun(const RelaxProgram *program, StrRef text,
                           bool json) {
  RelaxTensor value, again;
  RelaxError error = {0};
  StrBuf printed = {0};
  bool read = json ? relaxDataFromJson(program, 0, text, &value, &error)
                   : relaxDataParse(program, 0, text, &value, &error);
  bool good = read && relaxDataCheck(program, 0, &value, "value", &error);
  check(good != relaxErrorIsSet(&error),
        "a failure without a message, or the reverse");
  if (good) {
    relaxDataPrint(program, 0, &value, &printed);
    check(relaxDataParse(program, 0, (StrRef){printed.data, printed.length},
                         &again, &error),
          "a value that prints as none");
    relaxTensorRelease(&again);
  }
  if (read)
    relaxTensorRelease(&value);
  strBufFree(&printed);
  relaxErrorFree(&error);
  return good;
}

#endif // RELAX_TEST_FUZZ_DATARUN_H
