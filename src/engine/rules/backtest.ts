import { setImmediate as breathe } from 'node:timers/promises';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { instruments, watchlists, watchlistSymbols } from '#src/db/schema.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Bar, Detection, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { alertRate, alertsInADay } from '#src/shared/alert-rate.ts';
import { defaultFrequency } from '#src/shared/rules/default-frequency.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { sourceKey } from '#src/shared/rules/elsewhere.ts';
import { readRule } from '#src/shared/rules/read.ts';
import {
  REPLAY_ALERTS_MAX,
  REPLAY_ALL_BARS_MAX,
  REPLAY_ALL_SMALLER_MAX,
  REPLAY_BARS_MAX,
  REPLAY_SMALLER_MAX,
  type ReplayAlert,
  type RuleReplay,
  type RuleReplayForm,
} from '#src/shared/rules/stored.ts';
import { speaksEarly } from '../frequency/gate.ts';
import { followUp, type Outcome } from '../evaluation/conditions/outcome.ts';
import { gated, ruleDetector, type RuleRun } from '../evaluation/conditions/rule-feed.ts';
import { barsBefore } from '../market/bars/bar-store.ts';
import { endsOf } from '../market/bars/ends.ts';
import { BAR_MS } from '../market/quarantine/quarantine.ts';
import { comparable } from '../market/quarantine/comparable.ts';
import { CALENDARS } from '../market/sessions/calendars.ts';
import { tooOld } from '../market/sessions/session-age.ts';
import { largerBars } from '../market/bars/larger-bars.ts';
import { barsIn } from '../market/bars/made-bars.ts';
import { madeOf, smallerThan } from '#src/shared/timeframes.ts';
import { acrossSplits } from '../evaluation/conditions/across-splits.ts';
import { allOthers, type OtherBars } from '../evaluation/cross-series/other-bars.ts';
import { splitsOf } from '../market/splits/split-store.ts';
import { smallestStored, storedOpenBars } from '../market/bars/open-bars.ts';
import { type NamedSource, othersNamed } from './other-symbols.ts';
import { assertInPlan, assertTimeframe } from './stored-rules.ts';
import { idsOfSymbols } from './watchlists.ts';

export type ReplayDeps = {
  app: Database;
  clock: Clock;
  /** Bars that ship with the product, oldest first, or null where there are none of the symbol. */
  recordedBars?: (symbol: string, timeframe: Timeframe) => AsyncIterable<Bar> | null;
};

const DAY_MS = 86_400_000;
/** What a rule could be set to: how many alerts each would have given is counted beside the one that it is set to. */
const FREQUENCIES = ['once_per_bar_close', 'every_time', 'once'] as const;
const CHART_POINTS = 2_000;
/** So long (ms) others may wait, and so often (bars) it is looked at the clock. */
const AT_ONCE_MS = 10;
const LOOK_EVERY = 64;
/** Of so many smaller bars of a symbol larger ones are made. */
const MADE_OF_MAX = 60_000;
const NO_BARS: { bars: Bar[]; isCut: boolean } = { bars: [], isCut: false };
/** No bar is later, and PostgreSQL writes it as `Date` does. */
const EVER = Date.UTC(9999, 0, 1);

type Instrument = typeof instruments.$inferSelect;

/**
 * What would a rule have sent over the stored bars? By the code that runs it live: the same detections, let through by
 * the same gate, with what came after each. Counts every alert and keeps the newest, so that a rule that triggers on
 * every bar of five hundred symbols fits into memory. Where the rule also triggers before a bar closes and smaller bars
 * are stored, it is shown the open bars as a feed would have shown them. Ends early when nobody waits for it any more. `heard` is told each
 * of them with its evidence, symbol by symbol and oldest first.
 */
export async function replayRule(
  deps: ReplayDeps,
  workspaceId: string,
  form: RuleReplayForm,
  signal?: AbortSignal,
  heard?: (instrument: Instrument, detection: Detection) => void,
): Promise<Omit<RuleReplay, 'sample'>> {
  const { targets, named, plan } = await withTenant(deps.app, workspaceId, async (tx) => {
    assertTimeframe(form);
    await assertInPlan(tx, form, deps.clock());
    const named = await othersNamed(tx, workspaceId, form);
    const plan = await workspacePlan(tx, deps.clock());
    return { targets: await targetsOf(tx, workspaceId, form), named, plan };
  });
  const condition = parseRule(form.condition);
  const settings = form.settings ?? { frequency: defaultFrequency(condition) };
  const rearm = settings.rearm === undefined ? null : parseRule(settings.rearm);
  const [from, to] = [form.from ? Date.parse(form.from) : -EVER, form.to ? Date.parse(form.to) : EVER];

  const most = Math.min(REPLAY_BARS_MAX, Math.floor(REPLAY_ALL_BARS_MAX / Math.max(1, targets.length)));
  const { timeframe } = form;
  const conditions = rearm ? [condition, rearm] : [condition];
  const shared = await othersIn(deps, named, { timeframe, to });
  const others = named.length === 0 ? null : allOthers(conditions, shared.others);
  let items: ReplayAlert[] = [];
  let alerts = 0;
  const byDay = new Map<number, number>();
  const byFrequency = new Map(FREQUENCIES.map((each) => [each, 0]));
  const symbols: RuleReplay['symbols'] = [];
  let chart: RuleReplay['chart'] = [];
  let truncated = shared.isCut;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let newestBar = Number.NEGATIVE_INFINITY;
  let breathed = performance.now();
  // Rules that look elsewhere wait for the close, live as here.
  const isEarly = named.length === 0 && speaksEarly(settings, timeframe);
  /** By the calendars: bars of many symbols end at the same times. */
  const ends = new Map<string, Map<number, number>>();
  for (const instrument of targets) {
    if (signal?.aborted) break;
    const { bars, isCut } = await barsOrMade(deps, instrument, { timeframe, to, most });
    const own = await othersIn(deps, named, { timeframe, to, of: instrument });
    // What lies before the span would only have warmed the rule up.
    const isSpanCut = isCut && (bars[0]?.ts ?? EVER) > from;
    truncated ||= isSpanCut || own.isCut;
    const splits = await splitsOf(deps.app, { instrumentId: instrument.id, timeframe });
    const { endOf, dayOf } = endsOf(CALENDARS[instrument.session], timeframe);
    const sight = others?.seenBy(endOf, timeframe, own.others);
    const known = ends.get(instrument.session) ?? new Map<number, number>();
    ends.set(instrument.session, known);
    const knownEnd = (ts: number): number => {
      const end = known.get(ts) ?? endOf(ts);
      known.set(ts, end);
      return end;
    };
    const open = isEarly ? await openBarsOf(deps, instrument, bars, { timeframe, to, targets }) : null;
    truncated ||= open?.isCut === true;
    const run = (each: Condition): RuleRun =>
      acrossSplits(ruleDetector(each, sight?.others, dayOf), splits, sight?.breaks);
    const isComparable = comparable(tooOld(CALENDARS[instrument.session], timeframe));
    let mayEvent = true;
    const said = remembered(run(condition));
    const rearmed = rearm && remembered(run(rearm));
    const gateOf = (of: typeof settings, each: RuleRun, again: RuleRun | null) =>
      gated(each, of, timeframe, again, knownEnd, () => mayEvent);
    const gate = gateOf(settings, said.run, rearmed?.run ?? null);
    const feed = (bar: Bar): Detection | null => {
      mayEvent = isComparable(bar);
      return gate(bar);
    };
    const gates = FREQUENCIES.map((frequency) => {
      const set = { ...settings, frequency };
      return [frequency, gateOf(set, said.again, rearmed?.again ?? null)] as const;
    });
    const follow = followUp();
    let found: { detection: Detection; outcome: Outcome }[] = [];
    const times = new Set<number>();
    let count = 0;
    const note = (done: readonly { detection: Detection; outcome: Outcome }[]): void => {
      for (const { detection, outcome } of done) {
        count += 1;
        heard?.(instrument, detection);
        const day = Math.floor(detection.time / DAY_MS);
        byDay.set(day, (byDay.get(day) ?? 0) + 1);
        if (targets.length === 1) times.add(barOf(detection));
        found.push({ detection, outcome });
      }
      if (found.length > 2 * REPLAY_ALERTS_MAX) found = found.slice(-REPLAY_ALERTS_MAX);
    };
    let seen = 0;
    let lastBar: number | null = null;
    const breathing = async (): Promise<void> => {
      await breathe();
      breathed = performance.now();
    };
    const isLong = (at: number): boolean =>
      at % LOOK_EVERY === 0 && performance.now() - breathed > AT_ONCE_MS;
    const show = async (shown: readonly Bar[]): Promise<void> => {
      for (const [at, bar] of shown.entries()) {
        if (isLong(at)) await breathing();
        if (signal?.aborted) return;
        const waiting = sight?.ready(bar, signal);
        if (waiting) await waiting;
        const detection = feed(bar);
        if (detection && bar.ts >= from) follow.open(bar, [detection]);
      }
    };
    for (const [at, bar] of bars.entries()) {
      if (isLong(at)) await breathing();
      if (signal?.aborted) break;
      if (open) await show(await open.bars.before(bar));
      const waiting = sight?.ready(bar, signal);
      if (waiting) await waiting;
      if (signal?.aborted) break;
      // What comes before the span warms the rule up, and moves its gate as it would have.
      const detection = feed(bar);
      for (const [frequency, gate] of gates)
        if (gate(bar) && bar.ts >= from) byFrequency.set(frequency, (byFrequency.get(frequency) ?? 0) + 1);
      if (bar.ts < from) continue;
      seen += 1;
      first = Math.min(first, bar.ts);
      lastBar = bar.ts;
      note(follow.next(bar, detection ? [detection] : []));
    }
    // A calendar is asked once: when a bar ends is dear to know.
    if (lastBar !== null) last = Math.max(last, knownEnd(lastBar));
    newestBar = Math.max(newestBar, lastBar ?? newestBar);
    if (open && !signal?.aborted) await show(await open.bars.after());
    note(follow.end());
    symbols.push({
      symbol: instrument.symbol,
      timeZone: instrument.timeZone,
      bars: seen,
      alerts: count,
      openBars: open?.smaller ?? null,
      isCut: isSpanCut,
    });
    alerts += count;
    const shown = found.slice(-REPLAY_ALERTS_MAX);
    items = newest([
      ...items,
      ...shown.map(({ detection, outcome }) => alertOf(instrument.symbol, detection, outcome)),
    ]);
    if (targets.length === 1)
      chart = chartOf(
        bars.filter((bar) => bar.ts >= from),
        times,
      );
  }
  const rate = alertRate(alerts, last - first);
  const inADay = alertsInADay(rate, Math.max(0, ...byDay.values()));
  const { alertsPerMonth } = plan.entitlements;
  return {
    reading: readRule(condition),
    symbols,
    bars: symbols.reduce((sum, { bars }) => sum + bars, 0),
    barsEach: most,
    from: Number.isFinite(first) ? new Date(first).toISOString() : null,
    to: Number.isFinite(newestBar) ? new Date(newestBar).toISOString() : null,
    truncated: truncated || alerts > REPLAY_ALERTS_MAX,
    alerts,
    speaksEarly: isEarly,
    rate,
    perWeek: rate?.per === 'week' ? rate.alerts : null,
    choices: FREQUENCIES.map((frequency) => ({ frequency, alerts: byFrequency.get(frequency) ?? 0 })),
    allowance:
      alertsPerMonth !== null && inADay >= alertsPerMonth ? { inADay, perMonth: alertsPerMonth } : null,
    items,
    chart,
  };
}

/** A run, and another that says once more what the run said on the last bar: for several gates over one condition. */
function remembered(run: RuleRun): { run: RuleRun; again: RuleRun } {
  let last: Detection | null = null;
  let before: boolean | null = null;
  const heldBefore = () => before;
  const first = (bar: Bar) => {
    last = run(bar);
    before = run.heldBefore?.() ?? null;
    return last;
  };
  return { run: Object.assign(first, { heldBefore }), again: Object.assign(() => last, { heldBefore }) };
}

/** When the bar of a detection began (ms, UTC). */
const barOf = ({ time, evidence }: Detection): number =>
  evidence.until === undefined ? time : Date.parse(evidence.bars.at(-1)?.time ?? evidence.until);

/** The bars of an instrument before they were closed, of as many smaller ones as are looked at; null where none are stored. */
async function openBarsOf(
  deps: ReplayDeps,
  instrument: Instrument,
  bars: readonly Bar[],
  { timeframe, to, targets }: { timeframe: Timeframe; to: number; targets: readonly Instrument[] },
): Promise<{ smaller: Timeframe; bars: Awaited<ReturnType<typeof storedOpenBars>>; isCut: boolean } | null> {
  const [begin, last] = [bars[0]?.ts, bars.at(-1)?.ts];
  // What ships with the product has the sizes that it came in.
  if (begin === undefined || last === undefined || deps.recordedBars?.(instrument.symbol, timeframe))
    return null;
  const smaller = await smallestStored(deps.app, instrument.id, timeframe);
  if (!smaller) return null;
  const most = Math.min(REPLAY_SMALLER_MAX, Math.floor(REPLAY_ALL_SMALLER_MAX / targets.length));
  const since = last + BAR_MS[timeframe] - most * BAR_MS[smaller];
  const first = bars.find(({ ts }) => ts >= since)?.ts ?? last;
  const open = await storedOpenBars(deps.app, { instrument, timeframe, smaller, first, last, to });
  return { smaller, bars: open, isCut: first > begin && open.isBegun };
}

/**
 * All bars of the other symbols that conditions name, or of the other timeframes of an instrument (`of`) that its rules
 * name without a symbol; and whether there are more than are looked at.
 */
async function othersIn(
  deps: ReplayDeps,
  named: readonly NamedSource[],
  { timeframe, to, of = null }: { timeframe: Timeframe; to: number; of?: Instrument | null },
): Promise<{ others: OtherBars[]; isCut: boolean }> {
  const others: OtherBars[] = [];
  let cut = false;
  for (const { source, instrument: other } of named) {
    if ((other === null) !== (of !== null)) continue;
    const instrument = other ?? of;
    if (!instrument) continue;
    const size = source.timeframe ?? timeframe;
    // The last bar of the rule sees what began while it lasted.
    const ask = { timeframe: size, to: Math.min(to + BAR_MS[timeframe], EVER), most: REPLAY_BARS_MAX };
    const { bars, isCut } = await barsOrMade(deps, instrument, ask);
    cut ||= isCut;
    const { endOf, dayOf } = endsOf(CALENDARS[instrument.session], size);
    const instrumentId = instrument.id;
    const splits = await splitsOf(deps.app, { instrumentId, timeframe: size });
    const breaks = (await splitsOf(deps.app, { instrumentId, timeframe })).map(({ ts }) => ts);
    others.push({ source: sourceKey(source), timeframe: size, bars, splits, breaks, endOf, dayOf });
  }
  return { others, isCut: cut };
}

/** The newest alerts, oldest first; those of one moment by their symbol. */
const newest = (items: ReplayAlert[]): ReplayAlert[] =>
  items
    .toSorted((a, b) => (a.time === b.time ? (a.symbol < b.symbol ? -1 : 1) : a.time < b.time ? -1 : 1))
    .slice(-REPLAY_ALERTS_MAX);

async function targetsOf(
  tx: Tx,
  workspaceId: string,
  { symbol, watchlistId }: RuleReplayForm,
): Promise<Instrument[]> {
  if (symbol !== undefined) {
    const ids = await idsOfSymbols(tx, workspaceId, [symbol]);
    return tx
      .select()
      .from(instruments)
      .where(inArray(instruments.id, [...ids.values()]));
  }
  const [list] = await tx
    .select()
    .from(watchlists)
    .where(eq(watchlists.id, watchlistId ?? ''));
  if (!list)
    throw new AppError('validation_failed', 'There is no such watchlist.', {
      details: { field: 'watchlistId' },
    });
  const rows = await tx
    .select({ instrument: instruments })
    .from(watchlistSymbols)
    .innerJoin(instruments, and(eq(instruments.id, watchlistSymbols.instrumentId)))
    .where(eq(watchlistSymbols.watchlistId, list.id))
    .orderBy(asc(instruments.symbol));
  return rows.map(({ instrument }) => instrument);
}

/** The newest bars until `to`, oldest first: the recorded ones where they ship with the product, else the stored. */
async function barsOf(
  deps: ReplayDeps,
  { id, symbol }: Instrument,
  { timeframe, to, most }: { timeframe: Timeframe; to: number; most: number },
): Promise<{ bars: Bar[]; isCut: boolean }> {
  const recorded = deps.recordedBars?.(symbol, timeframe);
  const bars: Bar[] = [];
  if (recorded) for await (const bar of recorded) if (bar.ts <= to) bars.push(bar);
  const asked = { instrumentId: id, timeframe, before: Math.min(to + 1, EVER), count: most + 1 };
  const [found = []] = recorded ? [bars] : await barsBefore(deps.app, [asked]);
  return { bars: found.slice(-most), isCut: found.length > most };
}

/**
 * As `barsOf`; where this timeframe isn't kept of every symbol of a feed, and where a symbol without a feed has no bars of
 * it, made of those of the largest smaller timeframe that there are.
 */
async function barsOrMade(
  deps: ReplayDeps,
  instrument: Instrument,
  ask: { timeframe: Timeframe; to: number; most: number },
): Promise<{ bars: Bar[]; isCut: boolean }> {
  const { session, feed } = instrument;
  const base = madeOf(ask.timeframe);
  // What a feed's rules needed of it is stored with holes, from when none did.
  const stored = feed !== null && base !== null ? NO_BARS : await barsOf(deps, instrument, ask);
  if (stored.bars.length > 0 || (feed !== null && base === null)) return stored;
  for (const timeframe of feed !== null && base !== null ? [base] : smallerThan(ask.timeframe)) {
    const most = Math.min(MADE_OF_MAX, barsIn(ask.most + 1, timeframe, ask.timeframe));
    const { bars, isCut } = await barsOf(deps, instrument, { ...ask, timeframe, most });
    if (bars.length === 0) continue;
    const splits = await splitsOf(deps.app, { instrumentId: instrument.id, timeframe });
    const made = largerBars(CALENDARS[session], { from: timeframe, to: ask.timeframe }, bars, splits);
    return { bars: made.slice(-ask.most), isCut: isCut || made.length > ask.most };
  }
  return stored;
}

function alertOf(symbol: string, { time, value, evidence }: Detection, outcome: Outcome): ReplayAlert {
  const bar = evidence.bars.at(-1);
  return {
    symbol,
    time: new Date(time).toISOString(),
    bar: bar?.time ?? new Date(time).toISOString(),
    close: Number(bar?.close),
    high: Number(outcome.bar.high),
    low: Number(outcome.bar.low),
    value,
    figures: evidence.figures,
    after: outcome.after,
    highest: outcome.high,
    lowest: outcome.low,
  };
}

/** Every so manieth bar, and every bar of an alert, so that each has its point. */
function chartOf(bars: readonly Bar[], alerts: ReadonlySet<number>): RuleReplay['chart'] {
  const step = Math.max(1, Math.ceil(bars.length / CHART_POINTS));
  return bars
    .filter(({ ts }, at) => at % step === 0 || at === bars.length - 1 || alerts.has(ts))
    .map(({ ts, close }) => ({ time: new Date(ts).toISOString(), close }));
}
