/**
 * How long a page of contacts takes in a workspace that has a million of them, under row security: without a filter, by
 * tag, by common and rare words, and deep in the list. Ends with 1 when a p95 is over the target.
 *
 *   npm run bench -- contact-list [contacts, 1000000 unless told]
 */
import { listContacts, type ContactQuery } from '#src/db/queries/contacts/list.ts';
import { withTenant } from '#src/db/tenant.ts';
import { timesOf } from './support/filled-workspaces.ts';
import { withPeopleDatabase } from './support/people-database.ts';
import { printResults } from './support/result.ts';

const COUNT = Number(process.argv[2] ?? 1_000_000);
const BATCH = 50_000;
const ROUNDS = 40;
const TARGET_P95_MS = 50;

const ID = (n: string): string => `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

await withPeopleDatabase(async ({ app, owner, workspaceId }) => {
  const began = performance.now();
  for (let from = 0; from < COUNT; from += BATCH) {
    const numbers = `generate_series(${from}, ${Math.min(from + BATCH, COUNT) - 1}) n`;
    await owner.query(`insert into contacts (workspace_id, id, name, created_at, updated_at)
      select '${workspaceId}', ${ID('n')}, 'Reader' || n % 977 || ' Number' || n, now(), now() from ${numbers}`);
    await owner.query(`insert into addresses (workspace_id, id, contact_id, channel, address, created_at, updated_at)
      select '${workspaceId}', ${ID('n')}, ${ID('n')}, 'email', 'reader.' || n || '@mail' || n % 50 || '.readers.example', now(), now() from ${numbers}`);
    await owner.query(`insert into contact_tags (workspace_id, contact_id, tag)
      select '${workspaceId}', ${ID('n')}, case when n % 10000 = 0 then 'rare' else 'wave-' || n % 7 end from ${numbers}`);
  }
  await owner.query('vacuum analyze');
  console.log(
    `${COUNT.toLocaleString('en')} contacts filled in ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
  );

  const middle = `01900000-0000-7000-8000-${Math.floor(COUNT / 2)
    .toString(16)
    .padStart(12, '0')}`;
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
  ];
  let worst = 0;
  for (const [name, ask] of asks) {
    const { median, p95 } = await timesOf(ROUNDS, () =>
      withTenant(app, workspaceId, (tx) => listContacts(tx, { after: null, limit: 50, ...ask })),
    );
    worst = Math.max(worst, p95);
    console.log(
      `${name.padEnd(28)} ${median.toFixed(1).padStart(7)} ms ${p95.toFixed(1).padStart(7)} ms p95`,
    );
  }
  printResults([
    { bench: 'contact-list p95', ours: worst, goal: TARGET_P95_MS, unit: 'ms', lessIsBetter: true },
  ]);
  if (worst > TARGET_P95_MS) process.exitCode = 1;
});
