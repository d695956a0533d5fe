import type { Text } from '#src/shared/content/text.ts';
import type { FontName } from '#src/shared/brand-kit.ts';
import { PICTURE_THEMES, type PictureTheme } from '#src/shared/content/picture-formats.ts';
import type { EvidenceBar, Timeframe } from '#src/shared/market.ts';
import type { PictureWords } from './words/picture-words.ts';

/** A bar as a chart draws it. `time` in milliseconds since the epoch, UTC; `volume` is null where the source has none. */
export type ChartBar = {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
};

/** A bar of the evidence as a chart draws it. */
export const chartBar = ({ time, open, high, low, close, volume }: EvidenceBar): ChartBar => ({
  time: Date.parse(time),
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: volume === null ? null : Number(volume),
});

export const CHART_STYLES = ['line', 'area', 'candles', 'comparison', 'range', 'streak'] as const;
export type ChartStyle = (typeof CHART_STYLES)[number];

export const THEMES = PICTURE_THEMES;
export type Theme = PictureTheme;

/** A price that the event is about: a line across the chart, with its figure on the axis. */
export type Level = { value: number; label: Text; figure: Text };

/** A line over the prices. One value per bar of the chart, null where there is none yet. */
export type Overlay = { label: Text; values: readonly (number | null)[] };

/** An indicator on a scale of its own, below the prices. */
export type IndicatorPane = Overlay & { levels: readonly Level[]; bounds: readonly [number, number] };

/** Another series over the same bars: its close as each bar saw it. */
export type OtherSeries = { name: Text; closes: readonly (number | null)[] };

/** Everything a chart shows. Text with a figure has it as a slot of the evidence, so that it can be read back. */
export type ChartFacts = {
  /** Oldest first; the last is the bar of the event. At least one. */
  bars: readonly ChartBar[];
  /** How many decimals the alert's prices have. */
  places: number;
  timeframe: Timeframe;
  /** In the language of the alert, or one that can be drawn. */
  words: PictureWords;
  /** IANA zone of the instrument's market. */
  timeZone: string;
  /** The instrument; `shortTitle` (its symbol) stands where the name can't be drawn or has no room. */
  title: Text;
  shortTitle: Text;
  subtitle: Text;
  /** What the price axis counts: "USD", "Points". */
  unit: string;
  direction: 'up' | 'down';
  /** The figure that marks the event, as the alert prints it. */
  figure: Text;
  /** The close of the event, for the axis. */
  close: Text;
  /** When it was, and the place whose days are meant; empty where the time names its zone. */
  when: Text;
  zone: Text;
  /** Where the prices come from, or null. */
  source: Text | null;
  levels: readonly Level[];
  overlays: readonly Overlay[];
  pane: IndicatorPane | null;
  others: readonly OtherSeries[];
  /** How many bars the streak has, the event's included; null if the event is none. */
  streak: { length: number; label: Text } | null;
  /** The event is about volume: its mean before, with its figure; null otherwise. */
  volumeMean: Level | null;
};

/** How a brand looks, as far as pictures show it. */
export type PictureLook = {
  name: string;
  font?: FontName | undefined;
  /** Hex color of lines and marks. */
  accent: string;
};
