import { keepPicture, pictureOf as storedPicture } from '#src/db/queries/media.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { AlertDocument, ChannelPicture, Picture } from '#src/shared/content/document.ts';
import { FORMATS, type PictureSize, type PictureTheme } from '#src/shared/content/picture-formats.ts';
import type { Text } from '#src/shared/content/text.ts';
import type { Channel } from '../channels/channel.ts';
import type { CardLogo } from '../content/picture/card/card.ts';
import type { Charted } from '../content/picture/chart-facts.ts';
import { CHART_SIZE } from '../content/picture/draw-chart.ts';
import { pictureOf } from '../content/picture/picture-of-alert.ts';
import { cardTheme } from '../content/picture/drawn-chart.ts';
import { rasterize } from '../content/picture/rasterize.ts';
import { type BarDeps, chartedBars, type MarketEvent } from './charted-bars.ts';

export type PictureDeps = BarDeps & {
  log: { warn: (context: object, message: string) => void };
  /** SVG to PNG. */
  rasterize?: typeof rasterize;
};

type About = { workspaceId: string; alertId: string; now: Date };

/** What channels show pictures at, beside the chart that every document has. */
export const sizesOf = (channels: readonly Channel[]): PictureSize[] =>
  channels.flatMap(({ picture }) => (picture ? [picture] : []));

/**
 * An alert's documents with their pictures: each drawn once in its language and in each of these sizes, kept by
 * its hash, and all recipients share it. A chart that can't be drawn is left out, and the document says why.
 * `event` is null where nothing of it can be charted.
 */
export async function withPictures(
  deps: PictureDeps,
  documents: readonly AlertDocument[],
  about: About,
  event: MarketEvent | null,
  sizes: readonly PictureSize[],
): Promise<AlertDocument[]> {
  const given = event ? chartedOf(deps, about.workspaceId, event) : Promise.resolve(null);
  // Each picture says itself that there are none.
  given.catch(() => undefined);
  return Promise.all(
    documents.map(async (document) => {
      const [chart, pictures] = await Promise.all([
        chartFor(deps, document, about, given),
        channelPictures(deps, document, about, given, sizes),
      ]);
      return { ...document, chart, ...(pictures.length > 0 && { pictures }) };
    }),
  );
}

/** The documents with their pictures for channels drawn again, as these show the headline. The chart stays. */
export async function withNewCards(
  deps: PictureDeps,
  documents: readonly AlertDocument[],
  about: About,
  event: MarketEvent | null,
  sizes: readonly PictureSize[],
): Promise<AlertDocument[]> {
  if (sizes.length === 0) return [...documents];
  const given = event ? chartedOf(deps, about.workspaceId, event) : Promise.resolve(null);
  given.catch(() => undefined);
  return Promise.all(
    documents.map(async (document) => {
      const pictures = await channelPictures(deps, document, about, given, sizes);
      return { ...document, ...(pictures.length > 0 && { pictures }) };
    }),
  );
}

async function chartedOf(deps: BarDeps, workspaceId: string, event: MarketEvent): Promise<Charted | null> {
  const bars = await chartedBars(deps, workspaceId, event);
  return bars && { ...event, bars };
}

type Drawn = { description: Text; picture: Picture };

/** The chart in the size that emails have. */
async function chartFor(
  deps: PictureDeps,
  document: AlertDocument,
  about: About,
  given: Promise<Charted | null>,
): Promise<AlertDocument['chart']> {
  const { chart } = document;
  if (!chart || document.direction === null) return chart;
  const drawn = await attempt(deps, about, () =>
    drawAndKeep(deps, document, about, given, { format: 'chart', ...CHART_SIZE }),
  );
  if (drawn === null) return chart;
  if ('problem' in drawn) return { ...chart, problem: `The chart could not be drawn: ${drawn.problem}` };
  if (!document.look.darkPictures) return { ...chart, ...drawn };
  // If it can't be drawn, everyone gets the light one.
  const night = await attempt(deps, about, () =>
    drawAndKeep(deps, document, about, given, { format: 'chart', ...CHART_SIZE }, 'dark'),
  );
  const dark = night && 'picture' in night ? night.picture : undefined;
  return { ...chart, ...drawn, ...(dark && { dark }) };
}

/** What channels have beside it, each size once. */
async function channelPictures(
  deps: PictureDeps,
  document: AlertDocument,
  about: About,
  given: Promise<Charted | null>,
  sizes: readonly PictureSize[],
): Promise<ChannelPicture[]> {
  const wanted = new Map(sizes.map((size) => [JSON.stringify(pageSize(size)), size]));
  wanted.delete(JSON.stringify(pageSize({ format: 'chart', ...CHART_SIZE })));
  const drawn = await Promise.all(
    [...wanted.values()].map(async (size): Promise<ChannelPicture[]> => {
      const draw = (theme: PictureTheme) =>
        attempt(deps, about, () => drawAndKeep(deps, document, about, given, size, theme));
      const theme = cardTheme(document, size);
      const first = await draw(theme);
      // Without a dark one, posts have the light one.
      const picture = theme === 'dark' && first && 'problem' in first ? await draw('light') : first;
      if (picture === null) return [];
      const { width, height } = pageSize(size);
      const common = { format: size.format, width, height };
      return [
        'problem' in picture
          ? { ...common, description: [], picture: null, problem: picture.problem }
          : { ...common, ...picture, problem: null },
      ];
    }),
  );
  return drawn.flat();
}

const pageSize = (size: PictureSize): { format: PictureSize['format']; width: number; height: number } => {
  const { width, height } = size.format === 'chart' ? size : FORMATS[size.format];
  return { format: size.format, width, height };
};

async function attempt(
  { log }: PictureDeps,
  { workspaceId, alertId }: About,
  draw: () => Promise<Drawn | null>,
): Promise<Drawn | { problem: string } | null> {
  try {
    return await draw();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ alert: alertId, workspace: workspaceId, reason }, 'a picture could not be drawn');
    return { problem: reason.slice(0, 250) };
  }
}

async function drawAndKeep(
  deps: PictureDeps,
  document: AlertDocument,
  { workspaceId, now }: About,
  given: Promise<Charted | null>,
  size: PictureSize,
  theme: PictureTheme = 'light',
): Promise<Drawn | null> {
  const charted = await given;
  const logo = size.format === 'chart' ? null : await logoOf(deps, workspaceId, document, theme);
  const sketch = pictureOf(document, charted, {
    format: size.format,
    theme,
    logo,
    ...(size.format === 'chart' && { size }),
  });
  if (!sketch) return null;
  const bytes = await (deps.rasterize ?? rasterize)(sketch.svg, sketch.zoom);
  const hash = await withTenant(deps.app, workspaceId, (tx) => keepPicture(tx, { workspaceId, bytes, now }));
  return { description: sketch.description, picture: { hash, type: 'image/png', ...sketch.size } };
}

/** The logo that the document was written with. */
export async function logoOf(
  { app }: Pick<BarDeps, 'app'>,
  workspaceId: string,
  { look }: AlertDocument,
  theme: PictureTheme = 'light',
): Promise<CardLogo | null> {
  const logo = (theme === 'dark' && look.logoDark) || look.logo;
  if (!logo) return null;
  const stored = await withTenant(app, workspaceId, (tx) => storedPicture(tx, logo.hash));
  return stored && { bytes: stored.bytes, width: logo.width, height: logo.height };
}
