import { createChart, createSeriesMarkers, LineSeries, type UTCTimestamp } from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import type { Timeframe } from '#src/shared/market.ts';
import type { RuleReplay } from '#src/shared/rules/stored.ts';
import type { TrendLine } from '#src/shared/rules/trend-lines.ts';
import { colorOf } from '#src/web/dashboard/lib/chart/color.ts';
import { type AskedLevel, onLevelAsked } from '#src/web/dashboard/lib/level/asked.ts';
import { barTime } from '#src/web/ui/bar-time.ts';
import { formatQuote } from '#src/web/ui/format.ts';
import { onThemeChange } from '#src/web/ui/theme.ts';
import { levelLines, type LevelLines } from './level-lines.ts';
import { trendLines, type TrendLines } from './trend-line-series.ts';
import { isDaysLong } from '#src/shared/timeframes.ts';

/** What a chart of a rule that can be changed tells of. */
export type LevelEdits = {
  moved: (from: number, to: number) => void;
  asked: (asked: AskedLevel) => void;
};

const NO_LEVELS: readonly number[] = [];
const NO_LINES: readonly TrendLine[] = [];

/**
 * Closing prices, with a mark at every alert that would have been sent, and the levels and trend lines of the rule. With
 * `edits`, lines can be dragged and prices right-clicked.
 */
export default function ReplayChart({
  replay,
  timeframe,
  timeZone,
  levels = NO_LEVELS,
  trends = NO_LINES,
  edits = null,
}: {
  replay: RuleReplay;
  timeframe: Timeframe;
  timeZone: string;
  levels?: readonly number[];
  trends?: readonly TrendLine[];
  edits?: LevelEdits | null;
}) {
  const host = useRef<HTMLElement>(null);
  const latest = useRef(edits);
  useEffect(() => {
    latest.current = edits;
  });
  const isEdited = edits !== null;
  const lines = useRef<LevelLines>(null);
  const sloping = useRef<TrendLines>(null);
  const drawn = useRef({ levels, trends });
  useEffect(() => {
    const box = host.current;
    if (!box) return;
    const seconds = (time: string) => (Date.parse(time) / 1000) as UTCTimestamp;
    const chart = createChart(box, { autoSize: true, handleScale: false, handleScroll: false });
    const series = chart.addSeries(LineSeries, {
      lineWidth: 1,
      priceLineVisible: false,
      lastValueVisible: false,
    });
    series.setData(replay.chart.map(({ time, close }) => ({ time: seconds(time), value: close })));
    const markers = createSeriesMarkers(series, []);
    function paint(): void {
      if (!box) return;
      const [ink, text, line, ground, brass] = ['ink', 'ink-2', 'line', 'raised', 'brass'].map((name) =>
        colorOf(box, name),
      ) as [string, string, string, string, string];
      chart.applyOptions({
        layout: {
          background: { color: ground },
          textColor: text,
          fontFamily: getComputedStyle(box).fontFamily,
          fontSize: 11,
        },
        grid: { vertLines: { visible: false }, horzLines: { color: line } },
        rightPriceScale: { borderVisible: false },
        // Years of days fit into a narrow pane.
        timeScale: {
          borderColor: line,
          minBarSpacing: 0.01,
          timeVisible: !isDaysLong(timeframe),
        },
        crosshair: { vertLine: { color: text }, horzLine: { color: text } },
        localization: {
          locale: 'en-GB',
          priceFormatter: formatQuote,
          tickmarksPriceFormatter: (prices: number[]) => prices.map(formatQuote),
          timeFormatter: (at: number) => barTime(new Date(at * 1000).toISOString(), timeframe, timeZone),
        },
      });
      series.applyOptions({ color: ink });
      markers.setMarkers(
        replay.items.map(({ bar }) => ({
          time: seconds(bar),
          position: 'aboveBar' as const,
          shape: 'circle' as const,
          size: 0.6,
          color: brass,
        })),
      );
    }
    const own = levelLines(box, series, isEdited ? (from, to) => latest.current?.moved(from, to) : null);
    lines.current = own;
    const slopes = trendLines(
      chart,
      replay.chart.map(({ time }) => Date.parse(time)),
    );
    sloping.current = slopes;
    const momentAt = (x: number): number | null => {
      const at = chart.timeScale().coordinateToTime(x);
      return typeof at === 'number' ? at * 1000 : null;
    };
    const deaf = isEdited
      ? onLevelAsked(box, series, (asked) => latest.current?.asked(asked), momentAt)
      : null;
    function repaint(): void {
      if (!box) return;
      paint();
      own.show(drawn.current.levels, colorOf(box, 'brass'));
      slopes.show(drawn.current.trends, colorOf(box, 'brass'));
    }
    repaint();
    chart.timeScale().fitContent();
    const forget = onThemeChange(repaint);
    return () => {
      forget();
      deaf?.();
      own.end();
      lines.current = null;
      sloping.current = null;
      chart.remove();
    };
  }, [replay, timeframe, timeZone, isEdited]);
  useEffect(() => {
    drawn.current = { levels, trends };
    if (!host.current) return;
    const color = colorOf(host.current, 'brass');
    lines.current?.show(levels, color);
    sloping.current?.show(trends, color);
  }, [levels, trends]);
  return (
    <figure
      ref={host}
      aria-label={`Closing prices, with a mark at each of ${replay.items.length} alerts.`}
      className="figure size-full"
    />
  );
}
