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
import { asOwner, Refusal } from './own-database.ts';
import { importReport } from './report.ts';

const NAME = BAR_IMPORT.name;

const help = `bellwire import - bring recorded bars into storage, for rules to replay over and begin with

  npm run -s bellwire -- import FILE... --symbol S --timeframe T [options]

FILE is a CSV of bars as 'replay' reads it (help replay), gzipped or not; its rows may also be newest
first. A bar that stands there so already is left alone, one that stands there otherwise is replaced:
importing a file again changes nothing, and one that was broken off is simply imported again. What
cannot be believed is put aside with file, line and reason, and shown under Feeds for 30 days. Nobody
is alerted of it.

The bars are seen by every workspace. A workspace imports under symbols of its own on the screen
Feeds, or by POST /api/v1/bars/import.

  --symbol S          the instrument, e.g. BINANCE:BTCUSDT
  --timeframe T       size of the bars: 1m, 5m, 15m, 1h, 4h, 1d or 1w
  --time-zone ZONE    zone of times without an offset (that of the instrument)
  --price SIDE        bid, ask or mid of quote bars (bid)
  --currency C        makes the instrument where there is none: what it is priced in, e.g. USD
  --session NAME      when a new instrument trades: ${Object.keys(CALENDARS).join(', ')} (crypto)
  --accept-losses     import a file though more than a tenth of its rows is put aside
  --suspected-splits M
                      what becomes of a jump by the ratio of a split that nobody names and whose
                      level holds: quarantine (its bar is put aside until you confirm the split, and
                      rules see the prices before it adjusted), confirm (it is a split) or ignore
                      (it is not) (quarantine)
  --dividends         adjust for every dividend of a column Dividends; without it, for those of a
                      tenth of the price or more
  -h, --help          this text

Splits of the instrument (help splits) are seen through: the scale after one is expected at once. So
are splits of a column Stock Splits, where the prices step by them.

Exit code: 0 done; 1 refused, stderr says why and where (a file that cannot be read to its end, or is
of another timeframe, is refused with all that were named, and nothing of them is stored; one that
would lose more than a tenth of its rows is refused, and those after it);
2 the command line is wrong.
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
    await asOwner(io, (owner) => bringIn(owner, words, io));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof FeedError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return EXIT.failed;
  }
}

export const importCommand: Command = {
  name: 'import',
  summary: 'bring recorded bars into storage',
  help,
  run,
};
