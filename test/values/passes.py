"""The passes of the CPU pipeline one by one, for scripts of this folder."""

import re
import subprocess
import sys


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr}")
    return done


def cpu_passes(to="vm"):
    """Pipeline text of each pass up to a stage, nested where it is nested."""
    text = run("relax-opt", f"--pass-pipeline=builtin.module(relax-cpu{{to={to}}})", "--dump-pass-pipeline", "-", text="module {}").stderr
    text = re.sub(r"\s+", " ", text).strip()
    inner = text[text.index("(") + 1 : text.rindex(")")]
    depth, start, items = 0, 0, []
    for position, c in enumerate(inner + ","):
        depth += (c in "({") - (c in ")}")
        if c == "," and depth == 0:
            items.append(inner[start:position].strip())
            start = position + 1
    for item in items:
        match = re.fullmatch(r"([\w.]+)\((.*)\)", item)
        if match:  # nested: one pipeline per inner pass
            for name in re.findall(r"[\w-]+(?:\{[^}]*\})?", match[2]):
                yield f"{match[1]}({name})"
        elif item:
            yield item
