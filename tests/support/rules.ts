import { afterAll, beforeAll, beforeEach } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { BUSY } from '#src/engine/detectors/bars.fixture.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { rulePageSchema, ruleSchema } from '#src/shared/rules/stored.ts';
import { testApi } from './api.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { newWorkspace, SPX_ID } from './workspace.ts';

export const RULE = {
  name: 'Above its average',
  condition: 'close crosses above sma(50)',
  symbol: 'spx',
  timeframe: '1d',
  settings: { frequency: 'every_time' },
};

/** /api/v1 with bars of SPX and instruments without any; for each test a workspace of its own. */
export function rulesApi() {
  let db: TestDatabase;
  let api: ReturnType<typeof testApi>;
  let who: { userId: string; workspaceId: string };
  beforeAll(async () => {
    db = await testDatabase();
    api = testApi(db);
    await db.admin.query(
      `insert into instruments (id, symbol, name, currency, time_zone, created_at)
       values ($1, 'ABC', 'Abacus', 'USD', 'UTC', now()), ($2, 'SPX.REC', 'Of the demo', 'USD', 'UTC', now())`,
      [newId(), newId()],
    );
    await storeBars(db.system, { instrumentId: SPX_ID, timeframe: '1d' }, BUSY);
  });
  afterAll(() => db.drop());
  const inAnother = async (): Promise<void> => {
    who = await newWorkspace(db);
  };
  beforeEach(inAnother);

  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await api.request(path, {
      method,
      headers: { Authorization: `Bearer ${who.userId}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>),
    };
  };
  return {
    db: () => db,
    workspaceId: () => who.workspaceId,
    ask,
    /** The owner of a new workspace asks from now on. */
    inAnother,
    made: async (change: object = {}) =>
      ruleSchema.parse((await ask('POST', '/rules', { ...RULE, ...change })).body),
    names: async (query = '') =>
      rulePageSchema.parse((await ask('GET', `/rules${query}`)).body).items.map(({ name }) => name),
  };
}
