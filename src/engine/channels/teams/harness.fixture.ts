import type { Harness } from '../conformance.fixture.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { teamsChannel } from './teams.ts';

/** The flow takes what it is sent, whatever becomes of it. */
export const startHarness = (): Promise<Harness> =>
  practiceHarness(teamsChannel, { waitMs: 90_000, measures: false });
