import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMigrations } from '#src/db/migrate.ts';
import { BUSY } from '#src/engine/detectors/bars.fixture.ts';
import { runRules } from '#src/engine/evaluation/conditions/rules-run.ts';
import { verifyRule } from '#src/engine/events/verify-condition.ts';
import { fromOldNames } from '#src/shared/rules/old-names.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printRule } from '#src/shared/rules/print.ts';
import { conditions } from '#src/shared/rules/rules.fixture.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';

let db: TestDatabase;
let sql: string;
beforeAll(async () => {
  db = await testDatabase();
  sql = (await readMigrations()).find(({ version }) => version === 80)?.sql ?? '';
  // Rows as they were before, without all that they hang on.
  await db.admin.query(`set session_replication_role = replica`);
});
afterAll(() => db.drop());

/** What was written before, and what means the same now. */
const TEXTS: [old: string, now: string][] = [
  ['close crosses above vwap(20)', 'close crosses above rolling_vwap(20)'],
  ['close > VWAP', 'close > rolling_vwap'],
  [
    'close > vwap()[2] # vwap and change\n or change(5) < -3',
    'close > rolling_vwap()[2] # vwap and change\n or change_pct(5) < -3',
  ],
  ['roc > 2 and roc(volume, 3) > 5', 'change_pct > 2 and change_pct(volume, 3) > 5'],
  [
    'close enters (keltner_lower(20, 1.5), keltner_upper)',
    'close enters (keltner_sma_lower(20, 1.5), keltner_sma_upper)',
  ],
  ['stoch_k > 80', 'stoch_k(14, 3) > 80'],
  ['stoch_k() crosses stoch_d', 'stoch_k(14, 3) crosses stoch_d(14, 3)'],
  ['stoch_k ( # bars\n 9 ) > 1', 'stoch_k ( # bars\n 9, 3 ) > 1'],
  ['stoch_k(9, 1) > stoch_d(9, 1, 5)', 'stoch_k(9, 1) > stoch_d(9, 1, 5)'],
  ['stoch_k[1] > 5', 'stoch_k(14, 3)[1] > 5'],
  ['close of CHANGE > close of X:VWAP', 'close of CHANGE > close of X:VWAP'],
  ['change(1) of "ROC-VWAP" > 1', 'change_pct(1) of "ROC-VWAP" > 1'],
  ['close of # whose\n roc > 5', 'close of # whose\n roc > 5'],
  ['big_move(5) or volume > 1e6', 'big_move(5) or volume > 1e6'],
];

it('rewrites a rule to one that means what it meant', () => {
  for (const [old, now] of TEXTS) {
    expect(fromOldNames(old)).toBe(now);
    expect(() => parseRule(now)).not.toThrow();
  }
  expect(fromOldNames('close > "')).toBe('close > "');
  const full = (text: string) => printRule(parseRule(fromOldNames(text)));
  expect(full('stoch_d > 1')).toBe('stoch_d(14, 3, 3) > 1');
  expect(full('keltner_upper > 1')).toBe('keltner_sma_upper(20, 2) > 1');
  expect(full('roc > 1')).toBe('change_pct(1) > 1');
});

it('the migration rewrites as the program does', async () => {
  const make = sql.slice(0, sql.indexOf('alter table rules drop constraint'));
  await db.admin.query(make);
  const texts = [...TEXTS.map(([old]) => old), ...fc.sample(conditions, 400).map(printRule)];
  const { rows } = await db.admin.query<{ now: string }>(
    'select rule_of_today(old) as now from unnest($1::text[]) with ordinality as t(old, at) order by at',
    [texts],
  );
  expect(rows.map(({ now }) => now)).toEqual(texts.map(fromOldNames));
  await db.admin.query('drop function rule_of_today(text)');
});

it('stored rules, and the evidence of their events, go on meaning what they meant', async () => {
  const now = 'change_pct(3) > 1 and close > rolling_vwap(5) and close > keltner_sma_lower(4, 2)';
  const before = 'change(3) > 1 and close > vwap(5) and close > keltner_lower(4, 2)';
  const asBefore = (text: string): string =>
    text
      .replaceAll('rolling_vwap', 'vwap')
      .replaceAll('change_pct', 'change')
      .replaceAll('keltner_sma_', 'keltner_');
  const run = runRules([parseRule(now)]);
  const detection = BUSY.flatMap((bar) => run.next(bar).map((index) => run.detection(index))).at(-1);
  if (!detection) throw new Error('The rule finds nothing.');
  const old = { ...detection, evidence: JSON.parse(asBefore(JSON.stringify(detection.evidence))) };
  expect(old.evidence.rule).toBe(before);
  const [workspace, rule, event] = Array.from({ length: 3 }, () => crypto.randomUUID());
  await db.admin.query(
    `insert into rules (workspace_id, id, name, condition, settings, instrument_id, timeframe, state, version,
                        created_at, updated_at)
     values ($1, $2, 'Old', $3, $4, $1, '1h', 'active', 7, now(), '2026-01-01')`,
    [workspace, rule, before, { frequency: 'every_time', rearm: 'stoch_k < 20' }],
  );
  await db.admin.query(
    `insert into events (workspace_id, id, rule_id, rule_version, instrument_id, timeframe, detector, bar_ts, value,
                         evidence, dedupe_key, created_at)
     values ($1, $2, $3, 7, $1, '1h', 'rule', now(), $4, $5, $6, now())`,
    [workspace, event, rule, old.value, old.evidence, `${rule}|1h|${before}`],
  );
  await db.admin.query(sql);
  const { rows: rules } = await db.admin.query(
    'select condition, settings, version from rules where id = $1',
    [rule],
  );
  expect(rules).toEqual([
    { condition: now, settings: { frequency: 'every_time', rearm: 'stoch_k(14, 3) < 20' }, version: 7 },
  ]);
  const { rows: events } = await db.admin.query(
    'select value, evidence, dedupe_key from events where id = $1',
    [event],
  );
  expect(events[0].evidence).toEqual(JSON.parse(JSON.stringify(detection.evidence)));
  expect(events[0].dedupe_key).toBe(`${rule}|1h|${now}`);
  expect(verifyRule(events[0])).toEqual({ ok: true });
});
