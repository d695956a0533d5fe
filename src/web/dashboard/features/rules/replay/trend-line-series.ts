import {
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type UTCTimestamp,
} from 'lightweight-charts';
import { priceOn, type TrendLine } from '#src/shared/rules/trend-lines.ts';

export type TrendLines = {
  /** Draws these lines and no others. */
  show: (lines: readonly TrendLine[], color: string) => void;
};

/**
 * Draws trend lines over the bars of a chart, each as it is compared: with its value at every bar. Before its earlier
 * point there is nothing to see.
 */
export function trendLines(chart: IChartApi, times: readonly number[]): TrendLines {
  let shown: ISeriesApi<'Line'>[] = [];
  return {
    show: (lines, color) => {
      for (const series of shown) chart.removeSeries(series);
      shown = lines.map((line) => {
        const series = chart.addSeries(LineSeries, {
          color,
          lineWidth: 1,
          lineStyle: LineStyle.Dashed,
          priceLineVisible: false,
          lastValueVisible: true,
          crosshairMarkerVisible: false,
          // A steep line would press the prices flat.
          autoscaleInfoProvider: () => null,
        });
        const begins = Math.min(line.from.at, line.to.at);
        series.setData(
          times
            .filter((at) => at >= begins)
            .map((at) => ({ time: (at / 1000) as UTCTimestamp, value: priceOn(line, at) })),
        );
        return series;
      });
    },
  };
}
