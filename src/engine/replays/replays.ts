import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { connections, endpointReplayItems, endpointReplays } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  type Replay,
  type ReplayCount,
  type ReplayForm,
  REPLAY_MAX,
  REPLAYS_SHOWN,
} from '#src/shared/replays.ts';
import type { By } from '../changed-by.ts';
import { findChannel } from '../channels/registry.ts';
import { settingsOf } from '../channels/settings.ts';
import { assertInPlan } from '../connections/connections.ts';
import { deliveriesIn } from './period.ts';

const NONE = 'There is no such connection.';
const NO_REPLAY = 'There is no such replay.';
const MAX = REPLAY_MAX.toLocaleString('en-US');

/** Sending a period of an endpoint to it once more, as the account area and programs see it. */
export function createReplays({ app, clock }: { app: Database; clock: Clock }) {
  return {
    list: (workspaceId: string, connectionId: string): Promise<{ items: Replay[] }> =>
      withTenant(app, workspaceId, async (tx) => {
        await endpointOf(tx, connectionId);
        const rows = await tx
          .select()
          .from(endpointReplays)
          .where(eq(endpointReplays.connectionId, connectionId))
          .orderBy(desc(endpointReplays.createdAt), desc(endpointReplays.id))
          .limit(REPLAYS_SHOWN);
        return { items: rows.map(shown) };
      }),

    /** @throws AppError not_found; plan_limit; validation_failed where nothing is replayed there */
    count: (workspaceId: string, connectionId: string, form: ReplayForm): Promise<ReplayCount> =>
      withTenant(app, workspaceId, async (tx) => {
        await assertReplays(tx, await endpointOf(tx, connectionId), clock());
        return countOf(tx, connectionId, periodOf(form));
      }),

    /** @throws AppError not_found; plan_limit; validation_failed; in_use while another runs */
    start: (by: By, connectionId: string, form: ReplayForm): Promise<Replay> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const endpoint = await endpointOf(tx, connectionId, true);
        const at = clock();
        await assertReplays(tx, endpoint, at);
        const ofIt = eq(endpointReplays.connectionId, connectionId);
        if ((await tx.$count(endpointReplays, and(ofIt, eq(endpointReplays.state, 'running')))) > 0)
          throw new AppError('in_use', 'A replay is running there. Wait until it ends, or stop it first.');
        // What is made after this millisecond is none of it, however far ahead its end was put.
        const asked = periodOf(form);
        const period = { ...asked, to: new Date(Math.min(asked.to.getTime(), at.getTime() + 1)) };
        const { messages } = await countOf(tx, connectionId, period);
        assertSome(messages);
        const id = newId();
        await tx.insert(endpointReplays).values({
          workspaceId,
          id,
          connectionId,
          fromAt: period.from,
          toAt: period.to,
          state: 'running',
          total: messages,
          nextAt: at,
          createdAt: at,
        });
        const { rowCount } = await tx.execute(sql`
          insert into endpoint_replay_items (workspace_id, replay_id, n, delivery_id, event_month)
          select ${workspaceId}::uuid, ${id}::uuid, row_number() over (order by d.created_at, d.id), d.id, d.event_month
            from ${deliveriesIn(connectionId, period)}`);
        // Deliveries may have ended since they were counted.
        const total = rowCount ?? 0;
        assertSome(total);
        const [row] = await tx
          .update(endpointReplays)
          .set({ total })
          .where(eq(endpointReplays.id, id))
          .returning();
        if (!row) throw new AppError('not_found', NO_REPLAY);
        await recordActivity(tx, {
          ...by,
          action: 'replay.started',
          subject: endpoint.name,
          detail: { messages: String(total) },
          at,
        });
        const made = shown(row);
        await by.keepAnswer?.(tx, 201, made);
        return made;
      }),

    /** What is being sent at this moment still arrives. @throws AppError not_found */
    stop: (by: By, id: string): Promise<Replay> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const [row] = await tx.select().from(endpointReplays).where(eq(endpointReplays.id, id)).for('update');
        if (!row) throw new AppError('not_found', NO_REPLAY);
        if (row.state !== 'running') return shown(row);
        const at = clock();
        await tx.delete(endpointReplayItems).where(eq(endpointReplayItems.replayId, id));
        const [stopped] = await tx
          .update(endpointReplays)
          .set({ state: 'stopped', problem: null, leaseUntil: null, endedAt: at })
          .where(eq(endpointReplays.id, id))
          .returning();
        // Its endpoint may have been deleted meanwhile.
        const [endpoint] = await tx
          .select({ name: connections.name })
          .from(connections)
          .where(eq(connections.id, row.connectionId));
        await recordActivity(tx, { ...by, action: 'replay.stopped', subject: endpoint?.name ?? '', at });
        return shown(stopped ?? row);
      }),
  };
}

type Endpoint = typeof connections.$inferSelect;

async function endpointOf(tx: Tx, id: string, locked = false): Promise<Endpoint> {
  const asked = tx
    .select()
    .from(connections)
    .where(and(eq(connections.id, id), isNull(connections.deletedAt)));
  const [row] = await (locked ? asked.for('update') : asked);
  if (!row) throw new AppError('not_found', NONE);
  return row;
}

async function assertReplays(tx: Tx, endpoint: Endpoint, now: Date): Promise<void> {
  const channel = findChannel(endpoint.channel);
  const refused = channel?.replays
    ? channel.replays(settingsOf(endpoint))
    : 'Only endpoints of your own programs can get a replay.';
  if (refused !== null) throw new AppError('validation_failed', refused);
  if (channel) await assertInPlan(tx, channel, now);
}

function assertSome(messages: number): void {
  if (messages === 0)
    throw new AppError('validation_failed', 'Nothing was sent there in that period. Choose another one.', {
      details: { field: 'from' },
    });
  if (messages > REPLAY_MAX)
    throw new AppError(
      'validation_failed',
      `This period has ${messages.toLocaleString('en-US')} messages; a replay can have at most ${MAX}. Choose a shorter period.`,
      { details: { field: 'to' } },
    );
}

const periodOf = ({ from, to }: ReplayForm) => ({ from: new Date(from), to: new Date(to) });

async function countOf(tx: Tx, connectionId: string, period: { from: Date; to: Date }): Promise<ReplayCount> {
  const { rows } = await tx.execute<{ messages: number; first: string | null; last: string | null }>(sql`
    select count(*)::int as messages, min(d.created_at) as first, max(d.created_at) as last
      from ${deliveriesIn(connectionId, period)}`);
  const { messages = 0, first = null, last = null } = rows[0] ?? {};
  const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString());
  return { messages, first: iso(first), last: iso(last) };
}

const shown = (row: typeof endpointReplays.$inferSelect): Replay => ({
  id: row.id,
  from: row.fromAt.toISOString(),
  to: row.toAt.toISOString(),
  state: row.state,
  total: row.total,
  sent: row.sent,
  failed: row.failed,
  skipped: row.skipped,
  problem: row.problem,
  failure: row.failure,
  createdAt: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});
