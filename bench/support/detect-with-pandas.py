"""What `bellwire replay` finds with eight detectors, written with pandas. Run by `npm run bench -- replay` where Python has it."""

import sys

import numpy as np
import pandas as pd

# Sums of floats miss a threshold that the figures meet exactly.
ROUNDING = 1e-9

bars = pd.read_csv(sys.argv[1], parse_dates=["time"])
close, volume = bars["close"], bars["volume"]
before = close.shift()
change = (close / before - 1) * 100
gap = (bars["open"] / before - 1) * 100
volume_ratio = volume / volume.rolling(20).mean().shift()
true_range = np.maximum(bars["high"], before) - np.minimum(bars["low"], before)
range_ratio = true_range / true_range.rolling(20).mean().shift()
beyond = close > bars["high"].rolling(252).max().shift()
quiet = beyond.rolling(20, min_periods=1).sum().shift() == 0
difference = close.rolling(50).mean() - close.rolling(200).mean()
moves = close.diff()


def wilder(values):
    """The first average is the mean of the first 14 changes."""
    seeded = values.copy()
    seeded.iloc[:14] = np.nan
    seeded.iloc[14] = values.iloc[1:15].mean()
    return seeded.ewm(alpha=1 / 14, adjust=False).mean()


up = wilder(moves.clip(lower=0))
down = wilder(-moves.clip(upper=0))
rsi = 100 - 100 / (1 + up / down)
rises = (moves > 0).astype(int)
run = rises.groupby((rises == 0).cumsum()).cumsum()

found = {
    "big_move": change[change.abs() >= 0.5],
    "gap": gap[gap.abs() >= 0.1],
    "volume_spike": volume_ratio[volume_ratio >= 2.2 - ROUNDING],
    "volatility_spike": range_ratio[range_ratio >= 2 - ROUNDING],
    "new_high": close[beyond & quiet],
    "golden_cross": difference[(difference.shift() <= 0) & (difference > 0)],
    "rsi_cross": rsi[(rsi.shift() <= 70) & (rsi > 70)],
    "streak": run[run == 8],
}
for name, values in found.items():
    frame = pd.DataFrame({"time": bars["time"][values.index], "detector": name, "value": values})
    print(frame.to_json(orient="records", lines=True), end="")
