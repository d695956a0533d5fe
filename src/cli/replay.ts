import { appendFileSync, writeFileSync } from 'node:fs';
import { DETECTORS } from '#src/engine/detectors/registry.ts';
import { speaksEarly } from '#src/engine/conditions/gate.ts';
import { followUp, type Outcome } from '#src/engine/conditions/outcome.ts';
import { gated, ruleDetector } from '#src/engine/conditions/rule-feed.ts';
import { acrossSplits, type Split } from '#src/engine/feeds/corporate-actions.ts';
import { BAR_MS } from '#src/engine/feeds/quarantine.ts';
import { allBars, allOthers, type OtherBars } from '#src/engine/feeds/other-bars.ts';
import { FeedError } from '#src/engine/feeds/feed-error.ts';
import { BAD_ROW_REASONS, type BadRow, type SkippedRows } from '#src/engine/feeds/replay/bad-row.ts';
import { replayFile } from '#src/engine/feeds/replay/replay.ts';
import { spacing } from '#src/engine/feeds/spacing.ts';
import type { Bar, Finding, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import { cleanReplay } from './clean.ts';
import { EXIT, type Command } from './command.ts';
import { createLineWriter, type Io } from './output.ts';
import { readReplayOptions, type ReplayCommand } from './replay-options.ts';
import { jsonLine, summary, tableHeader, tableRow } from './report.ts';
import { readSplits } from './splits.ts';

type Feed = (bar: Bar) => Finding | null;

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
low, close, and optionally volume; or quote bars with bid_open ... and ask_open .... Other columns
are ignored.

  --symbol S          what the findings are about, e.g. GME
  --timeframe T       size of the bars: 1m, 5m, 15m, 1h, 4h, 1d or 1w
  --detector D        NAME or NAME:key=value,...; may be given several times
  --class C           the values of equity, fx, metal or crypto for each --detector that has none of
                      its own; without --detector, every detector so set
  --rule TEXT         a rule such as 'close crosses above sma(200) and volume > 1e6'; may be given
                      several times (docs/rule-language.md)
  --every F           how often a rule speaks: once, every_time (that it becomes true),
                      once_per_bar, once_per_bar_close, or minutes such as 60m (every_time);
                      live, once_per_bar and minutes also speak before a bar is closed, which a
                      file does not show
  --cooldown MINUTES  after it spoke, a rule keeps still for so long
  --rearm TEXT        after it spoke, this rule must be true before it may speak again
  --other SYMBOL=FILE bars of another symbol that a rule names ('close crosses above close of ES'),
                      read as FILE is; may be given several times. Of another timeframe
                      ('close > sma(200) on 1d'): --other 'on 1d=FILE', --other 'ES on 1d=FILE'
  --table             a table with what came after each, and alerts per week, instead of JSON
  --time-zone ZONE    zone of times without an offset, e.g. America/New_York (UTC)
  --price SIDE        bid, ask or mid of quote bars (bid)
  --skip-bad          leave broken rows out and list them on stderr, instead of stopping; nothing is
                      found on a bar whose neighbour was left out
  --clean             as --skip-bad, and leave out bars that cannot be believed: a price in another
                      unit, open or close outside of low to high, repeats, bars of another size;
                      a file that is newest first is turned around, and the splits of a column
                      Stock Splits count where the prices step by them
  --actions FILE      with --clean: a CSV of splits, date,split (2022-07-22,4 for 4 new for 1 old);
                      what came before is seen as it would stand after the split; they stand for
                      those that the file names itself
  --quarantine FILE   list every row that was left out in FILE, as lines of JSON
  -h, --help          this text

Detectors, with their defaults:
${detectorLines}

Each finding is one line of JSON on stdout, in order of time:
  {"time":"2021-01-13T00:00:00.000Z","symbol":"GME","detector":"gap","value":2.36,"evidence":{...}}

With --rule each line also has the outcome: the change of the close 1, 5 and 20 bars later, the
highest and lowest price of those 20 bars as percent from the close, and high and low of the bar;
stderr then ends with the alerts per week.

Exit code: 0 done; 1 the file cannot be read to its end (stderr says where and why; findings of
the bars before that are already out); 2 the command line is wrong.

Example:
  npm run -s bellwire -- replay gme.csv --symbol GME --timeframe 1d --detector big_move:min_pct=10
`;

/** What --skip-bad left out, one line per reason; '' if nothing. */
const skippedReport = (file: string, skipped: SkippedRows): string => {
  let total = 0;
  let details = '';
  for (const [reason, { count, firstLines }] of skipped) {
    total += count;
    const more = count > firstLines.length ? ', ...' : '';
    const word = count === 1 ? 'line' : 'lines';
    details += `  ${count} x ${BAD_ROW_REASONS[reason]} (${word} ${firstLines.join(', ')}${more})\n`;
  }
  return total === 0 ? '' : `${file}: skipped ${total} broken ${total === 1 ? 'row' : 'rows'}:\n${details}`;
};

const spacingReport = (file: string, found: Timeframe | null, asked: Timeframe): string =>
  found === null || found === asked
    ? ''
    : `${file}: most of its rows are ${found} apart, and --timeframe is ${asked}.\n`;

/** The list of what is left out, begun anew. */
const quarantineList = (path: string | null) => {
  if (path !== null) writeFileSync(path, '');
  return (line: number, { reason, problem }: BadRow): void => {
    if (path !== null) appendFileSync(path, `${JSON.stringify({ line, reason, problem })}\n`);
  };
};

/** Everything that is asked for as functions of a bar, in the order of the flags. */
const feedsOf = (
  { detectors, rules, timeframe }: ReplayCommand,
  splits: readonly Split[],
  given: readonly OtherBars[],
): Feed[] => {
  const conditions = rules.flatMap(({ condition, rearm }) => (rearm ? [condition, rearm] : [condition]));
  const { others } = allOthers(conditions, given).seenBy(endIn(timeframe), timeframe);
  const ofRule = (condition: Condition): Feed => acrossSplits(ruleDetector(condition, others), splits);
  return [
    ...detectors.map((detector) => acrossSplits(detector, splits)),
    ...rules.map(({ condition, settings, rearm }) =>
      gated(ofRule(condition), settings, timeframe, rearm && ofRule(rearm)),
    ),
  ];
};

/** A file does not say when its market is open: a bar ends where the next could begin. */
const endIn =
  (timeframe: Timeframe) =>
  (ts: number): number =>
    ts + BAR_MS[timeframe];

/** The bars that the rules name beside their own, each file read as the first. Throws FeedError. */
const readOthers = async (options: ReplayCommand): Promise<OtherBars[]> => {
  const { others, timeframe, timeZone, price, skipBad, clean } = options;
  const read: OtherBars[] = [];
  for (const { source, file, ...of } of others) {
    const size = of.timeframe ?? timeframe;
    const reading = { timeZone, skipBad, ...(price && { price }) };
    const { replay, splits } = clean
      ? await cleanReplay(file, size, null, reading)
      : { replay: replayFile(file, reading), splits: [] };
    read.push({
      source,
      timeframe: size,
      bars: await allBars(replay.bars),
      splits,
      breaks: splits.map(({ ts }) => ts),
      endOf: endIn(size),
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
  const { file, symbol, timeframe, timeZone, price, skipBad, table } = options;
  for (const sentence of options.left) stderr.write(`${sentence}\n`);
  if (options.rules.some(({ settings }) => speaksEarly(settings, timeframe)))
    stderr.write(
      'Live, these rules also speak before a bar is closed; of a file closed bars alone are seen.\n',
    );
  // What became of the price is known twenty bars later, so these findings are held back; others go out at once.
  const followed = table || options.rules.length > 0 ? followUp() : null;
  const write = createLineWriter(stdout);
  const distances = spacing();
  let problem: string | null = null;
  let skipped: SkippedRows = new Map();
  let [count, first, last]: [number, number | null, number | null] = [0, null, null];

  const show = (finding: Finding, outcome: Outcome | null): Promise<boolean> => {
    count += 1;
    return write(table && outcome ? tableRow(finding, outcome) : jsonLine(symbol, finding, outcome));
  };
  const showAll = async (
    found: readonly { finding: Finding; outcome: Outcome | null }[],
  ): Promise<boolean> => {
    for (const { finding, outcome } of found) if (!(await show(finding, outcome))) return false;
    return true;
  };
  try {
    const given = options.actions === null ? null : readSplits(options.actions, timeZone);
    const others = await readOthers(options);
    const reading = {
      timeZone,
      skipBad,
      onBad: quarantineList(options.quarantine),
      ...(price && { price }),
    };
    const { replay, splits } = options.clean
      ? await cleanReplay(file, timeframe, given, reading)
      : { replay: replayFile(file, reading), splits: [] };
    const feeds = feedsOf(options, splits, others);
    skipped = replay.skipped;
    if (table && !(await write(tableHeader))) return EXIT.ok;
    for await (const bar of replay.bars) {
      distances.add(bar.ts);
      first ??= bar.ts;
      last = bar.ts;
      // The bar before this one may have been left out: what is found then compares two that are no neighbours.
      const found = feeds
        .map((feed) => feed(bar))
        .filter((finding) => finding !== null)
        .filter(() => !replay.isAfterHole());
      const ready = followed?.next(bar, found) ?? found.map((finding) => ({ finding, outcome: null }));
      if (!(await showAll(ready))) return EXIT.ok;
    }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    problem = error.message;
  }
  if (!(await showAll(followed?.end() ?? []))) return EXIT.ok;
  if (followed) (table ? stdout : stderr).write(`${summary(count, first, last)}\n`);
  stderr.write(skippedReport(file, skipped));
  if (problem === null) stderr.write(spacingReport(file, distances.timeframe(), timeframe));
  if (problem === null) return EXIT.ok;
  stderr.write(`${problem}\n`);
  return EXIT.failed;
};

export const replayCommand: Command = {
  name: 'replay',
  summary: 'run recorded bars through detectors',
  help,
  run,
};
