"""write-model.py TEXT OUT: a model in the form of onnx_text.py, without the lines that begin with `#`, as an ONNX file."""

import pathlib
import sys

import onnx_text

lines = pathlib.Path(sys.argv[1]).read_text().splitlines()
pathlib.Path(sys.argv[2]).write_bytes(onnx_text.model("\n".join(line for line in lines if not line.startswith("#"))))
