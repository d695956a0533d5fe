import { expect, it } from 'vitest';
import { type Page, PageError } from '#src/platform/net/fetch-page.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { claimDue } from '../claim-due.ts';
import { pollSource, TO_READ } from './poll.ts';
import { calendarWorld, CPI, HEAD } from './test-support.ts';

const { add, by, count, db, deps, fake, later, listed, listen, made, now, read, rule, sources, tell, turn } =
  calendarWorld();

it('asks for changes only, more often while a figure is awaited, and hardly where nobody listens', async () => {
  tell(CPI);
  await add();
  const dueIn = async (): Promise<number> => {
    const { rows } = await db().admin.query<{ next_at: Date }>('select next_at from calendar_sources');
    return (rows[0]!.next_at.getTime() - now().getTime()) / 60_000;
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
  expect(fake().asked.map(({ etag }) => etag === undefined)).toEqual([true, false, false]);
});

it('says on the source what is the matter, asks it less and less, and keeps what it had', async () => {
  tell(CPI);
  await add();
  await listen({ at: true });
  await read();
  fake().page('/calendar.csv', (_, to) => to.end('<html></html>'));
  for (const failures of [1, 2]) {
    later(5);
    await read();
    const [source] = await listed();
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
  expect(await listed()).toMatchObject([
    {
      failures: 0,
      problem: null,
      putAside: 1,
      lately: [{ place: 'Line 3', problem: '“soon” isn’t a date.' }],
    },
  ]);
});

it('refuses files that are none, and addresses of private networks', async () => {
  const { id } = await add({ url: null });
  const give = (text: string) => sources().give(by(), id, async () => Buffer.from(text));
  await expect(give('')).rejects.toThrow('The file was rejected. It is empty.');
  await expect(give('date,event\nsoon,x\n')).rejects.toThrow(
    'The file was rejected. None of its entries can be used. Line 2: “soon” isn’t a date.',
  );
  const guarded = sources({ allowPrivate: false });
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
  await db().admin.query("alter table calendar_entries add constraint tried check (title <> 'Unheard of')");
  try {
    later(5);
    await expect(read()).rejects.toThrow('Failed query');
    expect((await listed()).find(({ url }) => url !== null)).toMatchObject({
      failures: 1,
      problem: 'Its entries couldn’t be read.',
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
    ).rejects.toThrow('The file was rejected. It contains a character that can’t be stored.');
  } finally {
    await db().admin.query('alter table calendar_entries drop constraint tried');
  }
  later(5);
  await read();
  expect((await listed()).find(({ url }) => url !== null)).toMatchObject({
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
    const [due] = await claimDue(deps(), TO_READ, 10);
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
    url: '',
    bytes,
    type: 'text/csv',
    etag: '"a"',
    lastModified: null,
  });
  expect((await made()).entries).toEqual([]);
  await changing('Asia/Tokyo', new PageError('It did not answer.'));
  expect(await read()).toBe(1);
  expect((await made()).entries.map(({ at }) => at.toISOString())).toEqual(['2026-12-09T23:30:00.000Z']);
  expect(fake().asked.map(({ etag }) => etag)).toEqual([undefined]);
});

it('reads a file anew where its calendar is changed meanwhile, and refuses one that is changed on and on', async () => {
  const { id } = await add({ url: null });
  const text = Buffer.from(`${HEAD}${CPI}`);
  const give = (...zones: string[]) => {
    let transactions = 0;
    // Every transaction after the first is to store what came of the file.
    const connect = async () => {
      const timeZone = zones[transactions - 1];
      if (timeZone !== undefined) await sources().change(by(), id, { timeZone });
      transactions += 1;
      return db().app.$client.connect();
    };
    const $client: unknown = Object.create(db().app.$client, { connect: { value: connect } });
    const app = Object.create(db().app, { $client: { value: $client } }) as TestDatabase['app'];
    const given = sources({ app });
    return given.give(by(), id, async () => text);
  };
  await give('Asia/Tokyo');
  expect((await made()).entries.map(({ at }) => at.toISOString())).toEqual(['2026-12-09T23:30:00.000Z']);
  await expect(give('UTC', 'Europe/London', 'UTC')).rejects.toThrow(
    'The file was rejected. The settings of this calendar were changed in the meantime. Upload the file again.',
  );
});

it('tells of a rule whose calendar was removed that it was', async () => {
  const { id } = await add({ url: null });
  const { id: ruleId, reading } = await listen({ at: true, sources: [id] });
  expect(reading).toBe('At the time: all entries, from one calendar.');
  await sources().remove(by(), id);
  expect((await rule(ruleId)).reading).toBe('At the time: all entries, from one calendar that was removed.');
});
