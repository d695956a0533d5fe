import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar, Detection, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { sourceKey, sourcesOf } from '#src/shared/rules/elsewhere.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { conditionsOn } from '#src/shared/rules/rules.fixture.ts';
import { naive, plain, walks } from '../conditions/naive.fixture.ts';
import { ruleDetector } from '../conditions/rule-feed.ts';
import { runRules } from '../conditions/rules-run.ts';
import { detectAgain, verifyDetection, verifyRule } from '#src/engine/events/verify-condition.ts';
import { barOf } from '#src/engine/detectors/bars.fixture.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import { splitsInBars } from '#src/engine/market/splits/splits-in-bars.ts';
import { afterSplit, type Split } from '#src/engine/market/splits/corporate-actions.ts';
import { acrossSplits } from '#src/engine/evaluation/conditions/across-splits.ts';
import { allOthers, type OtherBars } from './other-bars.ts';
import { BAR_MS } from '#src/engine/market/quarantine/quarantine.ts';
import { drill } from '#tests/support/drill.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2024, 2, 4);
const cryptoEnds = (timeframe: Timeframe) => endsOf(CALENDARS.crypto, timeframe).endOf;
const timed = (bars: readonly Bar[], from: number, timeframe: Timeframe): Bar[] =>
  bars.map((bar, at) => ({ ...bar, ts: from + at * BAR_MS[timeframe] }));

/** Hours of a rule, and what it names: quarters of an hour from before them on, and days until after them; some are missing. */
type Market = { own: Bar[]; others: ReadonlyMap<string, { timeframe: Timeframe; bars: Bar[] }> };
const BEGINS = { '15m': START - 4 * HOUR, '1d': START - 12 * DAY } as const;
const holes = fc.array(fc.nat({ max: 25 }), { maxLength: 12 });
const markets = (condition: Condition): fc.Arbitrary<Market> => {
  const sources = sourcesOf(condition);
  const drawn = sources.map(() => fc.tuple(walks, walks, holes));
  return fc.tuple(walks, fc.integer({ min: -30, max: 4 }), ...drawn).map(([own, later, ...others]) => ({
    own: timed(own, START + later * HOUR, '1h'),
    others: new Map(
      sources.map((source, at) => {
        const timeframe = source.timeframe === '1d' ? '1d' : '15m';
        const [first = [], second = [], missing = []] = others[at] ?? [];
        const bars = timed([...first, ...second], BEGINS[timeframe], timeframe);
        return [sourceKey(source), { timeframe, bars: bars.filter((_, bar) => !missing.includes(bar)) }];
      }),
    ),
  }));
};
const isAny = (condition: Condition, is: (each: Condition) => boolean): boolean => {
  if (is(condition)) return true;
  if ('all' in condition) return condition.all.some((each) => isAny(each, is));
  if ('any' in condition) return condition.any.some((each) => isAny(each, is));
  if ('not' in condition) return isAny(condition.not, is);
  return 'within' in condition && isAny(condition.of, is);
};
const conditions = conditionsOn('15m', '1d').map(plain);
const withoutEvents = conditions.filter((each) => !isAny(each, (one) => 'happens' in one));
const withMarket = (of: fc.Arbitrary<Condition>) =>
  of.chain((condition) => markets(condition).map((market) => ({ condition, market })));

const given = (others: Market['others']): OtherBars[] =>
  [...others].map(([source, { timeframe, bars }]) => ({
    source,
    timeframe,
    bars,
    splits: [],
    breaks: [],
    endOf: cryptoEnds(timeframe),
  }));
const detections = (condition: Condition, { own, others }: Market): Detection[] => {
  const seen = allOthers([condition], given(others)).seenBy(cryptoEnds('1h'), '1h');
  const run = runRules([condition], undefined, seen.others(0));
  return own.flatMap((bar) => (run.next(bar).length > 0 ? [run.detection(0)] : []));
};

/** The newest bar that was over with the hour, unless it began more than five of the longer bars before. */
const seenPlainly =
  (others: Market['others']) =>
  (source: string, { ts }: Bar) => {
    const { bars, timeframe } = others.get(source) ?? { bars: [], timeframe: '1d' as const };
    const at = bars.findLastIndex((each) => each.ts + BAR_MS[timeframe] <= ts + HOUR);
    const oldest = 5 * Math.max(HOUR, BAR_MS[timeframe]);
    return { bars, at: (bars[at]?.ts ?? -Infinity) < ts - oldest ? -1 : at };
  };

describe('rules that name other timeframes', () => {
  it('agree with working every bar out anew, whatever bars are missing', () => {
    let found = 0;
    fc.assert(
      fc.property(withMarket(withoutEvents), ({ condition, market }) => {
        const { holds } = naive(market.own, seenPlainly(market.others));
        const times = detections(condition, market).map(({ time }) => time);
        found += times.length;
        expect(times).toEqual(
          market.own.flatMap((bar, at) => (holds(condition, at) === true ? [bar.ts] : [])),
        );
      }),
      { numRuns: drill(200, 20_000) },
    );
    // How many depends on the markets that were drawn.
    expect(found).toBeGreaterThan(0);
  });

  it('never see what ends after their bar: whatever it becomes', () => {
    fc.assert(
      fc.property(
        withMarket(conditions),
        fc.nat({ max: 24 }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        ({ condition, market }, at, factor) => {
          const last = market.own[at];
          fc.pre(last !== undefined);
          const until = last.ts;
          const changed = new Map(
            [...market.others].map(([source, { timeframe, bars }]) => [
              source,
              {
                timeframe,
                bars: bars.map((bar) =>
                  bar.ts + BAR_MS[timeframe] <= until + HOUR ? bar : afterSplit(bar, factor),
                ),
              },
            ]),
          );
          const before = (found: readonly Detection[]): Detection[] =>
            found.filter(({ time }) => time <= until);
          expect(before(detections(condition, { own: market.own, others: changed }))).toEqual(
            before(detections(condition, market)),
          );
        },
      ),
      { numRuns: drill(150, 10_000) },
    );
  });

  it('have evidence that is enough', () => {
    let verified = 0;
    fc.assert(
      fc.property(withMarket(conditions), ({ condition, market }) => {
        for (const detection of detections(condition, market)) {
          const { evidence } = JSON.parse(JSON.stringify(detection)) as Detection;
          // As of other symbols: a look back without end is refused, and never taken for another.
          if (verifyRule({ value: detection.value, evidence }).ok) verified += 1;
        }
      }),
      { numRuns: drill(150, 10_000) },
    );
    expect(verified).toBeGreaterThan(0);
  });

  const hours = (closes: readonly number[], from = START): Bar[] =>
    timed(
      closes.map((close, at) => barOf(at, String(close))),
      from,
      '1h',
    );
  const days = (closes: readonly number[], from: number): Bar[] =>
    timed(
      closes.map((close, at) => barOf(at, String(close))),
      from,
      '1d',
    );
  const hoursOf = (found: readonly Detection[]): number[] => found.map(({ time }) => (time - START) / HOUR);
  const onDays = (bars: Bar[]): Market['others'] => new Map([['on 1d', { timeframe: '1d', bars }]]);

  it('see a day with the hour that ends it, and an event of it once', () => {
    const own = hours(Array.from({ length: 60 }, () => 10));
    const others = onDays(days([100, 100, 100, 200, 100], START - 3 * DAY));
    // The day that doubled began at START and ended with its hour 23.
    expect(hoursOf(detections(parseRule('close on 1d > 150'), { own, others }))).toEqual(
      Array.from({ length: 24 }, (_, at) => 23 + at),
    );
    const jump = parseRule('big_move(20) on 1d');
    expect(hoursOf(detections(jump, { own, others }))).toEqual([23, 47]);
    const cross = parseRule('close on 1d crosses above sma(3) on 1d');
    expect(hoursOf(detections(cross, { own, others }))).toEqual([23]);
    for (const condition of [jump, parseRule('close on 1d moves up by 50%')])
      for (const detection of detections(condition, { own, others }))
        expect(verifyDetection(detection)).toEqual({ ok: true });
    expect(hoursOf(detections(parseRule('close on 1d moves up by 50%'), { own, others }))).toEqual([23]);
  });

  it('see what is five days old beside hours, and nothing older', () => {
    const own = hours(Array.from({ length: 200 }, () => 10));
    const others = onDays(days([100], START - 2 * DAY));
    const found = hoursOf(detections(parseRule('close on 1d > 1'), { own, others }));
    expect([found[0], found.at(-1)]).toEqual([0, 3 * 24]);
  });

  it('name their own timeframe as well as any', () => {
    const own = hours([1, 2, 3, 2, 1, 2, 3, 4]);
    const others: Market['others'] = new Map([['on 1h', { timeframe: '1h', bars: own }]]);
    const told = (text: string): number[] => hoursOf(detections(parseRule(text), { own, others }));
    expect(told('close on 1h crosses above sma(3) on 1h')).toEqual(told('close crosses above sma(3)'));
    expect(told('close > close on 1h')).toEqual([]);
    expect(told('close > close[1] on 1h')).toEqual(told('close > close[1]'));
  });

  it.each([
    'sma(close / close on 1d, 12) > 0.9 and close > 2',
    'highest(close on 15m - close, 9)[4] > 0 and close > sma(3)',
    'close on 15m > 25 within 7 bars and close > 2',
    'close on 15m - close on 1d moves up by 1 within 8 bars',
  ])('verify where earlier bars decide what was seen: %s', (text) => {
    const own = hours(Array.from({ length: 90 }, (_, at) => 20 + (at % 7)));
    const count = 90 * 4;
    const quarters = timed(
      Array.from({ length: count }, (_, at) => barOf(0, String(15 + ((at * 5) % 13)))),
      START,
      '15m',
    );
    const others = new Map(onDays(days([20, 22, 24, 26, 28, 30], START - 3 * DAY)));
    others.set('on 15m', { timeframe: '15m', bars: quarters });
    const found = detections(parseRule(text), { own, others });
    expect(found.length).toBeGreaterThan(5);
    for (const detection of found) {
      expect(verifyDetection(detection)).toEqual({ ok: true });
      expect(detectAgain(detection.detector, detection.evidence)?.value).toBeCloseTo(detection.value, 6);
    }
  });

  it('keep of shorter bars only those that decide', () => {
    const own = days(
      Array.from({ length: 80 }, (_, at) => 50 + (at % 7)),
      START,
    );
    const quarters = timed(
      Array.from({ length: 80 * 96 }, (_, at) => barOf(0, String(10 + (at % 13)))),
      START,
      '15m',
    );
    const condition = parseRule('close > sma(50) and rsi(3) on 15m > 50 and close on 15m > 1');
    const seen = allOthers(
      [condition],
      given(new Map([['on 15m', { timeframe: '15m' as const, bars: quarters }]])),
    ).seenBy(cryptoEnds('1d'), '1d');
    const run = runRules([condition], undefined, seen.others(0));
    const found = own.flatMap((bar) => (run.next(bar).length > 0 ? [run.detection(0)] : []));
    expect(found.length).toBeGreaterThan(5);
    for (const detection of found) {
      expect(verifyDetection(detection)).toEqual({ ok: true });
      const { past, seen: which } = detection.evidence.others?.['on 15m'] ?? {};
      // Two windows of the index, of two days; 50 days have thousands of quarters.
      expect(past?.close?.length).toBeLessThan(160);
      expect(which?.filter((at) => at >= 0)).toHaveLength(2);
    }
    const changed = structuredClone(found.at(-1)!);
    changed.evidence.others!['on 15m']!.bars[1]!.close = '500';
    expect(verifyDetection(changed)).toMatchObject({ ok: false });
  });

  it('see the day of a share with the last hour of its session', () => {
    const ends = (timeframe: Timeframe) => endsOf(CALENDARS['us-equity'], timeframe).endOf;
    const at = (text: string): number => Date.parse(text);
    const bar = (ts: string, close: string): Bar => ({ ...barOf(0, close), ts: at(ts) });
    // 9:30 and 15:30 in New York.
    const own = ['2024-03-05T14:30Z', '2024-03-05T19:30Z', '2024-03-05T20:30Z', '2024-03-06T14:30Z'].map(
      (ts) => bar(ts, '10'),
    );
    const bars = [
      bar('2024-03-04T05:00Z', '1'),
      bar('2024-03-05T05:00Z', '2'),
      bar('2024-03-06T05:00Z', '3'),
    ];
    const condition = parseRule('close on 1d > 1.5');
    const other = {
      source: 'on 1d',
      timeframe: '1d' as const,
      bars,
      splits: [],
      breaks: [],
      endOf: ends('1d'),
    };
    const run = runRules(
      [condition],
      undefined,
      allOthers([condition], [other]).seenBy(ends('1h'), '1h').others(0),
    );
    expect(own.map((each) => run.next(each).length)).toEqual([0, 0, 1, 1]);
  });

  it('see through a split in the middle of a day: days and hours change their scale together', () => {
    const split: Split = { ts: START + 13 * HOUR, ratio: 10 };
    const own = hours(Array.from({ length: 40 }, (_, at) => (at < 13 ? 1000 : 100)));
    // The day of the split stands after it.
    const bars = days([1000, 1000, 1000, 100, 100], START - 3 * DAY);
    const condition = parseRule('close > 2 * sma(3) on 1d or close < 0.5 * sma(3) on 1d or sma(3) on 1d = 0');
    const known = parseRule('close = sma(3) on 1d');
    const told = (what: Condition, breaks: readonly number[], splits: readonly Split[]): number[] => {
      const other = {
        source: 'on 1d',
        timeframe: '1d' as const,
        bars,
        splits,
        breaks,
        endOf: cryptoEnds('1d'),
      };
      const seen = allOthers([what], [other]).seenBy(cryptoEnds('1h'), '1h');
      const feed = acrossSplits(
        ruleDetector(what, seen.others),
        splitsInBars(CALENDARS.crypto, '1h', [split]),
        seen.breaks,
      );
      return hoursOf(own.flatMap((bar) => feed(bar) ?? []));
    };
    const inDays = splitsInBars(CALENDARS.crypto, '1d', [split]);
    expect(inDays[0]?.ts).toBe(START);
    expect(told(condition, [split.ts], inDays)).toEqual([]);
    expect(told(known, [split.ts], inDays)).toHaveLength(40 - 1);
    // Where days were taken to change theirs at midnight, the hours before the split would be ten times too high.
    expect(told(condition, [START], inDays).length).toBeGreaterThan(5);
  });
});
