"""A program with and without a terminal, and what Ctrl-C leaves behind: terminal.py WHAT COMMAND...

  progress   TEXT: stderr is a terminal: shows the text soon; Ctrl-C ends it at once
  silent     stderr is a pipe: nothing comes for a second; Ctrl-C ends it at once
  stop       writes text without an end; Ctrl-C ends it at once, and every letter is whole
  output     stdout is a terminal: prints what it shows, and the status
  file       writes FILE, whose bytes are the last argument; killed at any time, FILE is whole or nothing is there
"""

import os
import pty
import signal
import subprocess
import sys
import time

SOON = 60  # seconds, on a machine that has much to do


def finish(process):
    """Ctrl-C; what a shell calls status 130 is an end by SIGINT."""
    process.send_signal(signal.SIGINT)
    begin = time.monotonic()
    try:
        process.wait(SOON)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.returncode != -signal.SIGINT or time.monotonic() - begin > SOON / 2:
        sys.exit(f"Ctrl-C: status {process.returncode} after {time.monotonic() - begin:.1f} s")


def output(command):
    terminal, other = pty.openpty()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=other, stderr=other)
    os.close(other)
    shown = b""
    try:
        while part := os.read(terminal, 1000):
            shown += part
    except OSError:  # the other end is closed
        pass
    print(f"{shown.decode(errors='replace').strip()}\nstatus {process.wait(SOON)}")


def progress(arguments):
    expected, *command = arguments
    terminal, other = pty.openpty()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=other)
    os.close(other)
    shown, begin = b"", time.monotonic()
    while expected.encode() not in shown:
        shown += os.read(terminal, 1000)
        if time.monotonic() - begin > SOON or process.poll() is not None:
            process.kill()
            sys.exit(f"no progress: {shown[:200]}")
    finish(process)
    if process.stdout.read():
        sys.exit("text before the first token")


def silent(command):
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1)
    finish(process)
    if process.stdout.read() or process.stderr.read():
        sys.exit("not silent")


def stop(command):
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    text = process.stdout.read(1 << 12)
    finish(process)
    text = (text + process.stdout.read()).decode("utf-8")  # whole letters, or this fails
    if set(text) != {"\U0001f600"} or process.stderr.read():
        sys.exit(f"other text: {text[:80]}")


def file(arguments):
    *command, path, size = arguments
    folder = os.path.dirname(path)
    try:
        os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
    except OSError:
        return  # this file system has no files without a name
    for delay in range(20):
        process = subprocess.Popen([*command, f"--output=@{path}"], stderr=subprocess.DEVNULL)
        time.sleep(delay * 0.02)
        process.kill()
        process.wait()
        left = {name: os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder)}
        if left not in ({}, {os.path.basename(path): int(size)}):
            sys.exit(f"left after {delay * 0.02} s: {left}")
        for name in left:
            os.remove(os.path.join(folder, name))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # lit's workers ignore it, and a command inherits that
    {"output": output, "progress": progress, "silent": silent, "stop": stop, "file": file}[sys.argv[1]](sys.argv[2:])
