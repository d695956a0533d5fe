import { appendFileSync, writeFileSync } from 'node:fs';
import { marketCalendarsIn } from '#src/config.ts';
import { DETECTORS } from '#src/engine/detectors/registry.ts';
import { speaksEarly } from '#src/engine/frequency/gate.ts';
import { followUp, type Outcome } from '#src/engine/evaluation/conditions/outcome.ts';
import { gated, ruleDetector } from '#src/engine/evaluation/conditions/rule-feed.ts';
import type { Split } from '#src/engine/market/splits/corporate-actions.ts';
import { acrossSplits } from '#src/engine/evaluation/conditions/across-splits.ts';
import { lostTooMany } from '#src/engine/market/import/losses.ts';
import { comparable } from '#src/engine/market/quarantine/comparable.ts';
import { CALENDAR_NAMES } from '#src/engine/market/sessions/calendars.ts';
import { tooOld } from '#src/engine/market/sessions/session-age.ts';
import { allBars, allOthers, type OtherBars } from '#src/engine/evaluation/cross-series/other-bars.ts';
import { FeedError } from '#src/engine/market/feed-error.ts';
import type { BadRow, SkippedRows } from '#src/engine/market/csv/bad-row.ts';
import { tradingDays } from '#src/engine/market/sessions/trading-days.ts';
import { spacing } from '#src/engine/market/quarantine/spacing.ts';
import type { Bar, Detection, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { EXIT, type Command } from './command.ts';
import { createLineWriter, type Io } from './output.ts';
import { calendarOfFile, endsInFile } from './file-calendar.ts';
import { loadOwnCalendars } from './own-calendars.ts';
import { type BarsRead, readBars } from './read-bars.ts';
import { readReplayOptions, type ReplayCommand } from './replay-options.ts';
import { jsonLine, skippedReport, splitsReport, summary, tableHeader, tableRow } from './report.ts';
import { readSplits } from './splits.ts';

type Feed = (bar: Bar) => Detection | null;

const detectorLines = DETECTORS.map(({ name, title, unit, defaults, words }) => {
  const params = Object.entries(defaults).map(([key, value]) => {
    const word = Object.entries(words[key] ?? {}).find(([, number]) => number === value)?.[0];
    return `${key}=${word ?? value}`;
  });
  return `  ${name}:${params.join(',')}`.padEnd(46) + `${title}, value in ${unit}`;
}).join('\n');

const help = `bellwire replay - run recorded bars through detectors

  npm run -s bellwire -- replay FILE --symbol S --timeframe T
    --detector D | --class C | --rule TEXT [options]

FILE is a CSV with a header, gzipped or not, oldest row first: a date or time column, open, high,
low, close (or last), and optionally volume or tick_volume; or quote bars with bid_open ... and
ask_open .... Other columns are ignored. Bars in the future are broken rows, and so are prices more
than a thousand times the previous close, or less than a thousandth of it.

  --symbol S          the symbol of the bars, e.g. GME
  --timeframe T       length of a bar: 1m 2m 3m 5m 10m 15m 30m 45m 1h 2h 3h 4h 6h
                      8h 12h 1d 1w, or 1M 3M 12M for months
  --detector D        NAME or NAME:key=value,...; can be repeated
  --class C           default parameters for equity, fx, metal or crypto, for each --detector
                      without its own; without --detector, runs every detector
  --rule TEXT         a rule such as 'close crosses above sma(200) and volume > 1e6'; can be
                      repeated (docs/rule-language.md)
  --every F           frequency of a rule: once, every_time (it becomes true), once_per_bar,
                      once_per_bar_close, or minutes such as 60m. Default: once_per_bar_close
                      for events such as big_move(5) and crosses, every_time for states such as
                      close > 100. On live prices, once_per_bar and minutes also trigger before
                      a bar closes; a file can't show that
  --cooldown MINUTES  pauses a rule for this long after each alert
  --rearm TEXT        condition that must be true before a rule can trigger again
  --other SYMBOL=FILE bars of another symbol in a rule ('close crosses above close of ES'), in the
                      format of FILE; can be repeated. For another timeframe
                      ('close > sma(200) on 1d'): --other 'on 1d=FILE', --other 'ES on 1d=FILE'
  --table             prints a table with the move after each alert, and alerts per week, instead
                      of JSON
  --time-zone ZONE    time zone of times without an offset, and of printed times, e.g.
                      America/New_York (default: UTC); days of vwap begin at midnight there
  --session NAME      trading hours: ${CALENDAR_NAMES.slice(0, 5).join(', ')},
                      ${CALENDAR_NAMES.slice(5).join(', ')}. Default: those of --class,
                      otherwise weekdays, or every day if there are bars on Saturdays. Holidays of
                      the file in MARKET_CALENDARS apply
  --price SIDE        bid, ask or mid of quote bars (default: bid)
  --skip-bad          skips broken rows and lists them on stderr instead of stopping. Bars next to
                      a skipped row don't trigger. A file with the newest row first is reversed;
                      as few rows as possible are skipped to restore the order
  --accept-losses     continues if more than 10% of the rows are skipped; without it, the exit code
                      is 1
  --clean             like --skip-bad, and also skips bars that can't be right: prices in another
                      unit or on the wrong side of a split, open or close outside low to high,
                      duplicates, bars of another length. Splits in a Stock Splits column, and
                      dividends of 10% of the price or more, apply where the prices show them.
                      A bar doesn't trigger if its previous bar is too old, or if only it has no
                      volume
  --sessions-old N    with --clean: maximum age of the previous bar, in sessions (default: 5)
  --suspected-splits M
                      with --clean: what to do if prices jump by the ratio of a split, stay there,
                      and no source lists a split: quarantine the bar and adjust earlier prices,
                      confirm the split, or ignore it
  --dividends         with --clean: adjusts for every dividend in a Dividends column
  --actions FILE      with --clean: a CSV of splits, date,split (2022-07-22,4 for 4 new for 1 old);
                      bars before a split are adjusted. Replaces the splits in the file itself
  --quarantine FILE   writes every skipped row to FILE, as lines of JSON
  -h, --help          this text

Detectors, with their defaults:
${detectorLines}

Each event is one line of JSON on stdout, in order of time:
  {"time":"2021-01-13T00:00:00.000Z","symbol":"GME","detector":"gap","value":2.36,"evidence":{...}}

With --rule, each line also has the outcome: the change of the close after 1, 5 and 20 bars, the
highest and lowest price of those 20 bars in percent of the close, and the bar's high and low.
stderr then ends with the alerts per week.

Exit code: 0 done; 1 the file can't be read to its end (stderr says where and why; events of
earlier bars are already printed); 2 the command line is wrong.

Example:
  npm run -s bellwire -- replay gme.csv --symbol GME --timeframe 1d --detector big_move:min_pct=10
`;

const spacingReport = (file: string, found: Timeframe | null, asked: Timeframe): string =>
  found === null || found === asked
    ? ''
    : `${file}: most of its rows are ${found} apart, and --timeframe is ${asked}.\n`;

/** Why a file that lost too many rows fails; null where it didn't. */
const lossProblem = (file: string, skipped: SkippedRows, kept: number): string | null => {
  const lost = [...skipped.values()].reduce((sum, { count }) => sum + count, 0);
  return lostTooMany(lost, kept + lost)
    ? `${file}: ${lost} of its ${kept + lost} rows were left out, more than a tenth. Pass --accept-losses if that is as it should be.`
    : null;
};

/** The list of what is left out, begun anew. */
const quarantineList = (path: string | null) => {
  if (path !== null) writeFileSync(path, '');
  return (line: number, { reason, problem }: BadRow): void => {
    if (path !== null) appendFileSync(path, `${JSON.stringify({ line, reason, problem })}\n`);
  };
};

/** Everything that is asked for as functions of a bar, in the order of the flags. */
const feedsOf = (
  { detectors, rules, timeframe, timeZone }: ReplayCommand,
  splits: readonly Split[],
  given: readonly OtherBars[],
  endOf: (ts: number) => number,
  mayEvent: () => boolean,
): Feed[] => {
  const conditions = rules.flatMap(({ condition, rearm }) => (rearm ? [condition, rearm] : [condition]));
  const { others } = allOthers(conditions, given).seenBy(endOf, timeframe);
  // A file doesn't name its market: its trading days are those of the clock that its times are on.
  const dayOf = tradingDays({ timeZone });
  const ofRule = (condition: Condition): Feed => acrossSplits(ruleDetector(condition, others, dayOf), splits);
  return [
    ...detectors.map((detector) => acrossSplits(detector, splits)),
    ...rules.map(({ condition, settings, rearm }) =>
      gated(ofRule(condition), settings, timeframe, rearm && ofRule(rearm), endOf, mayEvent),
    ),
  ];
};

const calendarOf = (options: ReplayCommand, { hasSaturdays }: BarsRead) =>
  calendarOfFile({ ...options, hasSaturdays });

/** The bars that the rules name beside their own, each file read as the first. Throws FeedError. */
const readOthers = async (options: ReplayCommand): Promise<OtherBars[]> => {
  const { others, timeframe, timeZone, price, skipBad } = options;
  const read: OtherBars[] = [];
  for (const { source, file, ...of } of others) {
    const size = of.timeframe ?? timeframe;
    const reading = { timeZone, skipBad, now: Date.now(), ...(price && { price }) };
    const other = await readBars(file, { ...options, timeframe: size, given: null }, reading);
    read.push({
      source,
      timeframe: size,
      bars: await allBars(other.replay.bars),
      splits: other.splits,
      breaks: other.splits.map(({ ts }) => ts),
      endOf: endsInFile(calendarOf(options, other), size),
      dayOf: tradingDays({ timeZone }),
    });
  }
  return read;
};

const run = async (args: string[], { stdout, stderr }: Io): Promise<number> => {
  const options = readReplayOptions(args);
  if (options === 'help') {
    stdout.write(help);
    return EXIT.ok;
  }
  const unusable = loadOwnCalendars(marketCalendarsIn());
  if (unusable !== null) {
    stderr.write(`${unusable}\n`);
    return EXIT.failed;
  }
  const { file, symbol, timeframe, timeZone, price, skipBad, table } = options;
  for (const sentence of options.left) stderr.write(`${sentence}\n`);
  if (options.rules.some(({ settings }) => speaksEarly(settings, timeframe)))
    stderr.write(
      'Live, these rules also speak before a bar is closed; of a file closed bars alone are seen.\n',
    );
  // What became of the price is known twenty bars later, so these detections are held back; others go out at once.
  const followed = table || options.rules.length > 0 ? followUp() : null;
  const { write, flush } = createLineWriter(stdout);
  const distances = spacing();
  let problem: string | null = null;
  let skipped: SkippedRows = new Map();
  let unconfirmed: readonly Split[] = [];
  let [count, rows, first, last]: [number, number, number | null, number | null] = [0, 0, null, null];

  const show = (detection: Detection, outcome: Outcome | null): Promise<boolean> | true => {
    count += 1;
    return write(
      table && outcome
        ? tableRow(detection, outcome, timeZone)
        : jsonLine(symbol, detection, outcome, timeZone),
    );
  };
  const showAll = async (
    found: readonly { detection: Detection; outcome: Outcome | null }[],
  ): Promise<boolean> => {
    for (const { detection, outcome } of found) if (!(await show(detection, outcome))) return false;
    return true;
  };
  try {
    const given = options.actions === null ? null : readSplits(options.actions, timeZone);
    const others = await readOthers(options);
    const reading = {
      timeZone,
      skipBad,
      now: Date.now(),
      onBad: quarantineList(options.quarantine),
      ...(price && { price }),
    };
    const bars = await readBars(file, { ...options, given }, reading);
    const { replay, splits } = bars;
    const calendar = calendarOf(options, bars);
    const isComparable = options.clean
      ? comparable(tooOld(calendar, timeframe, options.sessionsOld))
      : () => true;
    let may = true;
    const feeds = feedsOf(options, splits, others, endsInFile(calendar, timeframe), () => may);
    skipped = replay.skipped;
    unconfirmed = bars.unconfirmed;
    if (table && !(await write(tableHeader))) return EXIT.ok;
    for await (const bar of replay.bars) {
      distances.add(bar.ts);
      first ??= bar.ts;
      last = bar.ts;
      rows += 1;
      // The bar before this one may have been left out: what is found then compares two that are no neighbors.
      may = isComparable(bar) && !replay.isAfterHole();
      const found: Detection[] = [];
      for (const feed of feeds) {
        const detection = feed(bar);
        if (detection !== null && may) found.push(detection);
      }
      const ready = followed?.next(bar, found) ?? found.map((detection) => ({ detection, outcome: null }));
      // Waiting for nothing on every bar would cost more than looking at it.
      if (ready.length > 0 && !(await showAll(ready))) return EXIT.ok;
    }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    problem = error.message;
  }
  if (!(await showAll(followed?.end() ?? [])) || !(await flush())) return EXIT.ok;
  if (followed) (table ? stdout : stderr).write(`${summary(count, first, last)}\n`);
  stderr.write(skippedReport(file, skipped));
  stderr.write(splitsReport(file, unconfirmed, timeZone));
  if (problem === null && !options.acceptLosses) problem = lossProblem(file, skipped, rows);
  if (problem === null) stderr.write(spacingReport(file, distances.timeframe(), timeframe));
  if (problem === null) return EXIT.ok;
  stderr.write(`${problem}\n`);
  return EXIT.failed;
};

export const replayCommand: Command = {
  help,
  run,
};
