import type pg from 'pg';
import { FeedError } from '#src/engine/market/feed-error.ts';
import { type Command, EXIT, UsageError } from './command.ts';
import type { Io } from './output.ts';
import { asOwner, Refusal } from './own-database.ts';
import { readSplits } from './splits.ts';

const help = `bellwire splits - list or set the splits of an instrument

  npm run -s bellwire -- splits SYMBOL
  npm run -s bellwire -- splits SYMBOL FILE

Without a file, lists the known splits. A file is a CSV with the header date,split, oldest row
first: 2022-07-22,4 means 4 new shares for 1 old from that day on, in the instrument's time zone.
The file replaces all known splits of the symbol. Running feeds use it within seconds: rules
adjust the bars before a split. Stored bars stay as traded.

Exit code: 0 done; 1 rejected, stderr says why; 2 the command line is wrong.
`;

type Instrument = { id: string; symbol: string; time_zone: string };

async function findInstrument(owner: pg.Client, symbol: string): Promise<Instrument> {
  const { rows } = await owner.query<Instrument>(
    'select id, symbol, time_zone from instruments where upper(symbol) = upper($1) and not owned',
    [symbol],
  );
  if (!rows[0]) throw new Refusal(`There is no instrument ${symbol}.`);
  return rows[0];
}

async function keep(owner: pg.Client, { id, time_zone }: Instrument, file: string): Promise<void> {
  const splits = readSplits(file, time_zone);
  await owner.query('begin');
  try {
    await owner.query('delete from instrument_splits where instrument_id = $1', [id]);
    for (const { ts, ratio } of splits)
      await owner.query(
        'insert into instrument_splits (instrument_id, at, ratio, created_at) values ($1, $2, $3, now())',
        [id, new Date(ts), ratio],
      );
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

async function list(owner: pg.Client, { id, symbol }: Instrument, io: Io): Promise<void> {
  const { rows } = await owner.query<{ at: Date; ratio: number }>(
    'select at, ratio from instrument_splits where instrument_id = $1 order by at',
    [id],
  );
  if (rows.length === 0) io.stdout.write(`No split of ${symbol} is known.\n`);
  for (const { at, ratio } of rows) io.stdout.write(`${symbol}  ${at.toISOString()}  ${ratio} for 1\n`);
}

async function run(args: string[], io: Io): Promise<number> {
  const [symbol, file, ...rest] = args;
  if (symbol === undefined || rest.length > 0)
    throw new UsageError('Say splits SYMBOL or splits SYMBOL FILE.');
  if (['help', '--help', '-h'].includes(symbol)) {
    io.stdout.write(help);
    return EXIT.ok;
  }
  try {
    await asOwner(io, async (owner) => {
      const instrument = await findInstrument(owner, symbol);
      if (file !== undefined) await keep(owner, instrument, file);
      await list(owner, instrument, io);
    });
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof FeedError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return EXIT.failed;
  }
}

export const splitsCommand: Command = {
  help,
  run,
};
