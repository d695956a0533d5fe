import {
  type AlertContent,
  alertContent,
  drawnPictures,
  keepAlertPicture,
} from '#src/db/queries/alert-pictures.ts';
import { keepPicture, pictureOf as storedPicture } from '#src/db/queries/media.ts';
import { withTenant } from '#src/db/tenant.ts';
import { alertExport } from '../content/export/alert-export.ts';
import type { AlertExport, AlertPicture, AlertPictures } from '#src/shared/alert-pictures.ts';
import type { Clock } from '#src/shared/clock.ts';
import { inLanguage } from '#src/shared/content/content.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import {
  FORMATS,
  PICTURE_FORMATS,
  PICTURE_THEMES,
  type PictureFormat,
  type PictureTheme,
} from '#src/shared/content/picture-formats.ts';
import { isSlot, plain } from '#src/shared/content/text.ts';
import type { Charted } from '../content/picture/chart-facts.ts';
import { pictureOf } from '../content/picture/picture-of-alert.ts';
import { rasterizeAsked } from '../content/picture/rasterize.ts';
import { zoneOf } from '../content/look.ts';
import { tickerOf } from '../content/market-slots.ts';
import { type BarDeps, chartedBars } from './charted-bars.ts';
import { logoOf } from './chart.ts';
import { labeled } from './revision.ts';

type PicturesDeps = BarDeps & {
  clock: Clock;
  /** SVG to PNG. */
  rasterize?: typeof rasterizeAsked;
  /** False where nothing is kept: the demo's alerts come and go. */
  keeps?: (workspaceId: string) => boolean;
};
type Asked = { workspaceId: string; alertId: string; language: string | null };

/** A picture that failed isn't drawn again before. */
const RETRY_MS = 30_000;

/** What is asked of an alert's pictures and exports, where it is written. */
type Written = {
  content: AlertContent;
  revisionId: string;
  documents: AlertDocument[];
  document: AlertDocument;
};

/**
 * The pictures of an alert, and its export. They are drawn from the revision that was approved, else the newest, when
 * somebody first asks for them, and stay as they were drawn.
 */
export function createAlertPictures(deps: PicturesDeps) {
  const { app } = deps;
  const keeps = deps.keeps ?? (() => true);

  async function writtenOf({ workspaceId, alertId, language }: Asked): Promise<Written | 'unwritten' | null> {
    const content = await withTenant(app, workspaceId, (tx) => alertContent(tx, alertId));
    if (!content) return null;
    const { revision } = content;
    const document = revision && inLanguage(revision.documents, language);
    if (!revision || !document) return 'unwritten';
    return { content, revisionId: revision.id, documents: revision.documents, document };
  }

  async function chartedOf(workspaceId: string, { content, document }: Written): Promise<Charted | null> {
    const { instrument, timeframe, evidence, detector } = content;
    if (!instrument || timeframe === null || 'said' in evidence || document.direction === null) return null;
    const timeZone = zoneOf(content, instrument.timeZone, timeframe);
    const event = { instrument: { ...instrument, timeZone }, timeframe, evidence, detector };
    const bars = await chartedBars(deps, workspaceId, event);
    return bars && { ...event, bars };
  }

  /** What each picture is, whether or not it was drawn. A chart is listed only where there is one to draw. */
  async function describe(workspaceId: string, written: Written): Promise<AlertPicture[]> {
    const { content, document, revisionId } = written;
    const { language } = document;
    const charted = await chartedOf(workspaceId, written);
    const drawn = await withTenant(app, workspaceId, (tx) => drawnPictures(tx, { revisionId, language }));
    return PICTURE_FORMATS.flatMap((format) => {
      const sketch = pictureOf(document, charted, { format });
      if (!sketch) return [];
      return PICTURE_THEMES.map((theme): AlertPicture => {
        const kept = drawn.find((row) => row.format === format && row.theme === theme);
        const { title, width, height } = FORMATS[format];
        const query = new URLSearchParams({ format, theme, language });
        return {
          format,
          theme,
          language,
          title,
          width,
          height,
          alt: plain(sketch.description),
          fileName: fileNameOf(content, document, format, theme),
          path: `/api/v1/alerts/${content.id}/pictures/file?${query}`,
          hash: kept?.mediaHash ?? null,
          problem: kept?.problem ?? null,
        };
      });
    });
  }

  /** The chart that went out in emails is that which is shown. */
  const sentHash = ({ document }: Written, format: PictureFormat, theme: PictureTheme): string | null => {
    if (format !== 'chart') return null;
    const { picture, dark } = document.chart ?? {};
    return (theme === 'light' ? picture : dark)?.hash ?? null;
  };

  async function bytesOf(
    workspaceId: string,
    written: Written,
    format: PictureFormat,
    theme: PictureTheme,
  ): Promise<{ bytes: Uint8Array } | { problem: string } | null> {
    const { document, revisionId } = written;
    const key = { revisionId, language: document.language, format, theme };
    const known = await withTenant(app, workspaceId, async (tx) => {
      const row = (await drawnPictures(tx, key)).find(
        (each) => each.format === format && each.theme === theme,
      );
      const hash = row?.mediaHash ?? sentHash(written, format, theme);
      return { row, media: hash === null ? null : await storedPicture(tx, hash) };
    });
    if (known.media) return { bytes: known.media.bytes };
    const { row } = known;
    if (row?.problem && deps.clock().getTime() - row.drawnAt.getTime() < RETRY_MS)
      return { problem: row.problem };
    const outcome = await draw(workspaceId, written, format, theme);
    if (outcome !== null && keeps(workspaceId))
      await withTenant(app, workspaceId, async (tx) => {
        const drawnAt = deps.clock();
        const isDrawn = 'bytes' in outcome;
        const mediaHash = isDrawn
          ? await keepPicture(tx, { workspaceId, bytes: outcome.bytes, now: drawnAt })
          : null;
        const problem = isDrawn ? null : outcome.problem;
        await keepAlertPicture(tx, { workspaceId, ...key, mediaHash, problem, drawnAt });
      });
    return outcome;
  }

  async function draw(
    workspaceId: string,
    written: Written,
    format: PictureFormat,
    theme: PictureTheme,
  ): Promise<{ bytes: Buffer } | { problem: string } | null> {
    try {
      const { document } = written;
      const charted = await chartedOf(workspaceId, written);
      const logo = format === 'chart' ? null : await logoOf(deps, workspaceId, document, theme);
      const sketch = pictureOf(document, charted, { format, theme, logo });
      return sketch && { bytes: await (deps.rasterize ?? rasterizeAsked)(sketch.svg, sketch.zoom) };
    } catch (error) {
      return { problem: (error instanceof Error ? error.message : String(error)).slice(0, 300) };
    }
  }

  return {
    /** @returns null where there is no such alert */
    list: async (asked: Asked): Promise<AlertPictures | null> => {
      const written = await writtenOf(asked);
      if (written === null) return null;
      if (written === 'unwritten') return { language: asked.language ?? 'en', languages: [], items: [] };
      const { document, documents } = written;
      return {
        language: document.language,
        languages: documents.map(({ language }) => language),
        items: await describe(asked.workspaceId, written),
      };
    },

    /** @returns null where there is no such alert, or no such picture of it; or why it can't be drawn */
    file: async (
      asked: Asked & { format: PictureFormat; theme: PictureTheme },
    ): Promise<{ bytes: Uint8Array; fileName: string } | { problem: string } | null> => {
      const written = await writtenOf(asked);
      if (written === null || written === 'unwritten') return null;
      const { format, theme } = asked;
      const outcome = await bytesOf(asked.workspaceId, written, format, theme);
      if (outcome === null || 'problem' in outcome) return outcome;
      return { ...outcome, fileName: fileNameOf(written.content, written.document, format, theme) };
    },

    /** @returns null where there is no such alert, or nothing is written yet. A chart that can't be drawn is left out */
    export: async (
      asked: Asked & { theme: PictureTheme; isEmbedded: boolean },
    ): Promise<AlertExport | null> => {
      const written = await writtenOf(asked);
      if (written === null || written === 'unwritten') return null;
      const { content, document } = written;
      const all = await describe(asked.workspaceId, written);
      const chart = asked.isEmbedded ? await bytesOf(asked.workspaceId, written, 'chart', asked.theme) : null;
      const isMissing = chart !== null && 'problem' in chart;
      const pictures = all
        .filter(({ format, theme }) => theme === asked.theme && !(isMissing && format === 'chart'))
        .map(({ format, theme, width, height, alt, fileName }) => ({
          format,
          theme,
          width,
          height,
          alt,
          fileName,
          data:
            format === 'chart' && chart !== null && 'bytes' in chart
              ? Buffer.from(chart.bytes).toString('base64')
              : null,
        }));
      return alertExport(content.revision?.isReviewed ? document : labeled(document), {
        id: content.id,
        symbol: content.instrument?.symbol ?? symbolOf(document),
        eventTime: content.eventTime.toISOString(),
        trial: content.trial,
        pictures,
      });
    },
  };
}
export type AlertPicturesService = ReturnType<typeof createAlertPictures>;

const symbolOf = ({ dateline }: AlertDocument): string => {
  const symbol = dateline.find((node) => isSlot(node) && node.slot === 'symbol');
  return symbol === undefined ? '' : plain([symbol]);
};

/** "gme-2019-06-05-square-dark.png", with the language where it isn't English. */
function fileNameOf(
  { instrument, eventTime }: AlertContent,
  document: AlertDocument,
  format: PictureFormat,
  theme: PictureTheme,
): string {
  const { ticker } = tickerOf(instrument?.symbol ?? symbolOf(document));
  const symbol = ticker
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const day = eventTime.toISOString().slice(0, 10);
  const parts = [symbol || 'alert', day, format, theme === 'dark' ? theme : '', document.language];
  return `${parts.filter((part) => part !== '' && part !== 'en').join('-')}.png`;
}
