import { withTenant } from '#src/db/tenant.ts';
import { createFollowUps } from '#src/engine/alerts/follow-ups/follow-ups.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { createRates } from '#src/engine/connections/rates.ts';
import { createPaces } from '#src/engine/delivery/pace.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { deliverAlertJob } from '#src/jobs/deliver-alert.ts';
import { connectionSchema } from '#src/shared/connections.ts';
import type { Bar } from '#src/shared/market.ts';
import type { FollowUpForm } from '#src/shared/follow-ups.ts';
import { createLinks } from '#src/subscribers/links.ts';
import { TEST_KEY, testApi, testServer } from '#tests/support/api.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { fallOf2020, SPX_ID, starterRule } from '#tests/support/workspace.ts';
import { createPublishing } from './publishing.ts';

const SITE = 'https://site.example';
type Who = { workspaceId: string; userId: string };

const never = (): never => {
  throw new Error('A page asks no provider.');
};

/** Pages of a test: connecting one, sending alerts to it, and reading it as anyone does. */
export function publishedWith(db: TestDatabase, clock: () => Date) {
  const base = {
    app: db.app,
    system: db.system,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock,
    instanceId: '00000000-0000-7000-8000-000000000021',
    log: { warn: () => undefined },
  };
  const mail = {
    from: 'alerts@site.example',
    transport: () => ({
      send: async () => ({ kind: 'accepted' as const, response: 'ok' }),
      check: async () => null,
      close: () => undefined,
    }),
  };
  const connections = {
    ...base,
    random: () => 0.5,
    encryptionKey: TEST_KEY,
    mail,
    call: never,
    practices: false,
    publicUrl: SITE,
    callbackUrl: never,
  };
  async function ask(who: Who, method: string, path: string, body?: unknown) {
    const answer = await testApi(db, {
      connections,
      clock,
      publicUrl: SITE,
      announce: () => undefined,
    }).request(path, {
      method,
      headers: { Authorization: `Bearer ${who.userId}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }
  const deliver = ({ workspaceId }: Who, alertId: string) =>
    deliverAlertJob({
      ...base,
      pace: createPaces({ own: 6, connection: 6 }, null),
      publicUrl: SITE,
      links: createLinks({ key: Buffer.alloc(32, 5), publicUrl: SITE }),
      mail,
      call: never,
      accounts: createAccounts({ ...base, encryptionKey: TEST_KEY }),
      rates: createRates({ db: db.app, clock, hashKey: TEST_KEY }),
      onError: (error) => {
        throw error;
      },
      random: () => 0,
      sinks: new Map(),
    })({ workspaceId, alertId }, {} as never);

  return {
    ask,
    deliver,
    connect: (who: Who, slug: string) =>
      ask(who, 'POST', '/connections', { channel: 'hosted-page', name: 'Public page', fields: { slug } }),
    /** A page, and the starter rule's only route to it. */
    page: async (who: Who, slug: string, approval: 'auto' | 'human' = 'auto') => {
      const made = await ask(who, 'POST', '/connections', {
        channel: 'hosted-page',
        name: 'Public page',
        fields: { slug },
      });
      const connection = connectionSchema.parse(made.body);
      const [place] = connection.destinations;
      if (!place) throw new Error('It has no place.');
      const rule = await starterRule(db, who.workspaceId);
      const routes = [{ destinationIds: [place.id], audienceIds: [], approval }];
      const { status, body } = await ask(who, 'PATCH', `/rules/${rule.id}`, { routes });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return { connection, place };
    },
    /** Fires the rule on another day's event, and sends what comes of it. */
    alert: async (who: Who, day = 0): Promise<string> => {
      const rule = await starterRule(db, who.workspaceId);
      const detection = { ...fallOf2020, time: fallOf2020.time + day * 86_400_000 };
      const alertId = await withTenant(db.app, who.workspaceId, (tx) =>
        fireRule(tx, db.enqueue, {
          rule,
          detection: day === 0 ? fallOf2020 : detection,
          trialRunId: null,
          now: clock(),
        }),
      );
      if (!alertId) throw new Error('The rule made no alert.');
      await composeAlert(base, { workspaceId: who.workspaceId, alertId });
      await deliver(who, alertId);
      return alertId;
    },
    follow: async (who: Who, alertId: string, form: FollowUpForm): Promise<void> => {
      await createFollowUps(base).write(
        {
          workspaceId: who.workspaceId,
          actor: { kind: 'member', userId: who.userId, name: 'Ada Byron' },
        },
        alertId,
        form,
      );
      await deliver(who, alertId);
    },
    /** As anyone reads it. */
    get: (path: string, headers: Record<string, string> = {}, perPage?: number) =>
      testServer(db, {
        publishing: createPublishing({ app: db.app, clock, publicUrl: SITE, ...(perPage && { perPage }) }),
        publicUrl: SITE,
      }).request(path, { headers }),
  };
}

const DAY = 86_400_000;
/** Days before the event, so that there is a chart. */
export const storeDaysBefore = (db: TestDatabase): Promise<unknown> =>
  storeBars(
    db.system,
    { instrumentId: SPX_ID, timeframe: '1d' },
    Array.from({ length: 60 }, (_, at): Bar => {
      const close = 3_300 - at * 9 + (at % 5) * 25;
      const text = {
        open: `${close + 12}`,
        high: `${close + 30}`,
        low: `${close - 25}`,
        close: `${close}`,
        volume: null,
      };
      return {
        ts: Date.parse('2020-03-13T00:00:00Z') - (59 - at) * DAY,
        open: close + 12,
        high: close + 30,
        low: close - 25,
        close,
        volume: null,
        text,
      };
    }),
  );
