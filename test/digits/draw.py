#!/usr/bin/env python3
"""Draws the ten digits of this folder: strokes with a round pen, 28x28 pixels, white on black (P5).

Made for this project; standard library only. `draw.py DIR` writes DIR/0.pgm to DIR/9.pgm.
"""

import math
import pathlib
import sys

SIZE, PEN = 28, 1.35  # Pixels; PEN is the radius of a stroke, its edge one pixel wide.


def arc(cx, cy, rx, ry, start, end, steps=24):
    """Points of an ellipse, angles in degrees, clockwise from three o'clock."""
    angles = (math.radians(start + (end - start) * i / steps) for i in range(steps + 1))
    return [(cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles]


STROKES = {  # Digit -> polylines of (x, y), y downwards.
    0: [arc(14, 14, 5.5, 8.5, 0, 360)],
    1: [[(15.5, 5), (13, 23)]],
    2: [arc(13.5, 10, 5, 4.5, -170, 30) + [(9, 22), (20, 21.5)]],
    3: [arc(13, 9.7, 4.8, 4.2, -150, 90), arc(13, 18.2, 5.3, 4.4, -90, 150)],
    4: [[(9, 6), (8.5, 14), (19, 13.5)], [(19, 5.5), (18, 23)]],
    5: [[(19.5, 5.5), (10.5, 6), (9.5, 13)] + arc(13, 17, 5.5, 5, -120, 140)],
    6: [[(17, 4.5), (12, 9.5), (9.5, 17)] + arc(14, 18.3, 4.5, 3.8, 180, 540)],
    7: [[(8, 8.5), (9, 7.5), (20, 7), (18, 12), (14, 23)]],
    8: [arc(15, 9.4, 4, 3.6, 0, 360), arc(13.5, 17.8, 4.2, 4.4, 0, 360)],
    9: [arc(13.5, 10.5, 4.8, 3.7, -25, 335), [(18.3, 8.5), (17, 16), (15, 22.5)]],
}


def distance(px, py, a, b):
    """From the point (px, py) to the segment a-b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((px - a[0]) * dx + (py - a[1]) * dy) / length)) if length else 0.0
    return math.hypot(px - a[0] - t * dx, py - a[1] - t * dy)


def draw(digit):
    pixels = bytearray()
    segments = [pair for line in STROKES[digit] for pair in zip(line, line[1:])]
    for y in range(SIZE):
        for x in range(SIZE):
            nearest = min(distance(x + 0.5, y + 0.5, a, b) for a, b in segments)
            pixels.append(round(255 * max(0.0, min(1.0, PEN + 0.5 - nearest))))
    return bytes(pixels)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: draw.py DIR    writes DIR/0.pgm to DIR/9.pgm")
    for number in STROKES:
        path = pathlib.Path(sys.argv[1]) / f"{number}.pgm"
        path.write_bytes(b"P5\n%d %d\n255\n" % (SIZE, SIZE) + draw(number))
