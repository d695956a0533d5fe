import type { AlertDocument } from '#src/shared/content/document.ts';
import type { PictureSize } from '#src/shared/content/picture-formats.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import {
  fitParts,
  type Message,
  type MessagePart,
  messageOf,
  pictureFor,
  textOfParts,
} from './message-parts.ts';

/** A post has no buttons: its link is a line of its own, above the disclaimers. */
export function linkedParts({ parts, link }: Message): MessagePart[] {
  if (!link) return parts;
  const line: MessagePart = { kind: 'paragraph', text: `${link.label}: ${link.url}` };
  const at = parts.findIndex(({ kind }) => kind === 'disclaimer');
  return parts.toSpliced(at < 0 ? parts.length : at, 0, line);
}

/** The picture of a post, and none where it couldn't be drawn. */
export function postMedia(document: AlertDocument, size: PictureSize): Prepared['media'] {
  const shown = pictureFor(document, size);
  return shown
    ? [{ name: 'alert.png', type: shown.picture.type, hash: shown.picture.hash, alt: shown.alt }]
    : [];
}

/** An alert as a post of plain text: as many whole parts as fit, and its picture. */
export function plainPost(
  document: AlertDocument,
  { picture, fits }: { picture: PictureSize; fits: (text: string) => boolean },
): Prepared {
  const parts = fitParts(linkedParts(messageOf(document)), (kept) => fits(textOfParts(kept)));
  return { title: null, text: textOfParts(parts), html: null, media: postMedia(document, picture) };
}
