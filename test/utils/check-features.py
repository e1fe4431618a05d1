"""Checks utils/magika-features against Magika's own recorded examples (argument 1)."""

import base64
import gzip
import importlib.machinery
import importlib.util
import json
import pathlib
import sys

script = str(pathlib.Path(__file__).parents[2] / "utils" / "magika-features")
sys.path.insert(0, str(pathlib.Path(script).parent))
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("magika_features", script)
magika = importlib.util.module_from_spec(importlib.util.spec_from_loader("magika_features", loader))
loader.exec_module(magika)

records = json.load(gzip.open(sys.argv[1]))
wrong = 0
for record in records:
    arguments = record["args"]
    content = base64.b64decode(record["content_base64"])
    block = arguments["block_size"]
    got = magika.features(
        content[:block],
        content[-block:],
        arguments["beg_size"],
        arguments["end_size"],
        arguments["padding_token"],
    )
    wrong += got != record["features"]["beg"] + record["features"]["end"]
print(f"{len(records)} records, {wrong} wrong")
sys.exit(wrong != 0 or len(records) != 9261)
