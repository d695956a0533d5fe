import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { alerts, events, renditions, rules } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { createExternalRules } from '#src/engine/external/external-rules.ts';
import { verifyExternal } from '#src/engine/external/verify-external.ts';
import { count } from '#src/platform/limits/count.ts';
import { HOOK, type ExternalRuleForm } from '#src/shared/external/rules.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { createRuleHooks } from './rules.ts';

let db: TestDatabase;
const began = Date.now();
let hour = 0;
let now = new Date(began);
let who: { workspaceId: string; userId: string };
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  hour += 1;
  now = new Date(began + hour * 3_600_000);
  who = await newWorkspace(db);
});

const clock = () => now;
const later = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};
const stored = () => createExternalRules({ app: db.app, clock, publicUrl: '' });
const by = () => ({
  workspaceId: who.workspaceId,
  actor: { kind: 'member' as const, userId: who.userId, name: 'Ada' },
});
const hooks = () =>
  createRuleHooks({
    app: db.app,
    clock,
    enqueue: db.enqueue,
    announce: () => undefined,
    count: (limit) => count({ db: db.app, clock, hashKey: Buffer.alloc(32, 3) }, limit),
    clientNetwork: () => '203.0.113.7',
    log: { error: (_context, message) => expect.unreachable(message) },
  });

async function newHook(form: Partial<ExternalRuleForm> = {}) {
  const made = await stored().make(by(), { name: 'My chart', outside: { kind: 'webhook' }, ...form });
  return { id: made.id, path: (made.address ?? '').replace('/hooks/rules', '') };
}
const call = (path: string, body: BodyInit, type = 'application/json') =>
  hooks().request(path, { method: 'POST', body, headers: { 'Content-Type': type } });
const all = <T>(table: T) =>
  withTenant(db.app, who.workspaceId, (tx) => tx.select().from(table as typeof alerts)) as Promise<
    (T extends { $inferSelect: infer R } ? R : never)[]
  >;
const calls = (id: string) => stored().calls(who.workspaceId, id);

it('makes an alert in the brand, with what was said as its evidence', async () => {
  const { id, path } = await newHook();
  const body =
    '{"ticker":"BINANCE:BTCUSDT","close":25012.50,"action":"buy","leverage":3,"html":"<img src=x onerror=alert(1)>"}';
  const answer = await call(path, body);
  expect([answer.status, await answer.json()]).toEqual([
    202,
    { received: true, outcome: 'accepted', reason: null },
  ]);
  const [event] = await all(events);
  expect(event).toMatchObject({
    ruleId: id,
    about: 'BINANCE:BTCUSDT',
    detector: 'webhook',
    barTs: now,
    instrumentId: null,
    evidence: {
      said: { from: 'webhook', by: 'My chart', at: now.toISOString(), type: 'application/json', body },
      facts: { ticker: 'BINANCE:BTCUSDT', close: '25012.50', action: 'buy' },
      other: { leverage: '3', html: '<img src=x onerror=alert(1)>' },
    },
  });
  const [alert] = await all(alerts);
  await composeAlert(
    {
      app: db.app,
      enqueue: db.enqueue,
      announce: () => undefined,
      clock,
      log: { warn: ({ reason }: { reason?: string }) => expect.unreachable(reason) },
    },
    { workspaceId: who.workspaceId, alertId: alert!.id },
  );
  const [rendition] = await all(renditions);
  const variant = rendition?.prepared;
  expect(variant?.title).toBe('BINANCE:BTCUSDT: buy at 25012.50');
  expect(variant?.text).toContain('webhook of the rule “My chart”');
  expect(variant?.text).toMatch(/Close\s+25012\.50\n/);
  expect(variant?.text).toContain('was not checked against market data');
  // What no fact is stands in no alert.
  expect(`${variant?.text}${variant?.html}`).not.toMatch(/leverage|onerror/);
  expect((await all(alerts))[0]).toMatchObject({ state: 'approved', title: variant?.title });
  expect((await calls(id))[0]).toMatchObject({ outcome: 'accepted', body, alertId: alert!.id });
});

it('waits for a confirmed address: none is made before, and one that was made takes no call', async () => {
  const { id, path } = await newHook();
  await db.admin.query('update users set email_confirmed_at = null where id = $1', [who.userId]);
  await expect(newHook()).rejects.toMatchObject({ code: 'confirm_email_first' });
  await expect(stored().rotate(by(), id)).rejects.toMatchObject({ code: 'confirm_email_first' });
  await expect(stored().duplicate(by(), id)).rejects.toMatchObject({ code: 'confirm_email_first' });
  // A rule that nobody outside can speak to needs none.
  await stored().make(by(), {
    name: 'News',
    outside: { kind: 'news', any: ['cpi'], all: [], none: [], sources: [] },
  });
  const answer = await call(path, '{"message":"planted"}');
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'confirm_email_first' }]);
  expect(await all(events)).toEqual([]);
  await db.admin.query('update users set email_confirmed_at = now() where id = $1', [who.userId]);
  expect((await call(path, '{"message":"wanted"}')).status).toBe(202);
});

it('keeps still for nothing that was said while the clock was ahead', async () => {
  const { path } = await newHook({
    outside: { kind: 'webhook', cooldownMinutes: 5 },
    settings: { most_per_day: 1 },
  });
  later(3 * 86_400);
  expect((await call(path, '{"message":"ahead"}')).status).toBe(202);
  later(-3 * 86_400);
  // Neither a repeat, nor within the cooldown, nor the day's second.
  expect((await call(path, '{"message":"ahead"}')).status).toBe(202);
  expect(await (await call(path, '{"message":"again"}')).json()).toMatchObject({ outcome: 'quiet' });
});

it('writes markup of a message as text', async () => {
  const { path } = await newHook();
  await call(path, 'Sell <b>now</b> {{close}} at 1.5', 'text/plain');
  const [event] = await all(events);
  const evidence = event!.evidence;
  if (!('said' in evidence)) throw new Error('No evidence of what was said.');
  // It was not resolved: a text that asks for a figure tells none.
  expect(evidence.facts).toEqual({ message: 'Sell <b>now</b> {{close}} at 1.5' });
  expect(verifyExternal('webhook', evidence)).toEqual({ ok: true });
  expect(verifyExternal('webhook', { ...evidence, facts: { message: 'Sell now at 15' } }).ok).toBe(false);
  expect(verifyExternal('news', evidence).ok).toBe(false);
});

it('recognises a repeat by its event_id for ever, and by its body for half a minute', async () => {
  const { id, path } = await newHook();
  const outcome = async (body: object) =>
    ((await (await call(path, JSON.stringify(body))).json()) as { outcome: string }).outcome;
  expect(await outcome({ message: 'a' })).toBe('accepted');
  expect(await outcome({ message: 'a' })).toBe('repeated');
  expect(await outcome({ message: 'b' })).toBe('accepted');
  later(HOOK.repeatSeconds);
  expect(await outcome({ message: 'a' })).toBe('accepted');
  expect(await outcome({ message: 'c', event_id: 7 })).toBe('accepted');
  later(86_400);
  expect(await outcome({ message: 'd', event_id: '7' })).toBe('repeated');
  expect(await all(events)).toHaveLength(4);
  expect((await stored().one(who.workspaceId, id)).hook).toMatchObject({
    accepted: 4,
    repeated: 2,
    refused: 0,
  });
});

it('makes one alert of one call that comes ten times at once', async () => {
  const { path } = await newHook();
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(path, '{"message":"at once"}')));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(200), 202]);
  expect(await all(events)).toHaveLength(1);
});

it('says nothing of whether a secret exists, whatever is sent', async () => {
  const gone = await newHook();
  await stored().remove(by(), gone.id);
  const rotated = await newHook();
  const { address } = await stored().rotate(by(), rotated.id);
  const bodies: [string, string][] = [
    ['{"a":1}', 'application/json'],
    ['{', 'application/json'],
    ['x'.repeat(HOOK.bodyBytes + 1), 'text/plain'],
  ];
  const seen = new Set<string>();
  for (const path of [gone.path, rotated.path, `/${'A'.repeat(43)}`, '/short', '/%00', "/'--"])
    for (const [body, type] of bodies) {
      const answer = await call(path, body, type);
      const { request_id: _, ...problem } = (await answer.json()) as Record<string, unknown>;
      seen.add(JSON.stringify([answer.status, problem]));
    }
  expect([...seen].map((text) => (JSON.parse(text) as [number])[0])).toEqual([404]);
  expect((await call((address ?? '').replace('/hooks/rules', ''), '{"message":"new"}')).status).toBe(202);
  expect((await hooks().request(rotated.path)).status).toBe(404);
  // Nothing but hashes lies in the database.
  const { rows } = await db.admin.query<{ all: string }>(
    `select string_agg(h::text, '') as all from rule_hooks h`,
  );
  expect(rows[0]?.all).not.toContain((address ?? '').split('/').at(-1));
});

it('tells its sender and the rule’s page why a call was refused', async () => {
  const { id, path } = await newHook();
  const refusals: [BodyInit, string, number, string][] = [
    ['x'.repeat(HOOK.bodyBytes + 1), 'text/plain', 413, 'larger than 16 kB'],
    ['{"a"', 'application/json', 400, 'isn’t valid JSON'],
    [new Uint8Array([0x63, 0xe9]), 'text/plain', 400, 'not text in UTF-8'],
    ['a\0b', 'text/plain', 400, 'U+0000'],
    ['', 'text/plain', 400, 'empty'],
  ];
  for (const [body, type, status, words] of refusals) {
    const answer = await call(path, body, type);
    expect(answer.status).toBe(status);
    expect(((await answer.json()) as { detail: string }).detail).toContain(words);
    expect((await calls(id))[0]).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining(words),
    });
  }
  expect(await all(events)).toHaveLength(0);
  expect((await stored().one(who.workspaceId, id)).hook?.refused).toBe(refusals.length);
});

it('keeps still while it is paused, cooling down or read-only, and says so', async () => {
  const { id, path } = await newHook({ outside: { kind: 'webhook', cooldownMinutes: 5 } });
  const answer = async (message: string) =>
    (await (await call(path, JSON.stringify({ message }))).json()) as object;
  expect(await answer('1')).toMatchObject({ outcome: 'accepted' });
  later(299);
  expect(await answer('2')).toMatchObject({ outcome: 'quiet', reason: expect.stringContaining('5 minutes') });
  later(2);
  expect(await answer('3')).toMatchObject({ outcome: 'accepted' });
  await stored().change(by(), id, { state: 'paused' });
  later(600);
  expect(await answer('4')).toMatchObject({ outcome: 'quiet', reason: 'The rule is paused.' });
  await stored().change(by(), id, { state: 'active' });
  later(40 * 86_400);
  expect(await answer('5')).toMatchObject({ outcome: 'quiet', reason: expect.stringContaining('read-only') });
  expect(await all(events)).toHaveLength(2);
});

it('takes so many calls a minute, of a rule and of strangers', async () => {
  const { path } = await newHook();
  for (let n = 0; n < HOOK.perMinute; n += 1) await call(path, JSON.stringify({ message: `${n}` }));
  const over = await call(path, '{"message":"one more"}');
  expect([over.status, Number(over.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  for (let n = 0; n < HOOK.strangersPerMinute; n += 1) await call('/nothing', '{}');
  expect((await call('/nothing', '{}')).status).toBe(429);
  // Guesses by others don't use up the limit of a valid secret.
  expect((await call((await newHook()).path, '{"message":"hi"}')).status).toBe(202);
});

it('keeps the newest hundred calls', async () => {
  const { id, path } = await newHook();
  for (let n = 0; n < HOOK.keptCalls + 5; n += 1) {
    later(2);
    await call(path, JSON.stringify({ message: `${n}` }));
  }
  const kept = await calls(id);
  expect(kept).toHaveLength(HOOK.keptCalls);
  expect(kept[0]?.body).toBe('{"message":"104"}');
});

it('keeps rules on the market and those on what comes from outside apart', async () => {
  const { id } = await newHook();
  const rows = await withTenant(db.app, who.workspaceId, (tx) =>
    tx.select().from(rules).where(eq(rules.id, id)),
  );
  expect(rows[0]).toMatchObject({ kind: 'webhook', condition: null, timeframe: null });
  await expect(
    withTenant(db.app, who.workspaceId, (tx) =>
      tx.update(rules).set({ outside: null }).where(eq(rules.id, id)),
    ),
  ).rejects.toThrow('Failed query');
});

it('is deleted, and comes back as it was with the same address', async () => {
  const { id, path } = await newHook();
  expect((await call(path, '{"ticker":"A"}')).status).toBe(202);
  await stored().remove(by(), id);
  expect((await call(path, '{"ticker":"B"}')).status).toBe(404);
  // What it was and what came to it can be read; nothing of it can be changed.
  expect((await stored().one(who.workspaceId, id)).deletedAt).not.toBeNull();
  expect(await calls(id)).toHaveLength(1);
  expect(await stored().list(who.workspaceId, false)).toEqual([]);
  expect((await stored().list(who.workspaceId, true)).map((rule) => rule.id)).toEqual([id]);
  for (const refused of [
    () => stored().change(by(), id, { name: 'Other' }),
    () => stored().rotate(by(), id),
    () => stored().remove(by(), id),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'not_found' });
  expect(await stored().restore(by(), id)).toMatchObject({ id, deletedAt: null, state: 'active' });
  await expect(stored().restore(by(), id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await call(path, '{"ticker":"C"}')).status).toBe(202);
});

it('keeps still after its end, outside its hours and when the day has had enough, and says why', async () => {
  now = new Date('2026-11-23T15:00:00Z'); // 10:00 of a Monday in New York
  const hours = { time_zone: 'America/New_York', days: [1, 2, 3, 4, 5], from: '09:30', to: '16:00' };
  const { id, path } = await newHook({
    settings: { most_per_day: 2, hours, expires: Date.UTC(2026, 10, 25) },
  });
  const at = async (iso: string): Promise<string | null> => {
    now = new Date(iso);
    await call(path, `{"message":"at ${iso}"}`);
    const [last] = await calls(id);
    return last?.outcome === 'accepted' ? null : `${last?.outcome}: ${last?.reason}`;
  };
  expect(await at('2026-11-23T14:29:59Z')).toBe('quiet: It is outside the hours of the rule.');
  expect(await at('2026-11-23T14:30:00Z')).toBeNull();
  expect(await at('2026-11-23T20:59:59Z')).toBeNull();
  expect(await at('2026-11-23T20:59:59.500Z')).toBe('quiet: The rule makes 2 alerts a day at most.');
  expect(await at('2026-11-23T21:00:00Z')).toBe('quiet: It is outside the hours of the rule.');
  expect(await at('2026-11-24T15:00:00Z')).toBeNull();
  expect(await at('2026-11-25T00:00:00Z')).toBe('quiet: The rule has ended.');
  expect(await all(events)).toHaveLength(3);
  // The day is that of the hours: after midnight in New York it is another.
  await stored().change(by(), id, {
    settings: { most_per_day: 1, hours: { ...hours, from: '00:00', to: '00:00' } },
  });
  expect(await at('2026-11-26T04:00:00Z')).toBeNull();
  expect(await at('2026-11-26T04:59:00Z')).toBe('quiet: The rule makes 1 alert a day at most.');
  expect(await at('2026-11-26T05:00:00Z')).toBeNull();
});
