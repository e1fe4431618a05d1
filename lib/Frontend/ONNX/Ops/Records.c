//===- Records.c - ONNX operators that records of operations list ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Rows of `onnx` (dialects/Relax/RelaxBase.td). READ_x reads the fields x of an
// operation's arguments: a new list of fields is a macro here.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#define READ_input() importOperand(importer, 0, &args.input)
#define READ_input_alpha(name, absent)                                         \
  READ_input() && importDouble(importer, name, absent, &args.alpha)
#define READ_input_alpha_beta(name, absent, second, absentSecond)              \
  READ_input_alpha(name, absent) &&                                            \
      importDouble(importer, second, absentSecond, &args.beta)
#define READ_lhs_rhs()                                                         \
  importOperand(importer, 0, &args.lhs) &&                                     \
      importOperand(importer, 1, &args.rhs) &&                                 \
      importOldBroadcast(importer, args.lhs, &args.rhs) &&                     \
      importAlign(importer, &args.lhs, &args.rhs)

#define IMPORT(Name, Op, operation, since, types, count, fields, numbers)      \
  static bool import##Name(Importer *importer) {                               \
    Relax##Op##Args args;                                                      \
    return READ_##fields numbers && IMPORT_RESULT(importer, Op, &args);        \
  }
RELAX_ELEMENTWISE_ONNX(IMPORT)

#define ROW(Name, Op, operation, since, types, count, fields, numbers)         \
  {#Name, import##Name, since, operation, types, count, count},
const OnnxOperator onnxRecordOperators[] = {RELAX_ELEMENTWISE_ONNX(ROW){0}};
