//===- Import.c - the entries of a file as weights ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Analysis/ElementType.h"
#include "lib/Frontend/Weights/Open.h"
#include "lib/Frontend/Weights/Weights.h"
#include "lib/Runtime/Sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

RelaxWeightFile *weightsOpen(const char *path, RelaxError *error) {
  // O_NONBLOCK: a pipe must not hang the tool.
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) {
    relaxFail(error, "cannot open '%s': %s", path, strerror(errno));
    return NULL;
  }
  RelaxWeightFile *file = relaxWeightFileOpen(descriptor, error);
  if (!file)
    relaxErrorContext(error, "'%s'", path);
  return file;
}

static MlirAttribute text(MlirContext context, StrRef value) {
  return mlirStringAttrGet(context, strRefToMlir(value));
}

static MlirType typeOf(MlirContext context, const RelaxWeightEntry *entry) {
  MlirAttribute dims[RELAX_MAX_RANK];
  for (int32_t i = 0; i < entry->rank; ++i)
    dims[i] = symConstAttribute(context, entry->dims[i]);
  return relaxTensorTypeOf(relaxElementTypeOf(context, entry->dtype),
                           entry->rank, dims);
}

/// The hash of the entry's bytes, or no attribute if they are suspiciously
/// many.
static bool hashOf(MlirContext context, const RelaxWeightFile *file,
                   const RelaxWeightEntry *entry, MlirAttribute *hash,
                   RelaxError *error) {
  char hex[RELAX_SHA256_HEX + 1];
  *hash = mlirAttributeGetNull();
  if (entry->known &&
      entry->numBytes / 2 > relaxWeightFileSize(file) + (32 << 20))
    return true;
  void *bytes = malloc(entry->known ? (size_t)entry->numBytes + 1 : 1);
  bool good = bytes ? relaxWeightFileRead(file, entry, bytes, error)
                    : relaxFail(error, "out of memory");
  if (good) {
    relaxSha256(bytes, (size_t)entry->numBytes, hex);
    *hash = text(context, strRefFromC(hex));
  }
  free(bytes);
  return good;
}

static bool addWeight(MlirModule module, const RelaxWeightFile *file,
                      const RelaxWeightEntry *entry, const char *path,
                      RelaxError *error) {
  MlirContext context = mlirModuleGetContext(module);
  MlirAttribute hash;
  if (!hashOf(context, file, entry, &hash, error))
    return false;
  const char *slash = strrchr(path, '/');
  RelaxWeightArgs args = {
      .sym_name = entry->name,
      .type = typeOf(context, entry),
      .path = text(context, strRefFromC(slash ? slash + 1 : path)),
      .entry = text(context, entry->name),
      .sha256 = hash};
  MlirOperation op = relaxWeightCreate(mlirLocationUnknownGet(context), &args);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), op);
  return true;
}

MlirModule weightsImport(MlirContext context, const char *path,
                         RelaxError *error) {
  RelaxWeightFile *file = weightsOpen(path, error);
  if (!file)
    return (MlirModule){NULL};
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__relax__(), context);
  MlirModule module = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  bool good = true;
  for (size_t i = 0; good && i < relaxWeightFileCount(file); ++i)
    good = addWeight(module, file, relaxWeightFileEntry(file, i), path, error);
  relaxWeightFileClose(file);
  if (good)
    return module;
  relaxErrorContext(error, "'%s'", path);
  mlirModuleDestroy(module);
  return (MlirModule){NULL};
}
