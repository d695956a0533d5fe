import * as z from 'zod/mini';
import { lexiconOf } from '#src/engine/content/languages/registry.ts';
import {
  chatPictureFor,
  fitParts,
  type MessagePart,
  messageOf,
  textOfParts,
} from '#src/engine/content/message/message-parts.ts';
import { plainWords } from '#src/engine/content/plain-words.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { PictureSize } from '#src/shared/content/picture-formats.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { textLength } from '#src/shared/content/text-length.ts';
import type { SendTo } from '../channel.ts';

/** In bytes of UTF-8. With addresses and all that holds them together, both fit a push message. */
export const TITLE_MAX = 400;
export const TEXT_MAX = 2_200;

const ownSchema = z.object({ language: z.string(), icon: z.optional(z.string()) });

/**
 * What our service worker gets (src/server/subscribers/devices/worker.ts). Pictures are named by their hash: the worker
 * fetches them from its own origin, so that a brand's messages name the brand's domain alone.
 */
export type Payload = {
  title: string;
  body: string;
  lang: string;
  /** A notification takes the place of one with the same tag. */
  tag: string;
  at: number;
  icon?: string;
  image?: string;
  /** Where a click leads. */
  url?: string;
  actions: { action: 'open' | 'leave'; title: string; url: string }[];
};

/** A device shows a line or two before someone opens it, so what happened comes first. */
const ORDER: readonly MessagePart['kind'][] = [
  'notice',
  'paragraph',
  'alert',
  'figure',
  'figures',
  'dateline',
  'disclaimer',
];

/** What a notification says below its headline. A table repeats what the text says, and has no place there. */
function bodyOf(parts: readonly MessagePart[]): MessagePart[] {
  const isTold = parts.some(({ kind }) => kind === 'paragraph' || kind === 'alert');
  return parts
    .filter(({ kind }) => kind !== 'headline' && !(isTold && kind === 'figures'))
    .toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

/** The parts that fit: whole ones, and no text is cut. */
export function prepare(document: AlertDocument, size: PictureSize): Prepared {
  const { parts, link } = messageOf(document);
  const shown = chatPictureFor(document, size);
  const fits = (some: readonly MessagePart[]): boolean => textLength(textOfParts(some), 'bytes') <= TEXT_MAX;
  const { logo } = document.look;
  return {
    title: plainWords(document).headline,
    text: textOfParts(fitParts(bodyOf(parts), fits)),
    html: null,
    media: shown
      ? [{ name: 'chart.png', type: shown.picture.type, hash: shown.picture.hash, alt: shown.alt }]
      : [],
    ...(link && { buttons: [link] }),
    own: ownSchema.parse({ language: document.language, ...(logo && { icon: logo.hash }) }),
  };
}

/**
 * A message for one person. A click opens the alert's link, or for a member without one the alert in the account area, and
 * else the way out: nothing that the message doesn't hold.
 */
export function payloadOf(
  { title, text, media: [picture], buttons: [link] = [], own }: Prepared,
  to: Pick<SendTo, 'deliveryId' | 'about' | 'page' | 'unsubscribe'>,
  { brandName, now }: { brandName: string; now: number },
): Payload {
  const read = ownSchema.safeParse(own);
  const { language, icon } = read.success ? read.data : { language: 'en', icon: undefined };
  const leave = to.unsubscribe?.url;
  const url = link?.url ?? to.page ?? leave;
  return {
    title: title ?? brandName,
    body: text,
    lang: language,
    tag: to.about?.id ?? to.deliveryId,
    at: now,
    ...(icon !== undefined && { icon }),
    ...(picture && { image: picture.hash }),
    ...(url !== undefined && { url }),
    actions: [
      ...(link ? [{ action: 'open' as const, title: link.label, url: link.url }] : []),
      ...(leave === undefined
        ? []
        : [{ action: 'leave' as const, title: lexiconOf(language).footer.unsubscribe, url: leave }]),
    ],
  };
}
