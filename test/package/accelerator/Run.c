/* The run time of mu8: commands for the extents of a call. */
#include "Device.h"
#include "lib/Runtime/Backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 32, OPERANDS = 4 };

typedef struct Operand {
  char kind; /* 'i': an input, 'c': a constant */
  int number;
} Operand;

typedef struct Engine {
  Operand products[MOST][OPERANDS];
  int numProducts, results[MOST], numResults;
  RelaxBackendTensor *constants;
} Engine;

typedef struct Stream {
  Mu8Command *commands;
  size_t count, room;
  int failed;
} Stream;

/*===-- Artefacts -------------------------------------------------------===*/

static int readProduct(Engine *e, const char *line, size_t constants) {
  Operand *o = e->products[e->numProducts];
  int length = 0;
  if (e->numProducts == MOST ||
      sscanf(line, "product %c%d %c%d %c%d %c%d%n", &o[0].kind, &o[0].number,
             &o[1].kind, &o[1].number, &o[2].kind, &o[2].number, &o[3].kind,
             &o[3].number, &length) != 2 * OPERANDS ||
      line[length] != '\n')
    return 0;
  for (int i = 0; i < OPERANDS; ++i)
    if ((o[i].kind != 'i' && o[i].kind != 'c') || o[i].number < 0 ||
        (o[i].kind == 'c' && (size_t)o[i].number >= constants))
      return 0;
  ++e->numProducts;
  return 1;
}

/* Text is not trusted: somebody may have edited it. */
static int readText(Engine *e, const char *text, size_t constants) {
  if (strncmp(text, "mu8 1\n", 6) != 0)
    return 0;
  for (text += 6; strncmp(text, "product", 7) == 0;
       text = strchr(text, '\n') + 1)
    if (!readProduct(e, text, constants))
      return 0;
  if (strncmp(text, "results", 7) != 0)
    return 0;
  for (text += 7; *text;) {
    int length = 0, number;
    if (e->numResults == MOST || sscanf(text, " %d%n", &number, &length) != 1 ||
        number < 0 || number >= e->numProducts)
      return 0;
    e->results[e->numResults++] = number;
    text += length;
  }
  return 1;
}

static void destroy(void *engine) {
  if (engine)
    free(((Engine *)engine)->constants);
  free(engine);
}

static int32_t create(const RelaxBackendArtefact *artefact, void **engine,
                      RelaxBackendMessage *message) {
  Engine *e = calloc(1, sizeof *e);
  size_t count = artefact->numConstants;
  if (e)
    e->constants = calloc(count + 1, sizeof *e->constants);
  if (!e || !e->constants) {
    destroy(e);
    return RELAX_BACKEND_OUT_OF_MEMORY;
  }
  for (size_t i = 0; i < count; ++i)
    e->constants[i] = artefact->constants[i];
  if (!readText(e, artefact->text, count)) {
    snprintf(message->text, sizeof message->text, "expected a text of mu8 1");
    destroy(e);
    return RELAX_BACKEND_FAILED;
  }
  *engine = e;
  return RELAX_BACKEND_OK;
}

/*===-- A call ----------------------------------------------------------===*/

static void emit(Stream *stream, Mu8Command command) {
  if (stream->count == stream->room) {
    size_t room = 2 * stream->room + 64;
    Mu8Command *more = realloc(stream->commands, room * sizeof *more);
    stream->failed |= !more;
    if (!more)
      return;
    stream->commands = more;
    stream->room = room;
  }
  stream->commands[stream->count++] = command;
}

static int32_t least(int64_t rest, int32_t most) {
  return rest < most ? (int32_t)rest : most;
}

/* A tile of rows and columns: all of the depth, piece by piece. */
static void emitTile(Stream *s, const RelaxBackendTensor *x,
                     const RelaxBackendTensor *w, const RelaxBackendTensor *y,
                     int64_t i, int64_t j) {
  int64_t depth = x->dims[1], columns = w->dims[1];
  int32_t rows = least(x->dims[0] - i, MU8_ROWS);
  int32_t wide = least(columns - j, MU8_COLUMNS);
  emit(s, (Mu8Command){.op = MU8_CLEAR});
  for (int64_t k = 0; k < depth; k += MU8_DEPTH) {
    int32_t deep = least(depth - k, MU8_DEPTH);
    emit(s, (Mu8Command){.op = MU8_LOAD_LEFT,
                         .rows = rows,
                         .columns = deep,
                         .stride = depth,
                         .host = (int8_t *)x->data + i * depth + k});
    emit(s, (Mu8Command){.op = MU8_LOAD_RIGHT,
                         .rows = deep,
                         .columns = wide,
                         .stride = columns,
                         .host = (int8_t *)w->data + k * columns + j});
    emit(s, (Mu8Command){.op = MU8_MULTIPLY, .a = deep});
  }
  emit(s, (Mu8Command){.op = MU8_STORE,
                       .rows = rows,
                       .columns = wide,
                       .stride = columns,
                       .host = (int32_t *)y->data + i * columns + j});
}

static int isMatrix(const RelaxBackendTensor *tensor, const char *type,
                    int32_t rank) {
  return tensor && tensor->rank == rank && strcmp(tensor->type, type) == 0;
}

static const RelaxBackendTensor *find(const Engine *e, Operand operand,
                                      const RelaxBackendTensor *inputs,
                                      size_t numInputs) {
  if (operand.kind == 'c')
    return &e->constants[operand.number];
  return (size_t)operand.number < numInputs ? &inputs[operand.number] : NULL;
}

static int32_t run(void *engine, const RelaxBackendTensor *inputs,
                   size_t numInputs, const RelaxBackendTensor *outputs,
                   size_t numOutputs, RelaxBackendMessage *message) {
  const Engine *e = engine;
  Stream stream = {0};
  int good = numOutputs == (size_t)e->numResults;
  for (size_t r = 0; good && r < numOutputs; ++r) {
    const RelaxBackendTensor *o[OPERANDS], *y = &outputs[r];
    for (int i = 0; i < OPERANDS; ++i)
      o[i] = find(e, e->products[e->results[r]][i], inputs, numInputs);
    good = isMatrix(o[0], "i8", 2) && isMatrix(o[1], "i8", 0) &&
           isMatrix(o[2], "i8", 2) && isMatrix(o[3], "i8", 0) &&
           isMatrix(y, "i32", 2) && o[0]->dims[1] == o[2]->dims[0] &&
           y->dims[0] == o[0]->dims[0] && y->dims[1] == o[2]->dims[1];
    if (!good)
      break;
    emit(&stream, (Mu8Command){.op = MU8_ZERO,
                               .a = *(const int8_t *)o[1]->data,
                               .b = *(const int8_t *)o[3]->data});
    for (int64_t i = 0; i < y->dims[0]; i += MU8_ROWS)
      for (int64_t j = 0; j < y->dims[1]; j += MU8_COLUMNS)
        emitTile(&stream, o[0], o[2], y, i, j);
  }
  if (!good)
    snprintf(message->text, sizeof message->text,
             "operands are not those of a product of mu8");
  int32_t status = !good           ? RELAX_BACKEND_FAILED
                   : stream.failed ? RELAX_BACKEND_OUT_OF_MEMORY
                   : mu8Execute(stream.commands, stream.count)
                       ? RELAX_BACKEND_OK
                       : RELAX_BACKEND_UNSUPPORTED;
  free(stream.commands);
  return status;
}

static const char *describe(void) { return "mu8, simulated"; }

static const RelaxBackend mu8 = {.version = RELAX_BACKEND_VERSION,
                                 .name = "mu8",
                                 .describe = describe,
                                 .create = create,
                                 .run = run,
                                 .destroy = destroy};
RELAX_BACKEND(mu8)
