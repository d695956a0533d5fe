import { bigMove } from './big-move.ts';
import { deathCross } from './death-cross.ts';
import { gap } from './gap.ts';
import { goldenCross } from './golden-cross.ts';
import { newHigh } from './new-high.ts';
import { newLow } from './new-low.ts';
import { register, type RegisteredDetector } from './register.ts';
import { rsiCross } from './rsi-cross.ts';
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
];

export const findDetector = (name: string): RegisteredDetector | undefined =>
  DETECTORS.find((detector) => detector.name === name);
