import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import type { ComposePreview } from '#src/shared/composed.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let home: { workspaceId: string; userId: string };
let other: { workspaceId: string; userId: string };
let now: Date;

beforeAll(async () => {
  db = await testDatabase();
  await storeBars('SPX');
});
afterAll(() => db.drop());
beforeEach(async () => {
  home = await newWorkspace(db);
  other = await newWorkspace(db);
  now = new Date('2026-05-20T12:00:00Z');
});

/** 40 daily bars, each close one more than the last: 101 to 140, the last on May 19. */
async function storeBars(symbol: string) {
  await db.admin.query(
    `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
     select i.id, '1d', timestamptz '2026-05-19T00:00:00Z' - (40 - n) * interval '1 day',
            100 + n, 101.5 + n, 99.5 + n, 100 + n, 1000 * n
       from instruments i, generate_series(1, 40) n where i.symbol = $1
     on conflict do nothing`,
    [symbol],
  );
}

async function ask(who: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await testApi(db, { clock: () => now }).request(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

const deps = () => ({
  app: db.app,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock: () => now,
  log: { warn: () => undefined },
});
const write = (id: string, workspaceId = home.workspaceId) =>
  composeAlert(deps(), { workspaceId, alertId: id });

const FORM = {
  symbol: 'SPX',
  headline: '{{ticker}} at {{close}}',
  summary: 'The week: {{change_1w}}.',
  paragraphs: ['Our desk is watching {{name}}.'],
};

async function one<T extends object>(text: string, ...values: unknown[]): Promise<T> {
  const { rows } = await db.admin.query<T>(text, values);
  return rows[0]!;
}
const stateOf = async (id: string) =>
  (await one<{ state: string }>('select state from alerts where id = $1', id)).state;
const decisions = async () =>
  (
    await db.admin.query<{ body: string }>(
      `select body from ledger_entries where workspace_id = $1 and kind = 'decision' order by sequence`,
      [home.workspaceId],
    )
  ).rows.map(({ body }) => JSON.parse(body));

describe('writing an alert', () => {
  it('fills in figures from stored bars, which can be computed again, and sends it', async () => {
    const made = await ask(home.userId, '/alerts', FORM);
    expect(made).toEqual({ status: 201, body: { id: expect.any(String), state: 'drafted' } });
    const { id } = made.body;
    await write(id);
    expect(await stateOf(id)).toBe('approved');
    const { body } = await ask(home.userId, `/alerts/${id}`);
    expect(body).toMatchObject({
      symbol: 'SPX',
      detector: 'composed',
      subject: expect.any(String),
    });
    expect(body.subject).toBe('SPX at 140.00');
    expect(body.text).toContain('The week: +5.26%.');
    expect(body.written).toEqual({
      by: expect.any(String),
      at: now.toISOString(),
      vouches: [],
      plan: null,
    });
    expect(body.evidence.figures).toMatchObject({ change_1w_pct: 5.26315789474 });
    const { rows } = await db.admin.query('select state from fan_outs where alert_id = $1', [id]);
    expect(rows).toEqual([{ state: 'open' }]);
    const list = await ask(home.userId, '/alerts');
    expect(list.body.items).toMatchObject([{ id, writtenBy: body.written.by }]);
    expect((await ask(home.userId, '/alerts/choices')).body.rules).toHaveLength(1);
    expect((await ask(home.userId, '/rules?deleted=yes')).body.items).toEqual([]);
  });

  it('goes without a symbol, and counts against the month', async () => {
    const { body } = await ask(home.userId, '/alerts', {
      topic: 'Opening hours',
      headline: 'Our desk is closed',
      summary: 'Alerts continue as usual.',
    });
    await write(body.id);
    const shown = (await ask(home.userId, `/alerts/${body.id}`)).body;
    expect(shown).toMatchObject({ symbol: 'Opening hours', timeframe: null, value: null });
    expect(shown.text).toContain('Alerts continue as usual.');
    const { alerts } = await one<{ alerts: number }>(
      'select alerts from usage_months where workspace_id = $1',
      home.workspaceId,
    );
    expect(alerts).toBe(1);
  });

  it('is refused once the month is used', async () => {
    await db.admin.query(
      `insert into usage_months (workspace_id, month, alerts) values ($1, '2026-05-01', 100000)`,
      [home.workspaceId],
    );
    expect(await ask(home.userId, '/alerts', FORM)).toMatchObject({
      status: 402,
      body: { code: 'plan_limit' },
    });
  });

  it('makes one alert of a repeated request', async () => {
    const key = { 'Idempotency-Key': 'once' };
    const first = await ask(home.userId, '/alerts', FORM, key);
    expect(await ask(home.userId, '/alerts', FORM, key)).toEqual(first);
    const { rows } = await db.admin.query('select id from alerts where workspace_id = $1', [
      home.workspaceId,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('the gate', () => {
  const words = { ...FORM, summary: 'Margins: 12%.', paragraphs: [] };

  it('marks a figure that the prices don’t hold, and records who vouched for it', async () => {
    const preview = (await ask(home.userId, '/alerts/preview', words)).body as ComposePreview;
    expect(preview.ready).toBe(false);
    const marked = preview.findings.find(({ found }) => found.includes('12'));
    expect(marked).toMatchObject({
      verdict: 'vouch',
      code: 'figure',
      at: 'summary',
      vouched: false,
    });
    expect(words.summary.slice(marked?.start, marked?.end)).toBe(marked?.found);
    expect(await ask(home.userId, '/alerts', words)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', field: 'vouches' },
    });
    const vouches = preview.findings.map(({ at, found }) => ({ at, found }));
    const vouched = { ...words, vouches };
    expect((await ask(home.userId, '/alerts/preview', vouched)).body.ready).toBe(true);
    const { status, body } = await ask(home.userId, '/alerts', vouched);
    expect(status).toBe(201);
    await write(body.id);
    expect((await ask(home.userId, `/alerts/${body.id}`)).body.written.vouches).toEqual(vouches);
    const [decision] = await decisions();
    expect(decision.about).toMatchObject({
      vouched: vouches,
      author: { person: expect.any(String) },
    });
    expect(JSON.stringify(decision)).not.toContain(home.userId);
  });

  it('refuses markup and unknown figures, whoever vouches', async () => {
    for (const [summary, code] of [
      ['It is <b>bold</b>.', 'markup'],
      ['It was {{closing}} at the bell.', 'unknown_slot'],
      ['It closed at -{{close}} points.', 'structure'],
    ] as const) {
      const form = { ...FORM, summary, vouches: [{ at: 'summary', found: summary }] };
      const answer = await ask(home.userId, '/alerts', form);
      expect(answer.status).toBe(400);
      expect(answer.body.findings.map((each: { code: string }) => each.code)).toContain(code);
    }
  });

  it('holds for the topic too, which stands in every message', async () => {
    const form = { headline: 'News', summary: 'As usual.' };
    for (const [topic, code] of [
      ['SPX +400%', 'figure'],
      ['<b>Hours</b>', 'markup'],
    ]) {
      const { status, body } = await ask(home.userId, '/alerts', { ...form, topic });
      expect(status).toBe(400);
      expect(body.findings).toContainEqual(expect.objectContaining({ at: 'topic', code }));
    }
    const vouches = [{ at: 'topic', found: '3' }];
    expect((await ask(home.userId, '/alerts', { ...form, topic: 'Q3', vouches })).status).toBe(201);
    expect((await ask(home.userId, '/alerts', { ...FORM, topic: 'Q3' })).status).toBe(201);
  });

  it('has no figures without a symbol', async () => {
    const { body } = await ask(home.userId, '/alerts/preview', {
      headline: 'News',
      summary: 'Close: {{close}}.',
    });
    expect(body).toMatchObject({ figures: [], ready: false, bar: null });
    expect(body.findings).toMatchObject([{ code: 'unknown_slot', found: '{{close}}' }]);
  });

  it('offers a draft that passes', async () => {
    const { body } = await ask(home.userId, '/alerts/preview', { symbol: 'SPX' });
    expect(body.draft.headline).toContain('S&P 500');
    const again = await ask(home.userId, '/alerts/preview', { symbol: 'SPX', ...body.draft });
    expect(again.body).toMatchObject({ findings: [], ready: true });
  });
});

describe('who may, and with what', () => {
  it('takes editors and up', async () => {
    for (const role of ['viewer', 'approver'] as const) {
      const who = await addMember(db, home.workspaceId, role);
      expect((await ask(who, '/alerts', FORM)).status).toBe(403);
      expect((await ask(who, '/alerts/preview', FORM)).status).toBe(403);
    }
    const editor = await addMember(db, home.workspaceId, 'editor');
    expect((await ask(editor, '/alerts', FORM)).status).toBe(201);
  });

  it('knows nothing of another workspace: symbol, brand, audience', async () => {
    const brand = await one<{ id: string }>(
      'select id from brands where workspace_id = $1',
      other.workspaceId,
    );
    await db.admin.query(
      `with made as (
         insert into instruments (id, symbol, name, currency, time_zone, created_at, owned)
         values (gen_random_uuid(), 'SECRET', 'Secret', 'USD', 'UTC', now(), true) returning id, symbol)
       insert into own_instruments (workspace_id, instrument_id, symbol)
       select $1, id, symbol from made`,
      [other.workspaceId],
    );
    const here = { audienceIds: [home.workspaceId] };
    for (const [form, field] of [
      [{ ...FORM, symbol: 'SECRET' }, 'symbol'],
      [{ ...FORM, route: { ...here, brandId: brand.id } }, 'route.brandId'],
      [{ ...FORM, route: { audienceIds: [other.workspaceId] } }, 'route.audienceIds'],
    ] as const)
      expect(await ask(home.userId, '/alerts', form)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', field },
      });
    const { body } = await ask(home.userId, '/alerts', FORM);
    expect((await ask(other.userId, `/alerts/${body.id}`)).status).toBe(404);
  });

  it('is no way around a review that every rule of the brand asks for', async () => {
    await db.admin.query(`update rules set approval = 'human', state = 'active' where workspace_id = $1`, [
      home.workspaceId,
    ]);
    const form = { ...FORM, route: { audienceIds: [home.workspaceId], approval: 'auto' } };
    const preview = (await ask(home.userId, '/alerts/preview', form)).body as ComposePreview;
    expect(preview.approval).toMatchObject({ asks: 'always', why: expect.any(String) });
    const { body } = await ask(home.userId, '/alerts', form);
    await write(body.id);
    expect(await stateOf(body.id)).toBe('pending_review');
  });

  it('is never approved by its author where the policy wants somebody else', async () => {
    const { id: policy } = (
      await ask(home.userId, '/approval-policies', {
        name: 'Four eyes',
        content: { mode: 'human', notAuthor: true },
      })
    ).body;
    const form = { ...FORM, route: { audienceIds: [home.workspaceId], approval: policy } };
    const { id } = (await ask(home.userId, '/alerts', form)).body;
    await write(id);
    const { waiting } = (await ask(home.userId, `/alerts/${id}/review`)).body;
    const approve = { decision: 'approve', revision: waiting.revision.hash };
    expect(await ask(home.userId, `/alerts/${id}/decision`, approve)).toMatchObject({
      status: 403,
      body: { code: 'not_approver' },
    });
    const admin = await addMember(db, home.workspaceId, 'admin');
    expect((await ask(admin, `/alerts/${id}/decision`, approve)).status).toBe(200);
    expect(await stateOf(id)).toBe('approved');
  });
});
