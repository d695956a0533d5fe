/**
 * How long a page of contacts takes in a workspace that has a million of them, under row security: without a filter, by
 * tag, by common and rare words, by each filter of an audience, and deep in the list. The CPU that the database takes for
 * each is printed, too: where other programs run, that says more. Ends with 1 when a p95 is over the target.
 *
 *   npm run bench -- contact-list [contacts, 1000000 unless told]
 */
import { newId } from '#src/db/ids.ts';
import { listContacts, type ContactQuery } from '#src/db/queries/contacts/list.ts';
import { withTenant } from '#src/db/tenant.ts';
import { createReading } from '#src/people/reading.ts';
import type { AudienceFilter } from '#src/shared/audiences.ts';
import { contactId, fillWithContacts } from './support/many-contacts.ts';
import { cpuOf } from './support/cpu.ts';
import { timesOf } from './support/filled-workspaces.ts';
import { withPeopleDatabase } from './support/people-database.ts';
import { printResults } from './support/result.ts';

const COUNT = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 40;
const TARGET_P95_MS = 50;

const shown = (ms: number): string => ms.toFixed(1).padStart(7);

await withPeopleDatabase(async ({ app, owner, workspaceId, deps }) => {
  const began = performance.now();
  await fillWithContacts(owner, workspaceId, COUNT);
  console.log(
    `${COUNT.toLocaleString('en')} contacts filled in ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
  );

  const middle = contactId(Math.floor(COUNT / 2));
  const filter = (given: AudienceFilter) => ({ id: newId(), kind: 'filter' as const, filter: given });
  const list = { id: newId(), kind: 'list' as const, filter: null };
  await owner.query(
    `insert into audiences (workspace_id, id, name, kind, created_at, updated_at) values ($1, $2, 'List', 'list', now(), now())`,
    [workspaceId, list.id],
  );
  await owner.query(
    `insert into audience_contacts (workspace_id, audience_id, contact_id, added_at)
     select $1, $2, id, now() from contacts where workspace_id = $1 order by id limit 5000`,
    [workspaceId, list.id],
  );
  await owner.query('analyze audience_contacts');
  for (const tag of ['topic:splits', 'symbol:spx'])
    await owner.query(
      `insert into contact_tags (workspace_id, contact_id, tag)
       select workspace_id, contact_id, $1 from contact_tags where tag = 'rare'`,
      [tag],
    );
  const asks: [string, Partial<ContactQuery>][] = [
    ['no filter', {}],
    ['no filter, 200 rows', { limit: 200 }],
    ['half way down', { after: middle }],
    ['a common tag', { tag: 'wave-3' }],
    ['a rare tag', { tag: 'rare' }],
    ['a word of everyone', { words: 'reader' }],
    ['one name in 977', { words: 'reader7' }],
    ['one contact by number', { words: `number${Math.floor(COUNT / 3)}` }],
    ['one address', { words: `reader.${Math.floor(COUNT / 5)}@mail` }],
    ['two words', { words: `reader12 number${Math.floor(COUNT / 7)}` }],
    ['a word nobody has', { words: 'nobody' }],
    ['a common word, a rare tag', { words: 'reader', tag: 'rare' }],
    ['a domain, a common tag', { words: 'mail7.', tag: 'wave-3' }],
    ['a filter: a common language', { audience: filter({ languages: ['en'] }) }],
    ['a filter: a rare language', { audience: filter({ languages: ['is'] }) }],
    ['a filter: a rare country', { audience: filter({ countries: ['LU'] }) }],
    ['a filter: tags and not', { audience: filter({ tags: { any: ['rare'], none: ['wave-1'] } }) }],
    ['a filter: a rare topic', { audience: filter({ topics: ['splits'] }) }],
    ['a filter: a rare symbol', { audience: filter({ symbols: ['SPX'] }) }],
    ['a filter: signed up lately', { audience: filter({ activity: { signedUpDays: 30 } }) }],
    ['a filter: a message lately', { audience: filter({ activity: { sentDays: 30 } }) }],
    ['a filter: no message lately', { audience: filter({ activity: { silentDays: 30 } }) }],
    ['a list at the far end', { audience: list }],
  ];
  let worst = 0;
  const { rows: sessions } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cpu = () => cpuOf(sessions[0]?.pid ?? 0).database;
  const measure = async (name: string, ask: () => Promise<unknown>): Promise<void> => {
    const before = cpu();
    const { median, p95 } = await timesOf(ROUNDS, ask);
    worst = Math.max(worst, p95);
    const each = (cpu() - before) / 1_000 / ROUNDS;
    console.log(`${name.padEnd(28)} ${shown(median)} ms ${shown(p95)} ms p95 ${shown(each)} ms of CPU`);
  };
  for (const [name, ask] of asks)
    await measure(name, () =>
      withTenant(app, workspaceId, (tx) => listContacts(tx, { after: null, limit: 50, ...ask }, new Date())),
    );
  const reading = createReading(deps);
  await measure('counts and tags', () => reading.summary(workspaceId));
  printResults([
    { bench: 'contact-list p95', ours: worst, goal: TARGET_P95_MS, unit: 'ms', lessIsBetter: true },
  ]);
  if (worst > TARGET_P95_MS) process.exitCode = 1;
});
