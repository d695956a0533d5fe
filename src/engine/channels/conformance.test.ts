import { conforms, type Harness } from './conformance.fixture.ts';
import { pigeon, startHarness as startLoftHarness } from './pigeon.fixture.ts';
import { channels } from './registry.ts';

type Fixture = { startHarness: () => Promise<Harness> };

// Every channel there is: its folder brings its harness.
for (const channel of channels())
  conforms(channel, async () => {
    const { startHarness } = (await import(`./${channel.kind}/harness.fixture.ts`)) as Fixture;
    return startHarness();
  });

// And one that only tests have, which can do all that a channel may declare.
conforms(pigeon, startLoftHarness);
