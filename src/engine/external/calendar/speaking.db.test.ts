import { expect, it, vi } from 'vitest';
import { createExternalRules } from '../external-rules.ts';
import { verifyExternal } from '../verify-external.ts';
import { claimDue } from '../claim-due.ts';
import { readApart } from './read-apart.ts';
import { runCalendar } from './run-calendar.ts';
import { calendarWorld, CPI } from './test-support.ts';
import { takeTurn, TO_TURN } from './turn.ts';

const { add, by, count, db, deps, later, listen, made, now, read, setClock, sources, tell, turn, write } =
  calendarWorld();

it('reminds before, speaks at the time and tells the figure, each once, with the entry as evidence', async () => {
  tell(CPI, '2,2026-12-10,08:30,US,Claims,low,220K,218K,\n');
  await add();
  await listen({ before: 15, at: true, released: {}, importance: 'high', places: ['USD'] });
  await read();
  await turn();
  // 08:30 in New York is 13:30 UTC; at noon nothing is due.
  expect(await count()).toBe(0);
  expect(await turn()).toBe(0);
  later(75);
  await Promise.all([turn(), turn()]);
  await turn();
  expect(await count()).toBe(1);
  later(15);
  await turn();
  await turn();
  expect(await count()).toBe(2);
  later(1);
  tell(CPI.replace(',\n', ',3.4%\n'), '2,2026-12-10,08:30,US,Claims,low,220K,218K,225K\n');
  expect(await read()).toBe(1);
  await turn();
  later(5);
  tell(CPI.replace(',\n', ',3.5%\n'));
  await read();
  await turn();
  expect(await write()).toEqual([
    'US CPI y/y in 15 minutes: forecast 3.1%, before 3.0%',
    'US CPI y/y now: forecast 3.1%, before 3.0%',
    'US CPI y/y: 3.4%, forecast 3.1%',
  ]);
  const { events: found, variants: texts } = await made();
  expect(found.map(({ about, detector }) => [about, detector])).toEqual(
    Array.from({ length: 3 }, () => ['US', 'calendar']),
  );
  for (const { evidence } of found) {
    if (!('said' in evidence)) throw new Error('It is of the market.');
    expect(verifyExternal('calendar', evidence)).toEqual({ ok: true });
    const lied = { ...evidence, facts: { ...evidence.facts, forecast: '9.9%' } };
    expect(verifyExternal('calendar', lied).ok).toBe(false);
    const other = { ...evidence, asked: { ...evidence.asked, places: ['EUR'] } };
    expect(verifyExternal('calendar', other)).toMatchObject({
      reason: 'the entry is none of those that were asked for.',
    });
  }
  expect(texts.map(({ prepared }) => prepared.text).join()).toContain('calendar “Releases”');
});

it('is silent on what had passed, or was told, before anybody listened', async () => {
  tell(
    '1,2026-12-10,07:05,US,Due already,high,1,1,\n',
    '2,2026-12-10,06:00,US,Told already,high,1,1,2\n',
    '3,2026-12-10,07:20,US,To come,high,1,1,\n',
  );
  await add();
  await listen({ before: 15, released: {} });
  await read();
  await turn();
  expect(await count()).toBe(0);
  later(6);
  await turn();
  expect((await made()).events.map(({ evidence }) => 'said' in evidence && evidence.facts['event'])).toEqual([
    'US To come',
  ]);
  // One that is made later begins from there; what was put into the calendar since is new.
  await listen({ before: 60 });
  await turn();
  expect(await count()).toBe(1);
  later(1);
  tell('3,2026-12-10,07:20,US,To come,high,1,1,\n', '4,2026-12-10,07:40,US,Put in,high,1,1,\n');
  later(60);
  setClock('2026-12-10T12:07:00Z');
  await db().admin.query('update calendar_sources set next_at = $1', [now()]);
  await read();
  await turn();
  expect(await write()).toContain('US Put in in 33 minutes: forecast 1, before 1');
});

it('moves the reminder with the time, and reminds again of what was moved after it', async () => {
  tell(CPI);
  await add();
  await listen({ before: 15 });
  await read();
  await turn();
  later(60);
  tell(CPI.replace('08:30', '09:30'));
  await read();
  await turn();
  later(20);
  await turn();
  expect(await count()).toBe(0);
  later(60);
  await turn();
  expect(await count()).toBe(1);
  tell(CPI.replace('08:30', '09:32'));
  await read();
  await turn();
  // Two minutes are nothing.
  expect(await count()).toBe(1);
  tell(CPI.replace('08:30', '11:00'));
  later(5);
  await read();
  await turn();
  later(85);
  await turn();
  expect(await count()).toBe(2);
});

it('says nothing of what is called off, or stands there no more', async () => {
  tell(CPI, '2,2026-12-10,09:00,US,Sales,high,1,1,\n', '3,2026-12-11,09:00,US,Last,high,1,1,\n');
  await add();
  await listen({ at: true });
  await read();
  later(60);
  tell('0,2026-12-09,09:00,US,First,high,1,1,\n', '3,2026-12-11,09:00,US,Last,high,1,1,\n');
  await read();
  expect((await made()).entries.map(({ title, goneAt }) => [title, goneAt !== null])).toEqual([
    ['First', false],
    ['CPI y/y', true],
    ['Sales', true],
    ['Last', false],
  ]);
  later(90);
  await turn();
  expect(await count()).toBe(0);
});

it.each([
  [{ percent: 10 }, '3.4%', false],
  [{ percent: 9.6 }, '3.4%', true],
  [{ side: 'below' as const }, '3.4%', false],
  [{ side: 'above' as const }, '3.4%', true],
  [{ side: 'below' as const, percent: 1 }, '3.0%', true],
  [{ side: 'above' as const }, 'pending', false],
  [{}, '3.1%', true],
])('tells a figure that is %j of its forecast of 3.1%%: %s', async (released, actual, triggers) => {
  tell(CPI);
  await add();
  await listen({ released });
  await read();
  later(91);
  tell(CPI.replace(',\n', `,${actual}\n`));
  await read();
  await turn();
  expect(await count()).toBe(triggers ? 1 : 0);
});

it('speaks late where it was down at the time, and not of what is over', async () => {
  tell(CPI, '2,2026-12-10,07:30,US,Over,high,1,1,\n');
  await add();
  await listen({ before: 60, at: true });
  await read();
  await turn();
  later(85);
  await turn();
  later(11);
  await turn();
  expect(await write()).toEqual([
    'US CPI y/y in 5 minutes: forecast 3.1%, before 3.0%',
    'US CPI y/y now: forecast 3.1%, before 3.0%',
  ]);
});

it('reminds of a day where there is no time', async () => {
  const head = 'symbol,name,reportDate,estimate,timeOfTheDay\n';
  const { id } = await add({ url: null, name: 'Earnings' });
  const file = (text: string) => sources().give(by(), id, async () => Buffer.from(text));
  expect(await file(`${head}AAPL,Apple Inc,2026-12-12,1.50,post-market\n,,soon,,\n`)).toMatchObject({
    entries: 1,
    added: 1,
    putAside: 1,
    lately: [{ place: 'Line 3' }],
  });
  await listen({ before: 1440, at: true, symbols: ['AAPL'] });
  await turn();
  setClock('2026-12-11T05:00:00Z');
  await turn();
  setClock('2026-12-12T05:00:00Z');
  await turn();
  expect(await write()).toEqual([
    'AAPL earnings (Apple Inc) on 12 Dec 2026, after the close: forecast 1.50',
    'AAPL earnings (Apple Inc) today, after the close: forecast 1.50',
  ]);
  expect(await file(`${head}AAPL,Apple Inc,2026-12-12,1.55,post-market\n`)).toMatchObject({
    added: 0,
    changed: 1,
    putAside: 0,
  });
});

it('looks again at once where it is woken during a turn', async () => {
  tell(CPI);
  await add();
  await listen({ at: true });
  await read();
  const [due] = await claimDue(deps(), TO_TURN, 10);
  await db().admin.query('update calendar_sources set turn_at = $1', [now()]);
  await takeTurn(deps(), due!);
  expect(await turn()).toBe(1);
  expect(await turn()).toBe(0);
});

it('reads and speaks while it runs, and ends what it began', async () => {
  tell('1,2026-12-10,07:10,US,CPI y/y,high,3.1%,3.0%,\n');
  await add();
  await listen({ before: 15, at: true });
  const stop = new AbortController();
  const log = {
    error: (context: object, message: string) => expect.unreachable(`${message} ${JSON.stringify(context)}`),
  };
  const running = runCalendar({ ...deps(), log, read: readApart }, stop.signal);
  const until = (holds: () => Promise<boolean>) => vi.waitUntil(holds, { timeout: 30_000 });
  await until(async () => (await made()).entries.length === 1);
  later(10);
  await until(async () => (await count()) === 1);
  stop.abort();
  await running;
  expect((await made()).events.map(({ about }) => about)).toEqual(['US']);
});

it('keeps still outside the hours of its rule, writes down why, and does not make up for it', async () => {
  tell(CPI, '2,2026-12-10,10:00,US,Sales,high,1,1,\n');
  await add();
  const { id } = await listen({ at: true });
  const hours = { time_zone: 'America/New_York', days: [4], from: '09:00', to: '17:00' };
  await createExternalRules({ app: db().app, clock: now, publicUrl: '' }).change(by(), id, {
    settings: { hours },
  });
  await read();
  setClock('2026-12-10T13:30:00Z');
  await turn();
  expect(await count()).toBe(0);
  const { rows } = await db().admin.query<{ quiet: string }>(
    'select quiet from calendar_said where rule_id = $1',
    [id],
  );
  expect(rows).toEqual([{ quiet: 'It is outside the hours of the rule.' }]);
  setClock('2026-12-10T15:00:00Z');
  await turn();
  expect((await made()).events.map(({ evidence }) => 'said' in evidence && evidence.facts['event'])).toEqual([
    'US Sales',
  ]);
});
