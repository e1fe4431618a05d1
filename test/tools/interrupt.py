"""Ctrl-C when a file is there: interrupt.py FILE COMMAND...; prints what the command printed, and its status."""

import os
import signal
import subprocess
import sys
import time

path, *command = sys.argv[1:]
process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
deadline = time.monotonic() + 60
while not os.path.exists(path) and process.poll() is None and time.monotonic() < deadline:
    time.sleep(0.05)
process.send_signal(signal.SIGINT)
output, _ = process.communicate(timeout=60)
print(output, end="")
print("status", process.returncode)
