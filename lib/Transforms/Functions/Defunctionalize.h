//===- Defunctionalize.h - between the files of a pass --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to relax-defunctionalize: Defunctionalize.c finds what there is,
// DefunctionalizeClasses.c says which functions go together,
// DefunctionalizeTypes.c makes the data types and what applies them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUNCTIONS_DEFUNCTIONALIZE_H
#define RELAX_TRANSFORMS_FUNCTIONS_DEFUNCTIONALIZE_H

#include "dialects/Relax/Match.h"
#include "lib/Bridge/Core/Pass.h"

/// A function that is a value somewhere, with its first arguments.
typedef struct Variant {
  MlirOperation callee;
  intptr_t numCaptured;
  StrRef name;      // of the constructor
  MlirType *fields; // of the constructor; arena
} Variant;

/// The functions whose types are equal but for extents that they keep.
typedef struct FnClass {
  MlirType key;
  MlirType *types;   // stb_ds; those that are made and invoked
  Variant *variants; // stb_ds
  bool stays;        // as functions
  MlirType data;     // what the type becomes
  StrRef apply;      // the function that calls what a value stands for
} FnClass;

typedef struct Defunctionalizing {
  RelaxPassRun *run;
  FnClass *classes; // stb_ds
} Defunctionalizing;

/// The type with `?` for the extents that its functions keep, and own symbols
/// under names that do not depend on the text.
MlirType fnErased(Arena *arena, MlirType fn);
/// The class of a function type, or null.
FnClass *fnClassOf(Defunctionalizing *d, MlirType fn);
/// A check can show the extents of every argument and result of functions of
/// the type, or they have none to show.
bool fnCanCheck(Defunctionalizing *d, MlirType fn);
/// Types of the fields; false if a data type cannot hold what is kept.
bool fnVariantFields(Defunctionalizing *d, Variant *variant);

/// Makes data type and function of a class.
void fnCreateData(Defunctionalizing *d, FnClass *fns);
/// The value of a relax.closure as data, the relax.invoke as a call. False
/// after an error.
void fnReplaceClosure(Defunctionalizing *d, MlirOperation closure);
bool fnReplaceInvoke(Defunctionalizing *d, MlirOperation invoke);
/// No type of the module is one of a class that goes.
void fnReplaceTypes(Defunctionalizing *d);

#endif // RELAX_TRANSFORMS_FUNCTIONS_DEFUNCTIONALIZE_H
