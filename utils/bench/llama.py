#!/usr/bin/env python3
"""Llama models of any size with random weights as GGUF files, and how fast they run.

  utils/bench/llama.py write OUT.gguf [--model=stories15M|tinyllama-1.1B] [--layers 6] [--width 288] [--wide 768]
      [--heads 6] [--kv-heads 6] [--vocabulary 32000] [--context 256] [--tied] [--type f32|f16|bf16|q8_0|q4_k|...] [--seed 0]
  utils/bench/llama.py run MODEL.gguf [--prompt 16] [--tokens 64] [--threads 1] [--bin build/bin] [--json]

`write` needs the PyPI package gguf (and numpy, which it brings); the same seed gives the same weights, and the options
behind --model change it. Matrices are of --type, vectors f32; the vocabulary is the 256 bytes and words that nobody says.
`run` compiles the model, then measures time to the first token behind a prompt, tokens/s behind it, and resident memory;
with the PyPI package llama-cpp-python installed it measures llama.cpp in the same way.
"""

import argparse
import json
import pathlib
import resource
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


def timed(*command):
    """Seconds and the resident memory of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    start = time.perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return time.perf_counter() - start, max(before, after) / 1024, done.stdout


def ours(options, folder):
    """Compiles, then times a prompt alone and a prompt with tokens behind it."""
    tools, model = pathlib.Path(options.bin), pathlib.Path(options.file).resolve()
    text, program, kernels = folder / "m.mlir", folder / "m.rvm", folder / "m.o"
    timed(tools / "relax-translate", "--import-gguf", model, "-o", text)
    compile_s, _, _ = timed(tools / "relax-translate", "--emit-object", text, "-o", kernels)
    timed(tools / "relax-translate", "--emit-program", text, "-o", program)
    prompt = " ".join(str(3 + 7 * i % 256) for i in range(options.prompt))
    run = [tools / "relax-run", program, f"--kernels={kernels}", f"--weights-dir={model.parent}",
           f"--threads={options.threads}", "--bench=3", "--json", "--entry=generate",
           f"--input=prompt={options.prompt}xi64={prompt}", "--input=stop=i64=-1", "--input=temperature=f32=0",
           "--input=top_p=f32=1", "--input=seed=ui64=0"]
    _, memory, first = timed(*run, "--input=max_tokens=i64=1")
    _, more, all_ = timed(*run, f"--input=max_tokens=i64={options.tokens + 1}")
    median = lambda out: json.loads(out[out.index("{"):])["median_s"]
    return {"lines": len(text.read_text().splitlines()), "compile_s": compile_s, "first_token_s": median(first),
            "tokens_per_s": options.tokens / max(1e-9, median(all_) - median(first)), "resident_mib": max(memory, more)}


PEER = """
import json, resource, sys, time
import llama_cpp
model, prompt, tokens, threads = sys.argv[1], *map(int, sys.argv[2:])
llama = llama_cpp.Llama(model, n_ctx=prompt + tokens + 1, n_threads=threads, n_threads_batch=threads, verbose=False)
ids = [3 + 7 * i % 256 for i in range(prompt)]
for _ in range(2):
    llama.reset()
    start = time.perf_counter()
    out = llama.generate(ids, temp=0.0)
    next(out)
    first = time.perf_counter() - start
    for _ in range(tokens):
        next(out)
    rest = time.perf_counter() - start - first
print(json.dumps({"first_token_s": first, "tokens_per_s": tokens / rest,
                  "resident_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""


def peer(options):
    """llama.cpp on the same prompt, or None."""
    try:
        done = subprocess.run([sys.executable, "-c", PEER, options.file, str(options.prompt), str(options.tokens),
                               str(options.threads)], check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError:
        return None
    return json.loads(done.stdout)


def run(options):
    with tempfile.TemporaryDirectory() as folder:
        results = {"relax-run": ours(options, pathlib.Path(folder)), "llama.cpp": peer(options)}
    if options.json:
        print(json.dumps(results))
        return
    for name, figures in results.items():
        shown = ", ".join(f"{key} {value:.4g}" for key, value in figures.items()) if figures else "not installed"
        print(f"{name}: {shown}")


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
    running = commands.add_parser("run")
    running.set_defaults(run=run)
    running.add_argument("file")
    running.add_argument("--prompt", type=int, default=16)
    running.add_argument("--tokens", type=int, default=64)
    running.add_argument("--threads", type=int, default=1)
    running.add_argument("--bin", default=str(pathlib.Path(__file__).resolve().parents[2] / "build" / "bin"))
    running.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.run(options)


main()
