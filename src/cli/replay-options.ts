import { parseArgs } from 'node:util';
import { parseDetector } from '#src/engine/detectors/parse.ts';
import type { Detector } from '#src/engine/detectors/register.ts';
import { PRICE_SIDES, type PriceSide } from '#src/engine/feeds/replay/columns.ts';
import { isTimeZone } from '#src/engine/feeds/replay/stamp.ts';
import { AppError } from '#src/shared/errors.ts';
import { TIMEFRAMES, timeframeSchema, type Timeframe } from '#src/shared/market.ts';
import { ASSET_CLASSES, type AssetClass, detectorNamed, detectorsOf } from './asset-classes.ts';
import { readWords, UsageError } from './command.ts';
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
  const rules = rulesOf(values.rule ?? [], { every, cooldown, rearm });
  if (detectors.length === 0 && left.length === 0 && rules.length === 0)
    throw new UsageError('--detector, --class or --rule is missing, e.g. --detector big_move:min_pct=5.');
  const timeZone = timeZoneOf(values['time-zone'] ?? 'UTC');
  const price = priceOf(values.price);
  if (values.actions !== undefined && values.clean !== true)
    throw new UsageError('--actions needs --clean: without it prices are taken as they are.');
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
  };
};
