"""Checks utils/magika-features against Magika's own recorded examples (argument 1)."""

import base64
import gzip
import json
import sys

import script

magika = script.load("magika-features")
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
