//===- Link.c - one module out of two -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A name that both modules define is that of two things, unless both are
// public; what one declares and the other defines is one thing.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Functions/Link.h"
#include "dialects/Relax/BatchPolicy.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Relax/Target.gen.h"
#include "dialects/Relax/Target.h"
#include "dialects/Sym/Sym.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "dialects/VM/VMBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Runtime/File.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/Math.h"
#include "mlir-c/Dialect/MemRef.h"
#include "mlir-c/Dialect/SCF.h"
#include "mlir-c/Dialect/Vector.h"

#include <stb/stb_ds.h>

enum { OPTION_FILE };
enum { COUNT_MOVED, COUNT_RENAMED, COUNT_RESOLVED };

typedef struct Linking {
  RelaxPassRun *run;
  MlirOperation into, from; // modules
} Linking;

static StrRef nameOf(MlirOperation op) {
  MlirAttribute name = mlirOperationGetInherentAttributeByName(
      op, mlirSymbolTableGetSymbolAttributeName());
  return name.ptr ? bridgeText(name) : (StrRef){0};
}

/// The operation of that name in a module, or null.
static MlirOperation find(MlirOperation module, StrRef name) {
  MlirBlock body = bridgeBody(module);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (name.length && strRefEqual(nameOf(op), name))
      return op;
  return (MlirOperation){NULL};
}

static bool isDeclaration(MlirOperation op) {
  return relaxIsFunc(op) && !relaxFuncHasBody(op);
}

/// Whoever uses the module may call it by its name.
static bool isPublic(MlirOperation op) {
  MlirAttribute visibility = mlirOperationGetInherentAttributeByName(
      op, mlirSymbolTableGetVisibilityAttributeName());
  return bridgeIsFunction(op) &&
         (!visibility.ptr ||
          !strRefEqual(bridgeText(visibility), strRefFromC("private")));
}

static MlirLogicalResult clash(MlirOperation there, MlirOperation here,
                               const char *why, const char *note) {
  StrBuf text = {0};
  StrRef name = nameOf(there);
  strBufAppendFormat(&text, "'@%.*s' %s", (int)name.length, name.data, why);
  bridgeEmitErrorWithNote(mlirOperationGetLocation(there), strBufText(&text),
                          mlirOperationGetLocation(here), note);
  strBufFree(&text);
  return mlirLogicalResultFailure();
}

/// A name that neither module has.
static StrRef freshName(const Linking *linking, StrRef base) {
  Arena *arena = linking->run->arena;
  StrBuf text = {0};
  StrRef name = base;
  for (int i = 0;
       find(linking->into, name).ptr || find(linking->from, name).ptr; ++i) {
    text.length = 0;
    strBufAppendFormat(&text, "%.*s_%d", (int)base.length, base.data, i);
    name = arenaCopyString(arena, (StrRef){text.data, text.length});
  }
  strBufFree(&text);
  return name;
}

static MlirLogicalResult rename(const Linking *linking, MlirOperation module,
                                MlirOperation op) {
  StrRef old = arenaCopyString(linking->run->arena, nameOf(op));
  StrRef name = freshName(linking, old);
  mlirOperationSetInherentAttributeByName(
      op, mlirSymbolTableGetSymbolAttributeName(),
      mlirStringAttrGet(linking->run->context, strRefToMlir(name)));
  ++linking->run->counters[COUNT_RENAMED];
  return mlirSymbolTableReplaceAllSymbolUses(strRefToMlir(old),
                                             strRefToMlir(name), module);
}

/// `declaration` goes; who called it calls the definition, which is as private
/// as it was.
static MlirLogicalResult resolve(const Linking *linking,
                                 MlirOperation declaration,
                                 MlirOperation definition) {
  if (!relaxIsFunc(definition))
    return clash(declaration, definition,
                 "is declared as a function of the graph level, and defined "
                 "as something else",
                 "defined here");
  if (!mlirAttributeEqual(relaxFuncGetParams(declaration),
                          relaxFuncGetParams(definition)))
    return clash(declaration, definition,
                 "is declared with other type parameters than it is defined",
                 "defined here");
  if (mlirLogicalResultIsFailure(
          linkCheckSignature(declaration, definition, linking->run->arena)))
    return mlirLogicalResultFailure();
  if (!isDeclaration(definition))
    ++linking->run->counters[COUNT_RESOLVED];
  mlirOperationDestroy(declaration);
  return mlirLogicalResultSuccess();
}

static void move(const Linking *linking, MlirOperation op) {
  mlirOperationRemoveFromParent(op);
  mlirBlockAppendOwnedOperation(bridgeBody(linking->into), op);
  ++linking->run->counters[COUNT_MOVED];
}

/// What is linked for `op` is private: who needs it has said so.
static void makePrivate(const Linking *linking, MlirOperation op) {
  mlirOperationSetInherentAttributeByName(
      op, mlirSymbolTableGetVisibilityAttributeName(),
      mlirStringAttrGet(linking->run->context,
                        mlirStringRefCreateFromCString("private")));
}

/// One of two definitions of a name gets another one.
static MlirLogicalResult separate(const Linking *linking, MlirOperation op) {
  MlirOperation here = find(linking->into, nameOf(op));
  if (strRefEqual(bridgeOpName(op), strRefFromC("vm.func")))
    return bridgeEmitOpError(op, "is a function of the executable level, which "
                                 "cannot be linked: link before 'relax-to-vm'");
  if (!here.ptr || isDeclaration(op) || isDeclaration(here))
    return mlirLogicalResultSuccess();
  if (isPublic(op) && isPublic(here))
    return clash(op, here,
                 "is public in both modules: make one of them 'private', or "
                 "give it another name",
                 "the other one is here");
  return isPublic(op) ? rename(linking, linking->into, here)
                      : rename(linking, linking->from, op);
}

static bool sameDataType(MlirOperation a, MlirOperation b) {
  return mlirAttributeEqual(relaxAdtGetParams(a), relaxAdtGetParams(b)) &&
         mlirAttributeEqual(relaxAdtGetConstructors(a),
                            relaxAdtGetConstructors(b)) &&
         mlirAttributeEqual(relaxAdtGetFields(a), relaxAdtGetFields(b)) &&
         mlirAttributeEqual(relaxAdtGetWhere(a), relaxAdtGetWhere(b));
}

static bool samePolicy(MlirOperation a, MlirOperation b) {
  return mlirAttributeEqual(relaxBatchPolicyGetTable(a),
                            relaxBatchPolicyGetTable(b));
}

/// Is it a target, a data type or a policy of batching that the module has
/// under the same name?
static bool isThere(const Linking *linking, MlirOperation op) {
  MlirOperation here =
      relaxIsTarget(op) || relaxIsAdt(op) || relaxIsBatchPolicy(op)
          ? find(linking->into, nameOf(op))
          : (MlirOperation){NULL};
  return (relaxIsTarget(op) && relaxIsTarget(here) &&
          relaxTargetEqual(here, op)) ||
         (relaxIsAdt(op) && relaxIsAdt(here) && sameDataType(here, op)) ||
         (relaxIsBatchPolicy(op) && relaxIsBatchPolicy(here) &&
          samePolicy(here, op));
}

/// Names are equal now only where a declaration is one of the two.
static MlirLogicalResult join(const Linking *linking, MlirOperation op) {
  MlirOperation here = find(linking->into, nameOf(op));
  if (here.ptr && isDeclaration(op))
    return resolve(linking, op, here);
  if (here.ptr && mlirLogicalResultIsFailure(resolve(linking, here, op)))
    return mlirLogicalResultFailure();
  if (here.ptr)
    makePrivate(linking, op);
  move(linking, op);
  return mlirLogicalResultSuccess();
}

/// All names first: what has moved is no more among the uses of the file's.
static MlirLogicalResult linkAll(const Linking *linking) {
  MlirOperation *ops = NULL;
  MlirBlock body = bridgeBody(linking->from);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (!isThere(linking, op))
      arrput(ops, op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0; i < arrlen(ops) && mlirLogicalResultIsSuccess(outcome);
       ++i)
    outcome = separate(linking, ops[i]);
  for (ptrdiff_t i = 0; i < arrlen(ops) && mlirLogicalResultIsSuccess(outcome);
       ++i)
    outcome = join(linking, ops[i]);
  arrfree(ops);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  StrRef file = relaxOptionString(run, OPTION_FILE);
  const char *path = arenaCopyString(run->arena, file).data;
  StrBuf text = {0};
  RelaxError error = {0};
  MlirLogicalResult outcome = mlirLogicalResultFailure();
  if (!relaxFileRead(path, &text, &error)) {
    bridgeEmitOpError(run->op, "pass 'relax-link': %s", relaxErrorText(&error));
  } else {
    MlirModule from =
        bridgeParseModule(run->context, (StrRef){text.data, text.length}, path);
    if (from.ptr) {
      Linking linking = {run, run->op, mlirModuleGetOperation(from)};
      outcome = linkAll(&linking);
      mlirModuleDestroy(from);
    }
  }
  relaxErrorFree(&error);
  strBufFree(&text);
  return outcome;
}

const RelaxPass relaxLinkPass = {
    .name = "relax-link",
    .summary = "add what another module has",
    .documentation =
        "`relax-opt --link=FILE` runs it before all other passes, once for "
        "each file. Everything in the file comes into the module:\n"
        "\n"
        "- A function that one of the two declares (without a body) and the "
        "other defines, public or private, becomes the private function that "
        "was declared. The declaration may say the definition's symbols more "
        "precisely (`[256]` for `[n]`); what the definition requires in "
        "`where (...)` has to follow from the declaration's.\n"
        "- Of a name that both define, what is no public function is called "
        "`NAME_0` and so on, with all its uses, the file's before the "
        "module's own. Two public functions of one name are an error. A data "
        "type that both declare in the same words is one.\n"
        "\n"
        "Private functions of the file that nothing uses go with "
        "`relax-remove-dead`, so a library costs nothing. Paths of weights "
        "stay as they are: `--weights-dir=` says where they lie.\n",
    .anchor = "builtin.module",
    .options = {[OPTION_FILE] = {"file", RELAX_OPTION_STRING,
                                 "the other module, as text", NULL, NULL}},
    .counters = {[COUNT_MOVED] = "ops-moved",
                 [COUNT_RENAMED] = "ops-renamed",
                 [COUNT_RESOLVED] = "declarations-resolved"},
    .traits = RELAX_PASS_REQUIRED,
    .dialects = {mlirGetDialectHandle__sym__, mlirGetDialectHandle__relax__,
                 mlirGetDialectHandle__tir__, mlirGetDialectHandle__vm__,
                 mlirGetDialectHandle__arith__, mlirGetDialectHandle__math__,
                 mlirGetDialectHandle__scf__, mlirGetDialectHandle__vector__,
                 mlirGetDialectHandle__memref__},
    .run = run,
};
