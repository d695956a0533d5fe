import { createHash } from 'node:crypto';
import { plain } from '#src/shared/content/text.ts';
import type { BrandPreview } from '#src/shared/brands.ts';
import { withoutFooter } from '#src/shared/mail-footer.ts';
import { renderAlertEmail } from './email/alert-email.ts';
import { EXAMPLE_BARS } from './example-bars.ts';
import type { BrandRow } from './look.ts';
import { CHART_SIZE, drawChart } from './picture/draw-chart.ts';
import { rasterize } from './picture/rasterize.ts';
import { withPictures } from './with-pictures.ts';
import { writeAlert } from './writer.ts';

type Read = (hash: string) => Promise<{ type: string; bytes: Uint8Array } | null>;

/** An example alert as an email in a brand's look, with its pictures in it. `read`: where the logo is. */
export async function previewEmail(brand: BrandRow, read: Read): Promise<BrandPreview> {
  const bars = EXAMPLE_BARS.slice(-2);
  const [before, bar] = bars.map(({ close }) => Number(close));
  const change = ((bar ?? 0) / (before ?? 1) - 1) * 100;
  const document = writeAlert({
    brand,
    symbol: 'SPX',
    name: 'S&P 500',
    timeZone: 'America/New_York',
    timeframe: '1d',
    detector: 'big_move',
    value: change,
    evidence: { bars, params: { min_pct: 5 }, figures: { previous_close: before ?? 0, change_pct: change } },
    eventTime: Date.parse(bars.at(-1)?.time ?? ''),
    trial: false,
  });
  const png = await rasterize(
    drawChart({
      bars: EXAMPLE_BARS.map(({ time, open, high, low, close }) => ({
        time: Date.parse(time),
        open: Number(open),
        high: Number(high),
        low: Number(low),
        close: Number(close),
      })),
      places: 2,
      timeframe: '1d',
      timeZone: 'America/New_York',
      title: 'S&P 500',
      subtitle: plain(document.dateline),
      unit: 'USD',
      direction: 'down',
      figure: plain(document.figure?.value ?? []),
      credit: document.look.name,
      accent: document.look.accent,
    }),
  );
  const hash = createHash('sha256').update(png).digest('hex');
  const chart = document.chart && {
    ...document.chart,
    picture: { hash, type: 'image/png' as const, ...CHART_SIZE },
  };
  const { title, html } = await renderAlertEmail({ ...document, chart });
  const readAny: Read = async (wanted) =>
    wanted === hash ? { type: 'image/png', bytes: png } : read(wanted);
  return { title: title ?? '', html: withoutFooter(await withPictures(html, readAny)) };
}
