import type { Harness } from '../conformance.fixture.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { telegramChannel } from './telegram.ts';

export const startHarness = (): Promise<Harness> => practiceHarness(telegramChannel, { waitMs: 90_000 });
