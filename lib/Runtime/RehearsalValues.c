//===- RehearsalValues.c - what a rehearsal knows -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Container.h"
#include "lib/Runtime/MachineRehearsal.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

/// What the library runs on in a rehearsal, in bytes.
enum { SMALL_LIBRARY = 65536 };

struct WrittenAt rehearsalFind(const Rehearsal *rehearsal, const void *data) {
  ptrdiff_t at = mapFind(rehearsal->written, data);
  return at < 0 ? (struct WrittenAt){.key = data} : rehearsal->written[at];
}

/// An address may have been another storage's.
static struct WrittenAt findIn(const Rehearsal *rehearsal,
                               const RelaxStorage *storage, const void *data) {
  struct WrittenAt entry = rehearsalFind(rehearsal, data);
  return entry.storage == storage->rehearsed
             ? entry
             : (struct WrittenAt){.key = data, .storage = storage->rehearsed};
}

void rehearsalSet(Rehearsal *rehearsal, struct WrittenAt entry) {
  hmputs(rehearsal->written, entry);
}

static bool isKnown(const Rehearsal *rehearsal, const RelaxTensor *tensor) {
  if (!tensor->storage || !tensor->storage->rehearsed ||
      !relaxDTypeIsStored(tensor->dtype))
    return true;
  struct WrittenAt entry = findIn(rehearsal, tensor->storage, tensor->data);
  return entry.now == WRITTEN_KNOWN && relaxTensorSize(tensor) <= entry.bytes;
}

bool rehearsalKnows(const RelaxMachine *machine, const RelaxTensor *tensor) {
  return !machine->rehearsal || isKnown(machine->rehearsal, tensor);
}

void rehearsalPlace(const RelaxMachine *machine, const RelaxStorage *storage,
                    const void *data) {
  if (!machine->rehearsal)
    return;
  struct WrittenAt entry = findIn(machine->rehearsal, storage, data);
  if (entry.now != WRITTEN_NOT_YET)
    entry.before = entry.now;
  entry.now = WRITTEN_NOT_YET;
  rehearsalSet(machine->rehearsal, entry);
}

void rehearsalBuffer(const RelaxMachine *machine, const RelaxStorage *storage,
                     const void *data) {
  if (!machine->rehearsal)
    return;
  struct WrittenAt entry = findIn(machine->rehearsal, storage, data);
  if (!storage->rehearsed)
    entry = (struct WrittenAt){
        .key = data, .now = WRITTEN_KNOWN, .bytes = SIZE_MAX};
  rehearsalSet(machine->rehearsal, entry);
}

void rehearsalWrite(const RelaxMachine *machine, const RelaxTensor *tensor,
                    bool known) {
  if (machine->rehearsal)
    rehearsalSet(
        machine->rehearsal,
        (struct WrittenAt){.key = tensor->data,
                           .storage = tensor->storage->rehearsed,
                           .now = known ? WRITTEN_KNOWN : WRITTEN_UNKNOWN,
                           .bytes = relaxTensorSize(tensor)});
}

bool rehearsalCopies(const RelaxMachine *machine, const RelaxTensor *to,
                     const RelaxTensor *from) {
  if (!machine->rehearsal)
    return true;
  bool known = isKnown(machine->rehearsal, from) &&
               relaxTensorSize(from) <= SMALL_LIBRARY;
  rehearsalWrite(machine, to, known);
  return known;
}

bool rehearsalGiveUp(const Exec *exec, const char *reason) {
  exec->machine->rehearsal->unsure = reason;
  return false;
}

/// Of which nothing is known, and which nobody counts.
static bool makeGhost(Exec *exec, RelaxDType dtype, int32_t rank,
                      const int64_t *dims, RelaxTensor *out) {
  RelaxMeter *meter = relaxMeterUse(NULL);
  bool made = relaxTensorCreate(dtype, rank, dims, out, exec->error);
  relaxMeterUse(meter);
  if (made)
    rehearsalWrite(exec->machine, out, false);
  return made;
}

bool rehearsalRow(Exec *exec, const RelaxTensor *source, RelaxTensor *row) {
  return makeGhost(exec, source->dtype, source->rank - 1, source->dims + 1,
                   row);
}

RelaxStorage *rehearsalFile(Exec *exec, int64_t bytes) {
  RelaxTensor ghost;
  return makeGhost(exec, RELAX_I8, 1, &bytes, &ghost) ? ghost.storage : NULL;
}

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

/// False where something in it is not.
static bool allKnown(const Rehearsal *rehearsal, const RelaxTensor *value,
                     uint64_t *bytes) {
  if (!relaxIsContainer(value)) {
    *bytes += relaxDTypeIsStored(value->dtype) ? relaxTensorSize(value) : 0;
    return isKnown(rehearsal, value);
  }
  bool known = true;
  for (int64_t i = 0; known && i < value->dims[0]; ++i)
    known = allKnown(rehearsal, &relaxContainerItems(value)[i], bytes);
  return known;
}

static void noteOutputs(const RelaxMachine *machine, const LibraryCall *call,
                        bool known) {
  for (uint32_t i = 0; i < call->numOutputs; ++i)
    if (call->outputs[i].tag == VALUE_TENSOR &&
        relaxDTypeIsStored(call->outputs[i].tensor.dtype))
      rehearsalWrite(machine, &call->outputs[i].tensor, known);
}

/// A first result that says whether a back end ran: it does.
static void noteRan(const RelaxMachine *machine, const LibraryCall *call) {
  RelaxTensor *ran = &call->outputs[0].tensor;
  relaxStoreInt(RELAX_BOOL, ran->data, 0, true);
  rehearsalWrite(machine, ran, true);
}

bool rehearsalLibrary(Exec *exec, const LibraryFunction *function,
                      LibraryCall *call) {
  RelaxMachine *machine = exec->machine;
  uint64_t bytes = 0;
  if (function->call == libraryEmit)
    return true;
  for (uint32_t i = 0; i < call->numInputs; ++i) {
    const Value *input = &call->inputs[i];
    if (input->tag == VALUE_TENSOR &&
        !allKnown(machine->rehearsal, &input->tensor, &bytes))
      call->unknown |= i < 64 ? UINT64_C(1) << i : 1;
  }
  bool runs = !call->unknown && bytes <= SMALL_LIBRARY &&
              function->call != libraryDecide &&
              function->call != libraryCallArtefact;
  if (!runs && !function->rehearse)
    return rehearsalGiveUp(exec, function->name);
  call->rehearsed = !runs;
  if (!libraryRun(function, call))
    return false;
  if (function->rehearse != function->call)
    noteOutputs(machine, call, runs);
  if (function->call == libraryCallArtefact)
    noteRan(machine, call);
  return true;
}
