"""test/batching/sentences.py COUNT [MOST]: lines for `relax-run --calls=` of sentences for bilstm-tagger.mlir and gru-seq2seq.mlir, each
of 0 to MOST words, the first of MOST. `utils/bench/trees.py weights` writes the weights.
"""
import random
import sys


def main(count, most=12):
    generator = random.Random(21)
    for index in range(int(count)):
        words = [generator.randrange(32) for _ in range(int(most) if index == 0 else generator.randrange(int(most) + 1))]
        text = "@End"
        for word in reversed(words):
            text = f"@Word(i64={word}, i64={word % 5}, {text})"
        print(f'"--input={text}"')


if __name__ == "__main__":
    main(*sys.argv[1:])
