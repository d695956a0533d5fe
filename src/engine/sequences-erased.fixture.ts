import { chain, readAll, verify } from '#src/ledger/ledger.fixture.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import type { Home, World } from './sequences-world.fixture.ts';

const scans = new WeakMap<TestDatabase, Promise<string>>();

/** A query of the tables in which a row of the workspace ($1) has one of some texts ($2). */
function scanOf(db: TestDatabase): Promise<string> {
  const known = scans.get(db) ?? makeScan(db);
  scans.set(db, known);
  return known;
}

async function makeScan(db: TestDatabase): Promise<string> {
  const { rows } = await db.admin.query<{ name: string; has: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a
              where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped) as has
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  return rows
    .filter(({ has }) => has)
    .map(
      ({ name }) =>
        `select '${name}' as name where exists (select from "${name}" t where t.workspace_id = $1 and t::text like any($2))`,
    )
    .join(' union all ');
}

/** What is left of those who were erased, in any table, once their deliveries are on the ledger. */
export async function leftOfErased(world: World): Promise<string[]> {
  const { db, workspaceId, erased, people } = world;
  if (erased.size === 0) return [];
  await chain(db, new Date(world.now));
  const texts = [...erased].flatMap((n) => [people[n]?.address ?? '', people[n]?.name ?? '']);
  const { rows } = await db.admin.query<{ name: string }>(await scanOf(db), [
    workspaceId,
    texts.map((text) => `%${text}%`),
  ]);
  const { rows: keys } = await db.admin.query(
    'select 1 from ledger_keys where workspace_id = $1 and person = any($2) and key is not null',
    [workspaceId, [...erased].map((n) => people[n]?.id)],
  );
  const left = [...rows, ...keys.map(() => ({ name: 'ledger_keys' }))];
  return left.map(({ name }) => `${name} has something of a person who was erased: ${texts.join(', ')}`);
}

/** What the ledger's verifier finds of all sequences of a workspace. */
export async function ledgerFaults({ db, workspaceId }: Home): Promise<string[]> {
  await chain(db, new Date());
  return verify(await readAll(db, workspaceId)).problems;
}
