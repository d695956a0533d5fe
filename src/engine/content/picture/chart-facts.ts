import { pricePlaces } from '#src/shared/figures.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Text } from '#src/shared/content/text.ts';
import type { Evidence, Timeframe } from '#src/shared/market.ts';
import { rsi } from '../../indicators/rsi.ts';
import { sma } from '../../indicators/sma.ts';
import { currencyName } from '../languages/currencies.ts';
import { languageOf } from '../languages/registry.ts';
import { marketSlots } from '../market-slots.ts';
import { readSlot, type SlotReader, type SlotSource } from '../slot-reader.ts';
import { fillSlots } from '../slots.ts';
import { barsWanted, eventChart, type LevelSource } from './event-charts.ts';
import type { ChartBar, ChartFacts, IndicatorPane, Level, OtherSeries, Overlay } from './facts.ts';
import { endsAt, valuesOf } from './indicator-values.ts';
import { marksOfRule } from './rule-marks.ts';
import type { PictureWords } from './words/picture-words.ts';
import { drawnWordsIn, inFormats } from './words/registry.ts';
import { isDaysLong } from '#src/shared/timeframes.ts';

/** What an event's chart is made from, beside its document. */
export type Charted = {
  detector: string;
  evidence: Evidence;
  timeframe: Timeframe;
  instrument: {
    symbol: string;
    name: string;
    timeZone: string;
    currency: string;
    exchange: string | null;
    priceDecimals?: number;
  };
  /** Oldest first, up to and with the bar of the event: those that are drawn, and those that indicators look at before. */
  bars: readonly ChartBar[];
};

type Source = Charted & { read: SlotReader; words: PictureWords };

/**
 * What the chart of an event shows. Every figure is a slot of the evidence. An indicator whose last value isn't the
 * evidence's is left out: the stored bars have changed since.
 */
export function chartFacts(document: AlertDocument, given: Charted): ChartFacts {
  const { instrument, evidence, timeframe, detector, bars } = given;
  const read = readerOf(document, given);
  const { formats } = document.look;
  const words = inFormats(drawnWordsIn(document.language), formats);
  const source: Source = { ...given, read, words };
  const { shown } = barsWanted(detector, evidence);
  const from = Math.max(0, bars.length - shown);
  const chart = eventChart(detector);
  const ofRule = detector === 'rule' ? marksOfRule(source) : null;
  const cut = <T extends Overlay>(overlay: T): T => ({ ...overlay, values: overlay.values.slice(from) });
  const exchange = slot(read, 'name', 'instrument.exchange', 'text');
  const pane = chart.rsi ? rsiPane(source) : (ofRule?.pane ?? null);
  return {
    bars: bars.slice(from),
    places: pricePlaces(
      evidence.bars.flatMap(({ open, high, low, close }) => [open, high, low, close]),
      instrument.priceDecimals,
    ),
    timeframe,
    words,
    timeZone: instrument.timeZone,
    title: slot(read, 'name', 'instrument.name', 'text'),
    shortTitle: slot(read, 'symbol', 'instrument.symbol', 'text'),
    subtitle: document.dateline,
    unit: currencyName(instrument.currency, formats),
    direction: document.direction ?? 'up',
    figure: document.figure?.value ?? [],
    close: slot(read, 'figure', 'bar.close', 'price'),
    when: slot(read, 'date', 'bar.time', 'label'),
    zone: zoneOf(given),
    // A symbol names it too: "BINANCE:BTCUSDT".
    source: exchange.length > 0 ? exchange : null,
    levels: [...(chart.levels ?? []).flatMap((each) => levelOf(source, each)), ...(ofRule?.levels ?? [])],
    overlays: [...averagesOf(source), ...(ofRule?.overlays ?? [])].map(cut),
    pane: pane && cut(pane),
    others: (ofRule?.others ?? []).map((other: OtherSeries) => ({
      ...other,
      closes: other.closes.slice(from),
    })),
    streak: chart.streak ? streakOf(source) : null,
    volumeMean: chart.volume ? (levelOf(source, ['mean', 'figures.mean_volume', 'figure'])[0] ?? null) : null,
  };
}

/** Reads the slots of a chart from the evidence. */
export const readerOf = (
  { look, language }: Pick<AlertDocument, 'look' | 'language'>,
  { instrument, evidence, timeframe }: Charted,
): SlotReader =>
  marketSlots(
    { ...instrument, evidence, timeframe, brandName: look.name, formats: look.formats },
    languageOf(language),
  );

const slot = (read: SlotReader, ...source: SlotSource): Text => {
  const found = readSlot(read, ...source);
  return found ? [found] : [];
};

/** Whose days they are: times of day name their zone themselves. */
function zoneOf({ timeframe, instrument: { timeZone } }: Charted): Text {
  if (!isDaysLong(timeframe)) return [];
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  return [{ slot: 'name', of: 'instrument.timeZone', as: 'place', text: place }];
}

function levelOf({ read, evidence, words }: Source, [word, of, as]: LevelSource): Level[] {
  const figure = readSlot(read, 'figure', of, as);
  const value = of === 'previous.close' ? Number(evidence.bars.at(-2)?.close) : valueOf(evidence, of);
  return figure && Number.isFinite(value)
    ? [{ value, label: word === null ? [] : [words.levels[word]], figure: [figure] }]
    : [];
}

/** The number of `figures.NAME` or `params.NAME`; NaN where there is none. */
const valueOf = ({ figures, params }: Evidence, of: string): number => {
  const [group, key = ''] = of.split('.');
  return (group === 'figures' ? figures[key] : params[key]) ?? Number.NaN;
};

function averagesOf({ evidence, bars, read, detector, words }: Source): Overlay[] {
  return (eventChart(detector).averages ?? []).flatMap(([param, figure]) => {
    const count = readSlot(read, 'figure', `params.${param}`, 'param');
    const period = evidence.params[param];
    if (!count || period === undefined) return [];
    const values = valuesOf(bars, sma(period).next);
    const isSame = endsAt(values, evidence.figures[figure], 1e-6);
    return isSame ? [{ label: fillSlots(words.average, { count }), values }] : [];
  });
}

/** The RSI of the bars, with the level that was crossed. Null where it doesn't end at the evidence's. */
function rsiPane(source: Source): IndicatorPane | null {
  const { evidence, bars, read } = source;
  const count = readSlot(read, 'figure', 'params.period', 'param');
  const values = valuesOf(bars, rsi(evidence.params['period'] ?? 14).next);
  // Wilder's averages remember bars that aren't here any more.
  if (!count || !endsAt(values, evidence.figures['rsi'], 0.02)) return null;
  const levels = levelOf(source, [null, 'params.level', 'param']);
  return { label: fillSlots(source.words.rsi, { count }), values, levels, bounds: [0, 100] };
}

function streakOf({ evidence, read, words }: Source): ChartFacts['streak'] {
  const count = readSlot(read, 'figure', 'params.length', 'param');
  const length = evidence.params['length'];
  return count && length !== undefined ? { length, label: fillSlots(words.inARow, { count }) } : null;
}
