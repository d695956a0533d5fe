/**
 * A process that delivers and nothing else: the queue, the claims and the upkeep of the program, with a channel that posts
 * to the test. It is told what it needs in its environment, and killed.
 */
import { newId } from '#src/db/ids.ts';
import { openPool } from '#src/db/database.ts';
import { proveLife } from '#src/db/liveness.ts';
import { releasePlanned } from '#src/engine/alerts/composed/release-planned.ts';
import { addChannel, channelOf } from '#src/engine/channels/registry.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { createPaces } from '#src/engine/delivery/pace.ts';
import { sweepDeliveries } from '#src/engine/delivery/sweep.ts';
import { beside } from '#src/jobs/beside.ts';
import { createEnqueue, openBoss } from '#src/jobs/queues.ts';
import { workQueue } from '#src/jobs/work.ts';
import { postTo, SINK_CHANNELS } from './sink.ts';

const SWEEP_MS = 250;
/** What a frozen process holds goes on sooner than in the program: a minute would be half of the tests' time. */
const STANDS_STILL_MS = 3_000;
const say = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
};
// What the database drops is begun again by whoever asks next.
const onError = (): void => undefined;

for (const [kind, idempotent] of Object.entries(SINK_CHANNELS)) {
  const email = channelOf('email');
  const capabilities = { ...email.capabilities, idempotent };
  addChannel({ ...email, kind, capabilities, window: 16, lanes: 2, hasOwnAccount: false });
}
const instanceId = newId();
const app = openPool({ url: say('APP_URL'), name: 'fan-out app', max: 6, onError });
const system = openPool({ url: say('SYSTEM_URL'), name: 'fan-out system', max: 4, onError });
const boss = openBoss({ url: say('SYSTEM_URL'), onError });
await boss.start();
const life = await proveLife({ url: say('SYSTEM_URL'), db: system, instanceId, onError });
const deps = {
  app,
  system,
  instanceId,
  enqueue: createEnqueue(boss),
  announce: () => undefined,
  clock: () => new Date(),
  isDead: life.isDead,
  standsStillMs: STANDS_STILL_MS,
  pace: createPaces({ own: 1, connection: 1 }, null),
  send: postTo(say('SINK_URL'), instanceId),
};
const deliver = beside<'deliver-alert'>((data) => deliverAlert(deps, data), {
  stop: new AbortController().signal,
  onError,
});
await workQueue(boss, 'deliver-alert', deliver.handler, { error: onError }, 2);
for (;;) {
  await sweepDeliveries(deps).catch(onError);
  await releasePlanned(deps).catch(onError);
  await new Promise((resolve) => setTimeout(resolve, SWEEP_MS));
}
