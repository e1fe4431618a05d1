"""The calls of g2p.test, one a line of relax-run --calls, from the recorded words: g2p-calls.py FILE.tsv"""

import sys

for line in open(sys.argv[1], encoding="ascii"):
    word, said = line.rstrip("\n").split("\t")
    phonemes = said.split()
    letters = f"letters={len(word)}xstring={' '.join(word)}"
    print(f'"--input={letters}" "--expect=phonemes={len(phonemes)}xstring={said}"')
