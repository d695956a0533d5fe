import type { AlertDocument } from '#src/shared/content/document.ts';
import { FORMATS, type PictureSize } from '#src/shared/content/picture-formats.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { PreviewPictures } from '#src/shared/content/preview-pictures.ts';
import type { Channel } from '../channels/channel.ts';
import { channels } from '../channels/registry.ts';

type Read = (hash: string) => Promise<{ type: string; bytes: Uint8Array } | null>;

/** The channel whose pictures a preview draws: the one that is looked at. */
export const previewedChannel = (kind: string | undefined): Channel | null => {
  const all = channels();
  return all.find((each) => each.kind === kind) ?? all[0] ?? null;
};

/** The pictures of a message; null where they weren't drawn, as another channel is looked at. In HTML they are in it. */
export async function previewPictures(
  prepared: Prepared,
  {
    channel,
    shown,
    document,
    read,
  }: { channel: Channel; shown: Channel | null; document: AlertDocument; read: Read },
): Promise<PreviewPictures | null> {
  if (channel.picture !== null && channel.kind !== shown?.kind) return null;
  const items = await Promise.all(
    prepared.html === null ? prepared.media.map((each) => itemOf(each, document, read)) : [],
  );
  return {
    items: items.flatMap((item) => item ?? []),
    isCaption: channel.limits.textWithPicture !== null,
    problem: problemOf(document, channel.picture, prepared.html !== null),
  };
}

async function itemOf({ hash, alt }: Prepared['media'][number], document: AlertDocument, read: Read) {
  const { picture: day, dark: night } = document.chart ?? {};
  const charts = [day, night].map((picture) => ({ format: 'chart' as const, picture }));
  const found = [...charts, ...(document.pictures ?? [])].find(({ picture }) => picture?.hash === hash);
  const media = await read(hash);
  if (!found?.picture || !media) return null;
  const src = `data:${media.type};base64,${Buffer.from(media.bytes).toString('base64')}`;
  const { width, height } = found.picture;
  return { title: FORMATS[found.format].title, src, alt, width, height };
}

/** A channel shows the chart, or the card of its format; HTML shows the chart. */
function problemOf(document: AlertDocument, size: PictureSize | null, isHtml: boolean): string | null {
  if (isHtml || size?.format === 'chart') return document.chart?.problem ?? null;
  const card = document.pictures?.find(({ format }) => format === size?.format);
  if (!size || !card?.problem) return null;
  return `The picture (${FORMATS[size.format].title}) could not be drawn: ${card.problem}`;
}
