import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type SeriesMarker,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
import type { InstrumentBars } from '#src/shared/instrument-detail.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { colorsOf } from '#src/web/dashboard/lib/chart/color.ts';
import { type AskedLevel, onLevelAsked } from '#src/web/dashboard/lib/level/asked.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { formatQuote } from '#src/web/ui/format.ts';
import { onThemeChange } from '#src/web/ui/theme.ts';
import { bandsOf } from './bands.ts';
import { keyCrosshair } from './key-crosshair.ts';
import { Legend } from './legend.tsx';
import type { ChartMark } from './marks.ts';
import { sessionBands } from './session-bands.ts';
import { isDaysLong } from '#src/shared/timeframes.ts';

type Props = {
  bars: InstrumentBars['bars'];
  sessions: InstrumentBars['sessions'];
  marks: readonly ChartMark[];
  symbol: string;
  timeframe: Timeframe;
  timeZone: string;
  /** Hears of a price that is right-clicked, held or chosen by Enter. */
  onAsk: ((asked: AskedLevel) => void) | null;
  /** The view comes near the oldest bar. */
  onOldest: () => void;
};

type Shown = Pick<Props, 'bars' | 'sessions' | 'marks'>;

const COLORS = ['ink', 'ink-2', 'line', 'up', 'down', 'raised', 'brass', 'sunk'] as const;
/** So wide (px) is a bar at first, and so many bars are in view at least. */
const BAR_PX = 7;
const IN_VIEW_LEAST = 40;
/** Below this width the legend takes three lines. */
const NARROW_PX = 500;
/** So near to the oldest bar, older ones are asked for. */
const NEAR_BARS = 20;
const seconds = (ms: number) => (ms / 1000) as UTCTimestamp;

/** Marks of the axis in the zone of the market: the library itself writes UTC. */
function axisFormatter(timeZone: string): (time: Time, type: TickMarkType) => string {
  const format = (options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options });
  const clock = format({ hour: '2-digit', minute: '2-digit' });
  // Days are labeled by the start of their bar, which a source may put at midnight UTC.
  const day = format({ day: 'numeric', month: 'short' }, 'UTC');
  const month = format({ month: 'short' }, 'UTC');
  const year = format({ year: 'numeric' }, 'UTC');
  return (time, type) => {
    const at = Number(time) * 1000;
    if (type === TickMarkType.Year) return year.format(at);
    if (type === TickMarkType.Month) return month.format(at);
    return (type === TickMarkType.DayOfMonth ? day : clock).format(at);
  };
}

/**
 * Candles with volume, the sessions shaded and what happened marked. The crosshair's bar stands in the legend; arrow keys
 * move it.
 */
export default function InstrumentChart(props: Props) {
  const { bars, sessions, marks, symbol, timeframe, timeZone } = props;
  const host = useRef<HTMLElement>(null);
  const latest = useRef(props);
  const [pointed, setPointed] = useState<number | null>(null);
  const draw = useRef<((shown: Shown) => void) | null>(null);
  const isAsked = props.onAsk !== null;
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const box = host.current;
    if (!box) return;
    const isDate = isDaysLong(timeframe);
    const chart = createChart(box, { autoSize: true });
    const series = chart.addSeries(CandlestickSeries, { priceLineVisible: true, lastValueVisible: true });
    const volume = chart.addSeries(HistogramSeries, {
      priceScaleId: '',
      priceFormat: { type: 'volume' },
      priceLineVisible: false,
      lastValueVisible: false,
    });
    volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
    series
      .priceScale()
      .applyOptions({ scaleMargins: { top: box.clientWidth < NARROW_PX ? 0.22 : 0.12, bottom: 0.18 } });
    const bands = sessionBands();
    series.attachPrimitive(bands);
    const markers = createSeriesMarkers(series, []);
    let times: number[] = [];
    let shown: Shown = latest.current;

    function paint(): void {
      if (!box) return;
      const { ink, 'ink-2': text, line, up, down, raised, brass, sunk } = colorsOf(box, COLORS);
      chart.applyOptions({
        layout: {
          background: { color: raised },
          textColor: text,
          fontFamily: getComputedStyle(box).fontFamily,
          fontSize: 11,
        },
        grid: { vertLines: { visible: false }, horzLines: { color: line } },
        rightPriceScale: { borderVisible: false },
        timeScale: {
          borderColor: line,
          timeVisible: !isDate,
          rightOffset: 4,
          tickMarkFormatter: axisFormatter(timeZone),
        },
        crosshair: {
          vertLine: { color: text, labelBackgroundColor: ink },
          horzLine: { color: text, labelBackgroundColor: ink },
        },
        localization: {
          locale: 'en-GB',
          priceFormatter: formatQuote,
          tickmarksPriceFormatter: (prices: number[]) => prices.map(formatQuote),
          timeFormatter: (at: number) => barTime(new Date(at * 1000).toISOString(), timeframe, timeZone),
        },
      });
      series.applyOptions({
        upColor: up,
        downColor: down,
        wickUpColor: up,
        wickDownColor: down,
        borderVisible: false,
        priceLineColor: text,
      });
      volume.applyOptions({ color: line });
      bands.show(bandsOf(times, shown.sessions), sunk);
      markers.setMarkers(
        shown.marks.map(({ bar, kind, text: words }): SeriesMarker<Time> => {
          const time = seconds(times[bar] ?? 0);
          if (kind === 'action')
            return { time, position: 'belowBar', shape: 'square', color: brass, text: words };
          const isFall = kind === 'fall';
          return {
            time,
            position: isFall ? 'belowBar' : 'aboveBar',
            shape: isFall ? 'arrowUp' : 'arrowDown',
            color: ink,
            text: words,
          };
        }),
      );
    }
    draw.current = (next) => {
      shown = next;
      const { bars: all } = shown;
      const isFirst = times.length === 0;
      times = all.map(({ time }) => time);
      series.setData(
        all.map(({ time, open, high, low, close }) => ({ time: seconds(time), open, high, low, close })),
      );
      volume.setData(
        all.map(({ time, volume: size }) =>
          size === null ? { time: seconds(time) } : { time: seconds(time), value: size },
        ),
      );
      paint();
      if (isFirst)
        chart.timeScale().setVisibleLogicalRange({
          from: Math.max(-1, all.length - Math.max(IN_VIEW_LEAST, box.clientWidth / BAR_PX)),
          to: all.length + 3,
        });
    };
    draw.current(latest.current);
    chart.subscribeCrosshairMove(({ logical, point }) => {
      // A crosshair that a key has moved has no point.
      if (point) setPointed(logical !== undefined && logical >= 0 && logical < times.length ? logical : null);
      else if (document.activeElement !== box) setPointed(null);
    });
    chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < NEAR_BARS) latest.current.onOldest();
    });
    const forget = onThemeChange(paint);
    const ask = isAsked ? (asked: AskedLevel) => latest.current.onAsk?.(asked) : null;
    const momentAt = (x: number): number | null => {
      const at = chart.timeScale().coordinateToTime(x);
      return typeof at === 'number' ? at * 1000 : null;
    };
    const deaf = ask ? onLevelAsked(box, series, ask, momentAt) : null;
    const unkeyed = keyCrosshair(
      box,
      { chart, series, times: () => times },
      { onPoint: setPointed, onAsk: ask },
    );
    return () => {
      forget();
      deaf?.();
      unkeyed();
      draw.current = null;
      chart.remove();
    };
  }, [timeframe, timeZone, isAsked]);
  useEffect(() => {
    draw.current?.({ bars, sessions, marks });
  }, [bars, sessions, marks]);
  const bar = pointed === null ? bars.length - 1 : Math.min(pointed, bars.length - 1);
  return (
    <>
      <Legend bars={bars} bar={bar} marks={marks} timeframe={timeframe} timeZone={timeZone} />
      <figure
        ref={host}
        // oxlint-disable-next-line no-noninteractive-tabindex -- arrow keys move its crosshair
        tabIndex={0}
        aria-label={`Chart of ${symbol}. Arrow keys move the crosshair${isAsked ? ', Enter uses its price in a rule' : ''}.`}
        className="figure size-full outline-offset-2 focus-visible:outline-2 focus-visible:outline-brass"
      />
    </>
  );
}
