"""Prints the element type, shape and the first twelve values of an npy file."""

import sys

import npy

shape, values = npy.read(sys.argv[1])
names = {"f": "float32", "d": "float64", "i": "int32", "q": "int64", "B": "uint8"}
print(f"{names[values.typecode]} {shape}:", *values[:12])
