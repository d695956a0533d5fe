import { parseArgs } from 'node:util';
import { parseDetector } from '#src/engine/detectors/parse.ts';
import type { Detector } from '#src/engine/detectors/register.ts';
import { PRICE_SIDES, type PriceSide } from '#src/engine/market/csv/columns.ts';
import { isTimeZone } from '#src/engine/market/csv/stamp.ts';
import { SUSPECTED_SPLITS, type SuspectedSplits } from '#src/shared/bar-import.ts';
import { AppError } from '#src/shared/errors.ts';
import { TIMEFRAMES, timeframeSchema, type Timeframe } from '#src/shared/market.ts';
import { ASSET_CLASSES, type AssetClass, detectorNamed, detectorsOf } from './asset-classes.ts';
import type { CalendarName } from '#src/engine/market/sessions/calendars.ts';
import { SESSIONS_OLD_MAX } from '#src/engine/market/sessions/session-age.ts';
import { readWords, UsageError } from './command.ts';
import { sessionNamed } from './file-calendar.ts';
import { type OtherFile, otherFiles, rulesOf, type ReplayRule } from './rule-options.ts';

export type ReplayCommand = {
  file: string;
  symbol: string;
  timeframe: Timeframe;
  detectors: Detector[];
  /** What was asked for and is left out, a sentence each. */
  left: readonly string[];
  rules: ReplayRule[];
  /** The files of what the rules name beside their own bars. */
  others: readonly OtherFile[];
  /** A table to read instead of lines of JSON. */
  table: boolean;
  timeZone: string;
  price: PriceSide | undefined;
  skipBad: boolean;
  /** Leave out what cannot be believed, and see through splits. */
  clean: boolean;
  /** Where to list what was left out, or null. */
  quarantine: string | null;
  /** A file of splits, or null. */
  actions: string | null;
  /** Adjust for every dividend that the file names. */
  dividends: boolean;
  suspected: SuspectedSplits;
  /** Go on where more than a tenth of the rows is left out. */
  acceptLosses: boolean;
  /** When the market trades; null where it is not said. */
  session: CalendarName | null;
  assetClass: AssetClass | null;
  /** How many sessions old the previous bar may be. */
  sessionsOld: number;
};

const parse = (args: string[]) =>
  readWords(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        symbol: { type: 'string' },
        timeframe: { type: 'string' },
        detector: { type: 'string', multiple: true },
        class: { type: 'string' },
        rule: { type: 'string', multiple: true },
        every: { type: 'string' },
        cooldown: { type: 'string' },
        rearm: { type: 'string' },
        other: { type: 'string', multiple: true },
        table: { type: 'boolean' },
        'time-zone': { type: 'string' },
        price: { type: 'string' },
        'skip-bad': { type: 'boolean' },
        clean: { type: 'boolean' },
        quarantine: { type: 'string' },
        actions: { type: 'string' },
        dividends: { type: 'boolean' },
        'suspected-splits': { type: 'string' },
        'accept-losses': { type: 'boolean' },
        session: { type: 'string' },
        'sessions-old': { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }),
  );

const detectorOf = (text: string): Detector => {
  try {
    return parseDetector(text);
  } catch (error) {
    throw error instanceof AppError ? new UsageError(error.message) : error;
  }
};

const classOf = (text: string): AssetClass => {
  const known = ASSET_CLASSES.find((name) => name === text);
  if (!known) throw new UsageError(`--class must be one of ${ASSET_CLASSES.join(', ')}, not '${text}'.`);
  return known;
};

/**
 * The detectors asked for: those named, where --class gives its values to each that has none of its own; or every
 * detector of --class where none is named. `left`: a sentence for each that the class has no value for.
 */
const detectorsAsked = (
  classText: string | undefined,
  named: readonly string[],
): { detectors: Detector[]; left: string[] } => {
  const given = named.map(detectorOf);
  if (classText === undefined) return { detectors: given, left: [] };
  const assetClass = classOf(classText);
  if (named.length === 0) return { detectors: detectorsOf(assetClass).map(detectorOf), left: [] };
  const left: string[] = [];
  const detectors = named.flatMap((text, index) => {
    if (text.includes(':')) return given.slice(index, index + 1);
    const set = detectorNamed(assetClass, text.trim());
    if (set.length === 0)
      left.push(`--class ${assetClass} has no value for ${text.trim()}, so it is left out.`);
    return set.map(detectorOf);
  });
  return { detectors, left };
};

/** @throws UsageError */
export const priceOf = (text: string | undefined): PriceSide | undefined => {
  if (text === undefined) return undefined;
  const side = PRICE_SIDES.find((known) => known === text);
  if (!side) throw new UsageError(`--price must be one of ${PRICE_SIDES.join(', ')}, not '${text}'.`);
  return side;
};

/** @throws UsageError */
export const timeframeOf = (text: string | undefined): Timeframe => {
  const timeframe = timeframeSchema.safeParse(text);
  if (timeframe.success) return timeframe.data;
  const got = text === undefined ? 'it is missing' : `not '${text}'`;
  throw new UsageError(`--timeframe must be one of ${TIMEFRAMES.join(', ')}; ${got}.`);
};

/** @throws UsageError */
export const timeZoneOf = (name: string): string => {
  if (isTimeZone(name)) return name;
  throw new UsageError(`--time-zone must be a zone such as America/New_York, not '${name}'.`);
};

/** @throws UsageError */
export const suspectedOf = (text: string): SuspectedSplits => {
  const known = SUSPECTED_SPLITS.find((name) => name === text);
  if (known) return known;
  throw new UsageError(`--suspected-splits must be one of ${SUSPECTED_SPLITS.join(', ')}, not '${text}'.`);
};

const sessionsOldOf = (text: string): number => {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count >= 1) return count;
  throw new UsageError(`--sessions-old must be a whole number from 1 to 9999, not '${text}'.`);
};

/** These say how --clean judges. */
const OF_CLEAN = ['actions', 'dividends', 'suspected-splits', 'sessions-old'] as const;

/** Reads the words after `replay`; 'help' if help is asked for. Throws UsageError with one sentence. */
export const readReplayOptions = (args: string[]): ReplayCommand | 'help' => {
  const { values, positionals } = parse(args);
  if (values.help === true) return 'help';
  const [file, extra] = positionals;
  if (file === undefined || file === '') throw new UsageError('Name the file to replay.');
  if (extra !== undefined) throw new UsageError(`One file at a time; '${extra}' is one too many.`);
  const symbol = values.symbol?.trim() ?? '';
  if (symbol === '') throw new UsageError('--symbol is missing, e.g. --symbol GME.');
  const timeframe = timeframeOf(values.timeframe);
  const { detectors, left } = detectorsAsked(values.class, values.detector ?? []);
  const { every, cooldown, rearm } = values;
  const rules = rulesOf(values.rule ?? [], { every, cooldown, rearm }, timeframe);
  if (detectors.length === 0 && left.length === 0 && rules.length === 0)
    throw new UsageError('--detector, --class or --rule is missing, e.g. --detector big_move:min_pct=5.');
  const timeZone = timeZoneOf(values['time-zone'] ?? 'UTC');
  const price = priceOf(values.price);
  const lone = OF_CLEAN.find((name) => values[name] !== undefined);
  if (lone && values.clean !== true)
    throw new UsageError(`--${lone} needs --clean: without it prices are taken as they are.`);
  return {
    file,
    symbol,
    timeframe,
    detectors,
    left,
    rules,
    others: otherFiles(values.other ?? [], rules),
    table: values.table === true,
    timeZone,
    price,
    skipBad: values['skip-bad'] === true || values.clean === true,
    clean: values.clean === true,
    quarantine: values.quarantine ?? null,
    actions: values.actions ?? null,
    dividends: values.dividends === true,
    suspected: suspectedOf(values['suspected-splits'] ?? 'quarantine'),
    acceptLosses: values['accept-losses'] === true,
    session: values.session === undefined ? null : sessionNamed(values.session),
    assetClass: values.class === undefined ? null : classOf(values.class),
    sessionsOld: sessionsOldOf(values['sessions-old'] ?? String(SESSIONS_OLD_MAX)),
  };
};
