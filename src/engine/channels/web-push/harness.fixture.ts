import type { SendDeps } from '../channel.ts';
import type { Harness } from '../conformance.fixture.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { newKeys } from './keys.fixture.ts';
import { subscribePractice } from './practice-host.ts';
import { readSubscription } from './subscription.ts';
import { webPushChannel } from './web-push.ts';

const AGENT =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';

/** The push service of a development machine, and a browser that is subscribed there. */
export async function pushHarness() {
  // What a service asks to wait holds for one browser: nothing else waits.
  const harness = await practiceHarness(webPushChannel, { waitMs: null });
  const keys = newKeys();

  /** Subscribes another browser, as its push service does. */
  async function subscribe(over: SendDeps = harness.depsOf()) {
    const given = (await subscribePractice(keys.publicKey, over.call)) as { endpoint: string };
    const read = readSubscription(given, AGENT, keys.publicKey);
    if (!read) throw new Error('The browser can’t be reached.');
    return { ...read, endpoint: given.endpoint };
  }

  const own = await subscribe();
  const withDevice = (
    deps: SendDeps,
    { registered = own.registered, ...more }: { registered?: string | null; expiresAt?: number } = {},
  ): SendDeps => ({ ...deps, connection: null, device: { registered, keys, expiresAt: null, ...more } });
  return {
    ...harness,
    keys,
    own,
    subscribe,
    withDevice,
    set: (situation: Parameters<Harness['set']>[0]) => ({
      address: own.address,
      deps: withDevice(harness.set(situation).deps),
    }),
  };
}

export const startHarness = (): Promise<Harness> => pushHarness();
