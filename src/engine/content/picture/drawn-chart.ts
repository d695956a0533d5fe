import { createHash } from 'node:crypto';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Charted } from './chart-facts.ts';
import { chartOf } from './chart-of-event.ts';
import { rasterize } from './rasterize.ts';

/** The bytes of a picture that is stored nowhere. */
export type DrawnPicture = { hash: string; bytes: Buffer };

/** A document with its chart, which isn't stored: for previews. */
export async function withDrawnChart(
  document: AlertDocument,
  charted: Charted,
): Promise<{ document: AlertDocument; picture: DrawnPicture }> {
  const { svg, size, description } = chartOf(document, charted);
  const bytes = await rasterize(svg);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const chart = document.chart && {
    ...document.chart,
    description,
    picture: { hash, type: 'image/png' as const, ...size },
  };
  return { document: { ...document, chart }, picture: { hash, bytes } };
}
