"""Times one model in ONNX Runtime: time-ort.py MODEL.onnx INPUT ARRAY.npy THREADS RUNS prints a JSON object."""

import json
import statistics
import sys
import time

import numpy
import onnxruntime

model, name, path, threads, runs = sys.argv[1:]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = int(threads)
options.inter_op_num_threads = 1
session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
inputs = {name: numpy.load(path)}
times = []
for _ in range(int(runs) + 5):
    start = time.perf_counter()
    session.run(None, inputs)
    times.append(time.perf_counter() - start)
print(json.dumps({"runs": int(runs), "median_s": statistics.median(times[5:]), "first_s": times[0]}))
