//===- Wire.h - walks the bytes of a protobuf message ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// protobuf-c unpacks messages recursively and says only "failed": a file with
// deep nesting overflows its stack, a broken one gives no place. So the bytes
// are walked first, without recursion, against the descriptors that protoc-c
// generated (the schema is stated once). The walk refuses
//   - tags, lengths, varints and packed lists that do not fit their message,
//   - groups, reserved wire types, field number 0,
//   - a known field with another wire type than the schema says,
//   - a field that is not repeated, or a oneof, that occurs twice: protobuf
//     would merge the two, ONNX writers never do this, and without it the k-th
//     occurrence of a field is the k-th element that protobuf-c unpacks,
//   - zero bytes in strings (protobuf-c would cut the text there),
//   - messages nested deeper than ONNX_WIRE_MAX_DEPTH.
// What it accepts, protobuf-c unpacks unless memory runs out. Unknown fields
// are skipped. Encoding: https://protobuf.dev/programming-guides/encoding/
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_MODEL_WIRE_H
#define RELAX_FRONTEND_ONNX_MODEL_WIRE_H

#include "lib/Support/StringRef.h"

#include <protobuf-c/protobuf-c.h>

/// Messages on one path, the root included.
enum { ONNX_WIRE_MAX_DEPTH = 64 };

/// What a walk tells about known fields, in the order of the bytes. Members
/// may be NULL. The root message has depth 0; `index` counts the occurrences of
/// the field in its message and is 0 for fields that are not repeated.
typedef struct OnnxWireVisitor {
  void *state;
  /// A message of depth `depth` begins: element `index` of `field` of the
  /// message at `depth - 1`.
  void (*message)(void *state, size_t depth,
                  const ProtobufCFieldDescriptor *field, size_t index);
  /// A field of type bytes, or a list of 32 or 64 bit wide numbers in one
  /// piece, in the message at `depth`; its content stands at `offset`, counted
  /// from the first byte of the root.
  void (*bytes)(void *state, size_t depth,
                const ProtobufCFieldDescriptor *field, size_t index,
                size_t offset, size_t size);
} OnnxWireVisitor;

/// Walks `size` bytes as one message of type `root`. False after appending one
/// message to `error`, such as `byte 1234: length 99 exceeds the message by 12
/// (field 'raw_data' of TensorProto)`. `visitor` may be NULL; it may already
/// have been called for what stands before an error. Pure; any thread.
bool onnxWireWalk(const uint8_t *data, size_t size,
                  const ProtobufCMessageDescriptor *root,
                  const OnnxWireVisitor *visitor, StrBuf *error);

#endif // RELAX_FRONTEND_ONNX_MODEL_WIRE_H
