"""Ends a command by signals while it works; its output is the old file or the whole new one, and nothing else is left.

  signals.py FOLDER OUTPUT COMMAND...    COMMAND writes FOLDER/OUTPUT; the rest of FOLDER is compared, too
"""

import pathlib
import signal
import subprocess
import sys
import time

ROUNDS = 4


def state(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def duration(command):
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - begin


def main():
    folder, name, command = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    # The shortest of some runs: who waited for others in the one that is measured would send every signal behind the end.
    seconds = min(duration(command) for _ in range(3))
    whole = state(folder)
    wrong = killed = 0
    for number in [signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGHUP]:
        for turn in range(ROUNDS):
            (folder / name).write_bytes(b"old")
            before = state(folder)
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(seconds * turn / ROUNDS)  # the first finds it at its start, however long the runs above took
            process.send_signal(number)
            killed += process.wait() != 0
            if state(folder) not in (before, whole):
                wrong += 1
                print(f"behind signal {number.name}: {sorted(state(folder))}")
    print(f"{killed > 0} that some were ended, {wrong} outputs in pieces")
    sys.exit(wrong != 0 or not killed)


main()
