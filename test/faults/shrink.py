"""A mapped file of weights that becomes shorter while a program runs: shrink.py MODEL FILE

Starts the model on and on, cuts its weights, and prints how it ended."""

import os
import subprocess
import sys
import time

process = subprocess.Popen(["relax-run", sys.argv[1], "--seed=1", "--bench=100000000"], stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, text=True)
time.sleep(2)
assert process.poll() is None, process.stderr.read()
os.truncate(sys.argv[2], 4096)
try:
    errors = process.communicate(timeout=60)[1]
except subprocess.TimeoutExpired:
    process.kill()
    raise
print(errors, end="")
print(f"status {process.returncode}")
