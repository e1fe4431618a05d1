//===- OnnxWire.c - tests of the protobuf walker --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "lib/Frontend/ONNX/Model/Model.h"
#include "lib/Frontend/ONNX/Model/Wire.h"
#include "test/unit/OnnxBytes.h"

/// Walks a copy of exactly the size, so that ASan sees a read behind the end.
static void expectWalk(Bytes *bytes, const ProtobufCMessageDescriptor *type,
                       const char *expected) {
  uint8_t *copy = malloc(bytes->size ? bytes->size : 1);
  assert_non_null(copy);
  if (bytes->size)
    memcpy(copy, bytes->data, bytes->size);
  StrBuf error = {0};
  bool ok = onnxWireWalk(copy, bytes->size, type, NULL, &error);
  assert_string_equal(strBufText(&error), expected ? expected : "");
  assert_int_equal(ok, expected == NULL);
  strBufFree(&error);
  free(copy);
  free(bytes->data);
  *bytes = (Bytes){0};
}

static const ProtobufCMessageDescriptor *const modelType =
    &onnx__model_proto__descriptor;
static const ProtobufCMessageDescriptor *const tensorType =
    &onnx__tensor_proto__descriptor;

static void acceptsWhatTheSchemaSays(void **state) {
  (void)state;
  Bytes b = {0};
  expectWalk(&b, modelType, NULL); // a message without fields
  // Dimensions one by one, then packed; unknown fields of every wire type.
  putNumber(&b, 1, 3);
  putBytes(&b, 1, "\x02\x80\x01", 3);
  putNumber(&b, 99, UINT64_MAX);
  putTag(&b, 100, WIRE_FIXED64), putRaw(&b, "12345678", 8);
  putTag(&b, 101, WIRE_FIXED32), putRaw(&b, "1234", 4);
  putText(&b, 102, "abc");
  putBytes(&b, 4, "\0\0\0\0\0\0\0\0", 8); // float_data
  putBytes(&b, 9, "", 0);                 // raw_data of no bytes
  expectWalk(&b, tensorType, NULL);
}

static void refusesBadLengths(void **state) {
  (void)state;
  Bytes b = {0};
  putText(&b, 8, "w");
  putTag(&b, 9, WIRE_LENGTH), putVarint(&b, 99), putRaw(&b, "12345", 5);
  expectWalk(&b, tensorType,
             "byte 4: length 99 exceeds the message by 94 (field 'raw_data' of "
             "TensorProto)");
  // The inner message ends before the file does.
  Bytes inner = {0};
  putTag(&inner, 2, WIRE_LENGTH), putVarint(&inner, 4), putRaw(&inner, "ab", 2);
  putMessage(&b, 7, &inner);
  putText(&b, 2, "more than enough");
  expectWalk(&b, modelType,
             "byte 3: length 4 exceeds the message by 2 (field 'name' of "
             "GraphProto)");
  putTag(&b, 9, WIRE_LENGTH), putVarint(&b, UINT64_C(1) << 40);
  expectWalk(&b, tensorType, "byte 1: number exceeds 32 bits");
  putTag(&b, 4, WIRE_LENGTH), putVarint(&b, 6), putRaw(&b, "123456", 6);
  expectWalk(&b, tensorType,
             "byte 2: list of 6 bytes is no multiple of its 4-byte element "
             "(field 'float_data' of TensorProto)");
  putBytes(&b, 1, "\x01\x80", 2);
  expectWalk(&b, tensorType, "byte 3: number does not end within its message");
}

static void refusesBadTagsAndNumbers(void **state) {
  (void)state;
  Bytes b = {0};
  putRaw(&b, "\x00\x01", 2);
  expectWalk(&b, modelType, "byte 0: field number 0 (in ModelProto)");
  putTag(&b, 40, 3);
  expectWalk(&b, modelType,
             "byte 0: unknown wire type 3 (field 40 of ModelProto)");
  putTag(&b, 7, WIRE_VARINT), putVarint(&b, 1);
  expectWalk(&b, modelType,
             "byte 0: expected wire type 2, got 0 (field 'graph' of "
             "ModelProto)");
  putTag(&b, 1, WIRE_FIXED32), putRaw(&b, "1234", 4);
  expectWalk(&b, modelType,
             "byte 0: expected wire type 0, got 5 (field 'ir_version' of "
             "ModelProto)");
  putTag(&b, 1, WIRE_VARINT);
  putRaw(&b, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 10);
  expectWalk(&b, modelType, "byte 1: number exceeds 64 bits");
  putTag(&b, 1, WIRE_VARINT), putRaw(&b, "\xff\xff", 2);
  expectWalk(&b, modelType, "byte 1: number does not end within its message");
  putTag(&b, 50, WIRE_FIXED64), putRaw(&b, "123", 3);
  expectWalk(&b, modelType,
             "byte 2: expected 8 more bytes, got 3 (field 50 of ModelProto)");
  putBytes(&b, 2, "py\0torch", 8);
  expectWalk(&b, modelType,
             "byte 4: zero byte in a string (field 'producer_name' of "
             "ModelProto)");
}

static void refusesFieldsThatWouldMerge(void **state) {
  (void)state;
  Bytes b = {0};
  putBytes(&b, 9, "abc", 3), putBytes(&b, 9, "de", 2);
  expectWalk(&b, tensorType,
             "byte 5: field occurs twice (field 'raw_data' of TensorProto)");
  putBytes(&b, 7, "", 0), putBytes(&b, 7, "", 0);
  expectWalk(&b, modelType,
             "byte 2: field occurs twice (field 'graph' of ModelProto)");
  putBytes(&b, 1, "", 0), putBytes(&b, 4, "", 0);
  expectWalk(&b, &onnx__type_proto__descriptor,
             "byte 2: field excludes 'tensor_type', which is also set (field "
             "'sequence_type' of TypeProto)");
}

/// `levels` graphs and attributes in turn inside a model; a GraphProto's node
/// (1) has an attribute (5), which has a graph (6).
static Bytes nested(size_t levels) {
  static const uint32_t fields[] = {7, 1, 5};
  size_t *sizes = calloc(levels + 1, sizeof *sizes);
  assert_non_null(sizes);
  for (size_t i = levels; i-- > 0;) {
    size_t lengthBytes = 1;
    for (size_t rest = sizes[i + 1]; rest > 0x7f; rest >>= 7)
      ++lengthBytes;
    sizes[i] = 1 + lengthBytes + sizes[i + 1];
  }
  Bytes out = {0};
  for (size_t i = 0; i < levels; ++i) {
    putTag(&out, i > 0 && i % 3 == 0 ? 6 : fields[i % 3], WIRE_LENGTH);
    putVarint(&out, sizes[i + 1]);
  }
  assert_int_equal(out.size, sizes[0]);
  free(sizes);
  return out;
}

static void limitsDepth(void **state) {
  (void)state;
  // With the model itself, 63 inner messages make the 64 levels.
  Bytes b = nested(ONNX_WIRE_MAX_DEPTH - 1);
  expectWalk(&b, modelType, NULL);
  b = nested(ONNX_WIRE_MAX_DEPTH);
  StrBuf error = {0};
  assert_false(onnxWireWalk(b.data, b.size, modelType, NULL, &error));
  assert_non_null(strstr(strBufText(&error), "nested deeper than 64 levels"));
  strBufFree(&error);
  free(b.data);
  b = nested(100000);
  assert_null(onnxModelFromMemory(b.data, b.size, "deep.onnx", NULL, &error));
  assert_non_null(strstr(strBufText(&error), "'deep.onnx': byte "));
  assert_non_null(strstr(strBufText(&error), "nested deeper than 64 levels"));
  strBufFree(&error);
  free(b.data);
}

/// A visitor's log: `depth:field[index]@offset+size`.
static void logMessage(void *state, size_t depth,
                       const ProtobufCFieldDescriptor *field, size_t index) {
  strBufAppendFormat(state, "%zu:%s[%zu] ", depth, field->name, index);
}

static void logBytes(void *state, size_t depth,
                     const ProtobufCFieldDescriptor *field, size_t index,
                     size_t offset, size_t size) {
  strBufAppendFormat(state, "%zu:%s[%zu]@%zu+%zu ", depth, field->name, index,
                     offset, size);
}

static void visitsInOrder(void **state) {
  (void)state;
  Bytes b = {0}, graph = {0}, tensor = {0};
  putBytes(&tensor, 9, "abc", 3);
  putMessage(&graph, 5, &tensor);
  putMessage(&graph, 5, &tensor);
  putBytes(&tensor, 6, "x", 1), putBytes(&tensor, 6, "yz", 2);
  putMessage(&graph, 5, &tensor);
  putMessage(&b, 7, &graph);
  StrBuf log = {0}, error = {0};
  OnnxWireVisitor visitor = {&log, logMessage, logBytes};
  assert_true(onnxWireWalk(b.data, b.size, modelType, &visitor, &error));
  assert_string_equal(strBufText(&log),
                      "1:graph[0] 2:initializer[0] 2:raw_data[0]@6+3 "
                      "2:initializer[1] 2:initializer[2] "
                      "2:string_data[0]@15+1 2:string_data[1]@18+2 ");
  strBufFree(&log);
  strBufFree(&error);
  free(b.data);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(acceptsWhatTheSchemaSays),
      cmocka_unit_test(refusesBadLengths),
      cmocka_unit_test(refusesBadTagsAndNumbers),
      cmocka_unit_test(refusesFieldsThatWouldMerge),
      cmocka_unit_test(limitsDepth),
      cmocka_unit_test(visitsInOrder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
