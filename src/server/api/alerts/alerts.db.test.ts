import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  alertBarsSchema,
  alertChoicesSchema,
  alertPageSchema,
  alertRecordSchema,
  deliveryPageSchema,
  type AlertItem,
} from '#src/shared/alert-list.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fillWithAlerts } from '#tests/support/many-alerts.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';

const COUNT = 3_000;
const until = new Date('2026-05-20T12:00:00Z');
let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let one: { workspaceId: string; userId: string };
let other: { workspaceId: string; userId: string };

beforeAll(async () => {
  db = await testDatabase();
  api = testApi(db);
  one = await newWorkspace(db);
  other = await newWorkspace(db);
  await fillWithAlerts(db.admin, { workspaceId: one.workspaceId, count: COUNT, until });
});
afterAll(() => db.drop());

const ask = (path: string, userId = one.userId, init: RequestInit = {}) =>
  api.request(path, { ...init, headers: { ...init.headers, Authorization: `Bearer ${userId}` } });

async function page(query: string, userId = one.userId) {
  const answer = await ask(`/alerts?${query}`, userId);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return alertPageSchema.parse(await answer.json());
}

/** Every page of a filter, one after the other. */
async function whole(query: string): Promise<AlertItem[]> {
  const items: AlertItem[] = [];
  let cursor = '';
  for (;;) {
    const { items: more, next } = await page(`${query}&limit=200${cursor}`);
    items.push(...more);
    if (next === null) return items;
    cursor = `&cursor=${next}`;
  }
}

/** What the owner counts, without any of the program's own code. */
async function counted(where: string): Promise<number> {
  const { rows } = await db.admin.query<{ count: string }>(
    `select count(*) from alerts a join instruments i on i.id = a.instrument_id where workspace_id = $1 and ${where}`,
    [one.workspaceId],
  );
  return Number(rows[0]?.count);
}

describe('the list', () => {
  it('gives every alert once, newest first, over all its pages', async () => {
    const items = await whole('');
    expect(items).toHaveLength(COUNT);
    expect(new Set(items.map((item) => item.id)).size).toBe(COUNT);
    const times = items.map((item) => item.createdAt);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('keeps its place when alerts are made while somebody reads', async () => {
    const first = await page('limit=100');
    await fillWithAlerts(db.admin, { workspaceId: other.workspaceId, count: 10, until });
    const second = await page(`limit=100&cursor=${first.next}`);
    expect(second.items[0]?.createdAt).toBe(new Date(until.getTime() - 100 * 60_000).toISOString());
  });

  it.each([
    ['state=failed', `state = 'failed'`],
    ['state=failed&state=rejected', `state in ('failed', 'rejected')`],
    ['symbol=SYM004', `symbol = 'SYM004'`],
    ['symbol=SYM004&symbol=SYM005&state=sent', `symbol in ('SYM004', 'SYM005') and state = 'sent'`],
    ['detector=gap', `detector = 'gap'`],
    ['trial=yes', 'trial'],
    ['trial=no', 'not trial'],
    ['channel=email', 'true'],
    ['from=2026-05-20', `a.created_at >= '2026-05-20T00:00:00Z'`],
    ['to=2026-05-19', `a.created_at < '2026-05-20T00:00:00Z'`],
    ['from=2026-05-19&to=2026-05-19', `a.created_at >= '2026-05-19Z' and a.created_at < '2026-05-20Z'`],
    ['q=halted', `title like '%halted%'`],
    ['q=halt', `title like '%halt%'`],
    ['q=FALLS%205.50', `title like '%falls 5.50%'`],
    ['q=rises&state=failed', `title like '%rises%' and state = 'failed'`],
    ['q=rises&channel=email', `title like '%rises%'`],
    [
      'q=halted&from=2026-05-19&to=2026-05-19',
      `title like '%halted%' and a.created_at >= '2026-05-19Z' and a.created_at < '2026-05-20Z'`,
    ],
    ['q=falls&detector=gap&trial=no', `title like '%falls%' and detector = 'gap' and not trial`],
    ['q=sym004', `symbol = 'SYM004'`],
    ['q=sym004%20rises&trial=no', `symbol = 'SYM004' and title like '%rises%' and not trial`],
    ['q=nothingofthekind', 'false'],
    ['q=%26%20%25', 'false'],
    ['symbol=NOBODY', 'false'],
  ])('%s is what the database counts', async (query, where) => {
    expect(await whole(query)).toHaveLength(await counted(where));
  });

  const cursor = (ms: number) => Buffer.from(`[${ms},"${one.userId}"]`).toString('base64url');
  it.each([
    () => 'from=0000-01-01',
    () => 'to=9999-12-31',
    () => 'to=0000-01-01',
    () => 'q=falls&to=9999-12-31',
    () => `cursor=${cursor(-8e15)}`,
    () => `cursor=${cursor(8e15)}`,
    () => `q=falls&cursor=${cursor(8e15)}`,
    () => 'symbol=%00',
    () => 'q=%00',
    () => 'rule=1',
    () => 'limit=201',
  ])('refuses what the database could not read (%#)', async (query) => {
    const answer = await ask(`/alerts?${query()}`);
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'validation_failed']);
  });

  it('narrows to a rule and to a brand', async () => {
    const { rules, brands } = alertChoicesSchema.parse(await (await ask('/alerts/choices')).json());
    const rule = rules.find((each) => each.name === 'Filled rule 7');
    const brand = brands.find((each) => each.name === 'Brand 2');
    const items = await whole(`rule=${rule?.id}&brand=${brand?.id}`);
    expect(items).toHaveLength(await counted(`rule_id = '${rule?.id}' and brand_id = '${brand?.id}'`));
    expect(items.every((item) => item.rule.id === rule?.id && item.brand.id === brand?.id)).toBe(true);
  });

  it('offers the symbols, detectors, rules and brands that there are', async () => {
    const choices = alertChoicesSchema.parse(await (await ask('/alerts/choices')).json());
    expect(choices.symbols).toHaveLength(50);
    expect(choices.symbols[4]).toEqual({ symbol: 'SYM004', name: 'Company SYM004' });
    expect(choices.detectors).toEqual(['big_move', 'gap']);
    expect(choices.rules.map((rule) => rule.name)).toContain('Filled rule 20');
    const empty = await newWorkspace(db);
    expect(await (await ask('/alerts/choices', empty.userId)).json()).toMatchObject({
      symbols: [],
      detectors: [],
    });
  });

  it('says why an alert failed, and nothing where it went well', async () => {
    const [failed] = (await page('state=failed&limit=1')).items;
    expect(failed?.reason).toBe('filled for a test');
    const [sent] = (await page('state=sent&limit=1')).items;
    expect(sent).toMatchObject({ reason: null, channels: ['email'], held: false });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=ten', 'limit'],
    ['cursor=nonsense', 'cursor'],
    ['state=lost', 'state'],
    ['rule=7', 'rule'],
    ['from=yesterday', 'from'],
    ['to=2026-13-01', 'to'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['trial=maybe', 'trial'],
    ['q=%00', 'q'],
    ['symbol=A%00B', 'symbol'],
  ])('refuses %s and names it', async (query, field) => {
    const answer = await ask(`/alerts?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'validation_failed', field });
  });

  it.each(["q=')%3B%20drop%20table%20alerts%3B--", 'q=%F0%9F%92%A5', "q='%3A*%20%7C%20!", 'symbol=%27'])(
    'takes %s for what it is: words',
    async (query) => {
      const answer = await ask(`/alerts?${query}`);
      expect(answer.status).toBe(200);
    },
  );
});

describe('the bars around an alert', () => {
  const DAY = 86_400_000;
  const bars = async (id: string) => {
    const answer = await ask(`/alerts/${id}/bars`);
    return alertBarsSchema.parse(await answer.json()).bars;
  };
  it('are those of its event, and none where only those of another time are stored', async () => {
    const [mine] = (await page('limit=1')).items;
    const id = mine?.id ?? '';
    const at = Date.parse(mine?.eventTime ?? '');
    const store = (ms: number) =>
      db.admin.query(
        `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
         select instrument_id, timeframe, $2, 1, 2, 1, 2, 10 from alerts where id = $1`,
        [id, new Date(ms)],
      );
    await store(at - 200 * DAY);
    await store(at - 199 * DAY);
    expect(await bars(id)).toEqual([]);
    await store(at);
    expect((await bars(id)).map(({ time }) => time)).toEqual([at - 200 * DAY, at - 199 * DAY, at]);
  });
});

describe('another workspace', () => {
  it('sees none of it, by list, search, or id', async () => {
    const third = await newWorkspace(db);
    expect((await page('', third.userId)).items).toEqual([]);
    expect((await page('q=halted', third.userId)).items).toEqual([]);
    const [mine] = (await page('limit=1')).items;
    for (const part of ['', '/record', '/bars', '/deliveries']) {
      const answer = await ask(`/alerts/${mine?.id}${part}`, third.userId);
      expect(answer.status, part).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'not_found' });
    }
  });

  it('cannot be searched by naming it to the database', async () => {
    await expect(
      db.app.transaction(async (tx) => {
        await tx.execute(`select set_config('app.workspace_id', '${other.workspaceId}', true)`);
        await tx.execute(
          `select * from search_alerts('${one.workspaceId}', 'halted'::tsquery, null, null, 10,
                                         null, null, null, null, null, null, null, null)`,
        );
      }),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
  });
});

describe('one alert', () => {
  it('has its words, its steps, its deliveries and their sum', async () => {
    const [failed] = (await page('state=failed&limit=1')).items;
    const record = alertRecordSchema.parse(await (await ask(`/alerts/${failed?.id}/record`)).json());
    expect(record.variants[0]).toMatchObject({ channel: 'email', subject: failed?.title });
    expect(record.steps.at(-1)).toMatchObject({ to: 'failed', actor: 'delivery' });
    expect(record.deliveries).toEqual([{ state: 'rejected', count: 1 }]);
    const deliveries = deliveryPageSchema.parse(await (await ask(`/alerts/${failed?.id}/deliveries`)).json());
    expect(deliveries).toMatchObject({
      items: [
        { address: 'filled@readers.example', state: 'rejected', reason: 'no such mailbox', attempts: [] },
      ],
      next: null,
    });
  });
});

describe('saved views', () => {
  const save = (form: object, userId = one.userId) =>
    ask('/views', userId, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ screen: 'alerts', ...form }),
    });
  const names = async (userId = one.userId) =>
    ((await (await ask('/views', userId)).json()) as { items: { name: string; query: string; id: string }[] })
      .items;

  it('are kept, written over by name, and deleted', async () => {
    expect((await save({ name: ' Failures ', query: 'state=failed' })).status).toBe(201);
    expect((await save({ name: 'Failures', query: 'state=failed&trial=no' })).status).toBe(201);
    const items = await names();
    expect(items).toMatchObject([{ name: 'Failures', query: 'state=failed&trial=no' }]);
    expect((await ask(`/views/${items[0]?.id}`, one.userId, { method: 'DELETE' })).status).toBe(204);
    expect(await names()).toEqual([]);
    expect((await ask(`/views/${items[0]?.id}`, one.userId, { method: 'DELETE' })).status).toBe(404);
  });

  it('are one person’s own, also within a workspace', async () => {
    await save({ name: 'Mine', query: 'q=halted' });
    const colleague = await addMember(db, one.workspaceId, 'viewer');
    expect(await names(colleague)).toEqual([]);
    const [mine] = await names();
    for (const somebody of [colleague, other.userId]) {
      expect((await ask(`/views/${mine?.id}`, somebody, { method: 'DELETE' })).status).toBe(404);
    }
    expect(await names()).toHaveLength(1);
  });

  it.each([
    [{ name: '', query: '' }, 'Give the view a name.'],
    [{ name: 'x'.repeat(61), query: '' }, 'A name can have 60 characters at most.'],
    [{ name: 'x', query: 'q'.repeat(2001) }, 'This filter is too long to be kept.'],
  ])('are refused with a sentence (%#)', async (form, detail) => {
    const answer = await save(form);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ detail });
  });

  it('end at fifty', async () => {
    const { userId } = await newWorkspace(db);
    for (let n = 0; n < 50; n++) expect((await save({ name: `v${n}`, query: '' }, userId)).status).toBe(201);
    expect((await save({ name: 'one more', query: '' }, userId)).status).toBe(400);
    expect((await save({ name: 'v7', query: 'state=sent' }, userId)).status).toBe(201);
  });
});
