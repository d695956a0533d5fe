import { bigMove } from '#src/engine/detectors/big-move.ts';
import { gap } from '#src/engine/detectors/gap.ts';
import { register, type RegisteredDetector } from '#src/engine/detectors/register.ts';

/** The conditions to try. Not all that there are: what is loaded here, every visitor who tries it loads. */
export const OFFERED: readonly RegisteredDetector[] = [register(bigMove), register(gap)];

export const findOffered = (name: string): RegisteredDetector | undefined =>
  OFFERED.find((detector) => detector.name === name);
