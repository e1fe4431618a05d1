//===- Artefact.c - a region that a back end runs -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// relax.call_artefact (dialects/Relax/Artefact.td). Attributes: `artefact` is
// its name, the back end, the text and the target's options; `constants` says
// how many of the last inputs are constants; `types`, `ranks` and `dims` are
// those of the results behind the first, all extents in one list.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Offload.h"
#include "lib/Runtime/Ops/Library.h"

enum { PART_NAME, PART_BACKEND, PART_TEXT, PART_OPTIONS };

static const LibraryAttribute *listOf(const LibraryCall *call, const char *name,
                                      RelaxAttributeKind kind, uint32_t least) {
  const LibraryAttribute *list = libraryAttribute(call, name);
  if (list && list->kind == kind && list->count >= least)
    return list;
  relaxFail(call->error, "expected the attribute '%s'", name);
  return NULL;
}

/// Makes the results behind the first.
static bool createOutputs(LibraryCall *call, RelaxTensor **outputs) {
  uint32_t count = call->numOutputs - 1;
  const LibraryAttribute *types =
      listOf(call, "types", RELAX_ATTRIBUTE_STRINGS, count);
  const LibraryAttribute *ranks =
      listOf(call, "ranks", RELAX_ATTRIBUTE_INTS, count);
  const LibraryAttribute *dims = libraryAttribute(call, "dims");
  if (!types || !ranks)
    return false;
  for (uint32_t i = 0, at = 0; i < count; ++i) {
    RelaxDType dtype;
    int64_t rank = ranks->ints[i];
    if (!relaxDTypeParse(types->strings[i], &dtype) || rank < 0 ||
        rank > RELAX_MAX_RANK ||
        (rank && (!dims || dims->kind != RELAX_ATTRIBUTE_INTS ||
                  dims->count - at < rank)))
      return relaxFail(call->error, "result %u: expected a type and extents",
                       (unsigned)i + 1);
    outputs[i] = libraryOutput(call, i + 1, dtype, (int32_t)rank,
                               rank ? dims->ints + at : NULL);
    if (!outputs[i])
      return false;
    at += (uint32_t)rank;
  }
  return true;
}

/// The numbers that all operands are.
static const RelaxTensor **inputsOf(LibraryCall *call) {
  const RelaxTensor **inputs =
      libraryScratch(call, call->numInputs + 1, sizeof *inputs);
  for (uint32_t i = 0; inputs && i < call->numInputs; ++i) {
    inputs[i] = libraryValue(call, i);
    if (inputs[i] && !relaxDTypeIsStored(inputs[i]->dtype))
      inputs[i] = libraryTensor(call, i); // with its message
    if (!inputs[i])
      return NULL;
  }
  return inputs;
}

bool libraryCallArtefact(LibraryCall *call) {
  const LibraryAttribute *parts =
      listOf(call, "artefact", RELAX_ATTRIBUTE_STRINGS, PART_OPTIONS);
  int64_t constants = libraryInt(call, "constants", 0);
  RelaxTensor **outputs =
      libraryScratch(call, call->numOutputs, sizeof(RelaxTensor *));
  if (!parts || !outputs)
    return false;
  if (constants < 0 || constants > call->numInputs)
    return relaxFail(call->error, "expected as many constants as operands");
  const RelaxTensor **inputs = inputsOf(call);
  RelaxTensor *done = libraryOutput(call, 0, RELAX_BOOL, 0, NULL);
  if (!inputs || !done || !createOutputs(call, outputs))
    return false;
  size_t variable = call->numInputs - (size_t)constants;
  RelaxOffloadCall region = {.artefact = parts->strings[PART_NAME],
                             .backend = parts->strings[PART_BACKEND],
                             .text = parts->strings[PART_TEXT],
                             .options = parts->strings + PART_OPTIONS,
                             .numOptions = parts->count - PART_OPTIONS,
                             .inputs = inputs,
                             .numInputs = variable,
                             .constants = inputs + variable,
                             .numConstants = (size_t)constants,
                             .outputs = outputs,
                             .numOutputs = call->numOutputs - 1,
                             .rehearsed = call->rehearsed};
  bool ran;
  if (!relaxOffloadRun(call->offload, &region, call->counters, &ran,
                       call->error))
    return false;
  relaxStoreInt(RELAX_BOOL, done->data, 0, ran);
  return true;
}
