import type { Harness } from '../conformance.fixture.ts';
import { NOW } from '../conformance.fixture.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { linkedinChannel } from './linkedin.ts';

/** Its quota is that of a day, which ends at midnight, UTC. */
const TO_MIDNIGHT = Date.parse('2026-01-03T00:00:00Z') - NOW;

export const startHarness = (): Promise<Harness> => practiceHarness(linkedinChannel, { waitMs: TO_MIDNIGHT });
