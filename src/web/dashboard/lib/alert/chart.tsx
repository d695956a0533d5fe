import { CandlestickSeries, createChart, createSeriesMarkers, type UTCTimestamp } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type { AlertBars } from '#src/shared/alert-list.ts';
import type { AlertDetail } from '#src/shared/alert-detail.ts';
import { colorsOf } from '#src/web/dashboard/lib/chart/color.ts';
import { type AskedLevel, onLevelAsked } from '#src/web/dashboard/lib/level/asked.ts';
import { detectorFace } from '#src/web/dashboard/lib/detectors.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { formatQuote, formatValue } from '#src/web/ui/format.ts';
import { onThemeChange } from '#src/web/ui/theme.ts';
import { isDaysLong } from '#src/shared/timeframes.ts';

const COLORS = ['ink', 'ink-2', 'line', 'up', 'down', 'raised'] as const;

/** When the bar of the event began (ms, UTC): before the event, where the bar was still open. */
const barOfEvent = ({ eventTime, evidence }: AlertDetail): number =>
  Date.parse('said' in evidence ? eventTime : (evidence.bars.at(-1)?.time ?? eventTime));

/** Draws the bars and marks the alert's event with its figure. `onAsk` hears of a price that is right-clicked. */
export default function Chart({
  alert,
  bars,
  onAsk,
}: {
  alert: AlertDetail;
  bars: AlertBars['bars'];
  onAsk: ((asked: AskedLevel) => void) | null;
}) {
  const host = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = host.current;
    if (!box) return;
    const time = (ms: number) => (ms / 1000) as UTCTimestamp;
    const chart = createChart(box, { autoSize: true, handleScale: false, handleScroll: false });
    const series = chart.addSeries(CandlestickSeries, { priceLineVisible: false, lastValueVisible: false });
    series.setData(
      bars.map(({ time: at, open, high, low, close }) => ({ time: time(at), open, high, low, close })),
    );
    const markers = createSeriesMarkers(series, []);
    const event = barOfEvent(alert);
    const value = alert.value ?? 0;
    const isDate = alert.timeframe !== null && isDaysLong(alert.timeframe);
    function paint(): void {
      if (!box) return;
      const { ink, 'ink-2': text, line, up, down, raised } = colorsOf(box, COLORS);
      chart.applyOptions({
        layout: {
          background: { color: raised },
          textColor: text,
          fontFamily: getComputedStyle(box).fontFamily,
          fontSize: 11,
        },
        grid: { vertLines: { visible: false }, horzLines: { color: line } },
        rightPriceScale: { borderVisible: false },
        timeScale: { borderColor: line, timeVisible: !isDate },
        crosshair: { vertLine: { color: text }, horzLine: { color: text } },
        // The page's own language: a browser's may be one that dates cannot be written in ('en-US@posix').
        localization: {
          locale: 'en-GB',
          priceFormatter: formatQuote,
          tickmarksPriceFormatter: (prices: number[]) => prices.map(formatQuote),
          timeFormatter: (at: number) =>
            barTime(new Date(at * 1000).toISOString(), alert.timeframe, alert.timeZone),
        },
      });
      series.applyOptions({
        upColor: up,
        downColor: down,
        wickUpColor: up,
        wickDownColor: down,
        borderVisible: false,
      });
      markers.setMarkers([
        {
          time: time(event),
          position: value < 0 ? 'belowBar' : 'aboveBar',
          shape: value < 0 ? 'arrowUp' : 'arrowDown',
          color: ink,
          text: formatValue(value, detectorFace(alert.detector).unit),
        },
      ]);
    }
    paint();
    chart.timeScale().fitContent();
    const forget = onThemeChange(paint);
    const deaf = onAsk ? onLevelAsked(box, series, onAsk) : null;
    return () => {
      forget();
      deaf?.();
      chart.remove();
    };
  }, [alert, bars, onAsk]);
  return (
    <figure
      ref={host}
      aria-label={`Prices around ${barTime(alert.eventTime, alert.timeframe, alert.timeZone)}; the table of bars has the figures.`}
      className="figure size-full"
    />
  );
}
