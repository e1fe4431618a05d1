//===- Pack.h - ragged tensors as they lie in memory ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to the pass relax-pack-ragged: one function, whose types become those
// of packed storage. Every sum over a table has a name (`t` for `sum(len)`) and
// an array of its partial sums, which one program makes from the table.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_RAGGED_PACK_H
#define RELAX_CONVERSION_RAGGED_PACK_H

#include "dialects/Relax/Ragged.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/ModuleSymbols.h"
#include "lib/Bridge/Core/Pass.h"

/// `sum(len * len)`.
typedef struct PackSum {
  StrRef text;      // `sum(len * len)`
  SymExpr body;     // `len * len`
  StrRef symbol;    // that stands for it
  MlirValue starts; // its partial sums, [b + 1]
  MlirValue sizes;  // what is summed, [b]; null of a product of tables
  MlirValue shape;  // `[t]`, for operations that have `t` from no operand
  bool atEntry;     // a bare dimension of an argument binds it
} PackSum;

typedef struct PackTable {
  RelaxTable table;
  MlirValue value; // the checked lengths
  StrRef argument; // the name of the first one that gives it
} PackTable;

/// A program or monoid of the pass, and the name that it has in the module.
typedef struct PackProgram {
  StrRef base, name;
} PackProgram;

/// All of them, for all functions of the module.
typedef struct PackPrograms {
  ModuleSymbols *symbols;
  PackProgram *made;    // stb_ds array
  PackProgram *kernels; // by their text without a name, stb_ds array
} PackPrograms;

typedef struct Pack {
  RelaxPassRun *run;
  Arena *arena;
  MlirContext context;
  MlirOperation function;
  PackTable *tables;
  intptr_t numTables;
  PackSum *sums; // stb_ds array
  StrRef *taken; // names of symbols, stb_ds array
  PackPrograms *programs;
  bool refused; // an error was reported
} Pack;

/// The sum of that text; made if it is new.
PackSum *packSum(Pack *pack, SymExpr atom);
PackTable *packTable(Pack *pack, StrRef name);
/// The type with packed storage and names for sums; null after an error.
MlirType packType(Pack *pack, MlirType type);
/// Parses programs and puts those that it has not put before behind the
/// function, under names that nothing else has; false after an error.
bool packPrograms(Pack *pack, const char *text);
/// The name that a program got; empty before it was put.
StrRef packProgramName(Pack *pack, StrRef base);

/// For symExprNameTables: the name of a sum.
StrRef packSymbolOf(void *pack, SymExpr sum);
/// PackPrelude.c: the checked lengths in the place of an argument.
void packLengths(Pack *pack, MlirValue argument, MlirOperation before);
/// The call that makes the partial sums, and the symbol of the last one.
MlirLogicalResult packPartialSums(Pack *pack, PackSum *sum,
                                  MlirOperation before);
/// PackSums.c: the tables whose product a sum is of, in the order of arguments;
/// of anything else the text of the sum, for its sizes.
const StrRef *packFactors(Pack *pack, const PackSum *sum, int *count);
/// What is summed, with names for the tables, which stand in the order of the
/// body's symbols.
SymExpr packSize(Pack *pack, const PackSum *sum, const StrRef *entries);
/// The name of the program of that text under no name of its own: one that
/// there is, or a new one, from `stem`.
StrRef packNameOfText(Pack *pack, StrRef text, const char *stem);
/// A bare dimension of the argument in memory is the symbol.
bool packBinds(Pack *pack, MlirValue argument, StrRef symbol);
MlirAttribute packTextAttribute(Pack *pack, StrRef text);
/// `len`, `len_1`, ...: what texts call tables, since they know no names.
StrRef packEntryName(Pack *pack, intptr_t number);

/// PackFacts.c: the facts of the function, of an stb_ds array.
void packSetFacts(Pack *pack, MlirAttribute *facts);
/// Facts about the entries of this table alone, which they call `len`, as text;
/// `*left` keeps others.
void packEntryFacts(Pack *pack, StrRef table, StrBuf *out,
                    MlirAttribute **left);
/// Calls that look at facts about the entries of several tables.
void packSharedFacts(Pack *pack, MlirOperation before);
/// Other facts, with names for sums; failure after an error.
MlirLogicalResult packNameFacts(Pack *pack);

/// PackOps.c: the operation on packed storage; failure after an error.
MlirLogicalResult packOperation(Pack *pack, MlirOperation op);
/// Attributes that name axes name those further to the left.
void packMoveAxes(Pack *pack, MlirOperation op, intptr_t by);
/// It treats the rows of all instances alike.
bool packIsOfRows(MlirOperation op);
/// PackRewrite.c: what goes along ragged dimensions and has no program of its
/// own, written with what has; failure after an error.
MlirLogicalResult packRewrite(Pack *pack, MlirBlock block);
/// PackKernel.c: there is a program of it for these elements.
bool packHasKernel(MlirOperation op);
/// The operation as a program with a loop over instances.
MlirLogicalResult packKernel(Pack *pack, MlirOperation op);

#endif // RELAX_CONVERSION_RAGGED_PACK_H
