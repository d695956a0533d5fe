import { DETECTORS } from '#src/engine/detectors/registry.ts';
import { FeedError } from '#src/engine/feeds/feed-error.ts';
import { BAD_ROW_REASONS, type SkippedRows } from '#src/engine/feeds/replay/bad-row.ts';
import { replayFile } from '#src/engine/feeds/replay/replay.ts';
import type { Finding } from '#src/shared/market.ts';
import { EXIT, type Command } from './command.ts';
import { createLineWriter, type Io } from './output.ts';
import { readReplayOptions } from './replay-options.ts';

const detectorLines = DETECTORS.map(({ name, title, unit, defaults, words }) => {
  const params = Object.entries(defaults).map(([key, value]) => {
    const word = Object.entries(words[key] ?? {}).find(([, number]) => number === value)?.[0];
    return `${key}=${word ?? value}`;
  });
  return `  ${name}:${params.join(',')}`.padEnd(46) + `${title}, value in ${unit}`;
}).join('\n');

const help = `bellwire replay - run recorded bars through detectors

  npm run -s bellwire -- replay FILE --symbol S --timeframe T --detector D [options]

FILE is a CSV with a header, gzipped or not, oldest row first: a date or time column, open, high,
low, close, and optionally volume; or quote bars with bid_open ... and ask_open .... Other columns
are ignored.

  --symbol S          what the findings are about, e.g. GME
  --timeframe T       size of the bars: 1m, 5m, 15m, 1h, 4h, 1d or 1w
  --detector D        NAME or NAME:key=value,...; may be given several times
  --class C           every detector, set for equity, fx, metal or crypto
  --time-zone ZONE    zone of times without an offset, e.g. America/New_York (UTC)
  --price SIDE        bid, ask or mid of quote bars (bid)
  --skip-bad          leave broken rows out and list them on stderr, instead of stopping
  -h, --help          this text

Detectors, with their defaults:
${detectorLines}

Each finding is one line of JSON on stdout, in order of time:
  {"time":"2021-01-13T00:00:00.000Z","symbol":"GME","detector":"gap","value":2.36,"evidence":{...}}

Exit code: 0 done; 1 the file cannot be read to its end (stderr says where and why; findings of
the bars before that are already out); 2 the command line is wrong.

Example:
  npm run -s bellwire -- replay gme.csv --symbol GME --timeframe 1d --detector big_move:min_pct=10
`;

const lineOf = (symbol: string, { time, detector, value, evidence }: Finding): string =>
  JSON.stringify({ time: new Date(time).toISOString(), symbol, detector, value, evidence });

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

const run = async (args: string[], { stdout, stderr }: Io): Promise<number> => {
  const options = readReplayOptions(args);
  if (options === 'help') {
    stdout.write(help);
    return EXIT.ok;
  }
  const { file, symbol, timeZone, price, skipBad } = options;
  const write = createLineWriter(stdout);
  const feeds = options.detectors.map((detector) => detector.start());
  const { bars, skipped } = replayFile(file, { timeZone, skipBad, ...(price && { price }) });
  let problem: string | null = null;
  try {
    for await (const bar of bars) {
      for (const feed of feeds) {
        const finding = feed(bar);
        if (finding && !(await write(lineOf(symbol, finding)))) return EXIT.ok;
      }
    }
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    problem = error.message;
  }
  stderr.write(skippedReport(file, skipped));
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
