import * as z from 'zod/mini';
import {
  fitParts,
  type MessagePart,
  messageOf,
  textOfParts,
} from '#src/engine/content/message/message-parts.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { textLength } from '#src/shared/content/text-length.ts';
import { cardOf, plainCard } from './card.ts';

/** In bytes of UTF-8. Quotes and what makes it a card come on top, and still fit the whole. */
export const TEXT_MAX = 12_000;
/** Teams shows messages of about 28 kB, and the flow adds something of its own. In bytes. */
export const BODY_MAX = 27_000;

const ownSchema = z.object({ card: z.record(z.string(), z.json()) });

const envelope = (card: object) => ({
  type: 'message',
  attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
});
const write = (card: object): string => JSON.stringify(envelope(card));

/** The body of the request to the flow. */
export function bodyOf({ own, text }: Prepared): string {
  const read = ownSchema.safeParse(own);
  return write(read.success ? read.data.card : plainCard(text));
}

export const isTooLarge = (body: string): boolean => textLength(body, 'bytes') > BODY_MAX;

export function prepare(document: AlertDocument): Prepared {
  const { parts, link } = messageOf(document);
  const about = { brandName: document.look.name, link, language: document.language };
  const card = (some: readonly MessagePart[]) => cardOf(some, about);
  const kept = fitParts(
    parts,
    (some) => textLength(textOfParts(some), 'bytes') <= TEXT_MAX && !isTooLarge(write(card(some))),
  );
  return {
    title: null,
    text: textOfParts(kept),
    html: null,
    media: [],
    ...(link && { buttons: [link] }),
    own: ownSchema.parse({ card: card(kept) }),
  };
}
