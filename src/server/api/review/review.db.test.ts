import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { lapseReviews } from '#src/engine/alerts/lapse-reviews.ts';
import type { SendOutcome } from '#src/engine/channels/channel.ts';
import { channels } from '#src/engine/channels/registry.ts';
import type { ClaimedDelivery } from '#src/engine/delivery/claimed.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { hashOf } from '#src/platform/json/canonical.ts';
import type { Review } from '#src/shared/review.ts';
import type { Role } from '#src/shared/permissions.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addMember,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

let home: { workspaceId: string; userId: string };
let now: Date;
beforeEach(async () => {
  home = await newWorkspace(db);
  now = new Date();
  await db.admin.query(`update rules set approval = 'human' where workspace_id = $1`, [home.workspaceId]);
});

const deps = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => now,
  log: { warn: () => undefined },
});

/** An alert of a rule of its own that waits for a review, and what there is to decide on. */
async function waiting(): Promise<{ id: string; review: Review }> {
  const { workspaceId, userId } = home;
  const { rows } = await db.admin.query<{ id: string }>(
    `insert into rules select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).* from rules r
      where workspace_id = $1 limit 1 returning id`,
    [workspaceId],
  );
  const rule = { ...(await starterRule(db, workspaceId)), id: rows[0]!.id };
  const id = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
  );
  if (id === null) throw new Error('The rule made no alert.');
  await composeAlert(deps(), { workspaceId, alertId: id });
  const { body } = await ask(userId, 'GET', `/alerts/${id}/review`);
  return { id, review: body.waiting };
}

async function ask(who: string, method: string, path: string, body?: unknown) {
  const answer = await testApi(db, { clock: () => now }).request(path, {
    method,
    headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}
const decide = (who: string, id: string, body: object) => ask(who, 'POST', `/alerts/${id}/decision`, body);

async function all(text: string) {
  const { rows } = await db.admin.query(text, [home.workspaceId]);
  return rows;
}
const state = async (id: string) =>
  (await db.admin.query<{ state: string }>('select state from alerts where id = $1', [id])).rows[0]?.state;
const fanOuts = () => all('select id from fan_outs where workspace_id = $1');
const decisions = async () =>
  (
    await all(
      `select body from ledger_entries where workspace_id = $1 and kind = 'decision' order by sequence`,
    )
  ).map(({ body }) => JSON.parse(body));

const edits = async () =>
  (
    await all(`select body from ledger_entries where workspace_id = $1 and kind = 'edit' order by sequence`)
  ).map(({ body }) => JSON.parse(body));

describe('a review', () => {
  it('is one decision and one fan-out, however many approve at once', async () => {
    const people = [home.userId];
    for (let n = 0; n < 11; n += 1)
      people.push(await addMember(db, home.workspaceId, n % 2 ? 'admin' : 'approver'));
    const { id, review } = await waiting();
    const revision = review.revision.hash;
    const answers = await Promise.all(
      people.map((who) => decide(who, id, { decision: 'approve', revision })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ state: 'approved' });
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('alert_not_waiting');
    expect(await fanOuts()).toHaveLength(1);
    expect(await decisions()).toMatchObject([
      {
        decision: 'approved',
        revision,
        by: { person: expect.any(String), sealed: expect.any(String) },
        about: { way: 'account area' },
      },
    ]);
  });

  it('covers the form for a channel that was connected while the alert waited', async () => {
    const [, chat] = channels();
    const formOf = async (id: string) =>
      (
        await db.admin.query<{ prepared: { text: string } }>(
          'select prepared from renditions where alert_id = $1 and channel = $2',
          [id, chat?.kind],
        )
      ).rows.map(({ prepared }) => prepared);
    const { id, review } = await waiting();
    // What nobody uses isn't written.
    expect(await formOf(id)).toEqual([]);
    await db.admin.query(
      `insert into connections (workspace_id, id, channel, name, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 'Desk', now(), now())`,
      [home.workspaceId, chat?.kind],
    );
    const approve = { decision: 'approve', revision: review.revision.hash };
    expect((await decide(home.userId, id, approve)).status).toBe(200);
    const [form, ...others] = await formOf(id);
    expect(others).toEqual([]);
    expect(form?.text).toContain('S&P 500');
    const [decision] = await decisions();
    expect(decision.bytes).toContain(hashOf(form));
  });

  it('takes an owner, an admin or an approver of the workspace', async () => {
    const { id, review } = await waiting();
    const approve = { decision: 'approve', revision: review.revision.hash };
    for (const role of ['editor', 'viewer'] satisfies Role[]) {
      const who = await addMember(db, home.workspaceId, role);
      expect(await decide(who, id, approve)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    const stranger = await newWorkspace(db);
    expect((await decide(stranger.userId, id, approve)).status).toBe(404);
    expect((await ask(stranger.userId, 'GET', `/alerts/${id}/review`)).status).toBe(404);
    expect(await state(id)).toBe('pending_review');
  });

  it('tells those who may decide, and nobody else', async () => {
    const approver = await addMember(db, home.workspaceId, 'approver');
    await addMember(db, home.workspaceId, 'editor');
    const { id } = await waiting();
    const told = await all(
      `select user_id, link from notifications where workspace_id = $1 and kind = 'alert_waiting'`,
    );
    expect(new Set(told.map(({ user_id: user }) => user))).toEqual(new Set([home.userId, approver]));
    expect(told[0]?.link).toBe(`/review?alert=${id}`);
  });

  it('rejects with a reason, which is on record, and sends nothing', async () => {
    const { id, review } = await waiting();
    const reject = { decision: 'reject', revision: review.revision.hash };
    expect(await decide(home.userId, id, reject)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', detail: 'Say why you reject it.' },
    });
    expect(await decide(home.userId, id, { ...reject, reason: 'Old news' })).toEqual({
      status: 200,
      body: { state: 'rejected' },
    });
    expect(await fanOuts()).toEqual([]);
    expect(await decisions()).toMatchObject([{ decision: 'rejected', reason: 'Old news' }]);
    expect(await decide(home.userId, id, { ...reject, decision: 'approve' })).toMatchObject({
      status: 409,
      body: { code: 'alert_not_waiting' },
    });
  });

  it('is of the revision that was looked at', async () => {
    const { id, review } = await waiting();
    const other = { decision: 'approve', revision: 'a'.repeat(64) };
    expect(await decide(home.userId, id, other)).toMatchObject({
      status: 409,
      body: { code: 'revision_changed' },
    });
    // What is stored was changed behind the program's back.
    await db.admin.query(
      `update revisions set content = content || '{"language":"xx"}' where alert_id = $1`,
      [id],
    );
    expect(await decide(home.userId, id, { ...other, revision: review.revision.hash })).toMatchObject({
      status: 409,
      body: { code: 'alert_damaged' },
    });
    expect(await state(id)).toBe('pending_review');
    expect(await decisions()).toEqual([]);
  });

  it('lists what else waits, the oldest first', async () => {
    const [first, second, third] = [await waiting(), await waiting(), await waiting()];
    expect(first.review).toMatchObject({ next: null, others: 0 });
    const { body } = await ask(home.userId, 'GET', `/alerts/${third.id}/review`);
    expect(body.waiting).toMatchObject({ next: first.id, others: 2 });
    expect(second.review).toMatchObject({ next: first.id, others: 1 });
  });
});

describe('an edit before the decision', () => {
  const MOVED = 'The move came on Monday, 16 March 2020.';
  const edit = (who: string, id: string, body: object) => ask(who, 'POST', `/alerts/${id}/revisions`, body);
  const textsOf = ({ texts: [text] }: Review, change: object) => [
    { language: 'en', headline: text!.headline, summary: text!.summary, ...change },
  ];

  it('is a revision of its own, and asks again', async () => {
    const { id, review } = await waiting();
    const [text] = review.texts;
    expect(text).toMatchObject({ headline: 'S&P 500 falls 11.98% in one session', language: 'en' });
    expect(text!.values).toContain('2,386.13');
    const old = review.revision.hash;
    const texts = textsOf(review, { summary: `${text!.summary} ${MOVED}` });
    const { status, body } = await edit(home.userId, id, { revision: old, texts });
    expect(status, JSON.stringify(body)).toBe(201);
    const { hash } = body.revision;
    expect(hash).not.toBe(old);
    const { body: now } = await ask(home.userId, 'GET', `/alerts/${id}/review`);
    expect(now.waiting).toMatchObject({
      revision: { n: 2, hash },
      texts: [{ summary: `${text!.summary} ${MOVED}`, written: { summary: text!.summary } }],
    });
    const { body: record } = await ask(home.userId, 'GET', `/alerts/${id}/record`);
    expect(record.revision).toBe(hash);
    await db.admin.query(
      `insert into renditions (workspace_id, id, revision_id, alert_id, channel, language, prepared, created_at)
       select r.workspace_id, gen_random_uuid(), revision_id, r.alert_id, 'telegram', language,
              prepared || $2, r.created_at
         from renditions r join revisions v on v.id = r.revision_id
        where r.alert_id = $1 order by v.n desc limit 1`,
      [
        id,
        JSON.stringify({
          html: null,
          media: [{ name: 'chart.png', type: 'image/png', hash, alt: 'A chart' }],
        }),
      ],
    );
    const { body: chatted } = await ask(home.userId, 'GET', `/alerts/${id}/record`);
    await db.admin.query(`delete from renditions where alert_id = $1 and channel = 'telegram'`, [id]);
    const chat = chatted.variants.find(({ channel }: { channel: string }) => channel === 'telegram');
    expect([record.variants[0].pictures, chat.isCaption]).toEqual([[], true]);
    expect(chat.pictures).toEqual([{ path: `/media/${hash}.png`, alt: 'A chart' }]);
    // Every channel's message once, in the new words.
    expect(new Set(record.variants.map(({ channel }: { channel: string }) => channel)).size).toBe(
      record.variants.length,
    );
    for (const variant of record.variants) expect(variant.text).toContain(MOVED);
    expect(record.steps.at(-1)).toMatchObject({ to: 'pending_review', reason: 'edited the text' });

    expect(await decide(home.userId, id, { decision: 'approve', revision: old })).toMatchObject({
      status: 409,
      body: { code: 'revision_changed' },
    });
    expect((await decide(home.userId, id, { decision: 'approve', revision: hash })).status).toBe(200);
    expect(await fanOuts()).toHaveLength(1);
    // It goes out in the new words: the revision before it, which nobody approved, holds up nothing.
    const sent: string[] = [];
    const send = async ({ prepared }: ClaimedDelivery): Promise<SendOutcome> => {
      sent.push(prepared.text);
      return { outcome: 'sent', providerMessageId: '<x@y>' };
    };
    const job = { workspaceId: home.workspaceId, alertId: id };
    await deliverAlert({ ...deps(), instanceId: id, pace: paced(2), send }, job);
    expect([await state(id), sent]).toEqual(['sent', [expect.stringContaining(MOVED)]]);
    expect(await edits()).toMatchObject([
      { revision: hash, replaces: old, by: { person: expect.any(String), sealed: expect.any(String) } },
    ]);
    expect(await decisions()).toMatchObject([{ decision: 'approved', revision: hash }]);
  });

  it('holds no figure but the alert’s, and nothing that the gate refuses', async () => {
    const { id, review } = await waiting();
    const revision = review.revision.hash;
    const tried = (change: object, more: object = {}) =>
      edit(home.userId, id, { revision, texts: textsOf(review, change), ...more });
    expect(await tried({ headline: 'S&P 500 crashes 11.98%' }, { vouched: true })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', field: 'headline', detail: expect.stringContaining('crashes') },
    });
    // A figure that the alert hasn't is the reviewer's, by name.
    const own = { summary: 'Close: 2,386.13. The close was 2,400.00.' };
    expect(await tried(own)).toMatchObject({
      status: 400,
      body: { field: 'vouched', detail: expect.stringMatching(/2,386\.13[^]*2,400\.00/) },
    });
    expect((await tried({})).body.detail).toBe('Nothing was changed.');
    expect(await edits()).toEqual([]);
    expect((await tried(own, { vouched: true })).status).toBe(201);
    expect(await edits()).toMatchObject([
      {
        vouched: true,
        vouches: expect.arrayContaining([
          { language: 'en', at: 'summary', code: 'figure', found: '2,400.00' },
        ]),
      },
    ]);
    const [{ content }] = await all(
      'select content from revisions where workspace_id = $1 order by n desc limit 1',
    );
    expect(content.documents[0].summary).toContainEqual(
      expect.objectContaining({ slot: 'figure', text: '2,386.13' }),
    );
  });

  it('is checked while it is typed as it is when it is saved', async () => {
    const { id, review } = await waiting();
    const revision = review.revision.hash;
    const check = (change: object, who = home.userId) =>
      ask(who, 'POST', `/alerts/${id}/revisions/check`, { revision, texts: textsOf(review, change) });
    expect((await check({})).body).toEqual({ findings: [] });
    expect(
      (await check({ headline: 'S&P 500 crashes 11.98%', summary: 'The close was 2,400.00.' })).body,
    ).toEqual({
      findings: expect.arrayContaining([
        expect.objectContaining({ language: 'en', at: 'headline', verdict: 'refused', found: 'crashes' }),
        expect.objectContaining({ language: 'en', at: 'summary', verdict: 'vouch', found: '2,400.00' }),
      ]),
    });
    expect((await check({}, await addMember(db, home.workspaceId, 'editor'))).status).toBe(403);
    expect(
      (await edit(home.userId, id, { revision, texts: textsOf(review, { summary: MOVED }) })).status,
    ).toBe(201);
    expect((await check({})).body).toMatchObject({ code: 'revision_changed' });
    expect(await edits()).toHaveLength(1);
  });

  it('is for those who may approve, in their workspace, of the newest revision', async () => {
    const { id, review } = await waiting();
    const texts = textsOf(review, { summary: MOVED });
    const form = { revision: review.revision.hash, texts };
    for (const role of ['editor', 'viewer'] satisfies Role[]) {
      const who = await addMember(db, home.workspaceId, role);
      expect((await edit(who, id, form)).status).toBe(403);
    }
    const stranger = await newWorkspace(db);
    expect((await edit(stranger.userId, id, form)).status).toBe(404);
    expect(await edit(home.userId, id, { ...form, revision: 'a'.repeat(64) })).toMatchObject({
      status: 409,
      body: { code: 'revision_changed' },
    });
    await decide(home.userId, id, { decision: 'reject', revision: form.revision, reason: 'Old news' });
    expect(await edit(home.userId, id, form)).toMatchObject({
      status: 409,
      body: { code: 'alert_not_waiting' },
    });
  });

  it('and an approval at once: one of them wins', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, review } = await waiting();
      const revision = review.revision.hash;
      const texts = textsOf(review, { summary: MOVED });
      const answers = await Promise.all([
        edit(home.userId, id, { revision, texts }),
        decide(home.userId, id, { decision: 'approve', revision }),
        edit(home.userId, id, { revision, texts: textsOf(review, { summary: `${MOVED} ${MOVED}` }) }),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      const isApproved = answers[1]!.status === 200;
      expect(await state(id)).toBe(isApproved ? 'approved' : 'pending_review');
      const { rows } = await db.admin.query<{ n: number; approved: boolean }>(
        `select r.n, r.hash = a.approved_hash as approved from revisions r join alerts a on a.id = r.alert_id
          where a.id = $1 order by r.n`,
        [id],
      );
      expect(rows).toHaveLength(isApproved ? 1 : 2);
    }
  });
});

describe('the list of what waits', () => {
  it('has the next to expire first, with what a reviewer chooses by', async () => {
    const slow = await waiting();
    const { rows } = await db.admin.query<{ rule_id: string }>('select rule_id from alerts where id = $1', [
      slow.id,
    ]);
    now = new Date(now.getTime() + 60_000);
    const quick = await waiting();
    await db.admin.query(`update alerts set created_at = created_at - interval '2 hours' where id = $1`, [
      quick.id,
    ]);
    const { status, body } = await ask(home.userId, 'GET', '/reviews');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      count: 2,
      items: [
        { id: quick.id, state: 'pending_review', brand: { name: expect.any(String) }, symbol: 'SPX' },
        { id: slow.id, rule: { id: rows[0]?.rule_id }, lapsesAt: slow.review.lapsesAt },
      ],
    });
    expect(body.items[0].lapsesAt < body.items[1].lapsesAt).toBe(true);
    const { body: few } = await ask(home.userId, 'GET', '/reviews?limit=1');
    expect(few).toMatchObject({ count: 2, items: [{ id: quick.id }] });
    expect((await ask(home.userId, 'GET', '/reviews?limit=0')).status).toBe(400);
  });

  it('is read by every member, and by nobody else', async () => {
    const { id } = await waiting();
    const viewer = await addMember(db, home.workspaceId, 'viewer');
    expect((await ask(viewer, 'GET', '/reviews')).body).toMatchObject({ count: 1, items: [{ id }] });
    const stranger = await newWorkspace(db);
    expect((await ask(stranger.userId, 'GET', '/reviews')).body).toEqual({ items: [], count: 0 });
  });

  it('is without what was decided', async () => {
    const { id, review } = await waiting();
    await decide(home.userId, id, { decision: 'approve', revision: review.revision.hash });
    expect((await ask(home.userId, 'GET', '/reviews')).body).toEqual({ items: [], count: 0 });
  });
});

describe('an alert that nobody reviews', () => {
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

  it('expires after a day, or when it is no longer news', async () => {
    const slow = await waiting();
    expect(Date.parse(slow.review.lapsesAt)).toBe(hours(24).getTime());
    await sendToReaders(db, home.workspaceId, { members: true, expiresMinutes: 90 });
    const { body: quick } = await ask(home.userId, 'GET', `/alerts/${slow.id}/review`);
    expect(Date.parse(quick.waiting.lapsesAt)).toBe(hours(1.5).getTime());

    now = hours(1);
    await lapseReviews(deps());
    expect(await state(slow.id)).toBe('pending_review');
    now = hours(0.5);
    const late = { decision: 'approve', revision: slow.review.revision.hash };
    expect(await decide(home.userId, slow.id, late)).toMatchObject({
      status: 409,
      body: { code: 'alert_not_waiting' },
    });
    now = hours(0.1);
    await lapseReviews(deps());
    expect(await state(slow.id)).toBe('expired');
    expect((await ask(home.userId, 'GET', `/alerts/${slow.id}/review`)).body).toEqual({ waiting: null });
  });
});
