import { firstDetection } from '../../detectors/bars.fixture.ts';
import { DETECTORS } from '../../detectors/registry.ts';
import { fallInput } from '../document.fixture.ts';
import type { Facts } from './facts.ts';

/** The fall of 16 March 2020 as the gate sees it. */
export const fallFacts = (change: Partial<Facts> = {}): Facts => ({
  ...fallInput(),
  brandName: 'Harbor & Vale',
  ...change,
});

/** What each detector finds first, in daily bars of an instrument with digits in its name. */
export const detectedFacts = (): { name: string; facts: Facts }[] =>
  DETECTORS.map(({ name }) => {
    const { evidence } = firstDetection(name);
    const about = { name: 'Stoxx 600', symbol: 'SXXP', timeZone: 'UTC' };
    return { name, facts: fallFacts({ ...about, evidence, detector: name }) };
  });
