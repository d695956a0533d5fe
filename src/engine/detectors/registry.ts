import { bigMove } from './big-move.ts';
import { candle } from './candle/candle.ts';
import { deathCross } from './death-cross.ts';
import { gap } from './gap.ts';
import { goldenCross } from './golden-cross.ts';
import { newHigh } from './new-high.ts';
import { newLow } from './new-low.ts';
import { openingRangeBreak } from './opening-range-break.ts';
import { register, type RegisteredDetector } from './register.ts';
import { roundNumber } from './round-number.ts';
import { rsiCross } from './rsi-cross.ts';
import { streak } from './streak.ts';
import { volatilitySpike } from './volatility-spike.ts';
import { volumeSpike } from './volume-spike.ts';

/** Every detector of the product, one line each. */
export const DETECTORS: readonly RegisteredDetector[] = [
  register(bigMove),
  register(gap),
  register(volumeSpike),
  register(newHigh),
  register(newLow),
  register(goldenCross),
  register(deathCross),
  register(rsiCross),
  register(volatilitySpike),
  register(streak),
  register(roundNumber),
  register(openingRangeBreak),
  register(candle),
];

export const findDetector = (name: string): RegisteredDetector | undefined =>
  DETECTORS.find((detector) => detector.name === name);
