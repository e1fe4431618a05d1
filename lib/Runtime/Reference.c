//===- Reference.c - places that hold a value -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Reference.h"
#include "lib/Runtime/Pool.h"

#include <stdlib.h>

struct RelaxPlaces {
  struct RelaxPlace *first;
};

typedef struct RelaxPlace {
  RelaxTensor value;
  RelaxPlaces *list; // NULL: it ended
  struct RelaxPlace *previous, *next;
} RelaxPlace;

static void unlinkPlace(RelaxPlace *ref) {
  if (!ref->list)
    return;
  if (ref->previous)
    ref->previous->next = ref->next;
  else
    ref->list->first = ref->next;
  if (ref->next)
    ref->next->previous = ref->previous;
  ref->list = NULL;
}

static void releasePlace(void *user) {
  RelaxPlace *ref = user;
  RelaxTensor value = ref->value;
  unlinkPlace(ref);
  relaxPoolFree(ref, sizeof *ref);
  relaxTensorRelease(&value);
}

bool relaxPlaceCreate(RelaxPlaces **places, RelaxTensor value, RelaxTensor *out,
                      RelaxError *error) {
  if (!*places)
    *places = calloc(1, sizeof **places);
  RelaxPlace *ref = *places ? relaxPoolAllocate(sizeof *ref) : NULL;
  RelaxStorage *storage =
      ref ? relaxStorageWrap(ref, sizeof ref->value, releasePlace, ref) : NULL;
  if (!storage) {
    relaxPoolFree(ref, sizeof *ref);
    relaxTensorRelease(&value);
    return relaxFail(error, "out of memory");
  }
  *ref =
      (RelaxPlace){.value = value, .list = *places, .next = (*places)->first};
  if (ref->next)
    ref->next->previous = ref;
  (*places)->first = ref;
  *out = (RelaxTensor){
      .dtype = RELAX_REF, .rank = 1, .data = ref, .storage = storage};
  out->dims[0] = 1;
  return true;
}

const RelaxTensor *relaxPlaceRead(const RelaxTensor *reference) {
  const RelaxPlace *ref = reference->data;
  return &ref->value;
}

void relaxPlaceWrite(const RelaxTensor *reference, RelaxTensor value) {
  RelaxPlace *ref = reference->data;
  RelaxTensor before = ref->value;
  ref->value = value;
  relaxTensorRelease(&before); // may be what keeps others
}

void relaxPlacesEnd(RelaxPlaces **places) {
  while (*places && (*places)->first) {
    RelaxPlace *ref = (*places)->first;
    RelaxTensor value = ref->value;
    ref->value = (RelaxTensor){0};
    unlinkPlace(ref);
    relaxTensorRelease(&value);
  }
  free(*places);
  *places = NULL;
}
