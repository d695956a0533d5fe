import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { rules, watchlists, watchlistSymbols } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { keepOthers } from '../../rules/other-symbols.ts';
import { rulesVersions } from './rule-versions.ts';

let db: TestDatabase;
let ids: string[];
beforeAll(async () => {
  db = await testDatabase();
  ids = [newId(), newId(), newId()];
  await db.admin.query(
    `insert into instruments (id, symbol, name, currency, time_zone, created_at, session)
     select id, 'MARK-' || at, 'Mark', 'USD', 'UTC', now(), 'crypto' from unnest($1::uuid[]) with ordinality as s(id, at)`,
    [ids],
  );
});
afterAll(() => db.drop());

const someone = async () => {
  const { workspaceId } = await newWorkspace(db);
  const { id } = await starterRule(db, workspaceId);
  const inside = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withTenant(db.app, workspaceId, work);
  const set = (tx: Tx, change: Partial<typeof rules.$inferInsert>) =>
    tx
      .update(rules)
      .set({ updatedAt: new Date(), ...change })
      .where(eq(rules.id, id));
  return { workspaceId, id, inside, set };
};

it('says of every series what reading all rules anew says, whatever has changed since the last look', async () => {
  const { workspaceId, inside, set } = await someone();
  const at = new Date();
  const listId = newId();
  const symbol = (index: number) => ({ workspaceId, watchlistId: listId, instrumentId: ids[index]! });
  const steps: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => set(tx, { state: 'active', instrumentId: ids[0]!, timeframe: '1h' }),
    (tx) => set(tx, { settings: { frequency: 'once_per_bar' } }),
    (tx) => set(tx, { instrumentId: ids[1]! }),
    (tx) => set(tx, { timeframe: '1d' }),
    (tx) =>
      tx.insert(watchlists).values({ workspaceId, id: listId, name: 'Two', createdAt: at, updatedAt: at }),
    (tx) => tx.insert(watchlistSymbols).values([symbol(0), symbol(1)]),
    (tx) => set(tx, { instrumentId: null, watchlistId: listId }),
    (tx) => tx.delete(watchlistSymbols).where(eq(watchlistSymbols.instrumentId, ids[1]!)),
    (tx) => tx.insert(watchlistSymbols).values(symbol(2)),
    (tx) => set(tx, { state: 'paused' }),
    (tx) => set(tx, { state: 'active', name: 'Once more' }),
    (tx) => set(tx, { deletedAt: at }),
    (tx) => set(tx, { deletedAt: null }),
    (tx) => tx.delete(rules),
  ];
  const look = rulesVersions(db.system);
  await look(ids);
  const said = new Set<string>();
  for (const step of steps) {
    await inside(step);
    const marks = await look(ids);
    expect(marks).toEqual(await rulesVersions(db.system)(ids));
    said.add(JSON.stringify([...marks.marks]));
  }
  expect(said.size).toBeGreaterThan(8);
  expect(await look(ids.slice(0, 1))).toEqual(await rulesVersions(db.system)(ids.slice(0, 1)));
});

it('says which timeframes have to be made of an instrument: of its rules, and of what rules look at', async () => {
  const { workspaceId, id, inside, set } = await someone();
  const look = rulesVersions(db.system);
  const made = async (): Promise<string[]> => {
    const versions = await look(ids);
    return ids.map((each) => (versions.made.get(each) ?? []).toSorted().join(' '));
  };
  const rule = (condition: string, change: Partial<typeof rules.$inferInsert>) =>
    inside(async (tx) => {
      await set(tx, { condition, ...change });
      await keepOthers(tx, workspaceId, id, { condition, settings: { frequency: 'every_time' } });
    });
  expect(await made()).toEqual(['', '', '']);
  await rule('close > 1', { state: 'active', instrumentId: ids[0]!, timeframe: '45m' });
  expect(await made()).toEqual(['45m', '', '']);
  await rule('close > close on 1M and close > close of "MARK-2" on 2h', {});
  expect(await made()).toEqual(['1M 45m', '2h', '']);
  await rule('close > close of "MARK-3"', {});
  expect(await made()).toEqual(['45m', '', '45m']);
  await inside((tx) => set(tx, { state: 'paused' }));
  expect(await made()).toEqual(['', '', '']);
  await inside((tx) => set(tx, { state: 'active' }));
  expect(await made()).toEqual(['45m', '', '45m']);
});

it('hears of a change that was written before the last look and ended after it', async () => {
  const [slow, quick] = [await someone(), await someone()];
  const active = { state: 'active', instrumentId: ids[0]!, timeframe: '1h' } as const;
  const look = rulesVersions(db.system);
  await look(ids);
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let written = (): void => undefined;
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  const writing = slow.inside(async (tx) => {
    await slow.set(tx, active);
    written();
    await ended;
  });
  await isWritten;
  await quick.inside((tx) => quick.set(tx, active));
  const before = await look(ids);
  expect(before.marks.get(`${ids[0]} 1h`)?.mark).toMatch(/^1 /);
  end();
  await writing;
  expect((await look(ids)).marks.get(`${ids[0]} 1h`)?.mark).toMatch(/^2 /);
});
