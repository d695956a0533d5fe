import type { Harness } from '../conformance.fixture.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { xChannel } from './x.ts';

export const startHarness = (): Promise<Harness> => practiceHarness(xChannel, { waitMs: 90_000 });
