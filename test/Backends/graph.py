#!/usr/bin/env python3
"""graph.py NAME=NUMBER: a program that calls a graph of two inputs, [n, 4, 3, 3] and [3] (or [2]), with one thing wrong."""
import json
import sys

name, number = sys.argv[1].split("=")
number = int(number)
relu = {"f": "relu"}
conv = {"op": "conv", "in": [0, 0], "strides": [1, 1], "pads": [0, 0, 0, 0], "dilations": [1, 1], "groups": 1}
node = {
    "post": {"op": "map", "in": [0], "post": [relu] * number},
    "matmul": {"op": "matmul", "in": [0, 1]},
    "conv": {**conv, "in": [0, 1]},
    "window": {**conv, "in": [0, 0], "dilations": [7, 7]},
    "strides": {**conv, "strides": [1] * 4},
    "axis": {"op": "softmax", "in": [0], "axis": number},
    "norm": {"op": "layer_norm", "in": [0, 0], "axis": 3, "epsilon": 0.001},
    "grow": {"op": "softmax", "in": [1], "axis": 0, "post": [{"f": "add", "in": 0}]},
    "operands": {"op": "matmul", "in": [0]},
    "extents": {"op": "map", "in": [0], "post": [{"f": "add", "in": 1}]},
}.get(name, {"op": "map", "in": [0], "post": [relu]})
graph = {"inputs": 2, "constants": 0, "results": [2], "nodes": [node]}
if name == "nodes":
    graph["nodes"] = number
if name == "inputs":
    graph.update(inputs=number, results=[1])
X, Y = "!relax.tensor<[n, 4, 3, 3], f32>", f"!relax.tensor<[{2 if name == 'extents' else 3}], f32>"
if name == "elements":
    X, Y = X.replace("f32", "f64"), Y.replace("f32", "f64")
print(f"""relax.target @dnn backend "onednn"
relax.artefact @graph for @dnn [{json.dumps(json.dumps(graph)).replace(chr(92) + chr(34), chr(92) + "22")}]
relax.func @main(%x: {X}, %y: {Y}) -> {X} {{
  %done, %z = relax.call_artefact @graph(%x, %y) : ({X}, {Y}) -> (!relax.tensor<[], i1>, {X})
  %r = relax.if %done -> {X} {{
    relax.yield %z : {X}
  }} else {{
    %e = relax.exp %x : {X}
    relax.yield %e : {X}
  }}
  relax.return %r : {X}
}}""")
