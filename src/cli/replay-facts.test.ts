import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verify } from '#src/engine/detectors/verify.ts';
import type { Evidence } from '#src/shared/market.ts';
import { callReplay, runCli } from './run.fixture.ts';

const DATA = join(import.meta.dirname, '../../../shared/data');
const present = existsSync(join(DATA, 'expected/daily_expected_facts.csv'));
if (!present) console.warn('Skipping the facts of real markets: the folder ../shared/data is not here.');

/** Least sizes in percent by asset class, as the expected facts were computed. Crypto has no gaps: it never closes. */
const THRESHOLDS: [name: RegExp, detectors: Record<string, number>][] = [
  [/^EURUSD/, { big_move: 1.5, gap: 0.5 }],
  [/^XAUUSD/, { big_move: 3, gap: 0.5 }],
  [/^BTC/, { big_move: 10 }],
  [/^GME/, { big_move: 5, gap: 3 }],
];

type Printed = { time: string; detector: string; value: number; evidence: Evidence };

const replay = async (path: string, detectors: Record<string, number>) => {
  const flags = Object.entries(detectors).flatMap(([name, percent]) => [
    '--detector',
    `${name}:min_pct=${percent}`,
  ]);
  const { code, stdout, stderr } = await runCli(
    'replay',
    path,
    '--symbol',
    'X',
    '--timeframe',
    '1d',
    ...flags,
  );
  const findings = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Printed);
  return { code, stderr, findings };
};

const factLine = (day: string, name: string, percent: number): string =>
  `${day} ${name} ${percent > 0 ? '+' : ''}${percent.toFixed(4)}%`;

const filesIn = (folder: string): string[] =>
  present ? readdirSync(join(DATA, folder)).filter((name) => name.endsWith('.csv')) : [];

// The body of a suite is read even where the suite is not run.
const expected = present
  ? readFileSync(join(DATA, 'expected/daily_expected_facts.csv'), 'utf8').trim().split('\n').slice(1)
  : [];

describe.runIf(present)('the facts of real daily bars', () => {
  it.each(filesIn('daily'))('%s: none missing, none extra, every value equal', async (name) => {
    const [, detectors] = THRESHOLDS.find(([pattern]) => pattern.test(name))!;
    const facts = expected
      .map((line) => line.split(','))
      .filter(([file, , fact]) => file === `daily/${name}` && (fact === 'big_move' || fact === 'gap'))
      .map(([, day, fact, value]) => `${day} ${fact} ${value}`);
    expect(facts.length).toBeGreaterThan(0);
    const { code, stderr, findings } = await replay(join(DATA, 'daily', name), detectors);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const printed = findings.map(({ time, detector, value }) => factLine(time.slice(0, 10), detector, value));
    expect(printed.toSorted()).toEqual(facts.toSorted());
    expect(printed.map((line) => line.slice(0, 10))).toEqual(
      printed.map((line) => line.slice(0, 10)).toSorted(),
    );
    for (const finding of findings) expect(verify(finding)).toEqual({ ok: true });
  });
});

describe.runIf(present)('dirty files', () => {
  /** The first bad line of each, and why; null for a file whose rows are all bars. */
  const PROBLEMS: [name: RegExp, problem: RegExp | null, skipped: RegExp | null][] = [
    [
      /^BTC-USD_yahoo/,
      /line 273: time 2021-03-28 is not after 2021-03-28 of the row before/,
      /skipped 1 broken row:/,
    ],
    [
      /^GME_mixed/,
      /line 3321: time 1617129000 is not after 1617148500 of/,
      /34 x time not after the row before \(lines 3321,/,
    ],
    [/^skender/, /line 2: time '0?1\/0?3\/2017' is neither ISO/, /none of its 502 rows is a bar/],
    [
      /^yahoo_(4063|AET|CNE)/,
      /line 3: time .* is not after .*oldest first/,
      /x time not after the row before \(lines 3, 4,/,
    ],
    [/^yahoo_(ASAI|SPM)/, null, null],
  ];

  it.each(filesIn('dirty'))('%s', async (name) => {
    const [, problem, skipped] = PROBLEMS.find(([pattern]) => pattern.test(name))!;
    const args = [join(DATA, 'dirty', name), '--symbol', 'X', '--timeframe', '1d', '--detector', 'big_move'];
    const strict = await callReplay(...args);
    expect(strict.code).toBe(problem ? 1 : 0);
    expect(strict.stderr).toMatch(problem ?? /^$/);
    expect(strict.stderr.trimEnd().split('\n')).toHaveLength(1);
    const lenient = await callReplay(...args, '--skip-bad');
    expect(lenient.stderr).toMatch(skipped ?? /^$/);
    expect(lenient.code).toBe(name.startsWith('skender') ? 1 : 0);
  });
});
