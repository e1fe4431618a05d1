//===- Wire.c - walks the bytes of a protobuf message ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Model/Wire.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum {
  // Fields of one message type; AttributeProto, the largest of ONNX, has 20.
  MAX_FIELDS = 32,
  MAX_VARINT_BYTES = 10,
  // Tags and lengths: protobuf-c reads no more bytes of them.
  MAX_SHORT_VARINT_BYTES = 5,
};

/// One message that has begun and not ended.
typedef struct Frame {
  const ProtobufCMessageDescriptor *type;
  size_t end;
  /// Occurrences so far of each field, by its place in `type->fields`.
  uint32_t counts[MAX_FIELDS];
} Frame;

typedef struct Walk {
  const uint8_t *data;
  size_t position;
  const OnnxWireVisitor *visitor;
  StrBuf *error;
  size_t depth;
  Frame frames[ONNX_WIRE_MAX_DEPTH];
} Walk;

/// A field occurrence: what its tag says.
typedef struct Field {
  size_t offset; // of the tag
  uint32_t number;
  unsigned wireType;
  const ProtobufCFieldDescriptor *known; // NULL: not in the schema
  size_t index;
} Field;

static Frame *top(Walk *walk) { return &walk->frames[walk->depth]; }

static void errorAt(Walk *walk, size_t offset) {
  strBufAppendFormat(walk->error, "byte %zu: ", offset);
}

static void nameField(Walk *walk, const Field *field) {
  if (field->known)
    strBufAppendFormat(walk->error, " (field '%s' of %s)", field->known->name,
                       top(walk)->type->short_name);
  else
    strBufAppendFormat(walk->error, " (field %" PRIu32 " of %s)", field->number,
                       top(walk)->type->short_name);
}

/// Reads a varint that ends before `end` and has at most `maxBytes` bytes.
/// On failure reports at the varint's first byte.
static bool readVarint(Walk *walk, size_t end, unsigned maxBytes,
                       uint64_t *out) {
  uint64_t value = 0;
  size_t start = walk->position;
  for (unsigned i = 0; i < maxBytes && start + i < end; ++i) {
    uint8_t byte = walk->data[start + i];
    if (i == MAX_VARINT_BYTES - 1 && byte > 1)
      break;
    value |= (uint64_t)(byte & 0x7f) << (7 * i);
    if (byte & 0x80)
      continue;
    walk->position = start + i + 1;
    *out = value;
    return true;
  }
  errorAt(walk, start);
  if (end - start < maxBytes)
    strBufAppendC(walk->error, "number does not end within its message");
  else
    strBufAppendFormat(walk->error, "number exceeds %s bits",
                       maxBytes == MAX_VARINT_BYTES ? "64" : "32");
  return false;
}

static bool readShortVarint(Walk *walk, uint32_t *out) {
  uint64_t value;
  size_t start = walk->position;
  if (!readVarint(walk, top(walk)->end, MAX_SHORT_VARINT_BYTES, &value))
    return false;
  if (value > UINT32_MAX) {
    errorAt(walk, start);
    strBufAppendC(walk->error, "number exceeds 32 bits");
    return false;
  }
  *out = (uint32_t)value;
  return true;
}

static unsigned wireTypeOf(ProtobufCType type) {
  switch (type) {
  case PROTOBUF_C_TYPE_SFIXED32:
  case PROTOBUF_C_TYPE_FIXED32:
  case PROTOBUF_C_TYPE_FLOAT:
    return PROTOBUF_C_WIRE_TYPE_32BIT;
  case PROTOBUF_C_TYPE_SFIXED64:
  case PROTOBUF_C_TYPE_FIXED64:
  case PROTOBUF_C_TYPE_DOUBLE:
    return PROTOBUF_C_WIRE_TYPE_64BIT;
  case PROTOBUF_C_TYPE_STRING:
  case PROTOBUF_C_TYPE_BYTES:
  case PROTOBUF_C_TYPE_MESSAGE:
    return PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED;
  default:
    return PROTOBUF_C_WIRE_TYPE_VARINT;
  }
}

/// A repeated field of numbers written as one list.
static bool isPacked(const Field *field) {
  return field->known->label == PROTOBUF_C_LABEL_REPEATED &&
         field->wireType == PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED &&
         wireTypeOf(field->known->type) != PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED;
}

static bool checkWireType(Walk *walk, const Field *field) {
  unsigned expected = wireTypeOf(field->known->type);
  if (field->wireType == expected || isPacked(field))
    return true;
  errorAt(walk, field->offset);
  strBufAppendFormat(walk->error, "expected wire type %u, got %u", expected,
                     field->wireType);
  nameField(walk, field);
  return false;
}

/// Counts this occurrence; refuses a second one where the schema allows one.
static bool countOccurrence(Walk *walk, Field *field) {
  Frame *frame = top(walk);
  const ProtobufCFieldDescriptor *fields = frame->type->fields;
  size_t slot = (size_t)(field->known - fields);
  field->index = frame->counts[slot];
  frame->counts[slot]++;
  if (field->known->label == PROTOBUF_C_LABEL_REPEATED)
    return true;
  bool oneof = field->known->flags & PROTOBUF_C_FIELD_FLAG_ONEOF;
  for (unsigned i = 0; i < frame->type->n_fields; ++i) {
    // Members of one oneof share the variable that says which one is set.
    bool rival =
        i == slot ||
        (oneof && fields[i].flags & PROTOBUF_C_FIELD_FLAG_ONEOF &&
         fields[i].quantifier_offset == field->known->quantifier_offset);
    if (!rival || frame->counts[i] < (i == slot ? 2u : 1u))
      continue;
    errorAt(walk, field->offset);
    if (i == slot)
      strBufAppendC(walk->error, "field occurs twice");
    else
      strBufAppendFormat(walk->error, "field excludes '%s', which is also set",
                         fields[i].name);
    nameField(walk, field);
    return false;
  }
  return true;
}

static bool readTag(Walk *walk, Field *field) {
  uint32_t tag;
  *field = (Field){.offset = walk->position};
  if (!readShortVarint(walk, &tag))
    return false;
  field->number = tag >> 3;
  field->wireType = tag & 7;
  if (field->number == 0) {
    errorAt(walk, field->offset);
    strBufAppendFormat(walk->error, "field number 0 (in %s)",
                       top(walk)->type->short_name);
    return false;
  }
  field->known =
      protobuf_c_message_descriptor_get_field(top(walk)->type, field->number);
  return !field->known ||
         (checkWireType(walk, field) && countOccurrence(walk, field));
}

static bool skipFixed(Walk *walk, const Field *field, size_t width) {
  size_t left = top(walk)->end - walk->position;
  if (left < width) {
    errorAt(walk, walk->position);
    strBufAppendFormat(walk->error, "expected %zu more bytes, got %zu", width,
                       left);
    nameField(walk, field);
    return false;
  }
  walk->position += width;
  return true;
}

static void visitBytes(Walk *walk, const Field *field, size_t start,
                       size_t end) {
  if (walk->visitor && walk->visitor->bytes)
    walk->visitor->bytes(walk->visitor->state, walk->depth, field->known,
                         field->index, start, end - start);
}

/// The elements of a packed list that ends at `end`.
static bool checkPacked(Walk *walk, const Field *field, size_t end) {
  unsigned wireType = wireTypeOf(field->known->type);
  size_t start = walk->position;
  if (wireType == PROTOBUF_C_WIRE_TYPE_VARINT) {
    uint64_t ignored;
    while (walk->position < end)
      if (!readVarint(walk, end, MAX_VARINT_BYTES, &ignored))
        return false;
    return true;
  }
  size_t width = wireType == PROTOBUF_C_WIRE_TYPE_32BIT ? 4 : 8;
  walk->position = end;
  if ((end - start) % width == 0) {
    visitBytes(walk, field, start, end);
    return true;
  }
  errorAt(walk, start);
  strBufAppendFormat(walk->error,
                     "list of %zu bytes is no multiple of its %zu-byte element",
                     end - start, width);
  nameField(walk, field);
  return false;
}

static bool pushMessage(Walk *walk, const Field *field, size_t end) {
  if (walk->depth + 1 == ONNX_WIRE_MAX_DEPTH) {
    errorAt(walk, field->offset);
    strBufAppendFormat(walk->error, "messages are nested deeper than %d levels",
                       ONNX_WIRE_MAX_DEPTH);
    nameField(walk, field);
    return false;
  }
  const ProtobufCMessageDescriptor *type = field->known->descriptor;
  assert(type->n_fields <= MAX_FIELDS && "enlarge MAX_FIELDS");
  walk->depth++;
  top(walk)->type = type;
  top(walk)->end = end;
  memset(top(walk)->counts, 0, sizeof top(walk)->counts);
  if (walk->visitor && walk->visitor->message)
    walk->visitor->message(walk->visitor->state, walk->depth, field->known,
                           field->index);
  return true;
}

/// What stands between a length and its end, for a known field.
static bool walkContent(Walk *walk, const Field *field, size_t end) {
  size_t start = walk->position, size = end - start;
  if (isPacked(field))
    return checkPacked(walk, field, end);
  if (field->known->type == PROTOBUF_C_TYPE_MESSAGE)
    return pushMessage(walk, field, end);
  walk->position = end;
  if (field->known->type == PROTOBUF_C_TYPE_BYTES) {
    visitBytes(walk, field, start, end);
    return true;
  }
  const uint8_t *zero = size ? memchr(walk->data + start, 0, size) : NULL;
  if (!zero)
    return true;
  errorAt(walk, (size_t)(zero - walk->data));
  strBufAppendC(walk->error, "zero byte in a string");
  nameField(walk, field);
  return false;
}

static bool walkLengthPrefixed(Walk *walk, const Field *field) {
  size_t start = walk->position;
  uint32_t length;
  if (!readShortVarint(walk, &length))
    return false;
  size_t left = top(walk)->end - walk->position;
  if (length > left) {
    errorAt(walk, start);
    strBufAppendFormat(walk->error,
                       "length %" PRIu32 " exceeds the message by %zu", length,
                       (size_t)length - left);
    nameField(walk, field);
    return false;
  }
  size_t end = walk->position + length;
  if (field->known)
    return walkContent(walk, field, end);
  walk->position = end;
  return true;
}

static bool walkField(Walk *walk) {
  Field field;
  uint64_t ignored;
  if (!readTag(walk, &field))
    return false;
  switch (field.wireType) {
  case PROTOBUF_C_WIRE_TYPE_VARINT:
    return readVarint(walk, top(walk)->end, MAX_VARINT_BYTES, &ignored);
  case PROTOBUF_C_WIRE_TYPE_64BIT:
    return skipFixed(walk, &field, 8);
  case PROTOBUF_C_WIRE_TYPE_32BIT:
    return skipFixed(walk, &field, 4);
  case PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED:
    return walkLengthPrefixed(walk, &field);
  default:
    errorAt(walk, field.offset);
    strBufAppendFormat(walk->error, "unknown wire type %u", field.wireType);
    nameField(walk, &field);
    return false;
  }
}

bool onnxWireWalk(const uint8_t *data, size_t size,
                  const ProtobufCMessageDescriptor *root,
                  const OnnxWireVisitor *visitor, StrBuf *error) {
  assert(root->n_fields <= MAX_FIELDS && "enlarge MAX_FIELDS");
  Walk walk;
  walk.data = data;
  walk.position = 0;
  walk.visitor = visitor;
  walk.error = error;
  walk.depth = 0;
  walk.frames[0] = (Frame){.type = root, .end = size};
  for (;;) {
    while (walk.position == top(&walk)->end) {
      if (walk.depth == 0)
        return true;
      walk.depth--;
    }
    if (!walkField(&walk))
      return false;
  }
}
