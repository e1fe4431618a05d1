"""The code blocks of docs/ are tests (docs/language.md).

  doc-tests.py [--min=N] FILE.md...

  ```mlir        relax-opt reads it; printing and parsing again (custom form, generic form, bytecode) gives the same
  ```mlir-error  relax-opt refuses it, and its message has the text of the comment in the first line
  ```sym         a line `WRITTEN -> PRINTED` each, of expressions; `WRITTEN -> error: MESSAGE` is refused
  ```facts       the same of `where (...)`, over symbols k, m and n

Prints one line per failure and the number of blocks; --min: fails if there are fewer.
"""

import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"^```(mlir|mlir-error|sym|facts)\n(.*?)^```$", re.M | re.S)


def relax_opt(text, *flags):
    """(exit status, output, messages); text and output are bytes."""
    result = subprocess.run(["relax-opt", *flags], input=text, capture_output=True, timeout=60)
    return result.returncode, result.stdout, result.stderr.decode(errors="replace")


def check_mlir(text):
    """Yields what is wrong with a block that has to be read."""
    status, printed, messages = relax_opt(text.encode(), "--verify-roundtrip")
    if status:
        yield messages.strip()
        return
    # (how to print it, how to print what was read from that, what that has to be). The generic form groups results,
    # so it does not keep their names, and is compared with itself.
    generic = ["--mlir-print-op-generic"]
    for form, second, same in (([], [], printed), (generic, generic, None), (["--emit-bytecode"], ["--allow-bytecode"], printed)):
        status, written, messages = relax_opt(text.encode(), *form)
        if not status:
            status, again, messages = relax_opt(written, *second)
        if status:
            yield f"{' '.join(form)}: {messages.strip()}"
        elif again != (written if same is None else same):
            yield f"{' '.join(form) or 'custom form'}: prints otherwise the second time"


def check_error(text):
    first, _, _ = text.partition("\n")
    expected = first.removeprefix("//").strip()
    if not first.startswith("//") or not expected:
        yield "expected a comment with the message in the first line"
        return
    status, _, messages = relax_opt(text.encode())
    if status == 0:
        yield f"expected the error '{expected}', but it is accepted"
    elif expected not in messages:
        yield f"expected the error '{expected}', got: {messages.strip()}"


def check_lines(text, before, after):
    """Lines `WRITTEN -> PRINTED`, each within a module `before WRITTEN after`."""
    for line in text.splitlines():
        if not line.strip():
            continue
        written, _, expected = (part.strip() for part in line.partition(" -> "))
        status, printed, messages = relax_opt(f"{before}{written}{after} }}".encode())
        if expected.startswith("error:"):
            if status == 0 or expected.removeprefix("error:").strip() not in messages:
                yield f"'{written}': expected '{expected}', got: {(messages or printed.decode()).strip()}"
        elif status:
            yield f"'{written}': {messages.strip()}"
        elif f"{before}{expected}{after}" not in " ".join(printed.decode().split()):
            yield f"'{written}': expected '{expected}', got {printed.decode().strip()}"


def check_sym(text):
    return check_lines(text, "module attributes {sym.dim = #sym.expr<", ">} {")


def check_facts(text):
    return check_lines(text, "relax.func @f(%x: !relax.tensor<[k, m, n], f32>) where (", ") { relax.return")


CHECKS = {"mlir": check_mlir, "mlir-error": check_error, "sym": check_sym, "facts": check_facts}


def main():
    least = [int(arg.removeprefix("--min=")) for arg in sys.argv[1:] if arg.startswith("--min=")]
    blocks = failures = 0
    for path in (pathlib.Path(arg) for arg in sys.argv[1:] if not arg.startswith("--")):
        text = path.read_text(encoding="utf-8")
        for block in BLOCK.finditer(text):
            line = text.count("\n", 0, block.start()) + 1
            blocks += 1
            for complaint in CHECKS[block[1]](block[2]):
                failures += 1
                print(f"{path.name}:{line}: {complaint}")
    print(f"{blocks} blocks, {failures} failures")
    return 1 if failures or blocks < max(least, default=1) else 0


if __name__ == "__main__":
    sys.exit(main())
