import * as z from 'zod/mini';
import {
  fitParts,
  type MessagePart,
  messageOf,
  partText,
  chatPictureFor,
} from '#src/engine/content/message/message-parts.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { PictureSize } from '#src/shared/content/picture-formats.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';

/** In UTF-16 code units, as the provider counts texts and offsets. */
export const TEXT_MAX = 4096;
export const CAPTION_MAX = 1024;

const entitySchema = z.object({ type: z.enum(['bold', 'italic']), offset: z.int(), length: z.int() });
export type Entity = z.infer<typeof entitySchema>;
/** Formatting beside the text: nothing in the text has to be escaped. */
const ownSchema = z.object({ entities: z.array(entitySchema) });

/** @returns none for a message that has no form of its own */
export function entitiesOf({ own }: Prepared): Entity[] {
  const read = ownSchema.safeParse(own);
  return read.success ? read.data.entities : [];
}

type Run = { text: string; type?: Entity['type'] };

function runsOf(part: MessagePart): Run[] {
  if (part.kind === 'headline' || part.kind === 'notice') return [{ text: part.text, type: 'bold' }];
  if (part.kind === 'disclaimer') return [{ text: part.text, type: 'italic' }];
  if (part.kind === 'alert') {
    const about = part.text === '' ? [] : [{ text: `\n${part.text}` }];
    return [{ text: part.headline, type: 'bold' as const }, ...about];
  }
  if (part.kind === 'figures')
    return part.rows.flatMap(({ label, value }, at): Run[] => [
      { text: `${at > 0 ? '\n' : ''}${label}: ` },
      { text: value, type: 'bold' },
    ]);
  return [{ text: partText(part) }];
}

/** Parts with an empty line between them, and what of it is bold or italic. */
export function formatted(parts: readonly MessagePart[]): { text: string; entities: Entity[] } {
  let text = '';
  const entities: Entity[] = [];
  for (const [at, part] of parts.entries()) {
    if (at > 0) text += '\n\n';
    for (const run of runsOf(part)) {
      if (run.type && run.text !== '')
        entities.push({ type: run.type, offset: text.length, length: run.text.length });
      text += run.text;
    }
  }
  return { text, entities };
}

const within = (max: number) => (parts: readonly MessagePart[]) => formatted(parts).text.length <= max;
const saysMore = (parts: readonly MessagePart[]): boolean =>
  parts.some(({ kind }) => kind === 'paragraph' || kind === 'alert');

/** As a photo with its caption, or where the alert has too much to say for a caption, as a text. */
export function prepare(document: AlertDocument, size: PictureSize): Prepared {
  const { parts, link } = messageOf(document);
  const shown = chatPictureFor(document, size);
  const captioned = fitParts(parts, within(CAPTION_MAX));
  const hasRoom = within(CAPTION_MAX)(captioned) && saysMore(captioned) === saysMore(parts);
  const picture = hasRoom ? shown : null;
  const { text, entities } = formatted(picture ? captioned : fitParts(parts, within(TEXT_MAX)));
  return {
    title: null,
    text,
    html: null,
    media: picture
      ? [
          {
            name: 'chart.png',
            type: picture.picture.type,
            hash: picture.picture.hash,
            alt: picture.alt,
          },
        ]
      : [],
    ...(link && { buttons: [link] }),
    own: { entities },
  };
}
