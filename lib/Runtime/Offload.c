//===- Offload.c - regions that run by back ends --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Runtime/Offload.h"
#include "lib/Runtime/Meter.h"
#include "lib/Runtime/OffloadTensors.h"

#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What has been made of an artefact.
typedef struct Engine {
  const char *artefact; // its name, by address: it lives as long as the program
  const RelaxBackend *backend;
  void *engine;
  RelaxTensor *constants; // stb_ds: references, so that their memory stays
  bool made, broken;      // `create` succeeded, or failed
  bool told;              // that a later entry failed
} Engine;

struct RelaxOffload {
  RelaxOffloadOptions options;
  Engine *engines; // stb_ds
};

RelaxOffload *relaxOffloadCreate(const RelaxOffloadOptions *options) {
  RelaxOffload *offload = calloc(1, sizeof *offload);
  if (offload)
    offload->options = *options;
  return offload;
}

static void dropConstants(Engine *engine) {
  for (ptrdiff_t i = 0; i < arrlen(engine->constants); ++i)
    relaxTensorRelease(&engine->constants[i]);
  arrfree(engine->constants);
}

void relaxOffloadDestroy(RelaxOffload *offload) {
  for (ptrdiff_t i = 0; offload && i < arrlen(offload->engines); ++i) {
    Engine *engine = &offload->engines[i];
    if (engine->made)
      engine->backend->destroy(engine->engine);
    dropConstants(engine);
  }
  if (offload)
    arrfree(offload->engines);
  free(offload);
}

//===----------------------------------------------------------------------===//
// What an entry is given
//===----------------------------------------------------------------------===//

/// As C strings, NULL behind them; stb_ds array of malloced texts.
static char **textsOf(const StrRef *options, size_t count) {
  char **list = NULL;
  for (size_t i = 0; i < count; ++i)
    arrput(list, strndup(options[i].data, options[i].length));
  arrput(list, NULL);
  return list;
}

//===----------------------------------------------------------------------===//
// What does not work
//===----------------------------------------------------------------------===//

static const char *statusText(int32_t status) {
  switch (status) {
  case RELAX_BACKEND_OUT_OF_MEMORY:
    return "out of memory";
  case RELAX_BACKEND_UNSUPPORTED:
    return "not supported";
  default:
    return "failed";
  }
}

/// An error, or a remark and our own kernels; what the back end says may not be
/// terminated.
static bool giveUp(const RelaxOffload *offload, const RelaxOffloadCall *call,
                   const char *entry, const char *why, bool tell,
                   RelaxError *error) {
  const RelaxOffloadOptions *options = &offload->options;
  if (options->mode == RELAX_OFFLOAD_ALWAYS)
    return relaxFail(error, "back end '%.*s': '%s' of '@%.*s': %s",
                     (int)call->backend.length, call->backend.data, entry,
                     (int)call->artefact.length, call->artefact.data, why);
  if (!tell || !options->remark)
    return true;
  StrBuf text = {0};
  strBufAppendFormat(&text,
                     "back end '%.*s': '%s' of '@%.*s': %s; our own kernels "
                     "run instead",
                     (int)call->backend.length, call->backend.data, entry,
                     (int)call->artefact.length, call->artefact.data, why);
  options->remark(options->remarkUser, strBufText(&text));
  strBufFree(&text);
  return true;
}

static bool failed(const RelaxOffload *offload, const RelaxOffloadCall *call,
                   const char *entry, int32_t status,
                   RelaxBackendMessage *message, bool tell, RelaxError *error) {
  message->text[sizeof message->text - 1] = 0;
  return giveUp(offload, call, entry,
                *message->text ? message->text : statusText(status), tell,
                error);
}

/// No entry can be called: an error, unless our own kernels are asked for.
static bool missing(const RelaxOffload *offload, const RelaxOffloadCall *call,
                    RelaxError *error) {
  const RelaxOffloadOptions *options = &offload->options;
  if (options->mode == RELAX_OFFLOAD_IF_THERE)
    return giveUp(offload, call, "create", "this back end is not loaded", true,
                  error);
  return relaxFail(error,
                   "'@%.*s' needs the back end '%.*s', which is not loaded: "
                   "load it ('--load-backend=FILE.so'), or let our own kernels "
                   "run ('--regions=if-there')",
                   (int)call->artefact.length, call->artefact.data,
                   (int)call->backend.length, call->backend.data);
}

//===----------------------------------------------------------------------===//
// Engines
//===----------------------------------------------------------------------===//

static const RelaxBackend *findBackend(const RelaxOffload *offload,
                                       StrRef name) {
  for (size_t i = 0; i < offload->options.numBackends; ++i)
    if (strRefEqual(name, strRefFromC(offload->options.backends[i]->name)))
      return offload->options.backends[i];
  return strRefEqual(name, strRefFromC(relaxBackendC.name)) ? &relaxBackendC
                                                            : NULL;
}

static bool createEngine(RelaxOffload *offload, const RelaxOffloadCall *call,
                         Engine *engine, RelaxError *error) {
  RelaxBackendTensor *constants =
      offloadTensors(call->constants, call->numConstants);
  // Extents are those of the tensors that the engine keeps.
  for (size_t i = 0; i < call->numConstants; ++i)
    arrput(engine->constants, relaxTensorShare(call->constants[i]));
  for (size_t i = 0; i < call->numConstants; ++i)
    constants[i].dims = engine->constants[i].dims;
  char **options = textsOf(call->options, call->numOptions);
  char *name = strndup(call->artefact.data, call->artefact.length);
  char *text = strndup(call->text.data, call->text.length);
  RelaxBackendArtefact artefact = {.name = name,
                                   .text = text,
                                   .bytes = call->text.length,
                                   .options = (const char *const *)options,
                                   .constants = constants,
                                   .numConstants = call->numConstants,
                                   .threads = offload->options.threads,
                                   .find = offload->options.find,
                                   .findUser = offload->options.findUser};
  RelaxBackendMessage message = {{0}};
  int32_t status =
      engine->backend->create(&artefact, &engine->engine, &message);
  engine->made = status == RELAX_BACKEND_OK;
  engine->broken = !engine->made;
  for (ptrdiff_t i = 0; i < arrlen(options); ++i)
    free(options[i]);
  arrfree(options);
  arrfree(constants);
  free(name);
  free(text);
  if (engine->made)
    return true;
  dropConstants(engine);
  return failed(offload, call, "create", status, &message, true, error);
}

static Engine *findEngine(RelaxOffload *offload, const RelaxOffloadCall *call) {
  for (ptrdiff_t i = 0; i < arrlen(offload->engines); ++i)
    if (offload->engines[i].artefact == call->artefact.data)
      return &offload->engines[i];
  Engine engine = {.artefact = call->artefact.data,
                   .backend = findBackend(offload, call->backend)};
  arrput(offload->engines, engine);
  return &arrlast(offload->engines);
}

/// The engine was made of the values that stand here.
static bool sameConstants(const Engine *engine, const RelaxOffloadCall *call) {
  bool same = call->numConstants == arrlenu(engine->constants);
  for (size_t i = 0; same && i < call->numConstants; ++i)
    same = call->constants[i]->data == engine->constants[i].data;
  return same;
}

//===----------------------------------------------------------------------===//
// A call
//===----------------------------------------------------------------------===//

typedef struct Entry {
  const RelaxOffloadCall *call;
  Engine *engine;
  const RelaxBackendTensor *inputs;
  const RelaxBackendTensor *outputs;
  RelaxBackendMessage message;
  const char *name; // of the entry that failed
  int32_t status;
} Entry;

static bool refuse(Entry *entry, const char *name, int32_t status) {
  entry->name = name;
  entry->status = status;
  return status == RELAX_BACKEND_OK;
}

/// The back end writes as much as there is room for.
static bool extentsFit(Entry *entry) {
  const RelaxBackend *backend = entry->engine->backend;
  size_t count = entry->call->numOutputs;
  if (!backend->extents)
    return true;
  int64_t (*rooms)[RELAX_BACKEND_MAX_RANK] = calloc(count + 1, sizeof *rooms);
  int64_t **dims = calloc(count + 1, sizeof *dims);
  bool good = rooms && dims;
  for (size_t i = 0; good && i < count; ++i)
    dims[i] = rooms[i];
  good = refuse(entry, "extents",
                !good ? RELAX_BACKEND_OUT_OF_MEMORY
                      : backend->extents(entry->engine->engine, entry->inputs,
                                         entry->call->numInputs,
                                         (int64_t *const *)dims, count,
                                         &entry->message));
  for (size_t i = 0; good && i < count; ++i)
    for (int32_t d = 0; good && d < entry->outputs[i].rank; ++d) {
      long long want = entry->outputs[i].dims[d], got = dims[i][d];
      good = refuse(entry, "extents",
                    want == got ? RELAX_BACKEND_OK : RELAX_BACKEND_FAILED);
      if (!good)
        snprintf(entry->message.text, sizeof entry->message.text,
                 "result %zu, dimension %d: expected %lld, got %lld", i, (int)d,
                 want, got);
    }
  free(rooms);
  free(dims);
  return good;
}

/// A NaN that comes from nowhere.
static bool isNumber(Entry *entry) {
  const RelaxOffloadCall *call = entry->call;
  if (!offloadHasNaN((const RelaxTensor *const *)call->outputs,
                     call->numOutputs) ||
      offloadHasNaN(call->inputs, call->numInputs) ||
      offloadHasNaN(call->constants, call->numConstants))
    return true;
  strcpy(entry->message.text, "a result has a NaN, and no input has one");
  return refuse(entry, "run", RELAX_BACKEND_FAILED);
}

static bool runEngine(const RelaxOffload *offload, Entry *entry) {
  const RelaxOffloadCall *call = entry->call;
  if (!sameConstants(entry->engine, call)) {
    strcpy(entry->message.text, "its constants are other ones in this call");
    return refuse(entry, "run", RELAX_BACKEND_FAILED);
  }
  return extentsFit(entry) &&
         refuse(entry, "run",
                entry->engine->backend->run(
                    entry->engine->engine, entry->inputs, call->numInputs,
                    entry->outputs, call->numOutputs, &entry->message)) &&
         (!offload->options.refuseNaN || isNumber(entry));
}

/// Counted while it runs, where somebody counts. False: above the limit, which
/// the meter has said.
static bool takeBytes(Entry *entry, bool *run, uint64_t *bytes,
                      RelaxMeter **meter) {
  const RelaxBackend *backend = entry->engine->backend;
  *run = true;
  if (!relaxMeterUsed() || !backend->bytes)
    return true;
  if (backend->forget)
    backend->forget(entry->engine->engine);
  int64_t wanted = backend->bytes(entry->engine->engine, entry->inputs,
                                  entry->call->numInputs, &entry->message);
  *run = refuse(entry, "bytes",
                wanted < 0 ? RELAX_BACKEND_FAILED : RELAX_BACKEND_OK);
  *bytes = *run ? (uint64_t)wanted : 0;
  if (relaxMeterTake(*bytes, meter))
    return true;
  *meter = NULL; // nothing was taken
  return false;
}

static bool runMade(RelaxOffload *offload, const RelaxOffloadCall *call,
                    Engine *engine, bool *done, RelaxError *error) {
  RelaxBackendTensor *inputs = offloadTensors(call->inputs, call->numInputs);
  RelaxBackendTensor *outputs = offloadTensors(
      (const RelaxTensor *const *)call->outputs, call->numOutputs);
  Entry entry = {
      .call = call, .engine = engine, .inputs = inputs, .outputs = outputs};
  RelaxMeter *meter = NULL;
  uint64_t bytes = 0;
  bool run, limited = relaxMeterUsed() != NULL,
            good = takeBytes(&entry, &run, &bytes, &meter);
  *done = good && run && (call->rehearsed || runEngine(offload, &entry));
  if (limited && engine->backend->forget)
    engine->backend->forget(engine->engine);
  relaxMeterGive(meter, bytes);
  if (good && !*done) {
    good = failed(offload, call, entry.name, entry.status, &entry.message,
                  !engine->told, error);
    engine->told = true;
  }
  arrfree(inputs);
  arrfree(outputs);
  return good;
}

bool relaxOffloadRun(RelaxOffload *offload, const RelaxOffloadCall *call,
                     RelaxCounters *counters, bool *done, RelaxError *error) {
  const RelaxOffloadOptions *options = &offload->options;
  *done = false;
  if (options->mode == RELAX_OFFLOAD_NEVER ||
      (options->ask && !options->ask(options->askUser, call)))
    return true;
  Engine *engine = findEngine(offload, call);
  bool good = true;
  if (!engine->backend && !engine->broken) {
    good = missing(offload, call, error);
    engine->broken = good;
  } else if (!engine->made && !engine->broken) {
    good = createEngine(offload, call, engine, error);
    engine->broken &= good; // an error is one of every call
  }
  if (good && engine->made)
    good = runMade(offload, call, engine, done, error);
  counters->regionsRun += *done;
  counters->regionsLeft += !*done;
  return good;
}
