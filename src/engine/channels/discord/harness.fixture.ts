import type { Harness } from '../conformance.fixture.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { discordChannel } from './discord.ts';

export const startHarness = (): Promise<Harness> => practiceHarness(discordChannel, { waitMs: 90_000 });
