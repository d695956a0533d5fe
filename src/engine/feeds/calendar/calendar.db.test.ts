import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { alerts, calendarEntries, events, variants } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { createFetchPage, type Page, PageError } from '#src/net/fetch-page.ts';
import type { CalendarRule } from '#src/shared/calendar/rule.ts';
import { type FakeNews, startFakeNews } from '#tests/fakes/news.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { composeAlert } from '../../alerts/compose.ts';
import { createOutsideRules } from '../../outside/stored.ts';
import { verifyOutside } from '../../outside/verify.ts';
import { claimDue, pollSource } from './poll.ts';
import { runCalendar } from './run-calendar.ts';
import { createCalendarSources } from './sources.ts';
import { claimTurns, takeTurn } from './turn.ts';

let db: TestDatabase;
let fake: FakeNews;
let now = new Date();
let who: { workspaceId: string; userId: string };
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  now = new Date('2026-12-10T12:00:00Z');
  fake = await startFakeNews();
  who = await newWorkspace(db);
});
afterEach(async () => {
  await db.admin.query('delete from workspaces where id = $1', [who.workspaceId]);
  await fake.stop();
});

const clock = () => now;
const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const by = () => ({
  workspaceId: who.workspaceId,
  actor: { kind: 'member' as const, userId: who.userId, name: 'Ada' },
});
const deps = () => ({
  app: db.app,
  system: db.system,
  clock,
  enqueue: db.enqueue,
  announce: () => undefined,
  fetchPage: createFetchPage({ allowPrivate: true, agent: 'test' }),
});
const sources = () =>
  createCalendarSources({ app: db.app, clock, allowPrivate: true, announce: () => undefined });
const add = (more = {}) =>
  sources().add(by(), {
    name: 'Releases',
    url: `${fake.url}/calendar.csv`,
    timeZone: 'America/New_York',
    ...more,
  });
const rules = () => createOutsideRules({ app: db.app, clock, publicUrl: '' });
const listen = (asked: Partial<CalendarRule>) =>
  rules().make(by(), {
    name: 'Inflation',
    outside: { kind: 'calendar', kinds: [], places: [], symbols: [], words: [], sources: [], ...asked },
  });
const HEAD = 'id,date,time,country,event,importance,forecast,previous,actual\n';
const CPI = '1,2026-12-10,08:30,US,CPI y/y,high,3.1%,3.0%,\n';
/** What the publisher tells from now on, with an ETag that is taken at its word. */
const tell = (...lines: string[]): void => {
  const body = HEAD + lines.join('');
  const etag = `"${Buffer.from(body).toString('base64').slice(-150)}"`;
  const answer: RequestListener = (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { 'Content-Type': 'text/csv', ETag: etag }).end(body);
  };
  fake.page('/calendar.csv', answer);
};
const read = async (): Promise<number> => {
  const due = await claimDue(deps(), 10);
  for (const source of due) await pollSource(deps(), source, new AbortController().signal);
  return due.length;
};
const turn = async (): Promise<number> => {
  const due = await claimTurns(deps(), 10);
  for (const source of due) await takeTurn(deps(), source);
  return due.length;
};
const made = () =>
  withTenant(db.app, who.workspaceId, async (tx) => ({
    events: await tx.select().from(events).orderBy(events.createdAt),
    alerts: await tx.select().from(alerts),
    entries: await tx.select().from(calendarEntries).orderBy(calendarEntries.at),
    variants: await tx.select().from(variants),
  }));
const count = async (): Promise<number> => (await made()).events.length;
const write = async (): Promise<string[]> => {
  for (const { id } of (await made()).alerts)
    await composeAlert(
      {
        ...deps(),
        publicUrl: 'http://localhost:3000',
        log: { warn: ({ reason }: { reason?: string }) => expect.unreachable(reason) },
      },
      { workspaceId: who.workspaceId, alertId: id },
    );
  return (await made()).variants.map(({ subject }) => subject ?? '').toSorted();
};

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
    expect(verifyOutside('calendar', evidence)).toEqual({ ok: true });
    const lied = { ...evidence, facts: { ...evidence.facts, forecast: '9.9%' } };
    expect(verifyOutside('calendar', lied).ok).toBe(false);
    const other = { ...evidence, asked: { ...evidence.asked, places: ['EUR'] } };
    expect(verifyOutside('calendar', other)).toMatchObject({
      reason: 'the entry is none of those that were asked for.',
    });
  }
  expect(texts.map(({ bodyText }) => bodyText).join()).toContain('from the calendar “Releases”');
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
  now = new Date('2026-12-10T12:07:00Z');
  await db.admin.query('update calendar_sources set next_at = $1', [now]);
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
])('tells a figure that is %j of its forecast of 3.1%%: %s', async (released, actual, speaks) => {
  tell(CPI);
  await add();
  await listen({ released });
  await read();
  later(91);
  tell(CPI.replace(',\n', `,${actual}\n`));
  await read();
  await turn();
  expect(await count()).toBe(speaks ? 1 : 0);
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
  now = new Date('2026-12-11T05:00:00Z');
  await turn();
  now = new Date('2026-12-12T05:00:00Z');
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

it('asks for changes only, more often while a figure is awaited, and hardly where nobody listens', async () => {
  tell(CPI);
  await add();
  const dueIn = async (): Promise<number> => {
    const { rows } = await db.admin.query<{ next_at: Date }>('select next_at from calendar_sources');
    return (rows[0]!.next_at.getTime() - now.getTime()) / 60_000;
  };
  await read();
  expect(await dueIn()).toBe(60);
  await listen({ released: {} });
  expect(await dueIn()).toBe(0);
  await read();
  expect(await dueIn()).toBe(5);
  later(88);
  await read();
  expect(await dueIn()).toBe(1);
  expect(fake.asked.map(({ etag }) => etag === undefined)).toEqual([true, false, false]);
});

it('says on the source what is the matter, asks it less and less, and keeps what it had', async () => {
  tell(CPI);
  await add();
  await listen({ at: true });
  await read();
  fake.page('/calendar.csv', (_, to) => to.end('<html></html>'));
  for (const failures of [1, 2]) {
    later(5);
    await read();
    const [source] = await sources().list(who.workspaceId);
    expect(source).toMatchObject({
      failures,
      problem: 'It is a web page, and no calendar.',
      entries: 1,
    });
  }
  later(5);
  expect(await read()).toBe(0);
  later(5);
  tell(CPI, 'x,soon,,US,Broken,,,,\n');
  await read();
  expect(await sources().list(who.workspaceId)).toMatchObject([
    { failures: 0, problem: null, putAside: 1, lately: [{ place: 'Line 3', problem: '“soon” is no date.' }] },
  ]);
});

it('refuses files that are none, and addresses of private networks', async () => {
  const { id } = await add({ url: null });
  const give = (text: string) => sources().give(by(), id, async () => Buffer.from(text));
  await expect(give('')).rejects.toThrow('The file was not taken. It is empty.');
  await expect(give('date,event\nsoon,x\n')).rejects.toThrow(
    'The file was not taken. No entry of it can be taken. Line 2: “soon” is no date.',
  );
  const guarded = createCalendarSources({
    app: db.app,
    clock,
    allowPrivate: false,
    announce: () => undefined,
  });
  await expect(guarded.add(by(), { name: 'x', url: 'http://10.0.0.1/c.ics' })).rejects.toThrow(
    'This address is not read. It leads to a private network.',
  );
  const { id: asked } = await add();
  await expect(sources().give(by(), asked, async () => Buffer.from(''))).rejects.toThrow(
    'This calendar is read from its address.',
  );
});

it('says so where a text cannot be stored, keeps what it had, and takes longer until the next time', async () => {
  tell(CPI);
  await add();
  await listen({ at: true });
  await read();
  tell(CPI, '2,2026-12-10,09:00,US,Unheard of,high,1,1,\n');
  const { id: given } = await add({ url: null, name: 'Files' });
  await db.admin.query("alter table calendar_entries add constraint tried check (title <> 'Unheard of')");
  try {
    later(5);
    await expect(read()).rejects.toThrow('Failed query');
    expect((await sources().list(who.workspaceId)).find(({ url }) => url !== null)).toMatchObject({
      failures: 1,
      problem: 'What it tells could not be taken.',
      entries: 1,
    });
    later(4);
    expect(await read()).toBe(0);
    later(1);
    await expect(read()).rejects.toThrow('Failed query');
    later(5);
    expect(await read()).toBe(0);
    await expect(
      sources().give(by(), given, async () => Buffer.from('date,event\n2026-12-10,Unheard of\n')),
    ).rejects.toThrow('The file was not taken. It holds a text that cannot be kept.');
  } finally {
    await db.admin.query('alter table calendar_entries drop constraint tried');
  }
  later(5);
  await read();
  expect((await sources().list(who.workspaceId)).find(({ url }) => url !== null)).toMatchObject({
    failures: 0,
    problem: null,
    entries: 2,
  });
});

it('takes nothing for gone because a line of it could not be read this time', async () => {
  const last = '3,2026-12-11,09:00,US,Last,high,1,1,\n';
  tell(CPI, last);
  await add();
  await listen({ at: true });
  await read();
  later(5);
  tell('0,2026-12-09,09:00,US,First,high,1,1,\n', CPI.replace('08:30', 'half past'), last);
  await read();
  const gone = async () => (await made()).entries.flatMap(({ title, goneAt }) => (goneAt ? [title] : []));
  expect(await gone()).toEqual([]);
  later(5);
  tell('0,2026-12-09,09:00,US,First,high,1,1,\n', last);
  await read();
  expect(await gone()).toEqual(['CPI y/y']);
});

it('knows entries again whose ids are others at every reading, and reminds once', async () => {
  const sales = '2,2026-12-10,09:00,US,Sales,high,1,1,\n';
  const over = '3,2026-12-10,06:00,US,Over,high,1,1,2\n';
  const off = JSON.stringify([{ id: 'x0', event: 'Off', date: '2026-12-10', status: 'cancelled' }]);
  tell(CPI, sales, sales.replace('2', '9'), over);
  await add();
  await listen({ before: 60 });
  await read();
  const before = (await made()).entries;
  later(30);
  await turn();
  expect(await count()).toBe(1);
  const again = (line: string, id: string) => line.replace(/^\d+/, id);
  for (const round of ['a', 'b']) {
    later(5);
    tell(
      again(over, `${round}0`),
      again(CPI, `${round}1`).replace('3.1%', `3.${round === 'a' ? 2 : 3}%`),
      again(sales, `${round}2`),
      again(sales, `${round}3`),
    );
    await read();
    await turn();
  }
  const { entries } = await made();
  const ids = (rows: { id: string }[]): string[] => rows.map(({ id }) => id).toSorted();
  expect(ids(entries)).toEqual(ids(before));
  expect(entries.map(({ key, goneAt }) => [key, goneAt]).toSorted()).toEqual([
    ['id b0', null],
    ['id b1', null],
    ['id b2', null],
    ['id b3', null],
  ]);
  expect(entries.find(({ title }) => title === 'CPI y/y')?.forecast).toBe('3.3%');
  expect(await count()).toBe(1);

  // What is called off under another id is the same, and what was called off stays one.
  const { id: given } = await add({ url: null, name: 'Files' });
  const give = (text: string) => sources().give(by(), given, async () => Buffer.from(text));
  expect(await give(off.replace(',"status":"cancelled"', ''))).toMatchObject({ added: 1 });
  expect(await give(off.replace('x0', 'x1'))).toMatchObject({ added: 0, changed: 1 });
  expect(await give(off.replace('x0', 'x2'))).toMatchObject({ added: 0, changed: 0 });
  // Put in anew after that, it is a new one.
  const anew = off.replace('x0', 'x3').replace(',"status":"cancelled"', '');
  expect(await give(anew)).toMatchObject({ added: 1 });
});

it('reads anew what was begun before it was said how it is read', async () => {
  tell('1,2026-12-10,08:30,US,CPI y/y,high,3.1%,3.0%,\n');
  const { id } = await add();
  const change = (timeZone: string) => sources().change(by(), id, { timeZone });
  const changing = async (timeZone: string, answer: Page | Error): Promise<void> => {
    const [due] = await claimDue(deps(), 10);
    const fetchPage = async () => {
      await change(timeZone);
      if (answer instanceof Error) throw answer;
      return answer;
    };
    await pollSource({ ...deps(), fetchPage }, due!, new AbortController().signal);
  };
  const bytes = Buffer.from(`${HEAD}${CPI}`);
  await changing('Europe/London', {
    status: 'new',
    bytes,
    type: 'text/csv',
    etag: '"a"',
    lastModified: null,
  });
  expect((await made()).entries).toEqual([]);
  await changing('Asia/Tokyo', new PageError('It did not answer.'));
  expect(await read()).toBe(1);
  expect((await made()).entries.map(({ at }) => at.toISOString())).toEqual(['2026-12-09T23:30:00.000Z']);
  expect(fake.asked.map(({ etag }) => etag)).toEqual([undefined]);
});

it('reads a file anew where its calendar is changed meanwhile, and refuses one that is changed on and on', async () => {
  const { id } = await add({ url: null });
  const text = Buffer.from(`${HEAD}${CPI}`);
  const give = (...zones: string[]) => {
    let transactions = 0;
    // Every transaction after the first is to store what came of the file.
    const transaction: typeof db.app.transaction = async (...asked) => {
      const timeZone = zones[transactions - 1];
      if (timeZone !== undefined) await sources().change(by(), id, { timeZone });
      transactions += 1;
      return db.app.transaction(...asked);
    };
    const app = Object.create(db.app, { transaction: { value: transaction } }) as typeof db.app;
    const given = createCalendarSources({ app, clock, allowPrivate: true, announce: () => undefined });
    return given.give(by(), id, async () => text);
  };
  await give('Asia/Tokyo');
  expect((await made()).entries.map(({ at }) => at.toISOString())).toEqual(['2026-12-09T23:30:00.000Z']);
  await expect(give('UTC', 'Europe/London', 'UTC')).rejects.toThrow(
    'The file was not taken. How this calendar is read was changed meanwhile: give it again.',
  );
});

it('looks again at once where it is woken during a turn', async () => {
  tell(CPI);
  await add();
  await listen({ at: true });
  await read();
  const [due] = await claimTurns(deps(), 10);
  await db.admin.query('update calendar_sources set turn_at = $1', [now]);
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
  const running = runCalendar({ ...deps(), log }, stop.signal);
  const until = (holds: () => Promise<boolean>) => vi.waitUntil(holds, { timeout: 30_000 });
  await until(async () => (await made()).entries.length === 1);
  later(10);
  await until(async () => (await count()) === 1);
  stop.abort();
  await running;
  expect((await made()).events.map(({ about }) => about)).toEqual(['US']);
});
