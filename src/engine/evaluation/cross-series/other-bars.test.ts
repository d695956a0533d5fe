import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar, Detection } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { conditionsElsewhere } from '#src/shared/rules/rules.fixture.ts';
import { sourceKey, sourcesOf } from '#src/shared/rules/elsewhere.ts';
import { naive, plain, walks } from '../conditions/naive.fixture.ts';
import { ruleDetector } from '../conditions/rule-feed.ts';
import { runRules } from '../conditions/rules-run.ts';
import { verifyDetection, verifyRule } from '#src/engine/events/verify-condition.ts';
import { barOf, BUSY } from '#src/engine/detectors/bars.fixture.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import { afterSplit, type Split } from '#src/engine/market/splits/corporate-actions.ts';
import { acrossSplits } from '#src/engine/evaluation/conditions/across-splits.ts';
import { drill } from '#tests/support/drill.ts';
import { allOthers, oldestOf } from './other-bars.ts';

const DAY = 86_400_000;
const daily = (ts: number): number => ts + DAY;

/** Bars without some of them. */
const holed = fc
  .tuple(walks, fc.array(fc.nat({ max: 25 }), { maxLength: 12 }))
  .map(([bars, holes]) => bars.filter((_, at) => !holes.includes(at)));

type Market = { own: Bar[]; others: ReadonlyMap<string, Bar[]> };
const markets = (condition: Condition): fc.Arbitrary<Market> =>
  fc.tuple(walks, ...othersOf(condition).map(() => holed)).map(([own, ...others]) => ({
    own,
    others: new Map(othersOf(condition).map((symbol, at) => [symbol, others[at] ?? []])),
  }));

const othersOf = (condition: Condition): string[] => sourcesOf(condition).map(sourceKey);
const isAny = (condition: Condition, is: (each: Condition) => boolean): boolean => {
  if (is(condition)) return true;
  if ('all' in condition) return condition.all.some((each) => isAny(each, is));
  if ('any' in condition) return condition.any.some((each) => isAny(each, is));
  if ('not' in condition) return isAny(condition.not, is);
  return 'within' in condition && isAny(condition.of, is);
};
const withoutEvents = conditionsElsewhere
  .map(plain)
  .filter((each) => !isAny(each, (one) => 'happens' in one));
const withMarket = <T extends Condition>(of: fc.Arbitrary<T>) =>
  of.chain((condition) => markets(condition).map((market) => ({ condition, market })));

const given = (others: ReadonlyMap<string, readonly Bar[]>, splits: readonly Split[] = []) =>
  [...others].map(([source, bars]) => ({
    source,
    timeframe: '1d' as const,
    bars,
    splits,
    breaks: splits.map(({ ts }) => ts),
    endOf: daily,
  }));

const detections = (condition: Condition, { own, others }: Market): Detection[] => {
  const seen = allOthers([condition], given(others)).seenBy(daily, '1d');
  const run = runRules([condition], undefined, seen.others(0));
  return own.flatMap((bar) => (run.next(bar).length > 0 ? [run.detection(0)] : []));
};

/** The newest bar that began no later, unless it began more than five days before. */
const seenPlainly =
  (others: ReadonlyMap<string, readonly Bar[]>) =>
  (symbol: string, { ts }: Bar) => {
    const bars = others.get(symbol) ?? [];
    const at = bars.findLastIndex((each) => each.ts <= ts);
    return { bars, at: (bars[at]?.ts ?? -Infinity) < ts - 5 * DAY ? -1 : at };
  };

describe('rules that name other symbols', () => {
  it('agree with working every bar out anew, whatever bars are missing', () => {
    fc.assert(
      fc.property(withMarket(withoutEvents), ({ condition, market }) => {
        const { holds } = naive(market.own, seenPlainly(market.others));
        expect(detections(condition, market).map(({ time }) => time)).toEqual(
          market.own.flatMap((bar, at) => (holds(condition, at) === true ? [bar.ts] : [])),
        );
      }),
      { numRuns: drill(200, 20_000) },
    );
  });

  it('never see what ends after their bar', () => {
    fc.assert(
      fc.property(withMarket(conditionsElsewhere), fc.nat({ max: 24 }), ({ condition, market }, at) => {
        const last = market.own[at];
        fc.pre(last !== undefined);
        const until = last.ts;
        const past = new Map(
          [...market.others].map(([symbol, bars]) => [symbol, bars.filter(({ ts }) => ts <= until)]),
        );
        expect(detections(condition, { own: market.own.slice(0, at + 1), others: past })).toEqual(
          detections(condition, market).filter(({ time }) => time <= until),
        );
      }),
      { numRuns: drill(150, 10_000) },
    );
  });

  it('have evidence that is enough, and no more is believed than there is', () => {
    let verified = 0;
    fc.assert(
      fc.property(withMarket(conditionsElsewhere.map(plain)), ({ condition, market }) => {
        for (const detection of detections(condition, market)) {
          const { evidence } = JSON.parse(JSON.stringify(detection)) as Detection;
          // A look back without end (figures that are missing on the way) is refused; it is never taken for another.
          const verdict = verifyRule({ value: detection.value, evidence });
          if (verdict.ok) verified += 1;
        }
      }),
      { numRuns: drill(100, 10_000) },
    );
    // How many depends on the markets that were drawn.
    expect(verified).toBeGreaterThan(0);
  });

  const PAIR =
    'close / close of OTHER crosses above sma(close / close of OTHER, 20) and rsi(14) of OTHER < 65';
  const other = BUSY.map((bar, at) => ({
    ...barOf(at, (50 + 9 * Math.sin(at / 11)).toFixed(2)),
    ts: bar.ts,
  }));
  const market: Market = {
    own: [...BUSY],
    others: new Map([['OTHER', other.filter((_, at) => at % 9 !== 4)]]),
  };

  it('verify, and what is changed in their evidence is found out', () => {
    const found = detections(parseRule(PAIR), market);
    expect(found.length).toBeGreaterThan(5);
    for (const detection of found) expect(verifyDetection(detection)).toEqual({ ok: true });
    const changed = (change: (other: NonNullable<Detection['evidence']['others']>[string]) => void) => {
      const detection = structuredClone(found.at(-1)!);
      change(detection.evidence.others!['OTHER']!);
      return verifyDetection(detection);
    };
    const { evidence } = found.at(-1)!;
    expect(evidence.others?.['OTHER']?.bars).toHaveLength(2);
    expect(evidence.others?.['OTHER']?.seen).toHaveLength((evidence.past?.time?.length ?? 0) + 2);
    expect(changed(() => undefined)).toEqual({ ok: true });
    expect(changed(({ bars }) => (bars[1]!.close = '5000'))).toMatchObject({ ok: false });
    expect(changed(({ seen }) => seen.pop())).toEqual({
      ok: false,
      reason: 'OTHER: not every bar says what it saw of it.',
    });
    expect(changed(({ seen }) => (seen[0] = seen.at(-1)!))).toEqual({
      ok: false,
      reason: 'OTHER: bar 1 saw what came later.',
    });
    expect(changed(({ seen }) => (seen[seen.length - 1] = 9999))).toMatchObject({ ok: false });
    const without = structuredClone(found.at(-1)!);
    delete without.evidence.others;
    expect(verifyDetection(without)).toMatchObject({ ok: false });
  });

  it('are not true while the other symbol is unknown, or its bar older than five bars', () => {
    const own = Array.from({ length: 12 }, (_, at) => barOf(at, '10'));
    const condition = parseRule('close of OTHER > 1');
    const days = (bars: Bar[]): number[] =>
      detections(condition, { own, others: new Map([['OTHER', bars]]) }).map(
        ({ time }) => (time - own[0]!.ts) / DAY,
      );
    expect(days([barOf(2, '5')])).toEqual([2, 3, 4, 5, 6, 7]);
    expect(days([])).toEqual([]);
    expect(detections(parseRule('not close of OTHER > 1'), { own, others: new Map() })).toEqual([]);
  });

  it('see an event of another symbol once, on the first bar that sees its bar', () => {
    const own = Array.from({ length: 10 }, (_, at) => barOf(at, '10'));
    const others = new Map([['OTHER', [0, 1, 3, 7].map((at) => barOf(at, at === 3 ? '200' : '100'))]]);
    const days = detections(parseRule('big_move(20) of OTHER'), { own, others }).map(
      ({ time, evidence, value }) => {
        expect(verifyRule({ value, evidence })).toEqual({ ok: true });
        return (time - own[0]!.ts) / DAY;
      },
    );
    expect(days).toEqual([3, 7]);
  });

  it('see through splits of either symbol: no event, and no average of two scales', () => {
    const condition = parseRule(
      'close of OTHER moves up by 30% or close of OTHER moves down by 30% or close > 3 * sma(close of OTHER, 30)',
    );
    const at = 300;
    const split = { ts: other[at]!.ts, ratio: 4 };
    const traded = other.map((bar, index) => (index < at ? afterSplit(bar, 1 / 4) : bar));
    const found = (splits: readonly Split[]): number[] => {
      const seen = allOthers([condition], given(new Map([['OTHER', traded]]), splits)).seenBy(daily, '1d');
      const feed = acrossSplits(ruleDetector(condition, seen.others), [], seen.breaks);
      return BUSY.flatMap((bar) => feed(bar)?.time ?? []);
    };
    const unsplit = allOthers([condition], given(new Map([['OTHER', other]]))).seenBy(daily, '1d');
    const feed = acrossSplits(ruleDetector(condition, unsplit.others), [], unsplit.breaks);
    const expected = BUSY.flatMap((bar) => feed(bar)?.time ?? []);
    const after = (times: number[]): number[] => times.filter((time) => time >= split.ts);
    expect(after(found([split]))).toEqual(after(expected));
    expect(after(found([]))).not.toEqual(after(expected));
  });
});

describe('when bars end', () => {
  const at = (text: string): number => Date.parse(text);
  it.each([
    ['crypto', '1h', '2024-03-01T10:00Z', '2024-03-01T11:00Z', '2024-03-01T12:00Z'],
    ['crypto', '1w', '2024-03-04T00:00Z', '2024-03-11T00:00Z', '2024-03-18T00:00Z'],
    // A day of the stock exchange begins at its midnight and ends with the close; Friday is followed by Monday.
    ['us-equity', '1d', '2024-03-01T05:00Z', '2024-03-01T21:00Z', '2024-03-04T21:00Z'],
    ['us-equity', '1h', '2024-03-01T20:30Z', '2024-03-01T21:00Z', '2024-03-04T15:30Z'],
    // Early on the day after Thanksgiving.
    ['us-equity', '1d', '2024-11-29T05:00Z', '2024-11-29T18:00Z', '2024-12-02T21:00Z'],
    ['us-equity', '1w', '2024-05-27T04:00Z', '2024-05-31T20:00Z', '2024-06-07T20:00Z'],
    ['fx', '1d', '2024-03-03T22:00Z', '2024-03-04T22:00Z', '2024-03-05T22:00Z'],
    // What the calendar does not know has its length.
    ['us-equity', '1d', '2024-03-02T00:00Z', '2024-03-03T00:00Z', '2024-03-04T21:00Z'],
  ] as const)('%s %s %s', (calendar, timeframe, start, end, next) => {
    const { endOf, nextEnd } = endsOf(CALENDARS[calendar], timeframe);
    expect(new Date(endOf(at(start)))).toEqual(new Date(end));
    expect(new Date(nextEnd(endOf(at(start))))).toEqual(new Date(next));
  });

  it('sees a day of another market only once it is over', () => {
    const stock = endsOf(CALENDARS['us-equity'], '1d').endOf;
    const crypto = endsOf(CALENDARS.crypto, '1d').endOf;
    const condition = parseRule('close of OTHER > 1');
    const bar = (ts: string, close: string): Bar => ({ ...barOf(0, close), ts: at(ts) });
    const coin = ['02-28', '02-29', '03-01', '03-02'].map((day, index) =>
      bar(`2024-${day}T00:00Z`, String(10 + index)),
    );
    const share = ['02-28', '02-29', '03-01'].map((day) => bar(`2024-${day}T05:00Z`, '5'));
    const seenOn = (own: Bar[], ownEnd: typeof stock, bars: Bar[], endOf: typeof stock): string[] => {
      const all = allOthers(
        [condition],
        [{ source: 'OTHER', timeframe: '1d', bars, splits: [], breaks: [], endOf }],
      );
      const run = runRules([condition], undefined, all.seenBy(ownEnd, '1d').others(0));
      return own.flatMap((each) =>
        run.next(each).length > 0
          ? [run.detection(0).evidence.others?.['OTHER']?.bars.at(-1)?.time.slice(5, 10) ?? '']
          : [],
      );
    };
    // The share's day ends at 21:00, the coin's at midnight: the share sees the coin of the day before.
    expect(seenOn(share, stock, coin, crypto)).toEqual(['02-28', '02-29']);
    expect(seenOn(coin, crypto, share, stock)).toEqual(['02-28', '02-29', '03-01', '03-01']);
    expect(oldestOf('1d', '1d')).toBe(5 * DAY);
    expect([oldestOf('1h', '1d'), oldestOf('1d', '1h')]).toEqual([5 * DAY, 5 * DAY]);
  });

  it('works out a long history as far as it is looked at, and lets others have their turn meanwhile', async () => {
    const COUNT = 20_000;
    const bars = Array.from({ length: COUNT }, (_, day) => ({
      ...barOf(0, String(1 + (day % 9))),
      ts: day * DAY,
    }));
    const own = bars.slice(-300);
    const condition = parseRule('close of OTHER crosses above sma(5) of OTHER');
    let ends = 0;
    const other = {
      source: 'OTHER',
      timeframe: '1d' as const,
      bars,
      breaks: [(COUNT - 100) * DAY],
      splits: [{ ts: (COUNT - 100) * DAY, ratio: 2 }],
      endOf: (ts: number) => {
        ends += 1;
        return daily(ts);
      },
    };
    const seen = allOthers([condition], [other]).seenBy(daily, '1d');
    const run = acrossSplits(ruleDetector(condition, seen.others), [], seen.breaks);
    expect(ends).toBe(0);
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const found: number[] = [];
    let mostAtOnce = 0;
    for (const bar of own) {
      await seen.ready(bar);
      const before = ends;
      if (run(bar)) found.push(bar.ts);
      mostAtOnce = Math.max(mostAtOnce, ends - before);
    }
    isOver = true;
    // Once from the beginning, and once from there as it stands after the split.
    expect(turns).toBeGreaterThan(60);
    expect(mostAtOnce).toBeLessThan(2_000);
    const plainly = acrossSplits(
      ruleDetector(condition, allOthers([condition], [other]).seenBy(daily, '1d').others),
      [],
      seen.breaks,
    );
    expect(found).toEqual(own.filter((bar) => plainly(bar) !== null).map(({ ts }) => ts));
    expect(found.length).toBeGreaterThan(20);
  });
});
