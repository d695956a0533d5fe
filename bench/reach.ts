/**
 * How long the alert's page waits for who will get it, in a workspace with many contacts, a part of whom have preferences:
 * an audience of everyone, a list of everyone, and a small list among them.
 *
 *   npm run bench -- reach [contacts, 100000 unless told]
 */
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { reachAhead } from '#src/engine/alerts/reach.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { fallOf2020, starterRule } from '#tests/support/workspace.ts';
import { timesOf } from './support/filled-workspaces.ts';
import { fillWithContacts } from './support/many-contacts.ts';
import { withPeopleDatabase } from './support/people-database.ts';
import { printResults } from './support/result.ts';

const COUNT = Number(process.argv[2] ?? 100_000);
const ROUNDS = 15;
const TARGET_P95_MS = 200;

await withPeopleDatabase(async ({ app, owner, workspaceId }) => {
  await fillWithContacts(owner, workspaceId, COUNT);
  const sql = (text: string, values: unknown[] = []) => owner.query(text, [workspaceId, ...values]);
  await sql(
    `insert into preferences (workspace_id, contact_id, brand_id, time_zone, quiet_from, quiet_to, cadence, updated_at)
     select c.workspace_id, c.id, b.id, 'Europe/Berlin', 1320, 420, (array['instant', 'daily'])[1 + (row_number() over ())::int % 2], now()
       from contacts c join brands b on b.workspace_id = c.workspace_id
      where c.workspace_id = $1 order by c.id limit ${Math.floor(COUNT / 5)}`,
  );
  const audiences = { everyone: newId(), list: newId(), few: newId() };
  const make = (id: string, kind: string) =>
    sql(
      `insert into audiences (workspace_id, id, name, kind, filter, created_at, updated_at)
       values ($1, $2, $2::uuid::text, $3, case when $3 = 'filter' then '{}'::jsonb end, now(), now())`,
      [id, kind],
    );
  await make(audiences.everyone, 'filter');
  for (const [id, people] of [
    [audiences.list, COUNT],
    [audiences.few, 50],
  ] as const) {
    await make(id, 'list');
    await sql(
      `insert into audience_contacts (workspace_id, audience_id, contact_id, added_at)
       select $1, $2, id, now() from contacts where workspace_id = $1 order by id limit ${people}`,
      [id],
    );
  }
  const test = { app, admin: owner } as unknown as TestDatabase;
  const rule = await starterRule(test, workspaceId);
  const alertId = await withTenant(app, workspaceId, (tx) =>
    fireRule(tx, async () => undefined, { rule, detection: fallOf2020, trialRunId: null, now: new Date() }),
  );
  await owner.query('vacuum analyze');
  let worst = 0;
  for (const [name, audience] of Object.entries(audiences)) {
    await sql('delete from routes where workspace_id = $1');
    await sql(
      `with route as (
         insert into routes (workspace_id, id, rule_id, position, brand_id, approval, created_at, updated_at)
         select $1, gen_random_uuid(), $2, 0, b.id, 'auto', now(), now() from brands b where b.workspace_id = $1 and b.is_default
         returning id)
       insert into route_targets (workspace_id, id, route_id, audience_id) select $1, gen_random_uuid(), id, $3 from route`,
      [rule.id, audience],
    );
    const ask = () => withTenant(app, workspaceId, (tx) => reachAhead(tx, alertId ?? '', new Date()));
    const reach = await ask();
    const { median, p95 } = await timesOf(ROUNDS, ask);
    worst = Math.max(worst, p95);
    const people = `${reach?.about ? 'about ' : ''}${reach?.people.toLocaleString('en')}`;
    console.log(
      `${name.padEnd(10)} ${people.padStart(14)} people ${median.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    );
  }
  printResults([{ bench: 'reach p95', ours: worst, goal: TARGET_P95_MS, unit: 'ms', lessIsBetter: true }]);
  if (worst > TARGET_P95_MS) process.exitCode = 1;
});
