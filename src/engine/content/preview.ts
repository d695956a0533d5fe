import { createHash } from 'node:crypto';
import type { BrandPreview } from '#src/shared/brands.ts';
import { withoutFooter } from '#src/shared/mail-footer.ts';
import { renderAlertEmail } from './email/alert-email.ts';
import { EXAMPLE_BARS } from './example-bars.ts';
import type { BrandRow } from './look.ts';
import { chartOf } from './picture/chart-of-event.ts';
import { chartBar } from './picture/facts.ts';
import { rasterize } from './picture/rasterize.ts';
import { withPictures } from './with-pictures.ts';
import { writeAlert } from './writer.ts';

const EXAMPLE = { symbol: 'SPX', name: 'S&P 500', timeZone: 'America/New_York' };

type Read = (hash: string) => Promise<{ type: string; bytes: Uint8Array } | null>;

/** An example alert as an email in a brand's look, with its pictures in it. `read`: where the logo is. */
export async function previewEmail(brand: BrandRow, read: Read): Promise<BrandPreview> {
  const bars = EXAMPLE_BARS.slice(-2);
  const [before, bar] = bars.map(({ close }) => Number(close));
  const change = ((bar ?? 0) / (before ?? 1) - 1) * 100;
  const evidence = {
    bars,
    params: { min_pct: 5 },
    figures: { previous_close: before ?? 0, change_pct: change },
  };
  const document = writeAlert({
    brand,
    ...EXAMPLE,
    timeframe: '1d',
    detector: 'big_move',
    value: change,
    evidence,
    eventTime: Date.parse(bars.at(-1)?.time ?? ''),
    trial: false,
  });
  const { svg, size, description } = chartOf(document, {
    detector: 'big_move',
    evidence,
    timeframe: '1d',
    instrument: { ...EXAMPLE, currency: 'USD', exchange: null },
    bars: EXAMPLE_BARS.map(chartBar),
  });
  const png = await rasterize(svg);
  const hash = createHash('sha256').update(png).digest('hex');
  const chart = document.chart && {
    ...document.chart,
    description,
    picture: { hash, type: 'image/png' as const, ...size },
  };
  const { title, html } = await renderAlertEmail({ ...document, chart });
  const readAny: Read = async (wanted) =>
    wanted === hash ? { type: 'image/png', bytes: png } : read(wanted);
  return { title: title ?? '', html: withoutFooter(await withPictures(html, readAny)) };
}
