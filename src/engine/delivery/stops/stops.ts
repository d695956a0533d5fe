import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { workspaceStopsOf } from '#src/db/queries/workspace-stops.ts';
import { retryDeadlock } from '#src/db/retry-deadlock.ts';
import { addresses, brands, connections, workspaceStops } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { recordRecall, recordStop, stopperOnRecord } from '#src/ledger/stop.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { RECALL_MAX, type Recalled, type Sending, type Stop, type StopForm } from '#src/shared/sending.ts';
import { type Stopper, stopperOf } from '../../changed-by.ts';
import { channels, findChannel } from '../../channels/registry.ts';
import { recallAlert, recallDigests } from './recall.ts';
import { countUnsent, heldBy } from './unsent.ts';

type Row = typeof workspaceStops.$inferSelect;
type Deps = {
  app: Database;
  clock: Clock;
  announce: (workspaceId: string, topic: 'notifications') => void;
};

const GONE = 'Sending has been resumed already.';

/** Stops everything of a workspace, one brand or one channel, until a person resumes it. */
export function createStops({ app, clock, announce }: Deps) {
  return {
    read: (workspaceId: string): Promise<Sending> =>
      withTenant(app, workspaceId, (tx) => readSending(tx, workspaceId, clock())),

    /**
     * From the commit on, no claim takes what it holds. Stopped twice, it stays as it was.
     * @throws AppError not_found for a brand, validation_failed for a channel
     */
    stop: (by: Stopper, form: StopForm): Promise<Stop> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const { scope, reason } = form;
        const target = form.target?.toLowerCase() ?? '';
        if (scope === 'channel') assertChannel(target);
        const subject = await subjectOf(tx, { scope, target });
        const at = clock();
        const { rows } = await tx.execute<{ id: string; is_new: boolean }>(sql`
          insert into workspace_stops as w (workspace_id, id, scope, target, reason, stopped_by, since)
          values (${workspaceId}::uuid, ${newId()}::uuid, ${scope}, ${target}, ${reason || null}, ${stopperOf(by)},
                  ${at.toISOString()}::timestamptz)
          on conflict (workspace_id, scope, target) do update set since = w.since
          returning id, xmax = 0 as is_new`);
        const [made] = rows;
        const stop = (await workspaceStopsOf(tx)).find(({ id }) => id === made?.id);
        if (!made || !stop) throw new AppError('not_found', GONE);
        if (made.is_new) {
          const detail = { why: stop.reason === null ? '' : `: ${stop.reason}` };
          await recordActivity(tx, { ...by, action: 'sending.stopped', subject, detail, at });
        }
        await by.keepAnswer?.(tx, 201, stop);
        if (made.is_new) {
          const about = { workspaceId, stopId: stop.id, act: 'stopped', at } as const;
          await recordStop(tx, { ...stop, ...about, by: await stopperOnRecord(tx, by) });
        }
        return stop;
      }),

    /** What it held goes on at once: each claim looks again at whether it is still news. @throws AppError not_found */
    resume: (by: Stopper, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const [row] = await tx.delete(workspaceStops).where(isIt(id)).returning();
        if (!row) throw new AppError('not_found', GONE);
        const at = clock();
        const subject = await subjectOf(tx, row);
        await recordActivity(tx, { ...by, action: 'sending.resumed', subject, at });
        const { scope, target, reason } = row;
        const about = {
          workspaceId,
          stopId: id,
          act: 'resumed',
          scope,
          target: target || null,
          reason,
          at,
        } as const;
        await recordStop(tx, { ...about, by: await stopperOnRecord(tx, by) });
      }),

    /**
     * Ends for good what a stop holds, up to `RECALL_MAX` alerts at a time, each in a transaction of its own. It ends with
     * the stop: what was resumed meanwhile isn't recalled. `left`: how many are still held.
     * @throws AppError not_found
     */
    recall: async (by: Stopper, id: string): Promise<Recalled> => {
      const { workspaceId } = by;
      const begun = await inStop(app, by, id, async (tx, stop) => {
        const now = clock();
        const ids = await recallDigests(tx, { workspaceId, stop, now });
        const recorded = await stopperOnRecord(tx, by);
        for (const alertId of ids)
          await recordRecall(tx, { ...aboutStop(stop), alertId, by: recorded, at: now });
        return { digests: ids.length, held: await heldBy(tx, workspaceId, stop, now) };
      });
      if (!begun) throw new AppError('not_found', GONE);
      let recalled = begun.digests;
      for (const alertId of begun.held.slice(0, RECALL_MAX)) {
        const done = await inStop(app, by, id, async (tx, stop) => {
          const now = clock();
          const result = await recallAlert(tx, { workspaceId, alertId, stop, by: stopperOf(by), now });
          if (!result) return false;
          await recordRecall(tx, { ...aboutStop(stop), alertId, by: await stopperOnRecord(tx, by), at: now });
          return result;
        });
        if (done === null) break;
        if (done === false) continue;
        recalled += 1;
        if (done.notified) announce(workspaceId, 'notifications');
      }
      const left = await inStop(app, by, id, async (tx, stop) => {
        const now = clock();
        const subject = await subjectOf(tx, stop);
        if (recalled > 0)
          await recordActivity(tx, {
            ...by,
            action: 'sending.recalled',
            subject,
            detail: { alerts: recalled },
            at: now,
          });
        return (await heldBy(tx, workspaceId, stop, now)).length;
      });
      return { recalled, left: left ?? 0 };
    },
  };
}
export type Stops = ReturnType<typeof createStops>;

async function readSending(tx: Tx, workspaceId: string, now: Date): Promise<Sending> {
  const stops = await workspaceStopsOf(tx);
  const { all, ofBrand, ofChannel } = await countUnsent(tx, workspaceId, now);
  const owned = await tx
    .select({ id: brands.id, name: brands.name, archivedAt: brands.archivedAt })
    .from(brands)
    .where(eq(brands.workspaceId, workspaceId))
    .orderBy(asc(brands.createdAt), asc(brands.id));
  const connected = await tx
    .selectDistinct({ channel: connections.channel })
    .from(connections)
    .where(isNull(connections.deletedAt));
  const inUse = new Set(connected.map(({ channel }) => channel));
  // A channel whose readers register their devices is in use once there is a device.
  for (const { kind, devices } of channels())
    if (devices) {
      const [one] = await tx
        .select({ id: addresses.id })
        .from(addresses)
        .where(and(eq(addresses.workspaceId, workspaceId), eq(addresses.channel, kind)))
        .limit(1);
      if (one) inUse.add(kind);
    }
  const isStopped = (target: string): boolean => stops.some((stop) => stop.target === target);
  return {
    stops,
    workspace: all,
    brands: owned
      .filter(({ id, archivedAt }) => archivedAt === null || ofBrand(id).unsent > 0 || isStopped(id))
      .map(({ id, name }) => ({ id, name, ...ofBrand(id) })),
    channels: channels()
      .filter(
        ({ kind, hasOwnAccount, devices }) =>
          (hasOwnAccount && !devices) || inUse.has(kind) || ofChannel(kind).unsent > 0 || isStopped(kind),
      )
      .map(({ kind }) => ({ channel: kind, ...ofChannel(kind) })),
  };
}

const isIt = (id: string) => eq(workspaceStops.id, id);
const aboutStop = ({ workspaceId, id, scope, target }: Row) => ({
  workspaceId,
  stopId: id,
  scope,
  target: target || null,
});

/** Works under a stop, which nobody resumes meanwhile. @returns null where it's over */
const inStop = <T>(
  app: Database,
  { workspaceId }: Stopper,
  id: string,
  work: (tx: Tx, stop: Row) => Promise<T>,
): Promise<T | null> =>
  retryDeadlock(() =>
    withTenant(app, workspaceId, async (tx) => {
      const [stop] = await tx
        .select()
        .from(workspaceStops)
        .where(and(eq(workspaceStops.workspaceId, workspaceId), isIt(id)))
        .for('share');
      return stop ? work(tx, stop) : null;
    }),
  );

/** @throws AppError validation_failed */
function assertChannel(kind: string): void {
  if (findChannel(kind)) return;
  const kinds = channels().map((channel) => channel.kind);
  throw new AppError('validation_failed', `There is no such channel. It’s one of: ${kinds.join(', ')}.`, {
    details: { field: 'target' },
  });
}

/** As the activity calls it. @throws AppError not_found where there is no such brand */
async function subjectOf(tx: Tx, { scope, target }: Pick<Row, 'scope' | 'target'>): Promise<string> {
  if (scope === 'workspace') return 'all sending';
  if (scope === 'channel') return `sending by ${findChannel(target)?.title ?? target}`;
  const [brand] = await tx
    .select({ name: brands.name })
    .from(brands)
    .where(sql`${brands.id}::text = ${target}`);
  if (!brand) throw new AppError('not_found', 'There is no such brand.');
  return `sending for “${brand.name}”`;
}
