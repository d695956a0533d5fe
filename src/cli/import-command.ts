import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { newId } from '#src/db/ids.ts';
import * as schema from '#src/db/schema.ts';
import { type CalendarName, CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { FeedError } from '#src/engine/market/feed-error.ts';
import { importFile } from '#src/engine/market/import/import-bars.ts';
import { surveyFile } from '#src/engine/market/import/survey.ts';
import { RECORDED_SERIES } from '#src/engine/market/csv/recorded.ts';
import { readFileBytes } from '#src/engine/market/csv/source.ts';
import { confirmedSplitsOf } from '#src/engine/market/splits/split-store.ts';
import { BAR_IMPORT } from '#src/shared/bar-import.ts';
import { type Command, EXIT } from './command.ts';
import { type ImportWords, readImportWords } from './import-options.ts';
import type { Io } from './output.ts';
import { loadOwnCalendars } from './own-calendars.ts';
import { asOwner, Refusal } from './own-database.ts';
import { importReport } from './report.ts';

const NAME = BAR_IMPORT.name;

const help = `bellwire import - import recorded bars for rules and backtests

  npm run -s bellwire -- import FILE... --symbol S --timeframe T [options]

FILE is a CSV of bars in the format of 'replay' (see help replay), gzipped or not, oldest or newest row
first. Unchanged bars are left alone and changed ones are replaced, so you can import a file again, for
example after an interruption. Rows that can't be right are quarantined with file, line and reason, and
listed under Feeds for 30 days. Imported history doesn't trigger alerts.

Every workspace sees these bars. To import bars for one workspace only, use the Feeds screen or
POST /api/v1/bars/import.

  --symbol S          the instrument, e.g. BINANCE:BTCUSDT
  --timeframe T       length of a bar: 1m 2m 3m 5m 10m 15m 30m 45m 1h 2h 3h 4h 6h
                      8h 12h 1d 1w, or 1M 3M 12M for months
  --time-zone ZONE    time zone of times without an offset (default: the instrument's)
  --price SIDE        which price of quote bars to import: bid, ask or mid (default: bid)
  --currency C        currency of a new instrument, e.g. USD; required to create one
  --session NAME      trading hours of a new instrument: ${Object.keys(CALENDARS).join(', ')}
                      (default: crypto)
  --accept-losses     import a file even if more than 10% of its rows are quarantined
  --suspected-splits M
                      what to do if prices jump by the ratio of a split, stay there, and no source
                      lists a split: quarantine the bar until you confirm or dismiss the split, with
                      earlier prices adjusted (the default), confirm the split, or ignore it
  --dividends         adjust for every dividend in a Dividends column; by default only for those of
                      10% of the price or more
  -h, --help          this text

Known splits of the instrument (see help splits) don't count as jumps. Splits in a Stock Splits column
apply where the prices show them.

Exit code: 0 done; 1 rejected, stderr says why and where; 2 the command line is wrong.
If a file breaks off or has another timeframe, no file is imported. If a file would lose more than 10%
of its rows, that file and those after it aren't imported.
`;

type Making = NonNullable<ImportWords['made']>;
type Instrument = { id: string; symbol: string; time_zone: string; session: CalendarName };

async function findShared(owner: pg.Client, symbol: string): Promise<Instrument | undefined> {
  const { rows } = await owner.query<Instrument>(
    'select id, symbol, time_zone, session from instruments where upper(symbol) = $1 and not owned',
    [symbol],
  );
  return rows[0];
}

async function makeShared(
  owner: pg.Client,
  symbol: string,
  { currency, session }: Making,
): Promise<Instrument> {
  await owner.query(
    `insert into instruments (id, symbol, name, currency, time_zone, session, created_at)
     values ($1, $2, $2, $3, $4, $5, now()) on conflict do nothing`,
    [newId(), symbol, currency, CALENDARS[session].timeZone, session],
  );
  const made = await findShared(owner, symbol);
  if (!made) throw new Error(`The instrument ${symbol} was not made.`);
  return made;
}

async function bringIn(owner: pg.Client, words: ImportWords, io: Io): Promise<void> {
  const { timeframe, symbol, made } = words;
  if (RECORDED_SERIES.some((series) => series.symbol === symbol && series.timeframe === timeframe))
    throw new Refusal(
      `The bars of ${symbol}, ${timeframe}, ship with the product; others are not looked at.`,
    );
  const known = await findShared(owner, symbol);
  if (!known && !made)
    throw new Refusal(
      `There is no instrument ${symbol}. Say in which currency it is, and it is made: --currency USD.`,
    );
  const zone = known?.time_zone ?? CALENDARS[made?.session ?? 'crypto'].timeZone;
  const files = words.files.map((path) => ({
    // A path too long to keep says by its end which file it is.
    name: path.slice(-NAME),
    open: () => readFileBytes(path),
    timeZone: words.timeZone ?? zone,
    dividends: words.dividends,
    ...(words.price && { price: words.price }),
  }));
  // All of them before anything is made or stored.
  const surveyed = [];
  for (const file of files) surveyed.push({ file, survey: await surveyFile(timeframe, file) });
  const instrument = known ?? (made && (await makeShared(owner, symbol, made)));
  if (!instrument) return;
  const { id, session } = instrument;
  const database = drizzle(owner, { schema });
  const splits = await confirmedSplitsOf(database, { instrumentId: id, timeframe });
  const target = { instrumentId: id, symbol: instrument.symbol, session, timeframe, splits };
  const { suspected, acceptLosses } = words;
  for (const { file, survey } of surveyed) {
    const way = { survey, now: new Date(), suspected, acceptLosses };
    io.stdout.write(importReport(await importFile(database, target, file, way)));
  }
}

async function run(args: string[], io: Io): Promise<number> {
  const words = readImportWords(args);
  if (words === 'help') {
    io.stdout.write(help);
    return EXIT.ok;
  }
  try {
    await asOwner(io, (owner, { marketCalendars }) => {
      const problem = loadOwnCalendars(marketCalendars);
      if (problem !== null) throw new Refusal(problem);
      return bringIn(owner, words, io);
    });
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof FeedError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return EXIT.failed;
  }
}

export const importCommand: Command = {
  help,
  run,
};
