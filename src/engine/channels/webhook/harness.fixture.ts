import type { Harness } from '../conformance.fixture.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { webhookChannel } from './webhook.ts';

// Nothing is too long for a webhook.
export const startHarness = (): Promise<Harness> =>
  practiceHarness(webhookChannel, { waitMs: 90_000, measures: false });
