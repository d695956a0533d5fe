import type { Harness } from '../conformance.fixture.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { slackChannel } from './slack.ts';

/** A message is named by its time within the channel. */
export const idOf = (providerMessageId: string): string => providerMessageId.split('/')[1] ?? '';

export const startHarness = (): Promise<Harness> => practiceHarness(slackChannel, { waitMs: 90_000, idOf });
