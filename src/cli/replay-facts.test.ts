import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verify } from '#src/engine/detectors/verify.ts';
import type { Evidence } from '#src/shared/market.ts';
import { describeWithShared, hasShared, sharedCsvFiles, sharedPath } from '#tests/support/shared-data.ts';
import { callReplay } from './run.fixture.ts';

const FACTS_FILE = 'expected/daily_expected_facts.csv';

const CLASSES: [name: RegExp, assetClass: string][] = [
  [/^EURUSD/, 'fx'],
  [/^XAUUSD/, 'metal'],
  [/^BTC/, 'crypto'],
  [/^GME/, 'equity'],
];

type Printed = { time: string; detector: string; value: number; evidence: Evidence };

const replay = async (path: string, assetClass: string) => {
  const { code, stdout, stderr } = await callReplay(
    path,
    '--symbol',
    'X',
    '--timeframe',
    '1d',
    '--class',
    assetClass,
  );
  const detections = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Printed);
  return { code, stderr, detections };
};

const percent = (value: number): string => `${value > 0 ? '+' : ''}${value.toFixed(4)}%`;

/** The facts' own name and notation for a detection. */
const FACTS: Record<string, (detection: Printed) => [fact: string, value: string | number]> = {
  big_move: ({ value }) => ['big_move', percent(value)],
  gap: ({ value }) => ['gap', percent(value)],
  volume_spike: ({ value }) => ['volume_spike', `${value.toFixed(4)}x`],
  new_high: ({ value }) => ['new_52w_high_first', value],
  new_low: ({ value }) => ['new_52w_low_first', value],
  golden_cross: ({ value }) => ['golden_cross_50_200', value],
  death_cross: ({ value }) => ['death_cross_50_200', value],
  rsi_cross: ({ value, evidence }) => [
    evidence.params['direction'] === 1 ? 'rsi14_cross_above_70' : 'rsi14_cross_below_30',
    value.toFixed(4),
  ],
};

// The body of a suite is read even where the suite is not run.
const expected = hasShared(FACTS_FILE)
  ? readFileSync(sharedPath(FACTS_FILE), 'utf8').trim().split('\n').slice(1)
  : [];

describeWithShared('the facts of real daily bars', FACTS_FILE, () => {
  it.each(sharedCsvFiles('daily'))('%s: none missing, none extra, every value equal', async (name) => {
    const [, assetClass] = CLASSES.find(([pattern]) => pattern.test(name))!;
    const facts = expected
      .map((line) => line.split(','))
      .filter(([file]) => file === `daily/${name}`)
      .map(([, day, fact, value = '']) => ({ key: `${day} ${fact}`, value }));
    expect(facts.length).toBeGreaterThan(0);
    const { code, stderr, detections } = await replay(sharedPath(`daily/${name}`), assetClass);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const printed = detections.map((detection) => {
      const [fact, value] = FACTS[detection.detector]!(detection);
      return { key: `${detection.time.slice(0, 10)} ${fact}`, value };
    });
    const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
    const [found, wanted] = [printed.toSorted(byKey), facts.toSorted(byKey)];
    expect(found.map(({ key }) => key)).toEqual(wanted.map(({ key }) => key));
    const wrong = found.filter(({ value }, index) => {
      const given = wanted[index]!.value;
      // Prices are given to six digits; where a seventh is a 5, the two may round it differently.
      return typeof value === 'string'
        ? value !== given
        : !(Math.abs(value - Number(given)) <= 5.01e-6 * Math.abs(value));
    });
    expect(wrong).toEqual([]);
    expect(detections.map(({ time }) => time)).toEqual(detections.map(({ time }) => time).toSorted());
    for (const detection of detections) expect(verify(detection)).toEqual({ ok: true });
  });
});

describeWithShared('real daily bars cleaned', 'daily', () => {
  /** On 2017-04-15 one trade on Coinbase went through at 0.06: the one bar of all files that cannot be believed. */
  const LEFT_OUT = 'BTC-USD_2014-2018_coinbase.csv';
  /** The bar before it is of 2014-12-02: prints from before there was a market. */
  const OLD = '2015-01-08T00:00:00.000Z big_move';
  it.each(sharedCsvFiles('daily'))('%s: the same facts', async (name) => {
    const [, assetClass] = CLASSES.find(([pattern]) => pattern.test(name))!;
    const args = [sharedPath(`daily/${name}`), '--symbol', 'X', '--timeframe', '1d', '--class', assetClass];
    const factsOf = (stdout: string) =>
      stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Printed)
        .map(({ time, detector }) => `${time} ${detector}`)
        .filter((fact) => name !== LEFT_OUT || (fact < '2017-04-15' && fact !== OLD));
    const plain = await callReplay(...args);
    const clean = await callReplay(...args, '--clean');
    expect(factsOf(clean.stdout)).toEqual(factsOf(plain.stdout));
    expect(clean.stderr === '').toBe(name !== LEFT_OUT);
  });
});

describeWithShared('dirty files', 'dirty', () => {
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
    [
      /^skender_bad/,
      /line 102: a price of 0.00022919 after a close of 225 is absurd/,
      /50 x time missing or not/,
    ],
    [
      /^skender_mismatch/,
      /line 21: time 1\/18\/2016 is not after 1\/31\/2017/,
      /70 x time not after the row/,
    ],
    [
      /^yahoo_(4063|AET|CNE)/,
      /line 3: time .* is not after .*oldest first/,
      // Newest first: it is turned around.
      null,
    ],
    [/^yahoo_ASAI/, null, null],
    [/^yahoo_SPM/, null, null],
  ];

  it.each(sharedCsvFiles('dirty'))('%s', async (name) => {
    const [, problem, skipped] = PROBLEMS.find(([pattern]) => pattern.test(name))!;
    const timeframe = name.includes('1h') ? '1h' : '1d';
    const args = [
      sharedPath(`dirty/${name}`),
      '--symbol',
      'X',
      '--timeframe',
      timeframe,
      '--detector',
      'big_move',
    ];
    const strict = await callReplay(...args);
    expect(strict.code).toBe(problem ? 1 : 0);
    expect(strict.stderr).toMatch(problem ?? /^$/);
    expect(strict.stderr.trimEnd().split('\n')).toHaveLength(1);
    const lenient = await callReplay(...args, '--skip-bad', '--accept-losses');
    expect(lenient.stderr).toMatch(skipped ?? /^$/);
    expect(lenient.code).toBe(0);
  });

  /** What --clean leaves out, by the words of the summary; and the days on which it finds a big move or a gap. */
  const CLEANED: [name: RegExp, reasons: RegExp[], days: string[] | null][] = [
    [/^yahoo_ASAI-L-1h-bad-unit\.csv/, [/1 x a price in another unit/], null],
    // Newest first, as they came: turned around, and their lines are those of the file.
    [/^yahoo_AET-L-1d-100x-error\.csv/, [/^.*skipped 9 .*\n  9 x a price in another unit .*\(lines 20,/], []],
    [
      /^yahoo_4063-T-1d-bad-stock-split\.csv/,
      [/^.*skipped 1 .*\n  1 x a price in another unit .*\(line 14\)/],
      [],
    ],
    [/^yahoo_4063-T-1d-bad-stock-split-fixed/, [/^$/], []],
    // What is left is −5.6 %: a dividend of half the price was paid, on the day of a split that is adjusted for already.
    [
      /^yahoo_CNE-L-1d-bad-stock-split\.csv/,
      [/^.*skipped 1 .*\n  1 x a price in another unit .*\(line 9\)/],
      ['2023-05-15T23:00:00.000Z'],
    ],
    [/^yahoo_CNE-L-1d-bad-stock-split-fixed/, [/^$/], ['2023-05-15T23:00:00.000Z']],
    [/^yahoo_SPM-MI-1d-bad-stock-split\.csv/, [/9 x a price in another unit/], null],
    [/^BTC-USD_yahoo/, [/1 x time not after/], null],
    // Every kind of row that was broken on purpose, each by its name.
    [
      /^skender_bad/,
      [
        /49 x the bar before once more/,
        /80 x a price in another unit/,
        /50 x time missing/,
        /7 x open or close outside/,
        /55 x a price not above zero/,
        /2 x high below low/,
        /51 x a missing or invalid number/,
      ],
      null,
    ],
    [/^GME_mixed/, [/nearer to the bar before than the timeframe/], null],
    // Blocks of rows in another order: as few as possible are left out, and nothing is compared across them.
    [/^skender_mismatch/, [/70 x time not after/], null],
  ];
  it.each(CLEANED)('%s cleaned', async (pattern, reasons, days) => {
    const name = sharedCsvFiles('dirty').find((each) => pattern.test(each))!;
    const timeframe = name.includes('1h') ? '1h' : '1d';
    const args = [
      sharedPath(`dirty/${name}`),
      '--symbol',
      'X',
      '--timeframe',
      timeframe,
      '--class',
      'equity',
      '--clean',
      '--accept-losses',
    ];
    const { code, stdout, stderr } = await callReplay(...args);
    expect(code).toBe(0);
    for (const reason of reasons) expect(stderr).toMatch(reason);
    const found = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Printed);
    // A change as large as a wrong unit makes it is never an event.
    expect(found.filter(({ detector, value }) => detector === 'big_move' && Math.abs(value) > 150)).toEqual(
      [],
    );
    expect(found.filter(({ detector, value }) => detector === 'big_move' && value < -80)).toEqual([]);
    expect(days ?? found.map(({ time }) => time)).toEqual(found.map(({ time }) => time));
  });
});
