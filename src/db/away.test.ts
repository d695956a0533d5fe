import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { expect, it } from 'vitest';
import { isDatabaseAway } from './away.ts';

const query = (cause: Error) => new DrizzleQueryError('select 1', [], cause);
const coded = (code: string, more: object = {}) => Object.assign(new Error('it failed'), { code, ...more });
const state = (code: string) => coded(code, { severity: 'FATAL' });

it('knows a server that nobody answers for, by what really fails', async () => {
  const client = new pg.Client({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' });
  client.on('error', () => undefined);
  expect(isDatabaseAway(await client.connect().catch((error: unknown) => error))).toBe(true);
  const pool = new pg.Pool({ host: '/nowhere', user: 'x', database: 'x' });
  expect(
    isDatabaseAway(query((await pool.query('select 1').catch((error: unknown) => error)) as Error)),
  ).toBe(true);
});

it.each(['57P01', '57P02', '57P03', '53300', '53100', '08006', '25006', '58030'])('counts %s', (code) => {
  expect(isDatabaseAway(query(state(code)))).toBe(true);
});

it.each([
  state('23505'),
  state('42501'),
  state('57014'),
  coded('ENOENT', { syscall: 'open' }),
  new TypeError('fetch failed', { cause: coded('ECONNREFUSED') }),
  new Error('something else'),
  'no error at all',
])('does not count %s', (error) => {
  expect(isDatabaseAway(error)).toBe(false);
});

it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
  'counts "%s"',
  (words) => {
    expect(isDatabaseAway(query(new Error(words)))).toBe(true);
  },
);
