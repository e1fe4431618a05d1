"""Models in a subset of ONNX's textual form as bytes of an ONNX file; without the package onnx, so that also what no
writer would write can be made. A model is

    <opset_import: ["" : 13]>  (float[N, 4] x) => (y)  <float[2] w = {1, 2}, float[N, 4] t>
      { t = Relu (x)  [name] y = Conv <strides = [1, 2], auto_pad = "VALID"> (t, w) }

`<opset_import ...>` (default 13), the list behind the outputs (initializers with a value, else value_info) and the
name and attributes of a node may be left out. Types: float[...], float (no shape), seq(...), optional(...). Values of attributes: 1,
1.5, "text", lists, float[2] {1, 2}, @name (refers to an attribute of a function), a graph (x) => (y) {...}, none 4 (a type and no value). Names that are no words, also empty
ones, stand in quotes. Beyond ONNX: "sparse" in front of an initializer; `typed` in front of one writes its values as a
list of the type instead of raw bytes. Functions of the model stand behind its graph, and are called by domain and name:

    <domain: "local", opset_import: ["" : 13], overload: "f16"> Block <axis, alpha = 0.5> (x, w) => (y) <float[n] t> { ... }
    y = local.Block:f16 <axis = 1> (x, w)

Behind the outputs of a function there can only be value_info; an attribute without a value has to be given by calls.
"""

import re
import struct

TYPES = {"float": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7, "string": 8, "bool": 9, "float16": 10, "double": 11}
FORMATS = {1: "f", 2: "B", 3: "b", 6: "i", 7: "q", 9: "?", 10: "e", 11: "d"}
TYPED = {1: 4, 6: 5, 7: 7, **{narrow: 5 for narrow in range(17, 27)}}  # the field of the list of a data type
TOKEN = re.compile(r'\s*(=>|"(?:\\.|[^"\\])*"|-?\d+\.\d*(?:e-?\d+)?|-?\d+|[\w./]+|\S)')


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def field(number, value):
    """A field of a message: an integer, a float, a text or the bytes of a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, float):
        return varint(number << 3 | 5) + struct.pack("<f", value)
    if isinstance(value, str):
        value = value.encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


class Parser:
    def __init__(self, text):
        self.tokens = [match[1] for match in TOKEN.finditer(text)]
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, token=None):
        found = self.peek()
        if token not in (None, found):
            raise ValueError(f"expected '{token}', got '{found}' before {self.tokens[self.at + 1 : self.at + 5]}")
        self.at += 1
        return found

    def accept(self, token):
        found = self.peek() == token
        self.at += found
        return found

    def text(self):
        token = self.take()
        return re.sub(r"\\0", "\0", token[1:-1]) if token[0] == '"' else token

    def list(self, end, element):
        """`element` by `element` with commas up to `end`, which is taken."""
        found = []
        while not self.accept(end):
            found.append(element())
            if self.peek() != end:
                self.take(",")
        return found

    def number(self):
        token = self.take()
        return float(token) if "." in token else int(token)

    # Types and tensors

    def type(self):
        """(data type, dims or None); dims are integers, names or ''."""
        name = self.take()
        if name in ("seq", "optional"):
            self.take("(")
            inner = self.type()
            self.take(")")
            return (name, inner)
        data_type = TYPES.get(name) or int(name)
        return (data_type, self.list("]", self.dim) if self.accept("[") else None)

    def dim(self):
        if self.peek() in (",", "]"):
            return ""
        return int(self.take()) if re.match(r"-?\d", self.peek()) else self.text()

    def tensor(self, kind, name, typed=False):
        """The fields of a TensorProto from its value: {...} or ["location": "w.bin", ...]."""
        data_type, dims = kind
        out = b"".join(field(1, dim) for dim in dims or []) + field(2, data_type) + field(8, name)
        if self.accept("["):
            for key, value in self.list("]", lambda: (self.text(), self.take(":"), self.text())[::2]):
                out += field(13, field(1, key) + field(2, value))
            return out + field(14, 1)
        self.take("{")
        values = self.list("}", self.text if data_type == 8 else self.number)
        if data_type == 8:
            return out + b"".join(field(6, value) for value in values)
        if typed:
            return out + b"".join(field(TYPED[data_type], value) for value in values)
        form = FORMATS.get(data_type, "b")
        values = [float(value) if form in "fed" else value for value in values]
        return out + field(9, struct.pack(f"<{len(values)}{form}", *values))

    # Graphs

    def value_info(self):
        named = re.match(r'"', self.peek()) or self.tokens[self.at + 1] in (",", ")", ">")
        kind = None if named else self.type()
        return self.text(), kind

    def entry(self):
        """An initializer or a value_info, as a field of GraphProto."""
        sparse, typed = self.accept("sparse"), self.accept("typed")
        kind = self.type()
        name = self.text()
        if not self.accept("="):
            return field(13, info(name, kind))
        tensor = self.tensor(kind, name, typed)
        return field(15, field(1, tensor)) if sparse else field(5, tensor)

    def attribute(self):
        name = self.text()
        self.take("=")
        token = self.peek()
        out = field(1, name)
        if token == "@":
            self.take()
            return out + field(21, self.text()) + field(20, 2)
        if token == "[":
            self.take()
            if self.peek()[0] == '"':
                return out + b"".join(field(9, value) for value in self.list("]", self.text)) + field(20, 8)
            values = self.list("]", self.number)
            if values and isinstance(values[0], float):
                return out + b"".join(field(7, value) for value in values) + field(20, 6)
            return out + b"".join(field(8, value) for value in values) + field(20, 7)
        if token == "(":
            return out + field(6, self.graph()) + field(20, 5)
        if token == "none":
            self.take()
            return out + field(20, self.number())
        if token[0] == '"':
            return out + field(4, self.text()) + field(20, 3)
        if token in TYPES:
            return out + field(5, self.tensor(self.type(), "")) + field(20, 4)
        value = self.number()
        return out + field(2 if isinstance(value, float) else 3, value) + field(20, 1 if isinstance(value, float) else 2)

    def node(self):
        name = self.text() if self.accept("[") and self.at else ""
        if name:
            self.take("]")
        outputs = [] if self.peek() == "=" else [self.text()]
        while self.accept(","):
            outputs.append(self.text())
        self.take("=")
        domain, _, operator = self.take().rpartition(".")
        overload = field(8, self.text()) if self.accept(":") else b""
        attributes = self.list(">", self.attribute) if self.accept("<") else []
        self.take("(")
        inputs = self.list(")", self.text)
        out = b"".join(field(1, value) for value in inputs) + b"".join(field(2, value) for value in outputs)
        out += field(3, name) + field(4, operator) + field(7, domain) + overload
        return out + b"".join(field(5, attribute) for attribute in attributes)

    def graph(self):
        self.take("(")
        inputs = self.list(")", self.value_info)
        self.take("=>")
        self.take("(")
        outputs = self.list(")", self.value_info)
        out = b"".join(self.list(">", self.entry)) if self.accept("<") else b""
        self.take("{")
        while not self.accept("}"):
            out += field(1, self.node())
        out += b"".join(field(11, info(*value)) for value in inputs)
        return out + b"".join(field(12, info(*value)) for value in outputs) + field(2, "g")

    def parameter(self):
        """An attribute of a function, as a field of FunctionProto."""
        return field(11, self.attribute()) if self.tokens[self.at + 1] == "=" else field(6, self.text())

    def function(self):
        head = self.head()
        out = field(10, head["domain"]) + field(13, head["overload"]) + opset_fields(9, head["opset_import"])
        out += field(1, self.text())
        out += b"".join(self.list(">", self.parameter)) if self.accept("<") else b""
        self.take("(")
        out += b"".join(field(4, name) for name in self.list(")", self.text))
        self.take("=>"), self.take("(")
        out += b"".join(field(5, name) for name in self.list(")", self.text))
        values = self.list(">", self.value_info) if self.accept("<") else []
        self.take("{")
        while not self.accept("}"):
            out += field(7, self.node())
        return out + b"".join(field(12, info(*value)) for value in values)

    def head(self):
        """What stands in front of a graph or a function."""
        head = {"opset_import": [("", 13)], "domain": "", "overload": ""}
        for key in self.list(">", self.head_key) if self.accept("<") else []:
            head.update(key)
        return head

    def head_key(self):
        key = self.take()
        self.take(":")
        if not self.accept("["):
            return {key: self.text()}
        return {key: self.list("]", lambda: (self.text(), self.take(":"), self.number())[::2])}

    def model(self):
        out = field(1, 8) + opset_fields(8, self.head()["opset_import"])
        out += field(7, self.graph())
        while self.peek():
            out += field(25, self.function())
        return out


def opset_fields(number, opsets):
    return b"".join(field(number, field(1, domain) + field(2, version)) for domain, version in opsets)


def info(name, kind):
    """The fields of a ValueInfoProto."""
    return field(1, name) + (field(2, type_proto(kind)) if kind else b"")


def type_proto(kind):
    data_type, dims = kind
    if data_type in ("seq", "optional"):
        return field(4 if data_type == "seq" else 9, field(1, type_proto(dims)))
    tensor = field(1, data_type)
    if dims is not None:
        shape = b""
        for dim in dims:
            shape += field(1, field(1, dim) if isinstance(dim, int) else field(2, dim) if dim else b"")
        tensor += field(2, shape)
    return field(1, tensor)


def model(text):
    """The bytes of a model."""
    return Parser(text).model()
