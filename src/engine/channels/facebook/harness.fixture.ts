import type { Harness } from '../conformance.fixture.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { facebookChannel } from './facebook.ts';

export const startHarness = (): Promise<Harness> => practiceHarness(facebookChannel, { waitMs: 120_000 });
