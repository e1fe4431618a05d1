#!/usr/bin/env python3
"""Llama models of any size with random weights as GGUF files, and how fast they run, beside llama.cpp.

  utils/bench/llama.py write OUT.gguf [--model=stories15M|tinyllama-1.1B] [--layers 6] [--width 288] [--wide 768]
      [--heads 6] [--kv-heads 6] [--vocabulary 32000] [--context 256] [--tied] [--type f32|f16|bf16|q8_0|...] [--seed 0]
  utils/bench/llama.py run MODEL.gguf... [--prompt 16] [--tokens 64] [--threads 1,2] [--runs 3] [--bin build/bin] [--json]
      [--target x86-64-v3] [--work DIR]
  utils/bench/llama.py logits MODEL.gguf [--prompt 16]

`write` needs the PyPI package gguf (and numpy, which it brings); the same seed gives the same weights, and the options
behind --model change it. Matrices are of --type, vectors f32; the vocabulary is the 256 bytes and words that nobody says.
`run` compiles the model, then measures, for each number of threads: the time to the first token behind a prompt, how many
tokens of the prompt that is a second, tokens/s behind it, and resident memory; `cpu` is processor time, which other load
on the machine changes less. With the PyPI package llama-cpp-python it measures llama.cpp on the same prompt, as many
tokens and as long a context, and says how many of the greedy tokens agree. `logits` compares all logits of a prompt.

Without that, the PyPI package cyllama is the peer: its wheels have llama.cpp for AVX2, so use --target=x86-64-v3 then.
llama.cpp is built from the sdist with clang (gcc 12 miscompiles its AMX code), which takes 20 minutes on two busy cores:

  pip download --no-deps --no-binary=:all: llama_cpp_python==0.3.36
  python3 -m venv llama
  CC=clang-22 CXX=clang++-22 CMAKE_BUILD_PARALLEL_LEVEL=2 CMAKE_ARGS="-DGGML_NATIVE=ON -DGGML_OPENMP=OFF -DLLAVA_BUILD=OFF
    -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_TOOLS=OFF -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_SERVER=OFF -DLLAMA_CURL=OFF"
    llama/bin/pip install llama_cpp_python-0.3.36.tar.gz gguf
  llama/bin/python utils/bench/llama.py write tiny.gguf --type=f16
  llama/bin/python utils/bench/llama.py run tiny.gguf
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))  # for gguf_blocks

MODELS = {
    "stories15M": {"layers": 6, "width": 288, "wide": 768, "heads": 6, "kv_heads": 6, "vocabulary": 32000, "context": 256,
                   "tied": True},
    "tinyllama-1.1B": {"layers": 22, "width": 2048, "wide": 5632, "heads": 32, "kv_heads": 4, "vocabulary": 32000,
                       "context": 2048, "tied": False},
}


def vocabulary(writer, count):
    """A tokenizer of SentencePiece's kind, which llama.cpp wants to see."""
    import gguf

    tokens = [b"<unk>", b"<s>", b"</s>"] + [b"<0x%02X>" % byte for byte in range(256)]
    types = [gguf.TokenType.UNKNOWN, gguf.TokenType.CONTROL, gguf.TokenType.CONTROL] + [gguf.TokenType.BYTE] * 256
    tokens += [b"\xe2\x96\x81w%d" % i for i in range(count - len(tokens))]
    types += [gguf.TokenType.NORMAL] * (count - len(types))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens[:count])
    writer.add_token_scores([-float(i) for i in range(count)])
    writer.add_token_types([int(kind) for kind in types[:count]])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)


def write(options):
    import gguf
    import gguf_blocks
    import numpy

    size = dict(MODELS[options.model])
    size |= {key: value for key in size if (value := getattr(options, key)) is not None}
    random = numpy.random.default_rng(options.seed)
    writer = gguf.GGUFWriter(options.file, "llama", use_temp_file=size["width"] > 1024)
    writer.add_block_count(size["layers"])
    writer.add_context_length(size["context"])
    writer.add_embedding_length(size["width"])
    writer.add_feed_forward_length(size["wide"])
    writer.add_head_count(size["heads"])
    writer.add_head_count_kv(size["kv_heads"])
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(size["width"] // size["heads"])
    vocabulary(writer, size["vocabulary"])

    def add(name, *shape):
        if len(shape) == 1:
            writer.add_tensor(name, numpy.ones(shape, numpy.float32) + random.normal(0, 0.05, shape).astype(numpy.float32))
            return
        values = gguf_blocks.matrix(options.type, *shape, random, shape[-1] ** -0.5)
        writer.add_tensor(name, values, raw_dtype=gguf_blocks.kind(options.type))

    d, f, kv = size["width"], size["wide"], size["width"] // size["heads"] * size["kv_heads"]
    add("token_embd.weight", size["vocabulary"], d)
    for layer in range(size["layers"]):
        block = f"blk.{layer}."
        add(block + "attn_norm.weight", d)
        add(block + "attn_q.weight", d, d)
        add(block + "attn_k.weight", kv, d)
        add(block + "attn_v.weight", kv, d)
        add(block + "attn_output.weight", d, d)
        add(block + "ffn_norm.weight", d)
        add(block + "ffn_gate.weight", f, d)
        add(block + "ffn_up.weight", f, d)
        add(block + "ffn_down.weight", d, f)
    add("output_norm.weight", d)
    if not size["tied"]:
        add("output.weight", size["vocabulary"], d)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def measured(*command):
    """Seconds, resident MiB and the output of a command."""
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdout=out, stderr=errors)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            errors.seek(0)
            sys.exit(f"{' '.join(map(str, command))}: {errors.read()}")
        out.seek(0)
        return time.perf_counter() - start, used.ru_maxrss / 1024, out.read()


def prompt_of(count):
    return [3 + 7 * i % 256 for i in range(count)]


def values(ids):
    return f"{len(ids)}xi64=" + " ".join(map(str, ids))


def compiled(options, model, folder):
    """The text, the compact file and its kernels; in the folder --work, if that is given, where they are used again."""
    tools = pathlib.Path(options.bin)
    if options.work:
        folder = pathlib.Path(options.work) / f"{model.name}-{options.target or 'native'}"
        folder.mkdir(parents=True, exist_ok=True)
    text, program, kernels = folder / "m.mlir", folder / "m.rvm", folder / "m.o"
    seconds = more = 0
    if not program.is_file():
        measured(tools / "relax-translate", "--import-gguf", model, "-o", text)
        planned, target = folder / "vm.mlir", [f"--target={options.target}"] if options.target else []
        seconds, _, _ = measured(tools / "relax-opt", text, *target, "--relax-pipeline=cpu", "-o", planned)
        more, _, _ = measured(tools / "relax-translate", "--emit-object", planned, "-o", kernels)
        measured(tools / "relax-translate", "--emit-program", planned, "-o", program)
    run = [tools / "relax-run", program, f"--kernels={kernels}", f"--weights-dir={model.parent}"]
    return run, {"lines": len(text.read_text().splitlines()), "compile_s": seconds + more}


def figures(options, first, rest, memory, tokens):
    """`first`, `rest`: (seconds, processor seconds) of the prompt with one token, and with all tokens."""
    # Differences of times are worth nothing on a busy machine: take more runs there, or believe the processor's.
    step = [(rest[k] - first[k]) / options.tokens if rest[k] > first[k] else float("nan") for k in range(2)]
    return {"first_token_s": first[0], "prompt_per_s": options.prompt / first[0], "tokens_per_s": 1 / step[0],
            "cpu_first_s": first[1], "cpu_per_token_s": step[1], "resident_mib": memory, "tokens": tokens}


def ours(options, command, threads):
    """A prompt alone, then with tokens behind it, in one process."""
    common = ["--entry=generate", f"--input=prompt={values(prompt_of(options.prompt))}", "--input=stop=i64=-1",
              "--input=temperature=f32=0", "--input=top_p=f32=1", "--input=seed=ui64=0", f"--bench={options.runs}"]
    start, memory, out = measured(*command, f"--threads={threads}", "--json", *common, "--input=max_tokens=i64=1", "--then",
                                  *common, f"--input=max_tokens=i64={options.tokens + 1}")
    times = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    tokens = [int(t) for t in re.findall(r"token = dense<(\d+)>", out)[-options.tokens - 1:]]
    first, rest = ((t["median_s"], t["cpu_s"]) for t in times)
    found = figures(options, first, rest, memory, tokens)
    return found | {"load_s": start - options.runs * (first[0] + rest[0])}


PEER = """
import ctypes, json, resource, statistics, sys, time
import numpy, llama_cpp as l
path, prompt, tokens, threads, runs, every = sys.argv[1].encode(), *map(int, sys.argv[2:])
ids = [3 + 7 * i % 256 for i in range(prompt)]
silent = l.llama_log_callback(lambda *_: None)
l.llama_log_set(silent, ctypes.c_void_p(0))
start = time.perf_counter()
l.llama_backend_init()
sizes = l.llama_context_default_params()
sizes.n_ctx = sizes.n_batch = prompt + tokens + 1
sizes.n_threads = sizes.n_threads_batch = threads
if every:
    sizes.type_k = sizes.type_v = l.GGML_TYPE_F32
    sizes.flash_attn_type = l.LLAMA_FLASH_ATTN_TYPE_DISABLED
model = l.llama_model_load_from_file(path, l.llama_model_default_params())
context = l.llama_init_from_model(model, sizes)
vocabulary = l.llama_vocab_n_tokens(l.llama_model_get_vocab(model))
def step(ids):
    given = (l.llama_token * len(ids))(*ids)
    if l.llama_decode(context, l.llama_batch_get_one(given, len(ids))):
        sys.exit("llama_decode")
    return numpy.ctypeslib.as_array(l.llama_get_logits_ith(context, -1), (vocabulary,))
load, times = time.perf_counter() - start, []
for _ in range(runs if not every else 0):
    l.llama_memory_clear(l.llama_get_memory(context), True)
    marks, found, given = [(time.perf_counter(), time.process_time())], [], ids
    for i in range(tokens + 1):
        given = [int(step(given).argmax())]
        found += given
        if i in (0, tokens):
            marks.append((time.perf_counter(), time.process_time()))
    times.append([b - a for mark in marks[1:] for a, b in zip(marks[0], mark)])
if every:
    print(json.dumps([step([id]).tolist() for id in ids]))
else:
    print(json.dumps({"load_s": load, "times": [statistics.median(t) for t in zip(*times)], "tokens": found,
                      "resident_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""


# The same of cyllama, but for `every`.
OTHER_PEER = """
import json, resource, statistics, sys, time
from cyllama.llama import llama_cpp as l
path, prompt, tokens, threads, runs, every = sys.argv[1], *map(int, sys.argv[2:])
l.disable_logging()
start = time.perf_counter()
sizes = l.LlamaContextParams()
sizes.n_ctx = sizes.n_batch = prompt + tokens + 1
sizes.n_threads = sizes.n_threads_batch = threads
context = l.LlamaContext(l.LlamaModel(path, l.LlamaModelParams()), sizes)
(greedy := l.LlamaSampler()).add_greedy()
load, times = time.perf_counter() - start, []
for _ in range(runs):
    context.kv_cache_clear()
    marks, found, given = [(time.perf_counter(), time.process_time())], [], [3 + 7 * i % 256 for i in range(prompt)]
    for i in range(tokens + 1):
        context.decode(l.llama_batch_get_one(given, prompt + len(found) - 1 if found else 0))
        given = [greedy.sample(context, -1)]
        found += given
        if i in (0, tokens):
            marks.append((time.perf_counter(), time.process_time()))
    times.append([b - a for mark in marks[1:] for a, b in zip(marks[0], mark)])
print(json.dumps({"load_s": load, "times": [statistics.median(t) for t in zip(*times)], "tokens": found,
                  "resident_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""


def ask_peer(options, model, threads, every=0):
    """What llama.cpp says, or None if it is not installed."""
    scripts = {"llama_cpp": PEER} | ({} if every else {"cyllama": OTHER_PEER})
    there = [name for name in scripts if not subprocess.run([sys.executable, "-c", f"import {name}"], capture_output=True).returncode]
    if not there:
        return None
    done = subprocess.run([sys.executable, "-c", scripts[there[0]], model, *map(str, (options.prompt, options.tokens, threads, options.runs, every))],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"llama.cpp: exit status {done.returncode} {done.stderr[-2000:]}")
    return json.loads(done.stdout)


def peer(options, model, threads):
    said = ask_peer(options, model, threads)
    if not said:
        return None
    times = said["times"]
    found = figures(options, times[:2], times[2:], said["resident_mib"], said["tokens"])
    return found | {"load_s": said["load_s"]}


def show(name, found):
    if not found:
        print(f"  {name}: not installed")
        return
    print(f"  {name}: prompt {found['prompt_per_s']:.4g} tokens/s (first token {found['first_token_s'] * 1e3:.4g} ms, cpu "
          f"{found['cpu_first_s'] * 1e3:.4g} ms), decode {found['tokens_per_s']:.4g} tokens/s (cpu "
          f"{found['cpu_per_token_s'] * 1e3:.4g} ms), resident {found['resident_mib']:.4g} MiB, load {found['load_s']:.3g} s")


def run(options):
    results = []
    for file in options.files:
        model = pathlib.Path(file).resolve()
        with tempfile.TemporaryDirectory() as folder:
            command, about = compiled(options, model, pathlib.Path(folder))
            for threads in map(int, options.threads.split(",")):
                mine, other = ours(options, command, threads), peer(options, model, threads)
                results.append({"model": model.name, "prompt": options.prompt, "tokens": options.tokens, "threads": threads,
                                **about, "relax-run": mine, "llama.cpp": other})
                if options.json:
                    continue
                print(f"{model.name}, prompt {options.prompt}, {options.tokens} tokens, {threads} threads "
                      f"({about['lines']} lines, compiled in {about['compile_s']:.3g} s)")
                show("relax-run", mine)
                show("llama.cpp", other)
                if other:
                    same = 0
                    while same <= options.tokens and mine["tokens"][same] == other["tokens"][same]:
                        same += 1
                    print(f"  time against llama.cpp: prompt {mine['first_token_s'] / other['first_token_s']:.3g}, decode "
                          f"{other['tokens_per_s'] / mine['tokens_per_s']:.3g}; by cpu {mine['cpu_first_s'] / other['cpu_first_s']:.3g}, "
                          f"{mine['cpu_per_token_s'] / other['cpu_per_token_s']:.3g}; the first {same} of {options.tokens + 1} tokens are the same")
                sys.stdout.flush()
    if options.json:
        print(json.dumps(results))


def logits(options):
    import numpy

    model = pathlib.Path(options.files[0]).resolve()
    options.tokens, options.runs = 0, 1
    said = ask_peer(options, model, 1, every=1)
    if not said:
        sys.exit("llama.cpp is not installed")
    theirs = numpy.array(said, numpy.float32)
    with tempfile.TemporaryDirectory() as folder:
        command, _ = compiled(options, model, pathlib.Path(folder))
        out = pathlib.Path(folder) / "logits.npy"
        measured(*command, "--entry=forward", "--dims=t=0", f"--input=tokens={values(prompt_of(options.prompt))}",
                 f"--output=result0=@{out}")
        mine = numpy.load(out)
    print(f"{model.name}: logits of {mine.shape[0]} tokens, deviation {theirs.std():.3g}, largest difference "
          f"{abs(mine - theirs).max():.3g}, {(mine.argmax(1) == theirs.argmax(1)).sum()} likeliest tokens the same")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    writing = commands.add_parser("write")
    writing.set_defaults(run=write)
    writing.add_argument("file")
    writing.add_argument("--model", choices=MODELS, default="stories15M")
    for name in ("layers", "width", "wide", "heads", "kv-heads", "vocabulary", "context"):
        writing.add_argument(f"--{name}", type=int)
    writing.add_argument("--tied", action=argparse.BooleanOptionalAction)
    writing.add_argument("--type", default="f32")
    writing.add_argument("--seed", type=int, default=0)
    for name, action in (("run", run), ("logits", logits)):
        running = commands.add_parser(name)
        running.set_defaults(run=action)
        running.add_argument("files", nargs="+")
        running.add_argument("--prompt", type=int, default=16)
        running.add_argument("--tokens", type=int, default=64)
        running.add_argument("--threads", default="1,2")
        running.add_argument("--runs", type=int, default=3)
        running.add_argument("--bin", default=str(pathlib.Path(__file__).resolve().parents[2] / "build" / "bin"))
        running.add_argument("--target", help="as of relax-opt")
        running.add_argument("--work", help="a folder for programs, which later runs use again")
        running.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.run(options)


main()
