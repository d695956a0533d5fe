import { addressForms } from '#src/engine/channels/address-forms.ts';
import { createPeople } from '#src/people/people.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemo, type Demo } from '#src/demo/gate.ts';
import { ensureDemoWorkspace } from '#src/demo/workspace.ts';
import { readingOnly, withTenant } from '#src/db/tenant.ts';
import { newId } from '#src/db/ids.ts';
import { rules } from '#src/db/schema.ts';
import { ENDPOINTS } from '#src/server/api/contract.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import { testApi } from '#tests/support/api.ts';
import { testBilling } from '#tests/support/billing.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { statementsOf } from '#tests/support/statements.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { createLiveHub } from '../stream/live-hub.ts';

let db: TestDatabase;
let demo: Demo;
let api: ReturnType<typeof testApi>;
let token = '';
let now = new Date();
let address: string | null = null;

beforeAll(async () => {
  db = await testDatabase();
  await ensureDemoWorkspace(db, now);
  // A second process that starts at the same moment.
  await ensureDemoWorkspace(db, now);
  const clock = () => now;
  demo = createDemo({
    app: db.app,
    clock,
    key: Buffer.alloc(32, 1),
    limits: { db: db.app, clock, hashKey: Buffer.alloc(32, 2) },
    log: { error: () => undefined },
  });
  const stop = new AbortController();
  stop.abort();
  const { billing } = testBilling(db, now);
  const people = createPeople({ app: db.app, clock, addressForms, enqueue: async () => undefined });
  api = testApi(db, { stop: stop.signal, demo, billing, people, clientAddress: () => address });
  ({ token } = (await (await api.request('/demo/session', { method: 'POST' })).json()) as { token: string });
});
afterAll(() => db.drop());

const ask = (path: string, init: RequestInit = {}, bearer = token) =>
  api.request(path, { ...init, headers: { Authorization: `Bearer ${bearer}`, ...init.headers } });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('a visitor of the demo', () => {
  it.each(ENDPOINTS.filter(({ needs }) => needs !== 'open').map((line) => [line.method, line.path, line]))(
    'may %s %s only where the contract says so',
    async (method, path, line) => {
      const answer = await ask(String(path).replaceAll(/\{\w+\}/g, newId()), {
        method: String(method).toUpperCase(),
        ...(method === 'get' ? {} : { body: '{}', headers: { 'Content-Type': 'application/json' } }),
      });
      const allowed = typeof line === 'object' && line.demo === true;
      const code = answer.status === 200 ? null : (await codeOf(answer))[1];
      const isShort =
        typeof line === 'object' && Object.values(line.query ?? {}).some(({ required }) => required);
      const missing = isShort ? [400, 'validation_failed'] : [404, 'not_found'];
      const read = !String(path).includes('{') ? [200, null] : missing;
      // The form is incomplete: no data is in the answer.
      const form = method === 'get' ? read : [400, 'validation_failed'];
      expect([answer.status, code]).toEqual(allowed ? form : [403, 'demo_read_only']);
    },
  );

  it('has only lines that read in the contract, or compute', () => {
    const others = ENDPOINTS.filter((line) => line.demo && line.method !== 'get');
    expect(others.map(({ path, method, computes }) => [method, path, computes])).toEqual([
      ['post', '/templates/preview', true],
      ['post', '/writer/playground', true],
    ]);
    expect(ENDPOINTS.filter((line) => line.demo).length).toBeGreaterThan(10);
  });

  it('has previews and texts computed, and nothing of it is written', async () => {
    const counted = async () =>
      (
        await db.admin.query(
          `select (select count(*) from media) as media, (select count(*) from alert_pictures) as pictures,
                  (select count(*) from ai_writer_calls) as calls, (select count(*) from idempotency_keys) as keys`,
        )
      ).rows;
    const before = await counted();
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const { standard } = (await (await ask('/templates')).json()) as { standard: { content: object }[] };
    const form = { content: standard[0]?.content, example: 'market' };
    const shown = await post('/templates/preview', form);
    expect(shown.status).toBe(200);
    expect(JSON.stringify(await shown.json())).toContain('data:image/png;base64,');
    expect(await codeOf(await post('/templates/preview', form, { 'Idempotency-Key': 'again' }))).toEqual([
      403,
      'demo_read_only',
    ]);
    expect(await codeOf(await post('/templates/test', form))).toEqual([403, 'demo_read_only']);
    expect(await codeOf(await post('/writer/playground', { alertId: newId() }))).toEqual([404, 'not_found']);
    expect(await counted()).toEqual(before);
  });

  it('sees no licensed price, bar or halt', async () => {
    const id = newId();
    await db.admin.query(
      `insert into instruments (id, symbol, name, currency, time_zone, public_prices, created_at)
       values ($1, 'LICD', 'Licensed', 'USD', 'UTC', false, now())`,
      [id],
    );
    await db.admin.query(
      `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
       values ($1, '1d', '2026-11-20', 77.25, 77.25, 77.25, 77.25, 1)`,
      [id],
    );
    await db.admin.query(
      `insert into feed_cursors (instrument_id, closed_until, price, price_at, halted_at, halt_reason, refused)
       values ($1, now(), '77.25', now(), now(), 'News', 'Not in the plan')`,
      [id],
    );
    const seen = await ask('/instruments/LICD');
    expect(seen.status).toBe(200);
    expect(await seen.json()).toMatchObject({
      pricesHidden: true,
      quote: null,
      halted: null,
      quality: { refused: null },
    });
    expect(await codeOf(await ask('/instruments/licd/bars'))).toEqual([403, 'demo_no_prices']);
    await db.admin.query('update instruments set public_prices = true where id = $1', [id]);
    // Answers are kept for a moment, so it's asked in another spelling.
    expect(await (await ask('/instruments/Licd')).json()).toMatchObject({
      pricesHidden: false,
      quote: { price: '77.25' },
      halted: { reason: 'News' },
      quality: { refused: 'Not in the plan' },
    });
    expect(await (await ask('/instruments/LICD/bars')).json()).toMatchObject({ bars: [{ close: 77.25 }] });
  });

  it('sees the workspace of the demo, as a person nobody is', async () => {
    const me = (await (await ask('/me')).json()) as Record<string, Record<string, unknown>>;
    expect(me).toMatchObject({
      user: { firstName: 'Dana', email: 'dana@demo.example' },
      workspace: { id: DEMO_WORKSPACE_ID, role: 'viewer' },
      subscription: { plan: 'Enterprise Plan', status: 'Active' },
    });
  });

  it('never sees another workspace, whatever it asks for', async () => {
    const { workspaceId } = await newWorkspace(db);
    const answer = await ask('/me', {
      headers: { 'X-Workspace-Id': workspaceId, 'Bellwire-Workspace': workspaceId },
    });
    expect(((await answer.json()) as { workspace: { id: string } }).workspace.id).toBe(DEMO_WORKSPACE_ID);
  });

  it.each(['demo_', 'demo_zzzzzz_abc_00', 'demo_zzzzzzzz_AAAA_'.padEnd(83, '0')])(
    'is told to open it again with the token %s',
    async (bad) => expect(await codeOf(await ask('/me', {}, bad))).toEqual([401, 'demo_ended']),
  );

  it('is told so when the look has ended, and with a token that was tampered with', async () => {
    const [mark, , ...rest] = token.split('_');
    const longer = [mark, 'zzzzzzzzz', ...rest].join('_');
    expect(await codeOf(await ask('/me', {}, longer))).toEqual([401, 'demo_ended']);
    const then = now;
    now = new Date(now.getTime() + 15 * 60_000);
    expect(await codeOf(await ask('/me'))).toEqual([401, 'demo_ended']);
    now = then;
  });

  it('is refused where there is no demo', async () => {
    const without = testApi(db);
    const session = await without.request('/demo/session', { method: 'POST' });
    expect(await codeOf(session)).toEqual([404, 'demo_off']);
    const asked = await without.request('/me', { headers: { Authorization: `Bearer ${token}` } });
    expect(await codeOf(asked)).toEqual([404, 'demo_off']);
  });
});

describe('what keeps it cheap', () => {
  it('answers the same question once, until the workspace changes', async () => {
    now = new Date(now.getTime() + 60_000);
    const asked = async () => ask('/alerts?limit=7');
    const begun = async (work: () => Promise<unknown>) =>
      (await statementsOf(work)).filter((text) => text.startsWith('begin')).length;
    let answers: Response[] = [];
    const first = await begun(async () => {
      answers = await Promise.all([asked(), asked(), asked()]);
      await asked();
    });
    expect(first).toBeLessThanOrEqual(2);
    expect(new Set(await Promise.all(answers.map((each) => each.text()))).size).toBe(1);
    demo.answers.clear();
    expect(await begun(asked)).toBeGreaterThan(0);
  });

  it('counts what each network asks the database', async () => {
    address = '203.0.113.9';
    now = new Date(now.getTime() + 3_600_000);
    token = (await demo.open(address)).token;
    let refused: Response | null = null;
    for (let n = 0; n < 310 && !refused; n += 1) {
      const answer = await ask(`/alerts/${newId()}`);
      if (answer.status === 429) refused = answer;
    }
    expect(refused?.status).toBe(429);
    address = '203.0.113.10';
    expect((await ask(`/alerts/${newId()}`)).status).toBe(404);
    address = null;
  });

  it('holds so many streams per network, and lets go of those that have ended', async () => {
    const open = new AbortController();
    const live = testApi(db, {
      stop: open.signal,
      hub: createLiveHub(),
      demo,
      clientAddress: () => '198.51.100.7',
    });
    const { token: mine } = await demo.open(null);
    const stream = () => live.request('/stream', { headers: { Authorization: `Bearer ${mine}` } });
    const streams = await Promise.all(Array.from({ length: 8 }, stream));
    expect(streams.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await stream()).status).toBe(429);
    await streams[0]?.body?.cancel();
    const again = await stream();
    expect(again.status).toBe(200);
    open.abort();
  });

  it('reads in transactions that cannot write', async () => {
    const write = readingOnly.run(true, () =>
      withTenant(db.app, DEMO_WORKSPACE_ID, (tx) => tx.update(rules).set({ state: 'paused' })),
    );
    await expect(write).rejects.toMatchObject({ cause: { code: '25006' } });
  });
});

it('has an owner who can not sign in', async () => {
  const { rows } = await db.admin.query(
    `select password_hash, banned_until > now() + interval '1000 years' as banned from users where email = 'dana@demo.example'`,
  );
  expect(rows).toEqual([{ password_hash: null, banned: true }]);
});
