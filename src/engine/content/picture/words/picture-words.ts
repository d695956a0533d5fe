/** Levels of an event, as a chart names them. */
export const LEVELS = [
  'previousClose',
  'highBefore',
  'lowBefore',
  'closeBefore',
  'rangeHigh',
  'rangeLow',
  'mean',
] as const;
export type LevelWord = (typeof LEVELS)[number];

/** Kinds of chart, as a description names them. */
type Kind = 'candles' | 'line' | 'area' | 'range' | 'streak' | 'comparison';

/** What pictures say in one language. What stands in {{braces}} is a slot of the evidence; the words hold no figure. */
export type PictureWords = {
  levels: Readonly<Record<LevelWord, string>>;
  average: string;
  rsi: string;
  inARow: string;
  volume: string;
  low: string;
  high: string;
  /** Of one bar, and of several. */
  range: readonly [one: string, many: string];
  /** Where the series of a comparison start. */
  start: string;
  /** Between thousands, before decimals, and for signs. */
  numbers: { group: string; decimal: string; percent: string; minus?: string };
  /** Luxon's formats of an axis. `hour`: of a brand's own clock. */
  dates: { locale: string; monthYear: string; month: string; dayMonth: string; hour?: string };
  /** What a chart shows, for readers who can't see it. */
  alt: {
    opening: Readonly<Record<Kind, string>>;
    /** The last bar is over, or open. */
    closed: string;
    open: string;
    /** The mark reads another figure than the close, or the close itself. */
    mark: string;
    closeMarked: string;
    streak: string;
    over: string;
    pane: string;
    paneWithLine: string;
    volumeMean: string;
    level: string;
    bareLevel: string;
    comma: string;
    and: string;
  };
};
