"""The given models with calls of each, for equal-results.py: (name, text or import and weights' folder, lines of --calls)."""

import pathlib
import subprocess
import sys


def forward(*lengths):
    return [f"--entry=forward --dims=t=0 '--input=tokens={n}xi64={' '.join(map(str, range(3, 3 + n)))}'" for n in lengths]


def generated(prompt):
    """With drawn tokens, as many for each prompt."""
    return (f"--entry=generate '--input=prompt={prompt}' --input=max_tokens=i64=12 --input=stop=i64=-1 "
            "--input=temperature=f32=0.8 --input=top_p=f32=0.9 --input=seed=ui64=7")


def first(text, options=""):
    """Three calls of a file."""
    return [options + line for line in text.splitlines()[:3]]


def printed(*command):
    return first(subprocess.run([sys.executable, *command], check=True, stdout=subprocess.PIPE, text=True).stdout)


def arrays(shared, models):
    e2e, share = models.parent / "e2e", models.parents[1] / "share/relax"
    g2p, rwkv, stories = shared / "g2p-gru-seq2seq", shared / "rwkv-tiny", shared / "stories260k"
    quantised, llama = models / "quantised", ["--import-gguf", stories / "stories260K.gguf"]
    logits = ["--entry=logits '--input=3xi64=34 105 110'", "--entry=logits '--input=5xi64=1 2 3 4 5'"]
    recurrent = f"--link={share / 'recurrent.mlir'}"
    yield "mnist", ["--import-onnx", models / "mnist.onnx"], models, ["--seed=1", "--seed=2", "--seed=3"]
    yield "magika", ["--import-onnx", models / "magika.onnx"], models, ["--dims=unk__214=1", "--dims=unk__214=3 --seed=4"]
    yield ("encoder", ["--import-onnx", models / "encoder.onnx"], models,
           ["--dims=batch=2,sequence=5", "--dims=batch=1,sequence=31", "--dims=batch=5,sequence=1"])
    yield ("silero", ["--import-onnx", shared / "silero-vad/silero_vad_16k_op15.onnx", "--onnx-facts=256 <= sequence <= 640"],
           shared / "silero-vad", ["--dims=batch=1,sequence=512", "--dims=batch=3,sequence=300 --seed=2"])
    yield "stories", llama, stories, forward(1, 7, 33)
    yield "stories-says", llama, stories, [generated("1xi64=1"), generated("3xi64=1 403 407")]
    yield "blocks", ["--import-gguf", quantised / "blocks.gguf"], quantised, forward(1, 6)
    yield "kquants", ["--import-gguf", quantised / "kquants.gguf"], quantised, forward(1, 6)
    yield "rwkv4", [models / "rwkv4.mlir"], rwkv, logits
    yield "rwkv5", [models / "rwkv5.mlir"], rwkv, logits
    yield "g2p", [models / "g2p.mlir", recurrent], g2p, printed(e2e / "g2p-calls.py", g2p / "expected_greedy.tsv")
    yield ("g2p-beam", [models / "g2p-beam.mlir", f"--link={models / 'g2p.mlir'}", recurrent, f"--link={share / 'prelude.mlir'}"], g2p,
           first((e2e / "Inputs/g2p-beam.calls").read_text(encoding="utf-8"), "--entry=beam "))


def structures(shared, models, folder):
    """Models that are written for one instance; the scripts write weights into the folder."""
    trees, batching = models.parents[1] / "utils/bench/trees.py", models.parent / "batching"
    for kind in ("treelstm", "mvrnn", "tagger"):
        subprocess.run([sys.executable, trees, "weights", folder, kind], check=True)
    parsed = printed(trees, "calls", shared / "ud-english-ewt/en_ewt-ud-dev.conllu", "3")
    yield "treelstm", [models / "treelstm.mlir"], folder, parsed
    yield "mvrnn-classes", [models / "mvrnn-classes.mlir"], folder, parsed
    yield "bilstm-tagger", [models / "bilstm-tagger.mlir"], folder, printed(batching / "sentences.py", "3")
    for script in ("structures", "unseen"):
        subprocess.run([sys.executable, batching / f"{script}.py", folder, "3"], check=True)
    for path in sorted(folder.iterdir()):
        if not path.suffix:
            yield path.name, [models / f"{path.name}.mlir"], folder, first(path.read_text(encoding="utf-8"))
