import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  alerts,
  alertTransitions,
  attempts,
  deliveries,
  events,
  fanOuts,
  fanOutShards,
  renditions,
  trialRuns,
} from '#src/db/schema.ts';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Bar } from '#src/shared/market.ts';
import { alertRecord } from '#src/db/queries/alert-record.ts';
import { chooseMail, mailChoices } from '#src/db/queries/notification-choices.ts';
import { deliverAlertJob } from '#src/jobs/deliver-alert.ts';
import type { OutgoingMail } from '#src/platform/mail/transport.ts';
import { createBrandPages } from '#src/server/subscribers/brand-page.ts';
import { createUnsubscribeRoutes } from '#src/server/subscribers/unsubscribe.ts';
import { createLinks } from '#src/subscribers/links.ts';
import { createUnsubscribe } from '#src/subscribers/unsubscribe.ts';
import { HELD_MAX } from '#src/shared/alerts.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  activateRule,
  addMember,
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  SPX_ID,
  starterRule,
} from '#tests/support/workspace.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import { composeAlert } from './alerts/compose.ts';
import { groundAsWritten, readPastAlert } from './alerts/past-alert.ts';
import { checkDocument } from './content/check-document.ts';
import { storeBars } from './market/bars/bar-store.ts';
import { contentSchema } from '#src/shared/content/content.ts';
import { firstDetection } from './detectors/bars.fixture.ts';
import type { SendOutcome } from './channels/channel.ts';
import type { ClaimedDelivery } from './delivery/claimed.ts';
import { createAccounts } from './connections/accounts.ts';
import { createRates } from './connections/rates.ts';
import { deliverAlert } from './delivery/deliver.ts';
import { releaseHeld } from './delivery/release.ts';
import { sweepDeliveries, wakeWaiting } from './delivery/sweep.ts';
import { ensureFeedRun } from '#src/db/queries/feed-runs.ts';
import { FeedError } from './market/feed-error.ts';
import { type OpenFeed, runFeeds } from './runner/recorded/run-feeds.ts';
import { watchSeries } from './runner/watch-series.ts';
import { fireRule } from './events/fire-rule.ts';
import { requestTrialRun, runTrial } from './rules/trial-run.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const clock = () => new Date();
const announce = () => undefined;
const me = '00000000-0000-7000-8000-000000000001';
const retryLater: SendOutcome = { outcome: 'retry', at: Date.now() + 3_600_000, reason: 'busy' };
const sentOutcome: SendOutcome = { outcome: 'sent', providerMessageId: '<x@y>' };

function deps(send: (delivery: ClaimedDelivery) => Promise<SendOutcome> = async () => sentOutcome) {
  return {
    app: db.app,
    system: db.system,
    enqueue: db.enqueue,
    announce,
    clock,
    instanceId: me,
    publicUrl: 'http://localhost:3000',
    isDead: async () => false,
    log: { warn: () => undefined },
    pace: paced(6),
    send,
  };
}

async function fire(workspaceId: string): Promise<string> {
  const rule = await starterRule(db, workspaceId);
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: clock() }),
  );
  if (!alertId) throw new Error('The event existed already.');
  return alertId;
}

const all = (workspaceId: string) =>
  withTenant(db.app, workspaceId, async (tx) => ({
    events: await tx.select().from(events),
    alerts: await tx.select().from(alerts),
    steps: await tx.select().from(alertTransitions).orderBy(alertTransitions.at, alertTransitions.id),
    renditions: await tx.select().from(renditions),
    deliveries: await tx.select().from(deliveries),
    attempts: await tx.select().from(attempts),
    trials: await tx.select().from(trialRuns),
  }));

const jobsFor = async (alertId: string) => {
  const { rows } = await db.admin.query<{ name: string }>(
    `select name from pgboss.job where data->>'alertId' = $1 order by created_on`,
    [alertId],
  );
  return rows.map((row) => row.name);
};

describe('from a detection to a sent alert', () => {
  it('writes event, alert and job in one transaction, and nothing when it fails', async () => {
    const { workspaceId } = await newWorkspace(db);
    const rule = await starterRule(db, workspaceId);
    const detection = { rule, detection: fallOf2020, trialRunId: null, now: clock() };
    await expect(
      withTenant(db.app, workspaceId, async (tx) => {
        await fireRule(tx, db.enqueue, detection);
        throw new Error('the power went');
      }),
    ).rejects.toThrow('the power went');
    expect((await all(workspaceId)).events).toHaveLength(0);

    const alertId = await withTenant(db.app, workspaceId, (tx) => fireRule(tx, db.enqueue, detection));
    expect(alertId).not.toBeNull();
    expect(await jobsFor(alertId!)).toEqual(['compose-alert']);
  });

  it('makes one event of the same detection, however many engines see it at once', async () => {
    const { workspaceId } = await newWorkspace(db);
    const rule = await starterRule(db, workspaceId);
    const made = await Promise.all(
      Array.from({ length: 5 }, () =>
        withTenant(db.app, workspaceId, (tx) =>
          fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: clock() }),
        ),
      ),
    );
    expect(made.filter((id) => id !== null)).toHaveLength(1);
    expect((await all(workspaceId)).alerts).toHaveLength(1);
  });

  it('composes in the brand, approves, sends and writes every step down', async () => {
    const { workspaceId, email } = await newWorkspace(db, { companyName: 'Harbour & Sons' });
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    await composeAlert(deps(), { workspaceId, alertId });
    const sent: ClaimedDelivery[] = [];
    const send = async (delivery: ClaimedDelivery) => {
      sent.push(delivery);
      return sentOutcome;
    };
    await deliverAlert(deps(send), { workspaceId, alertId });
    await deliverAlert(deps(send), { workspaceId, alertId });

    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ address: email, brandName: 'Harbour & Sons', attempt: 1 });
    expect(sent[0]?.prepared.title).toContain('11.98%');
    expect(sent[0]?.prepared.text).toContain('Harbour & Sons');
    expect(sent[0]?.prepared.html).toContain('Harbour &amp; Sons');
    const state = await all(workspaceId);
    expect(state.steps.map((step) => `${step.fromState} ${step.toState} ${step.actor}`)).toEqual([
      'null drafted engine',
      'drafted approved policy',
      'approved sending delivery',
      'sending sent delivery',
    ]);
    expect(state.deliveries).toMatchObject([{ state: 'sent', attempts: 1, providerMessageId: '<x@y>' }]);
    expect(state.attempts).toMatchObject([{ n: 1, outcome: 'sent' }]);
    expect(await jobsFor(alertId)).toEqual(['compose-alert', 'deliver-alert']);
  });

  it('refuses figures that do not hold: nothing is sent, and the reason is on the record', async () => {
    const { workspaceId } = await newWorkspace(db);
    const rule = await starterRule(db, workspaceId);
    const detection = {
      ...fallOf2020,
      value: -21.98,
      evidence: { ...fallOf2020.evidence, figures: { ...fallOf2020.evidence.figures, change_pct: -21.98 } },
    };
    const alertId = await withTenant(db.app, workspaceId, (tx) =>
      fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now: clock() }),
    );
    await composeAlert(deps(), { workspaceId, alertId: alertId! });
    const state = await all(workspaceId);
    expect(state.alerts).toMatchObject([{ state: 'failed' }]);
    expect(state.steps.at(-1)?.reason).toMatch(
      /does not follow from the prices in its evidence: the (value|figures)/,
    );
    expect(state.deliveries).toHaveLength(0);
  });

  it.each(['volume_spike', 'golden_cross', 'rsi_cross'])(
    '%s: writes what its evidence bears out, and fails what it does not, saying why',
    async (name) => {
      const found = firstDetection(name);
      const composed = async (detection: typeof found) => {
        const { workspaceId } = await newWorkspace(db);
        const rule = await starterRule(db, workspaceId);
        const alertId = await withTenant(db.app, workspaceId, (tx) =>
          fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now: clock() }),
        );
        await composeAlert(deps(), { workspaceId, alertId: alertId! });
        return all(workspaceId);
      };
      expect((await composed(found)).alerts).toMatchObject([{ state: 'approved', detector: name }]);
      const past = Object.fromEntries(
        Object.entries(found.evidence.past ?? {}).map(([column, texts]) => [column, texts.slice(-3)]),
      );
      const cut = await composed({ ...found, evidence: { ...found.evidence, past } });
      expect(cut.alerts).toMatchObject([{ state: 'failed' }]);
      expect(cut.steps.at(-1)?.reason).toBe(
        `The finding does not follow from the prices in its evidence: ${name} finds nothing on the last bar of the evidence.`,
      );
    },
  );

  it('stops at a review when the rule asks for one', async () => {
    const { workspaceId } = await newWorkspace(db);
    await db.admin.query(`update rules set approval = 'human' where workspace_id = $1`, [workspaceId]);
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    const state = await all(workspaceId);
    expect(state.alerts).toMatchObject([{ state: 'pending_review' }]);
    expect(state.deliveries).toHaveLength(0);
  });
});

describe('what goes wrong on the way', () => {
  it.each([
    [{ outcome: 'retry', at: Date.now() + 60_000, reason: 'busy' }, 'retry', 'sending'],
    [{ outcome: 'unknown', reason: 'no answer' }, 'unknown', 'unknown'],
    [{ outcome: 'rejected', reason: 'no such user' }, 'rejected', 'failed'],
  ] as const)('%o leaves the delivery %s and the alert %s', async (outcome, delivery, alert) => {
    const { workspaceId } = await newWorkspace(db);
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    await deliverAlert(
      deps(async () => outcome),
      { workspaceId, alertId },
    );
    const state = await all(workspaceId);
    expect(state.deliveries).toMatchObject([{ state: delivery, reason: outcome.reason }]);
    expect(state.alerts).toMatchObject([{ state: alert }]);
  });

  it('sends each delivery once when two workers take the same job', async () => {
    const { workspaceId } = await newWorkspace(db);
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    let sends = 0;
    const send = async () => {
      sends += 1;
      return sentOutcome;
    };
    await Promise.all([1, 2, 3].map(() => deliverAlert(deps(send), { workspaceId, alertId })));
    expect(sends).toBe(1);
    expect((await all(workspaceId)).alerts).toMatchObject([{ state: 'sent' }]);
  });

  it('calls a claim of a dead process unknown, never sends it again, and hears a late answer', async () => {
    const { workspaceId } = await newWorkspace(db);
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    const begun = Promise.withResolvers<(outcome: SendOutcome) => void>();
    const hanging = deliverAlert(
      deps(() => new Promise((resolve) => begun.resolve(resolve))),
      { workspaceId, alertId },
    );
    // The claim is committed before the process hears of it.
    const answer = await begun.promise;

    expect(await sweepDeliveries(deps())).toMatchObject({ unknown: 0 });
    expect(await sweepDeliveries({ ...deps(), isDead: async (id) => id === me })).toMatchObject({
      unknown: 1,
    });
    expect((await all(workspaceId)).alerts).toMatchObject([{ state: 'unknown' }]);
    let again = 0;
    await deliverAlert(
      deps(async () => ((again += 1), sentOutcome)),
      { workspaceId, alertId },
    );
    expect(again).toBe(0);

    answer(sentOutcome);
    await hanging;
    expect((await all(workspaceId)).alerts).toMatchObject([{ state: 'sent' }]);
  });

  it.each([
    ['', async () => undefined, 1],
    [
      ' though others took it for dead',
      () => sweepDeliveries({ ...deps(), isDead: async (id) => id === me }),
      2,
    ],
  ])(
    'opens a claim again whose commit the database did not answer, and sends it once%s',
    async (_, meanwhile, tries) => {
      const { workspaceId } = await newWorkspace(db);
      const alertId = await fire(workspaceId);
      await composeAlert(deps(), { workspaceId, alertId });
      let [sends, lost] = [0, 0];
      // Committed, and then the answer is lost: as with a database that dies at that moment. The first asks what there is.
      const losing = async (client: pg.PoolClient, text: string, values: unknown[]) => {
        const answer = await client.query(text, values);
        if (text !== 'commit' || (lost += 1) !== 2) return answer;
        await meanwhile();
        throw new Error('Connection terminated unexpectedly');
      };
      const connect = async () => {
        const client = await db.app.$client.connect();
        const query = (text: string, values: unknown[]) => losing(client, text, values);
        return Object.create(client, { query: { value: query } }) as pg.PoolClient;
      };
      const app = Object.create(db.app, { $client: { value: { connect } } }) as typeof db.app;
      const sending = { ...deps(async () => ((sends += 1), sentOutcome)), app };
      await expect(deliverAlert(sending, { workspaceId, alertId })).rejects.toThrow('terminated');
      await deliverAlert(sending, { workspaceId, alertId });
      const state = await all(workspaceId);
      expect(state.deliveries).toMatchObject([{ state: 'sent', attempts: tries }]);
      expect(state.alerts).toMatchObject([{ state: 'sent' }]);
      expect(sends).toBe(1);
    },
  );

  it('wakes a retry when it is due, and not before', async () => {
    const { workspaceId } = await newWorkspace(db);
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    await deliverAlert(
      deps(async () => ({ outcome: 'retry', at: Date.now() + 60_000, reason: 'busy' })),
      { workspaceId, alertId },
    );
    await sweepDeliveries(deps());
    expect(await jobsFor(alertId)).toHaveLength(2);
    const later = { ...deps(), clock: () => new Date(Date.now() + 61_000) };
    await sweepDeliveries(later);
    expect(await jobsFor(alertId)).toHaveLength(3);
    await deliverAlert(later, { workspaceId, alertId });
    const state = await all(workspaceId);
    expect(state.deliveries).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(state.alerts).toMatchObject([{ state: 'sent' }]);
  });
});

it('sends what waits for a server as soon as it is back, and nothing else', async () => {
  const retry = { outcome: 'retry', at: Date.now() + 3_600_000, reason: 'nobody there' } as const;
  const [away, busy] = [await newWorkspace(db), await newWorkspace(db)];
  const [one, other] = [await fire(away.workspaceId), await fire(busy.workspaceId)];
  for (const [workspace, alertId, outcome] of [
    [away, one, { ...retry, waitsForServer: true }],
    [busy, other, retry],
  ] as const) {
    const { workspaceId } = workspace;
    await composeAlert(deps(), { workspaceId, alertId });
    await deliverAlert(
      deps(async () => outcome),
      { workspaceId, alertId },
    );
  }
  await wakeWaiting(deps());
  expect(await jobsFor(one)).toHaveLength(3);
  expect(await jobsFor(other)).toHaveLength(2);
  const tries: number[] = [];
  const send = async (delivery: ClaimedDelivery) => (tries.push(delivery.serverWaits), sentOutcome);
  await deliverAlert(deps(send), { workspaceId: away.workspaceId, alertId: one });
  await deliverAlert(deps(send), { workspaceId: busy.workspaceId, alertId: other });
  expect(tries).toEqual([1]);
});

describe('a member who has unsubscribed', () => {
  const choose = (workspaceId: string, userId: string, mail: boolean) =>
    withTenant(db.app, workspaceId, (tx) =>
      chooseMail(tx, { workspaceId, userId }, { kind: 'alert_emails', mail }, new Date()),
    );

  it('gets no alerts, also none that were on their way; nothing fails, and it can be taken back', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    const onItsWay = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId: onItsWay });
    await choose(workspaceId, userId, false);
    const send = async (): Promise<SendOutcome> => expect.unreachable('nobody wants it');
    await deliverAlert(deps(send), { workspaceId, alertId: onItsWay });
    const { deliveries: opened, alerts: onTheirWay } = await all(workspaceId);
    expect(opened).toEqual([]);
    expect(onTheirWay).toMatchObject([{ state: 'withheld' }]);
    const later = await newWorkspace(db);
    await choose(later.workspaceId, later.userId, false);
    const kept = await fire(later.workspaceId);
    await composeAlert(deps(), { workspaceId: later.workspaceId, alertId: kept });
    await deliverAlert(
      deps(async () => retryLater),
      { workspaceId: later.workspaceId, alertId: kept },
    );
    const state = await all(later.workspaceId);
    expect(state.alerts).toMatchObject([{ state: 'withheld' }]);
    expect(state.steps.at(-1)?.reason).toBe('everyone who receives these alerts has unsubscribed');
    const back = await newWorkspace(db);
    await choose(back.workspaceId, back.userId, false);
    await choose(back.workspaceId, back.userId, true);
    const alertId = await fire(back.workspaceId);
    await composeAlert(deps(), { workspaceId: back.workspaceId, alertId });
    await deliverAlert(deps(), { workspaceId: back.workspaceId, alertId });
    expect((await all(back.workspaceId)).deliveries).toMatchObject([{ state: 'sent' }]);
  });

  it('leaves by the link in the email, without a sign-in; opening it changes nothing', async () => {
    const { workspaceId, userId, email } = await newWorkspace(db, { companyName: 'Harbour & <Sons>' });
    const links = createLinks({ key: Buffer.alloc(32, 5), publicUrl: 'https://site.example' });
    const clock = () => new Date();
    const unsubscribe = createUnsubscribe({ app: db.app, links, clock, channelTitle: () => 'Email' });
    const sent: OutgoingMail[] = [];
    const job = deliverAlertJob({
      accounts: createAccounts({ ...deps(), encryptionKey: Buffer.alloc(32, 5) }),
      rates: createRates({ ...deps(), db: db.app, hashKey: Buffer.alloc(32, 5) }),
      onError: (error) => expect.unreachable(String(error)),
      ...deps(),
      publicUrl: 'https://site.example',
      call: noCalls,
      mail: {
        from: 'alerts@site.example',
        transport: () => ({
          send: async (mail) => {
            sent.push(mail);
            return { kind: 'accepted', response: 'ok' };
          },
          check: async () => null,
          close: () => undefined,
        }),
      },
      random: () => 0,
      sinks: new Map(),
      links,
    });
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    await job({ workspaceId, alertId }, {} as never);
    const [mail] = sent;
    const url = /https:\/\/site\.example\/unsubscribe\/[\w.-]+/.exec(mail!.text)![0];
    expect(mail).toMatchObject({
      to: email,
      headers: {
        'List-Unsubscribe': `<${url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    });
    for (const body of [mail!.text, mail!.html]) {
      expect(body).toContain(url);
      expect(body).toContain(url.replace('/unsubscribe/', '/preferences/'));
      expect(body).toContain(`/dashboard/alerts/${alertId}`);
    }
    // What is kept, shown and exported is nobody's own.
    const kept = await withTenant(db.app, workspaceId, (tx) =>
      alertRecord(tx, alertId, { preflight: () => null }),
    );
    expect(JSON.stringify(kept?.variants)).not.toMatch(
      /You get this email|unsubscribe|dashboard|site\.example/i,
    );

    const web = createUnsubscribeRoutes(unsubscribe, createBrandPages([]));
    const path = new URL(url).pathname.replace('/unsubscribe', '');
    const wants = async () =>
      (await withTenant(db.app, workspaceId, (tx) => mailChoices(tx, { workspaceId, userId }))).find(
        ({ kind }) => kind === 'alert_emails',
      )?.mail;
    const opened = await web.request(path);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toMatch(/Harbour &amp; &lt;Sons&gt;[^]*<form method="post">/);
    expect(await wants()).toBe(true);
    const forged = path.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
    for (const wrong of [forged, '/x', path.replace('.moves.', '.news.')])
      expect((await web.request(wrong, { method: 'POST' })).status).toBe(404);
    expect(await wants()).toBe(true);
    const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };
    expect((await web.request(path, oneClick)).status).toBe(200);
    expect((await web.request(path, oneClick)).status, 'again').toBe(200);
    expect(await wants()).toBe(false);
  });
});

describe('alerts that got stuck', () => {
  const later = (ms: number) => ({ ...deps(), clock: () => new Date(Date.now() + ms) });

  it('composes a draft that lost its job, and fails one that cannot be composed', async () => {
    const { workspaceId } = await newWorkspace(db);
    const alertId = await fire(workspaceId);
    await sweepDeliveries(deps());
    expect(await jobsFor(alertId)).toEqual(['compose-alert']);
    await sweepDeliveries(later(130_000));
    await sweepDeliveries(later(131_000));
    expect(await jobsFor(alertId)).toEqual(['compose-alert', 'compose-alert']);
    // After an hour in which nobody could ask, it is asked for first.
    await sweepDeliveries(later(3_800_000));
    expect(await jobsFor(alertId)).toHaveLength(3);
    await sweepDeliveries(later(3_930_000));
    const state = await all(workspaceId);
    expect(state.alerts).toMatchObject([{ state: 'failed' }]);
    expect(state.steps.at(-1)?.reason).toBe('it could not be composed for an hour');
  });

  it('ends a delivery whose recipient is gone when its turn comes, and keeps it on the record', async () => {
    const { workspaceId } = await newWorkspace(db);
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    await deliverAlert(
      deps(async () => retryLater),
      { workspaceId, alertId },
    );
    await db.admin.query('delete from contacts where workspace_id = $1', [workspaceId]);
    await deliverAlert(later(3_700_000), { workspaceId, alertId });
    const state = await all(workspaceId);
    expect(state.deliveries).toMatchObject([
      { state: 'rejected', reason: 'The recipient has left the workspace.' },
    ]);
    expect(state.attempts).toHaveLength(1);
    expect(state.alerts).toMatchObject([{ state: 'failed' }]);
    // The rule isn't deleted with what it said.
    await expect(db.admin.query('delete from rules where workspace_id = $1', [workspaceId])).rejects.toThrow(
      /violates foreign key/,
    );
  });

  it('lets what waits for a confirmation lapse after a week', async () => {
    const { workspaceId } = await newWorkspace(db, { confirmed: false });
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    await deliverAlert(deps(), { workspaceId, alertId });
    await sweepDeliveries(later(6 * 86_400_000));
    expect((await all(workspaceId)).deliveries).toMatchObject([{ state: 'held' }]);
    await sweepDeliveries(later(8 * 86_400_000));
    const state = await all(workspaceId);
    expect(state.deliveries).toMatchObject([
      { state: 'rejected', reason: 'The address was not confirmed in time.' },
    ]);
    expect(state.alerts).toMatchObject([{ state: 'failed' }]);
  });

  it('hears a late no as well as a late yes', async () => {
    const { workspaceId } = await newWorkspace(db);
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    const begun = Promise.withResolvers<(outcome: SendOutcome) => void>();
    const hanging = deliverAlert(
      deps(() => new Promise((resolve) => begun.resolve(resolve))),
      { workspaceId, alertId },
    );
    // The claim is committed before the process hears of it.
    const answer = await begun.promise;
    await sweepDeliveries({ ...deps(), isDead: async (id) => id === me });
    answer({ outcome: 'rejected', reason: 'no such user' });
    await hanging;
    expect((await all(workspaceId)).alerts).toMatchObject([{ state: 'failed' }]);
  });

  it('waits for nothing that was put down while the clock was ahead', async () => {
    const { workspaceId } = await newWorkspace(db);
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    await deliverAlert(
      deps(async () => retryLater),
      { workspaceId, alertId },
    );
    await db.admin.query(
      `update deliveries set state = 'retry', next_attempt_at = now() + interval '3 days', updated_at = now() + interval '3 days'
        where alert_id = $1`,
      [alertId],
    );
    const before = (await jobsFor(alertId)).length;
    await sweepDeliveries(deps());
    expect(await jobsFor(alertId)).toHaveLength(before + 1);
    await deliverAlert(deps(), { workspaceId, alertId });
    expect((await all(workspaceId)).deliveries).toMatchObject([{ state: 'sent' }]);

    const { id: ruleId } = await starterRule(db, workspaceId);
    await db.admin.query(
      `insert into trial_runs (workspace_id, id, rule_id, requested_by, state, created_at)
       select $1, gen_random_uuid(), $2, $3, 'done', now() + interval '3 days' from generate_series(1, 10)`,
      [workspaceId, ruleId, me],
    );
    await withTenant(db.app, workspaceId, (tx) =>
      requestTrialRun(tx, { workspaceId, userId: me, now: clock() }),
    );
  });

  it('is not kept from a due retry by deliveries that are under way', async () => {
    const busy = await newWorkspace(db);
    const waiting = await newWorkspace(db);
    const [busyAlert, waitingAlert] = [await fire(busy.workspaceId), await fire(waiting.workspaceId)];
    await addReaders(
      db.admin,
      busy.workspaceId,
      Array.from({ length: 600 }, (_, n) => `busy${n}@desk.example`),
    );
    await sendToReaders(db, busy.workspaceId);
    const retrying = { ...deps(async () => retryLater), pace: paced(128) };
    for (const [{ workspaceId }, alertId] of [
      [busy, busyAlert],
      [waiting, waitingAlert],
    ] as const) {
      await composeAlert(deps(), { workspaceId, alertId });
      await deliverAlert(retrying, { workspaceId, alertId });
    }
    await db.admin.query(
      `update deliveries set state = 'sending', claimed_by = $2, lease_until = now() + interval '1 hour', updated_at = now() - interval '1 hour' where workspace_id = $1`,
      [busy.workspaceId, me],
    );
    await db.admin.query(
      `update deliveries set state = 'retry', next_attempt_at = now() - interval '1 minute', updated_at = now() - interval '2 minutes' where workspace_id = $1`,
      [waiting.workspaceId],
    );
    let asked = 0;
    const sweeping = { ...deps(), isDead: async () => ((asked += 1), false) };
    await sweepDeliveries(sweeping);
    await sweepDeliveries(sweeping);
    expect((await jobsFor(waitingAlert)).filter((name) => name === 'deliver-alert')).toHaveLength(2);
    expect(asked).toBeLessThan(6);
  });
});

describe('an address that is not confirmed', () => {
  it('gets nothing until it is, and then what waited', async () => {
    const { workspaceId, userId } = await newWorkspace(db, { confirmed: false });
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    let sends = 0;
    const send = async () => ((sends += 1), sentOutcome);
    await deliverAlert(deps(send), { workspaceId, alertId });
    expect(sends).toBe(0);
    expect((await all(workspaceId)).deliveries).toMatchObject([{ state: 'held' }]);

    const touched = await db.app.transaction(async (tx) => {
      await tx.execute(`update users set email_confirmed_at = now() where id = '${userId}'`);
      return releaseHeld(tx, db.enqueue, userId, clock());
    });
    expect(touched).toEqual([workspaceId]);
    await deliverAlert(deps(send), { workspaceId, alertId });
    expect(sends).toBe(1);
    expect((await all(workspaceId)).alerts).toMatchObject([{ state: 'sent' }]);
  });

  it('has so many waiting for it and no more, also of alerts at the same moment', async () => {
    const { workspaceId } = await newWorkspace(db, { confirmed: false });
    const alertIds: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const rule = await starterRule(db, workspaceId);
      const detection = { ...fallOf2020, time: fallOf2020.time + n * 60_000 };
      const alertId = await withTenant(db.app, workspaceId, (tx) =>
        fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now: clock() }),
      );
      alertIds.push(alertId!);
      await composeAlert(deps(), { workspaceId, alertId: alertId! });
    }
    await deliverAlert(deps(), { workspaceId, alertId: alertIds[0]! });
    // As if the first had been 19 alerts.
    await db.admin.query(
      `insert into deliveries select (d).* from (
         select jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'send_no', n, 'state', 'held')) as d
           from deliveries d, generate_series(2, ${HELD_MAX - 1}) n where d.workspace_id = $1 and d.alert_id = $2) copies`,
      [workspaceId, alertIds[0]],
    );
    await Promise.all(alertIds.slice(1).map((alertId) => deliverAlert(deps(), { workspaceId, alertId })));
    const { deliveries: made } = await all(workspaceId);
    expect(made.filter(({ state }) => state === 'held')).toHaveLength(HELD_MAX);
    expect(made.find(({ state }) => state === 'rejected')?.reason).toContain(
      `${HELD_MAX} alerts already wait`,
    );
  });

  it('is not forgotten when it is confirmed while the delivery is being held', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { workspaceId, userId } = await newWorkspace(db, { confirmed: false });
      const alertId = await fire(workspaceId);
      await composeAlert(deps(), { workspaceId, alertId });
      await Promise.all([
        deliverAlert(deps(), { workspaceId, alertId }),
        db.app.transaction(async (tx) => {
          await tx.execute(`update users set email_confirmed_at = now() where id = '${userId}'`);
          return releaseHeld(tx, db.enqueue, userId, clock());
        }),
      ]);
      expect((await all(workspaceId)).deliveries[0]?.state).not.toBe('held');
    }
  });
});

describe('a trial run', () => {
  const bars = (closes: number[]): AsyncIterable<Bar> =>
    (async function* () {
      for (const [day, close] of closes.entries()) {
        const text = {
          open: String(close),
          high: String(close),
          low: String(close),
          close: String(close),
          volume: null,
        };
        yield {
          ts: Date.UTC(2020, 0, 2 + day, 5),
          open: close,
          high: close,
          low: close,
          close,
          volume: null,
          text,
        };
      }
    })();
  const trialDeps = (closes: number[]) => ({ ...deps(), recordedBars: () => bars(closes) });

  it('makes one alert of the latest detection and mails it to nobody but the one who asked', async () => {
    const { workspaceId, userId, email } = await newWorkspace(db);
    await addMember(db, workspaceId, 'viewer');
    await addReaders(db.admin, workspaceId, ['client@elsewhere.example']);
    const trialRunId = await withTenant(db.app, workspaceId, (tx) =>
      requestTrialRun(tx, { workspaceId, userId, now: clock() }),
    );
    await runTrial(trialDeps([100, 110, 100, 100]), { workspaceId, trialRunId });
    await runTrial(trialDeps([100, 110, 100, 100]), { workspaceId, trialRunId });
    const state = await all(workspaceId);
    expect(state.trials).toMatchObject([{ state: 'done' }]);
    expect(state.events).toHaveLength(1);
    expect(state.events[0]?.value).toBeCloseTo(-9.0909, 4);
    const alertId = state.alerts[0]!.id;
    await composeAlert(deps(), { workspaceId, alertId });
    const to: string[] = [];
    await deliverAlert(
      deps(async (delivery) => (to.push(delivery.address), sentOutcome)),
      { workspaceId, alertId },
    );
    expect(to).toEqual([email]);
    expect((await all(workspaceId)).renditions[0]?.prepared.title).toMatch(/^Trial run: /);
  });

  it('says so when nothing is found, and stops at ten an hour', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    const ask = () =>
      withTenant(db.app, workspaceId, (tx) => requestTrialRun(tx, { workspaceId, userId, now: clock() }));
    const trialRunId = await ask();
    await runTrial(trialDeps([100, 100.5]), { workspaceId, trialRunId });
    expect((await all(workspaceId)).trials).toMatchObject([{ state: 'nothing_found' }]);
    for (let run = 1; run < 10; run += 1)
      await runTrial(trialDeps([100, 100.5]), { workspaceId, trialRunId: await ask() });
    await expect(ask()).rejects.toMatchObject({ code: 'trial_run_limit' });
  });

  it('is one at a time, however often it is asked for at once', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    const started: string[] = [];
    const ask = () =>
      withTenant(db.app, workspaceId, (tx) =>
        requestTrialRun(tx, {
          workspaceId,
          userId,
          now: clock(),
          onNew: async (id) => void started.push(id),
        }),
      );
    const asked = await Promise.all(Array.from({ length: 12 }, ask));
    expect(new Set(asked).size).toBe(1);
    expect(started).toEqual([asked[0]]);
    expect((await all(workspaceId)).trials).toHaveLength(1);
    // A run whose job was lost keeps nobody from the next.
    await db.admin.query(
      `update trial_runs set created_at = now() - interval '11 minutes' where workspace_id = $1`,
      [workspaceId],
    );
    expect(await ask()).not.toBe(asked[0]);
  });

  it('makes one alert of what two runs find alike, unless the first did not arrive', async () => {
    const { workspaceId, userId } = await newWorkspace(db);
    const run = async (closes: number[]) => {
      const trialRunId = await withTenant(db.app, workspaceId, (tx) =>
        requestTrialRun(tx, { workspaceId, userId, now: clock() }),
      );
      await runTrial(trialDeps(closes), { workspaceId, trialRunId });
      const { trials, alerts } = await all(workspaceId);
      return [trials.find(({ id }) => id === trialRunId)?.alertId, alerts.length];
    };
    const [first] = await run([100, 110, 100, 100]);
    expect(first).toBeTruthy();
    expect(await run([100, 110, 100, 100])).toEqual([first, 1]);
    expect((await run([100, 110, 120, 100]))[1]).toBe(2);
    await db.admin.query(`update alerts set state = 'failed' where id = $1`, [first]);
    expect((await run([100, 110, 100, 100]))[1]).toBe(3);
  });
});

describe('watching a series', () => {
  const bar = (day: number, close: number): Bar => ({
    ts: Date.UTC(2021, 0, day),
    open: close,
    high: close,
    low: close,
    close,
    volume: null,
    text: {
      open: String(close),
      high: String(close),
      low: String(close),
      close: String(close),
      volume: null,
    },
  });

  it('finds for every workspace whose rule is active, and warms up from stored bars after a restart', async () => {
    const one = await newWorkspace(db);
    const two = await newWorkspace(db);
    const paused = await newWorkspace(db);
    await activateRule(db, one.workspaceId);
    await activateRule(db, two.workspaceId, 'big_move(12)');
    const series = { instrumentId: SPX_ID, timeframe: '1d' as const };
    const first = [bar(1, 100), bar(2, 111)];
    await watchSeries(deps(), series)(first);
    const { storeBars } = await import('./market/bars/bar-store.ts');
    await storeBars(db.system, series, first);
    // A new process: it must know the last bar of the old one.
    await watchSeries(deps(), series)([bar(3, 130)]);
    await watchSeries(deps(), series)([bar(3, 130)]);
    expect((await all(one.workspaceId)).events.map((event) => event.value?.toFixed(2))).toEqual([
      '11.00',
      '17.12',
    ]);
    expect((await all(two.workspaceId)).events.map((event) => event.value?.toFixed(2))).toEqual(['17.12']);
    expect((await all(paused.workspaceId)).events).toHaveLength(0);
  });

  it('goes on for the others when a rule was deleted a moment ago', async () => {
    const gone = await newWorkspace(db);
    const stays = await newWorkspace(db);
    await activateRule(db, gone.workspaceId, 'big_move(20)');
    await activateRule(db, stays.workspaceId, 'big_move(20)');
    const feedBars = watchSeries(deps(), { instrumentId: SPX_ID, timeframe: '1d' });
    await feedBars([bar(10, 100)]);
    await db.admin.query('delete from rules where workspace_id = $1', [gone.workspaceId]);
    expect(await feedBars([bar(11, 130)])).toBe(true);
    expect((await all(gone.workspaceId)).events).toHaveLength(0);
    expect((await all(stays.workspaceId)).events).toHaveLength(1);
  });
});

describe('a feed at work', () => {
  const text = { open: '1', high: '1', low: '1', close: '1', volume: null };
  const flat = (day: number): Bar => ({
    ts: Date.UTC(2022, 0, day),
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: null,
    text,
  });

  async function running(open: OpenFeed) {
    const source = `test ${Math.random()}`;
    await ensureFeedRun(db.system, {
      feed: 'test',
      source,
      symbol: 'SPX',
      timeframe: '1h',
      params: {},
      now: clock(),
    });
    const stop = new AbortController();
    const log = { warn: () => undefined, error: () => undefined };
    const done = runFeeds({ ...deps(), log, feeds: { test: open } }, stop.signal);
    const state = async () => {
      const { rows } = await db.admin.query(
        `select state, error, bars_seen::int as bars from feed_runs where source = $1`,
        [source],
      );
      return rows[0] as { state: string; error: string | null; bars: number };
    };
    const end = async () => {
      stop.abort();
      await done;
      await db.admin.query('delete from feed_runs where source = $1', [source]);
    };
    return { state, end };
  }

  it('stores a bar within moments, even if no other comes', async () => {
    const { state, end } = await running(async function* (_run, _cursor, signal) {
      yield flat(1);
      yield flat(2);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    await expect.poll(state, { timeout: 5_000 }).toMatchObject({ state: 'running', bars: 2 });
    await end();
  });

  it('begins again after a fault that is not the source’s, and gives up on one that is', async () => {
    let tries = 0;
    const { state, end } = await running(async function* (_run, cursor) {
      tries += 1;
      if (cursor === null) yield flat(1);
      if (tries === 1) throw new Error('the network went away');
      yield flat(2);
      throw new FeedError('prices.csv', 3, 'close is not a number');
    });
    await expect
      .poll(state, { timeout: 10_000 })
      .toMatchObject({ state: 'failed', error: expect.stringContaining('line 3') as string });
    expect(tries).toBe(2);
    await end();
  });

  it('survives that the database cuts its connections', async () => {
    let proceed = (): void => undefined;
    const cut = new Promise<void>((resolve) => (proceed = resolve));
    const { state, end } = await running(async function* (_run, cursor) {
      if (cursor === null) yield flat(1);
      await cut;
      yield flat(2);
    });
    await expect.poll(state, { timeout: 5_000 }).toMatchObject({ bars: 1 });
    await db.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bellwire system' and datname = current_database()`,
    );
    proceed();
    await expect.poll(state, { timeout: 15_000 }).toMatchObject({ state: 'done', bars: 2 });
    await end();
  });
});

describe('many recipients', () => {
  const withRecipients = async (count: number) => {
    const made = await newWorkspace(db);
    await addReaders(
      db.admin,
      made.workspaceId,
      Array.from({ length: count }, (_, n) => `reader${n}@desk.example`),
    );
    const alertId = await fire(made.workspaceId);
    await sendToReaders(db, made.workspaceId, { members: true });
    return { ...made, alertId };
  };

  it('writes nothing per recipient when it is approved, and then everybody gets it once', async () => {
    const { workspaceId, alertId } = await withRecipients(6_000);
    await composeAlert(deps(), { workspaceId, alertId });
    const opened = await withTenant(db.app, workspaceId, async (tx) => [
      await tx.$count(deliveries),
      await tx.$count(fanOuts),
      await tx.$count(fanOutShards),
    ]);
    expect(opened).toEqual([0, 2, 2]);
    const to: string[] = [];
    const send = async ({ address }: ClaimedDelivery) => (to.push(address), sentOutcome);
    // Three processes at once.
    const processes = Array.from({ length: 3 }, () => ({
      ...deps(send),
      instanceId: newId(),
      pace: paced(128),
    }));
    await Promise.all(processes.map((each) => deliverAlert(each, { workspaceId, alertId })));
    expect([to.length, new Set(to).size]).toEqual([6_001, 6_001]);
    const record = await withTenant(db.app, workspaceId, (tx) =>
      alertRecord(tx, alertId, { preflight: () => null }),
    );
    expect(record?.deliveries).toEqual([{ state: 'sent', count: 6_001 }]);
    const shards = await withTenant(db.app, workspaceId, (tx) => tx.select().from(fanOutShards));
    // The members' too: a shard is a part of all contacts.
    expect(shards.map(({ isDone }) => isDone)).toEqual([true, true, true, true]);
    expect((await all(workspaceId)).alerts).toMatchObject([{ state: 'sent' }]);
  });

  it('claims no more than are being sent, so that a crash leaves no more in doubt', async () => {
    const { workspaceId, alertId } = await withRecipients(40);
    await composeAlert(deps(), { workspaceId, alertId });
    let finish = (): void => undefined;
    const hold = new Promise<SendOutcome>((resolve) => (finish = () => resolve(sentOutcome)));
    const delivering = deliverAlert({ ...deps(() => hold), pace: paced(3) }, { workspaceId, alertId });
    const sending = async () =>
      (await all(workspaceId)).deliveries.filter((each) => each.state === 'sending').length;
    await expect.poll(sending).toBe(3);
    finish();
    await delivering;
    expect((await all(workspaceId)).alerts).toMatchObject([{ state: 'sent' }]);
  });

  it('lets another alert through while a long one is being sent', async () => {
    const long = await withRecipients(60);
    const short = await withRecipients(1);
    for (const each of [long, short]) await composeAlert(deps(), each);
    const pace = paced(2);
    const order: string[] = [];
    const send = async (delivery: ClaimedDelivery): Promise<SendOutcome> => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push(delivery.address);
      return sentOutcome;
    };
    await Promise.all([long, short].map((each) => deliverAlert({ ...deps(send), pace }, each)));
    expect(order.indexOf(short.email)).toBeLessThan(40);
  });
});

// Last: the bars it stores are of the series that others replay.
it.each([
  ['de-AT', 'Vorheriger Schlusskurs'],
  ['nl', 'Clôture précédente'],
])(
  'writes in each language of the brand, and who wants %s gets theirs or the main one',
  async (wanted, label) => {
    const { workspaceId } = await newWorkspace(db);
    await db.admin.query(`update brands set languages = '{fr,de}' where workspace_id = $1`, [workspaceId]);
    await db.admin.query(`update contacts set language = $2 where workspace_id = $1`, [workspaceId, wanted]);
    const bars = Array.from({ length: 400 }, (_, at): Bar => {
      const close = 2700 + (at % 5);
      const text = { open: '2700', high: '2750', low: '2690', close: String(close), volume: null };
      const ts = Date.parse('2020-03-12T00:00:00Z') - (399 - at) * 86_400_000;
      return { ts, open: 2700, high: 2750, low: 2690, close, volume: null, text };
    });
    await storeBars(db.system, { instrumentId: SPX_ID, timeframe: '1d' }, bars);
    const alertId = await fire(workspaceId);
    await composeAlert(deps(), { workspaceId, alertId });
    const sent: string[] = [];
    const send = async ({ prepared }: ClaimedDelivery) => {
      sent.push(prepared.text);
      return sentOutcome;
    };
    await deliverAlert(deps(send), { workspaceId, alertId });
    expect(sent).toEqual([expect.stringContaining(label)]);
    expect(sent[0]).toContain('11,98\u00a0%');
    const { rows } = await db.admin.query<{ content: unknown; title: string }>(
      `select r.content, a.title from revisions r join alerts a on a.id = r.alert_id where r.alert_id = $1`,
      [alertId],
    );
    const content = contentSchema.parse(rows[0]?.content);
    expect(content.documents.map(({ language }) => language)).toEqual(['fr', 'de']);
    expect(content.shape).toBeTypeOf('number');
    expect(content.context?.facts[0]).toEqual({ fact: 'largest_since', way: 'down', since: null });
    expect(rows[0]?.title).toContain('11,98');
    // A template's preview of it reads the same figures, in its language.
    const past = await withTenant(db.app, workspaceId, (tx) => readPastAlert(tx, alertId));
    expect(
      past?.documents.map((document) => checkDocument(document, groundAsWritten(past, document))),
    ).toEqual([{ ok: true }, { ok: true }]);
  },
);
