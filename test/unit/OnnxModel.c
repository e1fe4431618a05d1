//===- OnnxModel.c - tests of reading ONNX files --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The real models stand in $RELAX_SHARED/data; without it those tests skip.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lib/Frontend/ONNX/Model/Tensor.h"
#include "lib/Runtime/Sha256.h"
#include "test/unit/OnnxBytes.h"

#include <stdio.h>
#include <unistd.h>

static const char mnist[] = "data/mnist-mlp/mnist.onnx";
static const char magika[] = "data/magika/model.onnx";

/// Reads a file of shared/ whole; skips the test where shared/ is not given.
static Bytes readShared(const char *relative, char path[4096]) {
  const char *shared = getenv("RELAX_SHARED");
  if (!shared)
    skip();
  snprintf(path, 4096, "%s/%s", shared, relative);
  Bytes bytes = readBytes(path);
  assert_non_null(bytes.data);
  return bytes;
}

/// Looks at every initializer and every attribute's tensor as an importer does.
/// Returns how many could be read.
static size_t touchTensors(const OnnxModel *model) {
  const Onnx__GraphProto *graph = onnxModelProto(model)->graph;
  size_t numRead = 0;
  for (size_t i = 0; i < graph->n_initializer + graph->n_node; ++i) {
    const Onnx__TensorProto *proto = NULL;
    if (i < graph->n_initializer) {
      proto = graph->initializer[i];
    } else {
      const Onnx__NodeProto *node = graph->node[i - graph->n_initializer];
      for (size_t k = 0; k < node->n_attribute && !proto; ++k)
        proto = node->attribute[k]->t;
    }
    OnnxTensor tensor;
    StrBuf error = {0};
    if (proto && onnxTensorGet(model, proto, &tensor, &error)) {
      char hash[RELAX_SHA256_HEX + 1];
      relaxSha256(tensor.bytes, tensor.bytes ? tensor.size : 0, hash);
      ++numRead;
      onnxTensorFree(&tensor);
    }
    strBufFree(&error);
  }
  return numRead;
}

/// Every raw tensor's bytes are the file's bytes at the offset.
static void checkOffsets(const char *relative, size_t numTensors) {
  char path[4096];
  Bytes file = readShared(relative, path);
  StrBuf error = {0};
  OnnxModel *model = onnxModelRead(path, NULL, &error);
  assert_string_equal(strBufText(&error), "");
  assert_non_null(model);
  const Onnx__GraphProto *graph = onnxModelProto(model)->graph;
  assert_int_equal(graph->n_initializer, numTensors);
  for (size_t i = 0; i < graph->n_initializer; ++i) {
    OnnxTensor tensor;
    assert_true(onnxTensorGet(model, graph->initializer[i], &tensor, &error));
    assert_int_equal(tensor.storage, ONNX_STORAGE_RAW);
    assert_true(tensor.fileOffset + tensor.size <= file.size);
    assert_memory_equal(tensor.bytes, file.data + tensor.fileOffset,
                        tensor.size);
    onnxTensorFree(&tensor);
  }
  onnxModelDestroy(model);
  free(file.data);
}

static void readsMnist(void **state) {
  (void)state;
  checkOffsets(mnist, 4);
  char path[4096];
  Bytes file = readShared(mnist, path);
  StrBuf error = {0};
  OnnxModel *model =
      onnxModelFromMemory(file.data, file.size, "m", NULL, &error);
  free(file.data); // the model does not keep it
  assert_non_null(model);
  assert_int_equal(onnxModelOpset(model, ""), 13);
  assert_int_equal(onnxModelOpset(model, "ai.onnx"), 13);
  assert_int_equal(onnxModelOpset(model, "ai.onnx.ml"), 0);
  OnnxTensor tensor;
  const Onnx__GraphProto *graph = onnxModelProto(model)->graph;
  assert_true(onnxTensorGet(model, graph->initializer[3], &tensor, &error));
  assert_string_equal(tensor.name, "fc2.bias");
  assert_int_equal(tensor.numElements, 10);
  float first;
  memcpy(&first, tensor.bytes, sizeof first);
  assert_true(first > 0.036081f && first < 0.036083f);
  // The constant of a node: [-1, 196] as i64.
  const Onnx__NodeProto *node = graph->node[1];
  assert_string_equal(node->op_type, "Constant");
  assert_true(onnxTensorGet(model, node->attribute[0]->t, &tensor, &error));
  int64_t shape[2];
  assert_int_equal(tensor.size, sizeof shape);
  memcpy(shape, tensor.bytes, sizeof shape);
  assert_int_equal(shape[0], -1);
  assert_int_equal(shape[1], 196);
  onnxModelDestroy(model);
}

static void readsMagika(void **state) {
  (void)state;
  checkOffsets(magika, 36);
}

//===----------------------------------------------------------------------===//
// Broken files
//===----------------------------------------------------------------------===//

/// Reads exactly `size` bytes; a failure must say why, in one line.
static bool readsOrExplains(const uint8_t *data, size_t size,
                            const OnnxLimits *limits) {
  uint8_t *copy = malloc(size ? size : 1);
  assert_non_null(copy);
  memcpy(copy, data, size);
  StrBuf error = {0};
  OnnxModel *model = onnxModelFromMemory(copy, size, "m.onnx", limits, &error);
  if (model) {
    assert_int_equal(error.length, 0);
    touchTensors(model);
    onnxModelDestroy(model);
  } else {
    assert_memory_equal(strBufText(&error), "'m.onnx': ", 10);
    assert_null(strchr(strBufText(&error), '\n'));
  }
  strBufFree(&error);
  free(copy);
  return model != NULL;
}

static void survivesTruncation(void **state) {
  (void)state;
  char path[4096];
  Bytes file = readShared(mnist, path);
  assert_true(readsOrExplains(file.data, file.size, NULL));
  // The operator sets stand at the end: no shorter file is whole.
  size_t numRead = 0;
  for (size_t size = 0; size < file.size; size += size < 1000 ? 1 : 97)
    numRead += readsOrExplains(file.data, size, NULL);
  for (size_t size = file.size - 200; size < file.size; ++size)
    numRead += readsOrExplains(file.data, size, NULL);
  assert_int_equal(numRead, 0);
  free(file.data);
}

static uint64_t nextRandom(uint64_t *seed) { // xorshift64
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  return *seed ^= *seed << 17;
}

/// True at one of the bytes of an initializer.
static bool insideRaw(const OnnxModel *model, size_t offset) {
  const Onnx__GraphProto *graph = onnxModelProto(model)->graph;
  for (size_t i = 0; i < graph->n_initializer; ++i) {
    uint64_t begin;
    if (onnxModelRawData(model, graph->initializer[i], &begin) &&
        offset >= begin && offset - begin < graph->initializer[i]->raw_data.len)
      return true;
  }
  return false;
}

static void flipBits(const char *relative, size_t rounds) {
  char path[4096];
  Bytes file = readShared(relative, path);
  StrBuf error = {0};
  OnnxModel *model = onnxModelRead(path, NULL, &error);
  assert_non_null(model);
  uint64_t seed = 0x9e3779b97f4a7c15u;
  size_t numRead = 0;
  for (size_t i = 0; i < rounds; ++i) {
    size_t flips = 1 + nextRandom(&seed) % 3, at[3];
    uint8_t before[3];
    for (size_t k = 0; k < flips; ++k) {
      do
        at[k] = nextRandom(&seed) % file.size;
      while (i % 10 != 0 && insideRaw(model, at[k]));
      before[k] = file.data[at[k]];
      file.data[at[k]] ^= (uint8_t)(1u << nextRandom(&seed) % 8);
    }
    numRead += readsOrExplains(file.data, file.size, NULL);
    while (flips-- > 0)
      file.data[at[flips]] = before[flips];
  }
  // Some flips hit a name or a number, some hit a length or a tag.
  assert_in_range(numRead, rounds / 20, rounds - rounds / 20);
  onnxModelDestroy(model);
  free(file.data);
}

static void survivesBitFlips(void **state) {
  (void)state;
  flipBits(mnist, 4000);
  flipBits(magika, 400);
}

static void keepsTheMemoryLimit(void **state) {
  (void)state;
  char path[4096];
  Bytes file = readShared(mnist, path);
  size_t numRead = 0;
  for (size_t limit = 1; limit < 2 * file.size; limit += limit / 16 + 1)
    numRead += readsOrExplains(file.data, file.size,
                               &(OnnxLimits){.memoryBytes = limit});
  assert_true(numRead > 0);
  free(file.data);
  // An attribute of two bytes becomes a structure of hundreds.
  Bytes node = {0}, graph = {0};
  for (size_t i = 0; i < 500000; ++i)
    putBytes(&node, 5, "", 0);
  putMessage(&graph, 1, &node);
  Bytes model = modelAround(&graph);
  StrBuf error = {0};
  assert_null(onnxModelFromMemory(model.data, model.size, "m", NULL, &error));
  StrBuf expected = {0};
  strBufAppendFormat(&expected,
                     "'m': unpacking needs more memory than there is, or than "
                     "%zu bytes",
                     2 * model.size + (64 << 20));
  assert_string_equal(strBufText(&error), strBufText(&expected));
  strBufFree(&expected);
  strBufFree(&error);
  free(model.data);
}

static void explainsWhatIsNoModel(void **state) {
  (void)state;
  StrBuf error = {0};
  assert_null(onnxModelRead("/nonexistent/x.onnx", NULL, &error));
  assert_string_equal(
      strBufText(&error),
      "'/nonexistent/x.onnx': cannot open: No such file or directory");
  strBufFree(&error);
  assert_null(onnxModelRead("/", NULL, &error));
  assert_string_equal(strBufText(&error), "'/': not a regular file");
  strBufFree(&error);
  assert_null(onnxModelRead("/dev/null", NULL, &error));
  strBufFree(&error);
  assert_null(onnxModelFromMemory(NULL, 0, "e", NULL, &error));
  assert_string_equal(strBufText(&error), "'e': file is empty");
  strBufFree(&error);
  Bytes model = {0};
  putNumber(&model, 1, 8);
  assert_null(onnxModelFromMemory(model.data, model.size, "e", NULL, &error));
  assert_string_equal(strBufText(&error),
                      "'e': model has no graph (is this an ONNX file?)");
  strBufFree(&error);
  putBytes(&model, 7, "", 0);
  assert_null(onnxModelFromMemory(model.data, model.size, "e", NULL, &error));
  assert_string_equal(strBufText(&error), "'e': model imports no operator set");
  strBufFree(&error);
  putBytes(&model, 8, "", 0);
  putText(&model, 8,
          "\x0a\x07"
          "ai.onnx"
          "\x10\x02");
  assert_null(onnxModelFromMemory(model.data, model.size, "e", NULL, &error));
  assert_string_equal(
      strBufText(&error),
      "'e': operator set '' is imported twice, as versions 0 and "
      "2");
  strBufFree(&error);
  for (int i = 0; i < 255; ++i)
    putBytes(&model, 8, "", 0);
  assert_null(onnxModelFromMemory(model.data, model.size, "e", NULL, &error));
  assert_string_equal(strBufText(&error),
                      "'e': expected at most 256 operator sets, got 257");
  strBufFree(&error);
  free(model.data);
}

/// Sizes are checked before the bytes are looked at.
static void keepsTheSizeLimits(void **state) {
  (void)state;
  StrBuf error = {0};
  const uint8_t byte = 0;
  assert_null(
      onnxModelFromMemory(&byte, (size_t)INT32_MAX + 1, "e", NULL, &error));
  assert_string_equal(strBufText(&error),
                      "'e': expected at most 2147483647 bytes, got 2147483648");
  strBufFree(&error);
  char path[] = "/tmp/onnx-model-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0 && write(file, "12345", 5) == 5);
  close(file);
  assert_null(onnxModelRead(path, &(OnnxLimits){.fileBytes = 4}, &error));
  unlink(path);
  assert_non_null(
      strstr(strBufText(&error), "': expected at most 4 bytes, got 5"));
  strBufFree(&error);
  assert_null(onnxAllocate(SIZE_MAX / 2, &error));
  assert_string_equal(strBufText(&error),
                      "no memory for 9223372036854775807 bytes");
  strBufFree(&error);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(readsMnist),
      cmocka_unit_test(readsMagika),
      cmocka_unit_test(survivesTruncation),
      cmocka_unit_test(survivesBitFlips),
      cmocka_unit_test(keepsTheMemoryLimit),
      cmocka_unit_test(explainsWhatIsNoModel),
      cmocka_unit_test(keepsTheSizeLimits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
