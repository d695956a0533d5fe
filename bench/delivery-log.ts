/**
 * How long a page of the delivery log takes in a workspace with a million deliveries, under row security: of the
 * workspace, of those in one state, of one alert, and of one person, each at its start and deep in it. Ends with 1 when
 * a p95 is over the target.
 *
 *   npm run bench -- delivery-log [deliveries, 1000000 unless told]
 */
import { alertDeliveries } from '#src/db/queries/alert-record.ts';
import type { Tx } from '#src/db/database.ts';
import { contactHistory } from '#src/db/queries/contacts/history.ts';
import { deliveryLog } from '#src/db/queries/delivery-log.ts';
import { withTenant } from '#src/db/tenant.ts';
import { timesOf } from './support/filled-workspaces.ts';
import { withPeopleDatabase } from './support/people-database.ts';
import { printResults } from './support/result.ts';

const COUNT = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 40;
const TARGET_P95_MS = 50;
/** Alerts that went to many, and those that went to one person. */
const LARGE = 45;
const OWN = Math.floor(COUNT / 10);
const EACH = Math.floor((COUNT - OWN) / LARGE);

const id = (kind: number, n: string) =>
  `('019${kind}0000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const idOf = (kind: number, n: number): string =>
  `019${kind}0000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

await withPeopleDatabase(async ({ app, owner, workspaceId }) => {
  const began = performance.now();
  await owner.query(`set session_replication_role = replica`);
  const run = (text: string) => owner.query(text.replaceAll('$W', `'${workspaceId}'::uuid`));
  await run(`insert into contacts (workspace_id, id, name, created_at, updated_at)
    select $W, ${id(0, 'n')}, 'Reader ' || n, now(), now() from generate_series(0, ${EACH}) n`);
  await run(`insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
    select $W, ${id(0, 'n')}, ${id(0, 'n')}, 'email', 'reader.' || n || '@readers.example', now(), now(), now()
      from generate_series(0, ${EACH}) n`);
  await run(`insert into alerts (workspace_id, id, event_id, brand_id, state, created_at, updated_at, rule_id, about, detector,
      event_time, trial, title)
    select $W, ${id(1, 'n')}, ${id(1, 'n')}, ${id(1, 'n')}, 'sent', now(), now(), ${id(1, 'n')}, 'market', 'webhook', now(), false,
           'Alert ' || n from generate_series(0, ${OWN + LARGE}) n`);
  const deliver = (n: string, alert: string, contact: string, numbers: string) =>
    run(`insert into deliveries (workspace_id, id, event_month, alert_id, fan_out_id, rendition_id, channel, target_id,
        contact_id, state, reason, attempts, sent_at, created_at, updated_at)
      select $W, ${id(2, n)}, date_trunc('month', now() at time zone 'UTC')::date, ${alert}, ${alert}, ${alert}, 'email',
             ${contact}, ${contact},
             case when ${n} % 1000 = 1 then 'rejected' when ${n} % 100000 = 2 then 'unknown' else 'sent' end,
             case when ${n} % 1000 = 1 then 'The mailbox is full.' end, 1, now(), now(), now() from ${numbers}`);
  await deliver('n', id(1, 'n'), id(0, '0'), `generate_series(0, ${OWN - 1}) n`);
  for (let at = 0; at < LARGE; at += 1)
    await deliver(
      `(${OWN + at * EACH} + n)`,
      id(1, String(OWN + at)),
      id(0, 'n'),
      `generate_series(1, ${EACH}) n`,
    );
  await owner.query(`set session_replication_role = default`);
  await owner.query('vacuum analyze');
  console.log(
    `${COUNT.toLocaleString('en')} deliveries filled in ${((performance.now() - began) / 1000).toFixed(0)} s\n`,
  );

  const person = (after: string | null) => (tx: Tx) =>
    contactHistory(tx, { contactId: idOf(0, 0), after, limit: 50 });
  const log = (states: Parameters<typeof deliveryLog>[1]['states'], after: string | null) => (tx: Tx) =>
    deliveryLog(tx, { states, after, limit: 50 });
  const alert = (after: string | null) => (tx: Tx) =>
    alertDeliveries(tx, { alertId: idOf(1, OWN + 3), after, limit: 101, readsBack: () => false });
  const asks: [string, (tx: Tx) => Promise<unknown>][] = [
    ['the workspace', log([], null)],
    ['the workspace, half way down', log([], idOf(2, Math.floor(COUNT / 2)))],
    ['sent', log(['sent'], null)],
    ['failed or unknown', log(['rejected', 'unknown'], null)],
    ['failed, half way down', log(['rejected'], idOf(2, Math.floor(COUNT / 2)))],
    ['held: there is none', log(['held'], null)],
    ['an alert', alert(null)],
    ['an alert, half way down', alert(idOf(2, OWN + 3 * EACH + Math.floor(EACH / 2)))],
    ['a person', person(null)],
    ['a person, half way down', person(idOf(2, Math.floor(OWN / 2)))],
  ];
  let worst = 0;
  for (const [name, ask] of asks) {
    const { median, p95 } = await timesOf(ROUNDS, () => withTenant(app, workspaceId, ask));
    worst = Math.max(worst, p95);
    console.log(
      `${name.padEnd(30)} ${median.toFixed(1).padStart(7)} ms ${p95.toFixed(1).padStart(7)} ms p95`,
    );
  }
  printResults([
    { bench: 'delivery-log p95', ours: worst, goal: TARGET_P95_MS, unit: 'ms', lessIsBetter: true },
  ]);
  if (worst > TARGET_P95_MS) process.exitCode = 1;
});
