import { afterAll, beforeAll, expect, it } from 'vitest';
import { calendarPageSchema } from '#src/shared/calendar/entry.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

let db: TestDatabase;
let userId: string;
let ask: (method: string, path: string, body?: object | string) => Promise<Response>;

const FILE = `id,date,time,country,symbol,event,importance,forecast,previous,actual
1,2026-12-09,23:30,US,,Late talk,low,,,
2,2026-12-10,08:30,US,,CPI y/y,high,3.1%,3.0%,3.4%
3,2026-12-10,08:30,US,,Claims,medium,220K,218K,
4,2026-12-10,,DE,,Survey,,,51.2,
5,2026-12-11,after close,,ADA,Ada Instruments,,1.50,1.41,
6,2026-12-20,08:30,GB,,Retail sales 100%,medium,0.2%,0.1%,
`;

beforeAll(async () => {
  db = await testDatabase();
  ({ userId } = await newWorkspace(db));
  const api = testApi(db, { clock: () => new Date('2026-12-08T12:00:00Z') });
  ask = async (method, path, body) =>
    api.request(path, {
      method,
      headers: { Authorization: `Bearer ${userId}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const made = await ask('POST', '/calendar-sources', { name: 'Releases', timeZone: 'America/New_York' });
  const { id } = (await made.json()) as { id: string };
  const given = await ask('POST', `/calendar-sources/${id}/file`, FILE);
  const { added } = (await given.json()) as { added: number };
  if (added !== 6) throw new Error(`${added} entries of the file were taken.`);
});
afterAll(() => db.drop());

const page = async (query: string) =>
  calendarPageSchema.parse(await (await ask('GET', `/calendar?${query}`)).json());
const titles = async (query: string): Promise<string[]> =>
  (await page(query)).items.map(({ title }) => title).toSorted();
const DECEMBER = 'from=2026-12-01&to=2026-12-31';

it('tells times in UTC and figures as they were written', async () => {
  const { items } = await page(`${DECEMBER}&q=cpi`);
  expect(items).toMatchObject([
    {
      at: '2026-12-10T13:30:00.000Z',
      timing: 'exact',
      previous: { text: '3.0%', number: 3 },
      forecast: { text: '3.1%', number: 3.1 },
      actual: { text: '3.4%', number: 3.4 },
    },
  ]);
});

it.each([
  // Where a time is read decides its day; what has no hour is of the day that it names.
  ['from=2026-12-10&to=2026-12-10&zone=America/New_York', ['CPI y/y', 'Claims', 'Survey']],
  ['from=2026-12-10&to=2026-12-10&zone=UTC', ['CPI y/y', 'Claims', 'Late talk', 'Survey']],
  ['from=2026-12-09&to=2026-12-09&zone=America/New_York', ['Late talk']],
  ['from=2026-12-11&to=2026-12-11', ['Ada Instruments']],
  // A week from today on unless told.
  ['', ['Ada Instruments', 'CPI y/y', 'Claims', 'Late talk', 'Survey']],
  [`${DECEMBER}&kind=earnings`, ['Ada Instruments']],
  [`${DECEMBER}&importance=medium`, ['CPI y/y', 'Claims', 'Retail sales 100%']],
  [`${DECEMBER}&importance=high`, ['CPI y/y']],
  [`${DECEMBER}&place=DE&place=GB`, ['Retail sales 100%', 'Survey']],
  [`${DECEMBER}&symbol=ada`, ['Ada Instruments']],
  [`${DECEMBER}&q=100%25`, ['Retail sales 100%']],
  [`${DECEMBER}&q=_PI`, []],
])('%s', async (query, wanted) => expect(await titles(query)).toEqual(wanted.toSorted()));

it('comes in pages without a gap, also among what is at the same time', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { items, next } = await page(`${DECEMBER}&limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    expect(items.length).toBeLessThanOrEqual(2);
    seen.push(...items.map(({ title }) => title));
    cursor = next;
  } while (cursor !== null);
  expect(seen.toSorted()).toEqual(await titles(DECEMBER));
  expect(new Set(seen).size).toBe(6);
});

it.each([
  ['from=2026-13-01', 'from'],
  ['from=2026-12-10&to=2026-12-09', 'to'],
  ['from=2020-01-01&to=2026-12-09', 'to'],
  ['zone=Nowhere', 'zone'],
  ['kind=party', 'kind'],
  ['importance=great', 'importance'],
  ['source=mine', 'source'],
  ['cursor=nonsense', 'cursor'],
  ['limit=0', 'limit'],
])('refuses %s with a sentence that names it', async (query, field) => {
  const answer = await ask('GET', `/calendar?${query}`);
  expect(answer.status).toBe(400);
  expect(JSON.stringify(await answer.json())).toContain(field);
});
