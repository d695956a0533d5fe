import { createHash } from 'node:crypto';
import { arePostsDark } from '#src/shared/brand-kit.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { FORMATS, type PictureSize, type PictureTheme } from '#src/shared/content/picture-formats.ts';
import { pictureFor } from '../message/message-parts.ts';
import type { CardLogo } from './card/card.ts';
import type { Charted } from './chart-facts.ts';
import { chartOf } from './chart-of-event.ts';
import { pictureOf } from './picture-of-alert.ts';
import { rasterizeAsked } from './rasterize.ts';

/** The bytes of a picture that is stored nowhere. */
export type DrawnPicture = { hash: string; bytes: Buffer };
/** `picture` is null where nothing was drawn. */
export type Drawn = { document: AlertDocument; picture: DrawnPicture | null };
/** With the dark one, where the brand has such. */
export type DrawnChart = Drawn & { dark: DrawnPicture | null };

/** A document with its chart, which isn't stored: for previews. One that can't be drawn is left out, as in an alert. */
export async function withDrawnChart(
  document: AlertDocument,
  charted: Charted,
  draw = rasterizeAsked,
): Promise<DrawnChart> {
  const { chart, look } = document;
  try {
    const { svg, size, description } = chartOf(document, charted);
    const picture = hashed(await draw(svg));
    const shown = { hash: picture.hash, type: 'image/png' as const, ...size };
    const dark = look.darkPictures
      ? hashed(await draw(chartOf(document, charted, { theme: 'dark' }).svg))
      : null;
    const night = dark && { dark: { ...shown, hash: dark.hash } };
    const drawn = chart && { ...chart, description, picture: shown, ...night };
    return { document: { ...document, chart: drawn }, picture, dark };
  } catch (error) {
    const problem = `The chart could not be drawn: ${reasonOf(error)}`;
    return { document: { ...document, chart: chart && { ...chart, problem } }, picture: null, dark: null };
  }
}

/** Cards are posted: dark where the brand has posts dark, as the places they go to don't follow a reader's mode. */
export const cardTheme = ({ look }: AlertDocument, { format }: PictureSize): PictureTheme =>
  format !== 'chart' && arePostsDark(look.darkPictures) ? 'dark' : 'light';

type Card = {
  size: PictureSize | null;
  /** Null where there are no bars: then a card goes without its chart. */
  charted: () => Promise<Charted | null>;
  logo: (theme: PictureTheme) => Promise<CardLogo | null>;
  draw?: typeof rasterizeAsked;
};

/** A document with its picture in the size that a channel shows, unless it has it. It isn't stored either. */
export async function withDrawnPicture(
  document: AlertDocument,
  { size, charted, logo, draw = rasterizeAsked }: Card,
): Promise<Drawn> {
  // Every channel with a chart as its picture shows that of emails.
  if (size === null || size.format === 'chart' || pictureFor(document, size))
    return { document, picture: null };
  const { format } = size;
  const { width, height } = FORMATS[format];
  const others = (document.pictures ?? []).filter((each) => each.format !== format);
  const common = { format, width, height, description: [], picture: null };
  const theme = cardTheme(document, size);
  const [bars, mark] = await Promise.all([charted(), logo(theme)]);
  try {
    const sketch = pictureOf(document, bars, { format, theme, logo: mark });
    if (!sketch) return { document, picture: null };
    const picture = hashed(await draw(sketch.svg, sketch.zoom));
    const shown = { hash: picture.hash, type: 'image/png' as const, ...sketch.size };
    const drawn = { ...common, description: sketch.description, picture: shown, problem: null };
    return { document: { ...document, pictures: [...others, drawn] }, picture };
  } catch (error) {
    const failed = { ...common, problem: reasonOf(error) };
    return { document: { ...document, pictures: [...others, failed] }, picture: null };
  }
}

const hashed = (bytes: Buffer): DrawnPicture => ({
  hash: createHash('sha256').update(bytes).digest('hex'),
  bytes,
});

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 250);
