import {
  ColorType,
  createChart,
  createSeriesMarkers,
  LineSeries,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Bar, ValueUnit } from '#src/shared/market.ts';
import { formatNumber, formatValue } from '#src/web/ui/format.ts';
import { formatLevel } from '../../market/words.ts';
import { readChartTheme, watchTheme } from './chart-theme.ts';
import { pickLabels, pickMarks } from './labels.ts';
import type { Sent } from './outcome.ts';

export type PriceChart = {
  bars: (bars: readonly Bar[]) => void;
  marks: (sent: readonly Sent[], unit: ValueUnit) => void;
  remove: () => void;
};

/** Free room left and right of the line, as a part of its bars, so that figures at its ends stand whole. */
const MARGIN = 0.05;
/** A figure such as −11.98% needs this much room (pixels). */
const LABEL_ROOM = 64;

const seconds = (ms: number): UTCTimestamp => (ms / 1000) as UTCTimestamp;

/** Closes as a line, the alerts as arrows on it, and their figures where there is room for them. */
export function createPriceChart(host: HTMLElement): PriceChart {
  let theme = readChartTheme(host);
  let sent: readonly Sent[] = [];
  let unit: ValueUnit = 'percent';
  let waiting = false;

  const chart = createChart(host, {
    autoSize: true,
    // The credit the licence asks for stands as a link under the chart, where keys and readers find it.
    layout: {
      attributionLogo: false,
      background: { type: ColorType.Solid, color: 'transparent' },
      fontSize: 11,
    },
    // The page's own language: the browser's may be one that dates cannot be written in ('en-US@posix').
    localization: {
      locale: 'en-GB',
      // The chart knows no day without a zero.
      dateFormat: 'dd MMM yyyy',
      priceFormatter: formatLevel,
      tickmarksPriceFormatter: (prices: number[]) => prices.map(formatNumber),
    },
    grid: { vertLines: { visible: false } },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.1, bottom: 0.14 } },
    timeScale: { minBarSpacing: 0.02 },
    // The wheel and a finger moving up or down belong to the page.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  });
  const line = chart.addSeries(LineSeries, {
    lineWidth: 1,
    priceLineVisible: false,
    lastValueVisible: false,
  });
  const markers = createSeriesMarkers(line, [], { autoScale: false });

  const color = (value: number): string =>
    unit !== 'percent' || value === 0 ? theme.ink : value > 0 ? theme.up : theme.down;

  const mark = (): void => {
    const scale = chart.timeScale();
    const candidates = sent.map(({ time, value }) => ({
      x: scale.timeToCoordinate(seconds(time)) ?? Number.NaN,
      weight: Math.abs(value),
    }));
    const marked = pickMarks(candidates, scale.width());
    const drawn = sent.flatMap((each, index) => {
      const candidate = candidates[index];
      return candidate && marked.has(index) ? [{ ...each, candidate }] : [];
    });
    const labelled = pickLabels(
      drawn.map(({ candidate }) => candidate),
      LABEL_ROOM,
    );
    markers.setMarkers(
      drawn.map(({ time, value }, index): SeriesMarker<Time> => ({
        time: seconds(time),
        position: value < 0 ? 'belowBar' : 'aboveBar',
        shape: unit !== 'percent' ? 'circle' : value < 0 ? 'arrowDown' : 'arrowUp',
        color: color(value),
        size: 0.6,
        ...(labelled.has(index) ? { text: formatValue(value, unit) } : {}),
      })),
    );
  };
  const markSoon = (): void => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      mark();
    });
  };
  const dress = (): void => {
    theme = readChartTheme(host);
    const hair = { color: theme.quiet, labelBackgroundColor: theme.ink };
    chart.applyOptions({
      crosshair: { vertLine: hair, horzLine: hair },
      layout: { textColor: theme.quiet, fontFamily: theme.font },
      grid: { horzLines: { color: theme.line } },
      timeScale: { borderColor: theme.line },
    });
    line.applyOptions({ color: theme.ink });
    markSoon();
  };
  dress();
  const unwatch = watchTheme(dress);
  chart.timeScale().subscribeVisibleLogicalRangeChange(markSoon);

  return {
    bars: (bars) => {
      markers.setMarkers([]);
      line.setData(bars.map(({ ts, close }) => ({ time: seconds(ts), value: close })));
      const margin = bars.length * MARGIN;
      chart.timeScale().setVisibleLogicalRange({ from: -margin, to: bars.length - 1 + margin });
    },
    marks: (next, nextUnit) => {
      sent = next;
      unit = nextUnit;
      markSoon();
    },
    remove: () => {
      unwatch();
      chart.remove();
    },
  };
}
