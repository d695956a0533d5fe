import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { newId } from '#src/db/ids.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { workspacePlan, type WorkspacePlan } from '#src/db/queries/plan.ts';
import { connections, destinations, routeTargets, senders } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { PlanClass } from '#src/shared/channels.ts';
import type { Clock } from '#src/shared/clock.ts';
import {
  type Connection,
  type ConnectionChange,
  type ConnectionForm,
  CONNECTIONS_MAX,
  type Destination,
  type DestinationChange,
  type DestinationForm,
  DESTINATIONS_MAX,
  type PracticeForm,
} from '#src/shared/connections.ts';
import { carriedChannels } from '#src/shared/entitlements.ts';
import { AppError } from '#src/shared/errors.ts';
import { type LimitName, planLimit, planName } from '#src/shared/plan-limit.ts';
import type { By } from '../changed-by.ts';
import type { OAuthApps } from '../channels/authorize.ts';
import type { Channel, ChannelDeps, OpenConnection } from '../channels/channel.ts';
import { callOver } from '../channels/call-over.ts';
import { findChannel } from '../channels/registry.ts';
import { mayStayUnknown } from '../channels/stays-unknown.ts';
import { domainOfSender, forgetAlignment } from './domain-facts.ts';
import { readFields } from './fields.ts';
import { monthOfConnection } from './month.ts';
import { settingsOf } from '../channels/settings.ts';
import { connectionAt, openConnection } from './open.ts';
import { assertReadersKeep } from './readers-keep.ts';
import { timesOf, tokenTimes } from './refresh.ts';
import { sealSecrets, secretNames } from './secrets.ts';
import { inTurn, insertPlace, placesOf, placeWith, renamePlace, shownPlace } from './places.ts';
import { wakeConnection } from './wake.ts';

export type ConnectionsDeps = {
  app: Database;
  clock: Clock;
  random: () => number;
  encryptionKey: Buffer;
  mail: ChannelDeps['mail'];
  call: ChannelDeps['call'];
  /** Whether practice providers run beside the program. */
  practices: boolean;
  /** Asks the DNS for the records of a sending domain now. Left out: the next daily check does. */
  checkDomain?: (workspaceId: string, id: string) => Promise<void>;
  /** Apps that accounts are connected with at their providers. Left out: by their keys alone. */
  oauth?: OAuthApps;
  /** What the provider of a connection calls; it can't be guessed. */
  callbackUrl: (of: { workspaceId: string; connectionId: string }) => string;
  /** Where our own pages are. */
  publicUrl: string;
};
type Row = typeof connections.$inferSelect;

/** An account that its owner allowed us to use at the provider: its id there, and when its credentials end. */
export type Allowed = { account: string; endsAt: number | null };

const NONE = 'There is no such connection.';
const NO_PLACE = 'There is no such place.';
const LIMITS: Record<Exclude<PlanClass, 'included'>, LimitName> = {
  messaging: 'messagingPlatforms',
  social: 'socialMedia',
  hosted: 'hostedPages',
  trading: 'tradingPlatforms',
};

/** Accounts, servers and places that alerts go out through, as the account area and programs see them. */
export function createConnections(deps: ConnectionsDeps) {
  const { app, clock, encryptionKey } = deps;
  const shown = showing(deps);

  /** Ends what a provider calls at a connection's address. Another connection or program may use the bot by now. */
  async function endCalls(row: typeof connections.$inferSelect): Promise<void> {
    const channel = findChannel(row.channel);
    const calls = channel?.review ?? channel?.readers;
    if (!calls) return;
    const connection = openConnection(encryptionKey, row);
    const of = { callbackUrl: deps.callbackUrl({ workspaceId: row.workspaceId, connectionId: row.id }) };
    await calls.end(connection, of, depsOf(connection));
  }

  /** @returns what its owner has to correct, if anything. @throws AppError connection_refused with what the provider said */
  async function assertWorks(channel: Channel, connection: OpenConnection): Promise<string | null> {
    const result = await check(channel, connection);
    if (result.ok) return warningOf(result);
    throw new AppError(
      'connection_refused',
      `This doesn’t work yet. ${result.problem}`,
      result.field === undefined ? {} : { details: { field: result.field } },
    );
  }
  const depsOf = (connection: OpenConnection): ChannelDeps => ({
    now: () => clock().getTime(),
    random: deps.random,
    mail: deps.mail,
    call: callOver(deps.call, connection),
  });
  const check = (channel: Channel, connection: OpenConnection) =>
    channel.check(connection, depsOf(connection));

  const timesFor = (channel: Channel, connection: OpenConnection, allowed: Allowed | undefined) =>
    allowed && channel.tokens
      ? timesOf(allowed.endsAt, channel.tokens.aheadMs, clock().getTime())
      : tokenTimes(channel, connection, depsOf(connection));

  const read = (workspaceId: string, id: string): Promise<Row> =>
    withTenant(app, workspaceId, async (tx) => {
      const [row] = await tx.select().from(connections).where(isLive(id));
      if (!row) throw new AppError('not_found', NONE);
      return row;
    });

  /** The account is asked before anything is stored: what doesn't work isn't kept. */
  async function addAccount(
    by: By,
    form: ConnectionForm,
    from: { practice: boolean; place: DestinationForm | null; allowed?: Allowed },
  ): Promise<Connection> {
    const { workspaceId } = by;
    const channel = connectable(form.channel);
    const { settings, secrets } = readFields(channel.fields, form.fields);
    await withTenant(app, workspaceId, (tx) => assertInPlan(tx, channel, clock()));
    const id = newId();
    const connection = { id, practice: from.practice, settings, secrets };
    const problem = await assertWorks(channel, connection);
    const times = await timesFor(channel, connection, from.allowed);
    return withTenant(app, workspaceId, async (tx) => {
      const limit = { of: 'connections', whose: workspaceId, max: CONNECTIONS_MAX };
      const live = isNull(connections.deletedAt);
      const isSame = and(live, eq(connections.channel, channel.kind), eq(connections.practice, true));
      if (from.practice && !from.allowed && (await tx.$count(connections, isSame)) > 0)
        throw new AppError('name_taken', `You have the practice account of ${channel.title} already.`);
      if (!(await hasRoom(tx, limit, () => tx.$count(connections, live))))
        throw new AppError(
          'validation_failed',
          `A workspace has ${CONNECTIONS_MAX} connections at most. Delete one first.`,
        );
      const at = clock();
      await assertInPlan(tx, channel, at);
      const sealed = sealSecrets(encryptionKey, connectionAt({ workspaceId, id }), secrets);
      const [row] = await tx
        .insert(connections)
        .values({
          workspaceId,
          id,
          channel: channel.kind,
          name: form.name,
          practice: from.practice,
          account: from.allowed?.account ?? null,
          settings,
          sealed,
          ...times,
          problem,
          checkedAt: at,
          createdAt: at,
          updatedAt: at,
        })
        .returning();
      if (!row) throw new AppError('not_found', NONE);
      await recordActivity(tx, {
        ...by,
        action: 'connection.added',
        subject: form.name,
        detail: { channel: channel.title },
        at,
      });
      const place = from.place ?? placeWith(channel, { name: form.name, settings });
      const places = place
        ? await insertPlace(tx, channel, { workspaceId, connectionId: id, form: place, at })
        : [];
      const made = await shown(tx, row, places);
      await by.keepAnswer?.(tx, 201, made);
      return made;
    });
  }

  return {
    list: (workspaceId: string): Promise<Connection[]> =>
      withTenant(app, workspaceId, async (tx) => {
        const rows = await tx
          .select()
          .from(connections)
          .where(isNull(connections.deletedAt))
          .orderBy(asc(connections.createdAt), asc(connections.id));
        const places = await tx
          .select()
          .from(destinations)
          .where(isNull(destinations.deletedAt))
          .orderBy(asc(destinations.createdAt), asc(destinations.id));
        return inTurn(rows, (row) => shown(tx, row, places));
      }),

    add: (by: By, form: ConnectionForm): Promise<Connection> =>
      addAccount(by, form, { practice: false, place: null }),

    /** An account whose owner has allowed us to use it. */
    addAllowed: addAccount,

    /**
     * An account at the channel's practice provider, with the place that it posts to.
     * @throws AppError validation_failed where there is none; name_taken where the workspace has it already
     */
    addPractice: async (by: By, { channel: kind }: PracticeForm): Promise<Connection> => {
      const channel = connectable(kind);
      const provider = deps.practices ? await channel.practice?.() : undefined;
      if (!provider)
        throw new AppError('validation_failed', `There is no practice account for ${channel.title} here.`, {
          details: { field: 'channel' },
        });
      const { fields, place } = provider.account;
      return addAccount(
        by,
        { channel: kind, name: `${channel.title} (practice)`, fields },
        { practice: true, place },
      );
    },

    /** Changed fields are checked at the provider first; a name or a pause is not. */
    change: async (by: By, id: string, form: ConnectionChange, allowed?: Allowed): Promise<Connection> => {
      const { workspaceId } = by;
      const before = await read(workspaceId, id);
      const channel = connectable(before.channel);
      if (form.whenUnknown !== undefined && !mayStayUnknown(channel))
        throw new AppError('validation_failed', `${channel.title} recognizes messages that are sent again.`, {
          details: { field: 'whenUnknown' },
        });
      const open = openConnection(encryptionKey, before);
      const typed = form.fields ? readFields(channel.fields, form.fields, open) : null;
      const connection = { ...open, ...typed };
      const problem = typed && (await assertWorks(channel, connection));
      const times = typed && (await timesFor(channel, connection, allowed));
      let forgotten: readonly string[] = [];
      const changed = await withTenant(app, workspaceId, async (tx) => {
        const at = clock();
        const [current] = await tx.select().from(connections).where(isLive(id)).for('update');
        if (!current) throw new AppError('not_found', NONE);
        // Secrets that were refreshed meanwhile are newer than those we started from.
        const isNewer = current.sealed !== before.sealed;
        const { settings, secrets } =
          form.fields && isNewer
            ? readFields(channel.fields, form.fields, openConnection(encryptionKey, current))
            : connection;
        const ofReaders = form.fields ? channel.readers?.accountOf({ secrets }) : undefined;
        if (ofReaders !== undefined) await assertReadersKeep(tx, id, ofReaders);
        const account = allowed?.account ?? ofReaders;
        const isPaused = form.paused ?? before.state === 'paused';
        const resumes = form.fields !== undefined || (before.state === 'paused' && !isPaused);
        const [row] = await tx
          .update(connections)
          .set({
            ...(form.name === undefined ? {} : { name: form.name }),
            ...(form.whenUnknown === undefined ? {} : { whenUnknown: form.whenUnknown }),
            ...(form.fields
              ? {
                  settings,
                  sealed: sealSecrets(encryptionKey, connectionAt({ workspaceId, id }), secrets),
                  ...times,
                  ...(account !== undefined && { account }),
                  checkedAt: at,
                }
              : {}),
            ...(resumes ? { ...HEALTHY, problem } : {}),
            ...(isPaused ? { state: 'paused' as const } : resumes ? { state: 'ok' as const } : {}),
            updatedAt: at,
          })
          .where(isLive(id))
          .returning();
        if (!row) throw new AppError('not_found', NONE);
        if (form.fields) forgotten = await forgetMoved(tx, channel, { current, settings });
        if (form.fields) await renamePlace(tx, channel, { workspaceId, connectionId: id, settings, at });
        if (row.state === 'ok' && resumes)
          await wakeConnection(tx, { workspaceId, connectionId: id, now: at });
        const action = form.paused === undefined ? 'changed' : form.paused ? 'paused' : 'resumed';
        await recordActivity(tx, { ...by, action: `connection.${action}`, subject: row.name, at });
        return shown(tx, row, await placesOf(tx, id));
      });
      // Until it's known to hold for the other server, larger alerts of these domains are withheld.
      for (const domainId of forgotten) await deps.checkDomain?.(workspaceId, domainId);
      return changed;
    },

    /** Asks the provider now. A connection that works goes on; one that doesn't waits for the next check. */
    check: async (by: By, id: string): Promise<Connection> => {
      const { workspaceId } = by;
      const before = await read(workspaceId, id);
      const result = await check(connectable(before.channel), openConnection(encryptionKey, before));
      return withTenant(app, workspaceId, async (tx) => {
        const at = clock();
        const state = before.state === 'paused' ? 'paused' : result.ok ? 'ok' : 'failing';
        const [row] = await tx
          .update(connections)
          .set({
            state,
            checkedAt: at,
            updatedAt: at,
            ...(result.ok
              ? { ...HEALTHY, problem: warningOf(result) }
              : {
                  problem: result.problem.slice(0, 500),
                  ...(state === 'failing' ? { heldUntil: new Date(at.getTime() + 60_000) } : {}),
                }),
          })
          .where(isLive(id))
          .returning();
        if (!row) throw new AppError('not_found', NONE);
        if (row.state === 'ok') await wakeConnection(tx, { workspaceId, connectionId: id, now: at });
        return shown(tx, row, await placesOf(tx, id));
      });
    },

    /** Its secrets are gone at once. @throws AppError in_use while a rule sends to one of its places */
    remove: async (by: By, id: string): Promise<void> => {
      const { workspaceId } = by;
      const gone = await withTenant(app, workspaceId, async (tx) => {
        const [row] = await tx.select().from(connections).where(isLive(id)).for('update');
        if (!row) throw new AppError('not_found', NONE);
        const ofIt = and(eq(destinations.connectionId, id), isNull(destinations.deletedAt));
        const places = tx.select({ id: destinations.id }).from(destinations).where(ofIt);
        if ((await tx.$count(routeTargets, sql`${routeTargets.destinationId} in ${places}`)) > 0)
          throw new AppError('in_use', 'Rules send to this connection. Remove it from those rules first.');
        if ((await tx.$count(senders, eq(senders.connectionId, id))) > 0)
          throw new AppError('in_use', 'A brand sends over this connection. Choose another sender first.');
        const at = clock();
        await tx.update(destinations).set({ deletedAt: at, updatedAt: at }).where(ofIt);
        await tx
          .update(connections)
          .set({ deletedAt: at, updatedAt: at, sealed: null, settings: {} })
          .where(eq(connections.id, id));
        await recordActivity(tx, { ...by, action: 'connection.removed', subject: row.name, at });
        return row;
      });
      // It is deleted, also where its secrets can't be opened or the provider isn't reached: calls that are left go to an
      // address of no one, and the bot can be connected again (orphaned.ts).
      await endCalls(gone).catch(() => undefined);
    },

    addDestination: (by: By, id: string, form: DestinationForm): Promise<Destination> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const { workspaceId } = by;
        const [row] = await tx.select().from(connections).where(isLive(id)).for('update');
        if (!row) throw new AppError('not_found', NONE);
        const channel = connectable(row.channel);
        const { destination: written } = channel;
        if (!written)
          throw new AppError('validation_failed', 'This channel reaches people by their own addresses.');
        const address = written.normalize(form.address);
        if (address === null)
          throw new AppError('validation_failed', `${written.label}: write it like ${written.placeholder}.`, {
            details: { field: 'address' },
          });
        const one = placeWith(channel, { name: row.name, settings: settingsOf(row) });
        if (written.from !== undefined && address !== one?.address)
          throw new AppError('validation_failed', 'This connection is one place. Connect another one.', {
            details: { field: 'address' },
          });
        const ofIt = and(eq(destinations.connectionId, id), isNull(destinations.deletedAt));
        const limit = { of: 'destinations', whose: id, max: DESTINATIONS_MAX };
        if (!(await hasRoom(tx, limit, () => tx.$count(destinations, ofIt))))
          throw new AppError(
            'validation_failed',
            `A connection has ${DESTINATIONS_MAX} places at most. Delete one first.`,
          );
        const at = clock();
        const [added] = await insertPlace(tx, channel, {
          workspaceId,
          connectionId: id,
          form: { ...form, address },
          at,
        });
        const place = added && (await shownPlace(tx, deps, row.channel, added));
        if (!place) throw new AppError('not_found', NONE);
        await recordActivity(tx, {
          ...by,
          action: 'destination.added',
          subject: form.name,
          detail: { connection: row.name },
          at,
        });
        await by.keepAnswer?.(tx, 201, place);
        return place;
      }),

    changeDestination: (by: By, id: string, { groupMinutes }: DestinationChange): Promise<Destination> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const at = clock();
        const [row] = await tx
          .update(destinations)
          .set({ groupMinutes, updatedAt: at })
          .where(and(eq(destinations.id, id), isNull(destinations.deletedAt)))
          .returning();
        const [of] = row ? await tx.select().from(connections).where(isLive(row.connectionId)) : [];
        if (!row || !of) throw new AppError('not_found', NO_PLACE);
        await recordActivity(tx, { ...by, action: 'destination.changed', subject: row.name, at });
        return shownPlace(tx, deps, of.channel, row);
      }),

    removeDestination: (by: By, id: string): Promise<void> =>
      withTenant(app, by.workspaceId, async (tx) => {
        const isIt = and(eq(destinations.id, id), isNull(destinations.deletedAt));
        const [row] = await tx.select().from(destinations).where(isIt).for('update');
        if (!row) throw new AppError('not_found', NO_PLACE);
        if ((await tx.$count(routeTargets, eq(routeTargets.destinationId, id))) > 0)
          throw new AppError('in_use', 'Rules send to this place. Remove it from those rules first.');
        const at = clock();
        await tx.update(destinations).set({ deletedAt: at, updatedAt: at }).where(isIt);
        await recordActivity(tx, { ...by, action: 'destination.removed', subject: row.name, at });
      }),
  };
}

/** What a connection that works, or is to try again, has behind it. */
const HEALTHY = { problem: null, failures: 0, openings: 0, heldUntil: null, failingSince: null } as const;

const staysUnknown = (kind: string): boolean => {
  const channel = findChannel(kind);
  return channel !== null && mayStayUnknown(channel);
};

/** What still has to be corrected about a connection that works. */
const warningOf = ({ warning }: { warning?: string }): string | null => warning?.slice(0, 500) ?? null;

const isLive = (id: string) => and(eq(connections.id, id), isNull(connections.deletedAt));

/** @throws AppError validation_failed for a channel that has nothing to connect */
function connectable(kind: string): Channel {
  const channel = findChannel(kind);
  if (!channel || channel.fields.length === 0)
    throw new AppError('validation_failed', `There is no channel “${kind}” to connect.`, {
      details: { field: 'channel' },
    });
  return channel;
}

/** By the oldest connection of each channel: what was there first goes on. */
export async function isInPlan(tx: Tx, channel: Channel, plan: WorkspacePlan): Promise<boolean> {
  if (channel.planClass === 'included') return true;
  const inUse = await tx
    .select({ channel: connections.channel })
    .from(connections)
    .where(isNull(connections.deletedAt))
    .groupBy(connections.channel)
    .orderBy(sql`min(${connections.createdAt})`);
  const kinds = [...inUse.flatMap((each) => findChannel(each.channel) ?? []), channel];
  return carriedChannels(plan, kinds).has(channel.kind);
}

/** @throws AppError plan_limit */
export async function assertInPlan(tx: Tx, channel: Channel, now: Date): Promise<void> {
  if (channel.planClass === 'included') return;
  const plan = await workspacePlan(tx, now);
  if (await isInPlan(tx, channel, plan)) return;
  throw planLimit(
    plan.planId,
    LIMITS[channel.planClass],
    `The ${planName(plan.planId)} plan doesn’t include ${channel.title} beside what is connected.`,
  );
}

type Shown = (tx: Tx, row: Row, places: readonly (typeof destinations.$inferSelect)[]) => Promise<Connection>;
const showing =
  (deps: Pick<ConnectionsDeps, 'callbackUrl' | 'publicUrl' | 'clock'>): Shown =>
  async (tx, row, places) => ({
    id: row.id,
    channel: row.channel,
    name: row.name,
    practice: row.practice,
    settings: settingsOf(row),
    secrets: secretNames(row.sealed),
    state: row.state,
    problem: row.problem,
    whenUnknown: staysUnknown(row.channel) ? row.whenUnknown : null,
    heldUntil: row.heldUntil?.toISOString() ?? null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    callbackUrl: findChannel(row.channel)?.receive
      ? deps.callbackUrl({ workspaceId: row.workspaceId, connectionId: row.id })
      : null,
    calledAt: row.calledAt?.toISOString() ?? null,
    callProblem: row.callProblem,
    month: await monthOfConnection(tx, row, deps.clock()),
    destinations: await inTurn(
      places.filter(({ connectionId }) => connectionId === row.id),
      (place) => shownPlace(tx, deps, row.channel, place),
    ),
  });

/** Over another server, the domains of its senders count as aligned once the DNS was asked again. @returns which counted */
async function forgetMoved(
  tx: Tx,
  { sendsFromDomain }: Channel,
  { current, settings }: { current: Row; settings: Readonly<Record<string, string>> },
): Promise<string[]> {
  if (!sendsFromDomain || sendsFromDomain.hostOf(settingsOf(current)) === sendsFromDomain.hostOf(settings))
    return [];
  const over = await tx.select().from(senders).where(eq(senders.connectionId, current.id));
  return forgetAlignment(
    tx,
    over.flatMap((each) => domainOfSender(each) ?? []),
  );
}
