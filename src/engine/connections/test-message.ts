import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { isStopped } from '#src/db/queries/workspace-stops.ts';
import { connections, destinations } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { takeAll } from '#src/platform/limits/count.ts';
import type { Clock } from '#src/shared/clock.ts';
import { type TestMessage, TESTS_PER_HOUR } from '#src/shared/connections.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { AppError } from '#src/shared/errors.ts';
import type { By } from '../changed-by.ts';
import { callOver } from '../channels/call-over.ts';
import type { ChannelDeps } from '../channels/channel.ts';
import { channelOf } from '../channels/registry.ts';
import { createAccounts } from './accounts.ts';

export type TestMessageDeps = {
  app: Database;
  clock: Clock;
  random: () => number;
  encryptionKey: Buffer;
  hashKey: Buffer;
  mail: ChannelDeps['mail'];
  call: ChannelDeps['call'];
  /** An example alert of the workspace's brand that says it's a trial run, with its chart. */
  write: (tx: Tx) => Promise<TestAlert>;
};
export type TestAlert = {
  brand: { id: string; name: string };
  document: AlertDocument;
  picture: { hash: string; bytes: Uint8Array } | null;
};

/** Posts an example alert to a place, as alerts are posted there. It's no delivery: nothing of it counts. */
export function createTestMessages(deps: TestMessageDeps) {
  const { app, clock } = deps;
  const accounts = createAccounts({ ...deps, announce: () => undefined });
  /**
   * @throws AppError not_found; validation_failed where nothing may be sent there; over_request_rate_limit after too many;
   * connection_refused with what the provider said
   */
  return async (by: By, destinationId: string): Promise<TestMessage> => {
    const { workspaceId } = by;
    const { place, alert } = await withTenant(app, workspaceId, async (tx) => ({
      place: await placeOf(tx, workspaceId, destinationId),
      alert: await deps.write(tx),
    }));
    const limit = { scope: 'test message', key: workspaceId, max: TESTS_PER_HOUR, seconds: 3_600 };
    if ((await takeAll({ db: app, clock, hashKey: deps.hashKey }, [limit])) > 0)
      throw new AppError(
        'over_request_rate_limit',
        `This workspace sent ${TESTS_PER_HOUR} tests within an hour. Try again later.`,
      );
    const channel = channelOf(place.channel);
    const of = {
      workspaceId,
      brandId: alert.brand.id,
      channel: place.channel,
      connectionId: place.connectionId,
    };
    const account = await accounts.accountOf(of);
    const outcome = await channel.send(
      await channel.render(alert.document),
      {
        deliveryId: newId(),
        attempt: channel.limits.attempts,
        target: 'destination',
        address: place.address,
      },
      {
        now: () => clock().getTime(),
        random: deps.random,
        mail: deps.mail,
        call: callOver(deps.call, account.connection),
        connection: account.connection,
        sender: { brandName: alert.brand.name, settings: account.settings, secrets: account.secrets },
        picture: async (hash) => (hash === alert.picture?.hash ? alert.picture.bytes : null),
      },
    );
    if (outcome.outcome === 'rejected' || outcome.outcome === 'retry')
      throw new AppError('connection_refused', `The test wasn’t sent. ${outcome.reason}`);
    const { name } = place;
    await withTenant(app, workspaceId, (tx) =>
      recordActivity(tx, { ...by, action: 'destination.tested', subject: name, at: clock() }),
    );
    return { place: name, problem: outcome.outcome === 'unknown' ? outcome.reason : null };
  };
}

const STOPPED = 'Sending is stopped. Resume it under Sending first.';

async function placeOf(tx: Tx, workspaceId: string, id: string) {
  const [row] = await tx
    .select({
      name: destinations.name,
      address: destinations.address,
      connectionId: connections.id,
      connection: connections.name,
      channel: connections.channel,
      state: connections.state,
      isStopped: isStopped({
        workspaceId: sql`${workspaceId}::uuid`,
        brandId: sql`(select b.id from brands b where b.is_default limit 1)`,
        channel: sql`${connections.channel}`,
      }),
    })
    .from(destinations)
    .innerJoin(
      connections,
      and(
        eq(connections.workspaceId, destinations.workspaceId),
        eq(connections.id, destinations.connectionId),
      ),
    )
    .where(and(eq(destinations.id, id), isNull(destinations.deletedAt), isNull(connections.deletedAt)));
  if (!row) throw new AppError('not_found', 'There is no such place.');
  if (row.isStopped) throw new AppError('validation_failed', STOPPED);
  if (row.state === 'paused')
    throw new AppError('validation_failed', `“${row.connection}” is paused. Resume it first.`);
  const { noTests } = channelOf(row.channel);
  if (noTests !== undefined) throw new AppError('validation_failed', noTests);
  return row;
}
