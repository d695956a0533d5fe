import type { Runs } from '#src/db/database.ts';
import type { BarImport, SuspectedSplits } from '#src/shared/bar-import.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { barsBefore, importBatch } from '../bars/bar-store.ts';
import { type CalendarName, CALENDARS } from '../sessions/calendars.ts';
import { endsOf } from '../bars/ends.ts';
import type { Split } from '../splits/corporate-actions.ts';
import { unexplained } from '../splits/suspected-splits.ts';
import { dismissedSplits, keepActions, keepSuspects, type Suspect } from '../splits/suspected-store.ts';
import { BAR_MS, inspector } from '../quarantine/quarantine.ts';
import type { BadRow, SkippedRows } from '../csv/bad-row.ts';
import { type Replay, replayBytes } from '../csv/replay.ts';
import { asideOf } from './quarantined-rows.ts';
import { LossError, lostTooMany } from './losses.ts';
import { oldestFirst } from './oldest-first.ts';
import { type ImportFile, readingOf, type Survey } from './survey.ts';

/** The series to import into, with its splits (`splitsOf`). */
type ImportTarget = {
  instrumentId: string;
  symbol: string;
  session: CalendarName;
  timeframe: Timeframe;
  splits: readonly Split[];
};
const AT_ONCE = 1_000;
/** A stored bar more than this many bars older doesn't tell the scale of a file's first bar. */
const NEIGHBOURS = 20;

/** How a file is imported. `acceptLosses`: though more than a tenth of its rows is put aside. */
type ImportWay = {
  survey: Survey;
  now: Date;
  suspected?: SuspectedSplits;
  acceptLosses?: boolean;
};

/**
 * Imports the closed bars of a file. Equal stored bars stay, different ones are replaced, and implausible rows are
 * quarantined with their line and reason. Bars are stored a thousand at a time; importing again, also after a kill, ends
 * with the same rows. Imported bars trigger no alerts. Splits that the file names and its prices show are kept, and so are
 * dividends; a suspected split is quarantined with its bar, until somebody says what it was.
 * @throws FeedError if no row is a plausible bar; LossError if more than a tenth of the rows isn't
 */
export async function importFile(
  runs: Runs,
  target: ImportTarget,
  file: ImportFile,
  way: ImportWay,
): Promise<BarImport> {
  const { name } = file;
  const { survey, now, suspected: mode = 'quarantine' } = way;
  const named = unexplained(survey.actions, target.splits);
  const jumps =
    mode === 'ignore'
      ? []
      : unexplained(survey.suspected, [
          ...target.splits,
          ...survey.actions,
          ...survey.named,
          ...(await dismissedSplits(runs, target)),
        ]);
  const actions = mode === 'confirm' ? [...named, ...jumps] : named;
  const doubted = mode === 'confirm' ? [] : jumps;
  const known = {
    splits: [...target.splits, ...named, ...jumps].toSorted((a, b) => a.ts - b.ts),
    named: survey.named,
    misplaced: survey.misplaced,
    suspected: doubted,
    before: await neighbour(runs, target, survey.first),
  };
  const { endOf } = endsOf(CALENDARS[target.session], target.timeframe);
  const read = async (seen: {
    open?: (bar: Bar) => void;
    doubted?: (bar: Bar) => void;
    bad?: (line: number, bad: BadRow, text: string) => void;
  }) => {
    const turned = survey.isNewestFirst ? await oldestFirst(file.open(), name) : null;
    const believe = inspector(target.timeframe, known);
    const inspect = (bar: Bar): BadRow | null => {
      const end = endOf(bar.ts);
      if (end > now.getTime()) {
        if (bar.ts <= now.getTime()) seen.open?.(bar);
        return {
          reason: 'time',
          problem: `the bar ends ${new Date(end).toISOString()}, which is yet to come`,
        };
      }
      const bad = believe(bar);
      if (bad?.reason === 'suspected_split') seen.doubted?.(bar);
      return bad;
    };
    const lineOf = turned?.lineOf ?? ((line: number) => line);
    const replay = replayBytes(turned?.chunks ?? file.open(), name, {
      ...readingOf(file),
      outliers: survey.outliers,
      inspect,
      onBad: (line, bad, text) => seen.bad?.(lineOf(line), bad, text),
    });
    return { replay, lineOf };
  };
  if (way.acceptLosses !== true) await assertFewLost(name, read);

  const aside = asideOf(target.instrumentId, name);
  const suspects: Suspect[] = [];
  let doubt: Bar | null = null;
  const { replay, lineOf } = await read({
    doubted: (bar) => void (doubt = bar),
    bad: (line, bad, text) => {
      aside.add(line, bad, text);
      const ratio = doubted.find(({ ts }) => ts === doubt?.ts)?.ratio;
      if (bad.reason === 'suspected_split' && doubt && ratio !== undefined)
        suspects.push({ bar: doubt, ratio, line });
    },
  });

  const sum = { stored: 0, replaced: 0, unchanged: 0 };
  let [from, to]: [number | null, number | null] = [null, null];
  const store = async (bars: readonly Bar[]): Promise<void> => {
    const done = await importBatch(runs, target, bars);
    sum.stored += done.stored;
    sum.replaced += done.replaced;
    sum.unchanged += done.unchanged;
  };
  let batch: Bar[] = [];
  for await (const bar of replay.bars) {
    from ??= bar.ts;
    to = bar.ts;
    batch.push(bar);
    if (batch.length < AT_ONCE) continue;
    await store(batch);
    batch = [];
  }
  await store(batch);
  await keepActions(runs, target.instrumentId, actions, now);
  await keepSuspects(runs, target, { file: name, suspects, now });
  await aside.keep(runs, now);
  const reasons = reasonsOf(replay.skipped, lineOf);
  const putAside = reasons.reduce((all, { count }) => all + count, 0);
  return {
    symbol: target.symbol,
    timeframe: target.timeframe,
    file: name,
    rows: sum.stored + sum.replaced + sum.unchanged + putAside,
    ...sum,
    putAside,
    reasons,
    from: isoOf(from),
    to: isoOf(to),
  };
}

type Reads = (seen: { open: (bar: Bar) => void }) => Promise<{ replay: Replay }>;

/** Reads a file to its end, before anything of it is stored. A bar that isn't over yet is no loss. @throws LossError */
async function assertFewLost(name: string, read: Reads): Promise<void> {
  let [kept, open] = [0, 0];
  const { replay } = await read({ open: () => void (open += 1) });
  for await (const _ of replay.bars) kept += 1;
  const lost = [...replay.skipped.values()].reduce((sum, { count }) => sum + count, 0);
  if (lostTooMany(lost - open, kept + lost)) throw new LossError(name, lost - open, kept + lost);
}

/** The stored bar right before a time, if there is one near. */
async function neighbour(runs: Runs, target: ImportTarget, first: number): Promise<Bar | null> {
  const [[before] = []] = await barsBefore(runs, [{ ...target, before: first, count: 1 }]);
  return before && first - before.ts <= NEIGHBOURS * BAR_MS[target.timeframe] ? before : null;
}

const reasonsOf = (skipped: SkippedRows, lineOf: (line: number) => number): BarImport['reasons'] =>
  [...skipped].map(([reason, { count, firstLines }]) => ({ reason, count, lines: firstLines.map(lineOf) }));

const isoOf = (ts: number | null): string | null => (ts === null ? null : new Date(ts).toISOString());
