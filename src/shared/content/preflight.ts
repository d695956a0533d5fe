import * as z from 'zod/mini';
import type { ChannelLimits, LengthLimit } from '../channels.ts';
import { type Prepared, textsOfPrepared, wholeText } from './prepared.ts';
import { addressesIn, textLength } from './text-length.ts';

const PARTS = ['title', 'text', 'pictures', 'links', 'buttons'] as const;
type Part = (typeof PARTS)[number];

/** One part of a message against its limit. */
const partSchema = z.object({
  part: z.enum(PARTS),
  used: z.int(),
  max: z.int(),
  fits: z.boolean(),
  /** "212 of 1,024 characters" or "12 characters too long". */
  says: z.string(),
});
export type PreflightPart = z.infer<typeof partSchema>;

/** Whether a provider will take a message as it is; a part without a limit isn't listed. */
export const preflightSchema = z.object({ fits: z.boolean(), parts: z.array(partSchema) });
export type Preflight = z.infer<typeof preflightSchema>;

const UNITS: Readonly<Record<LengthLimit['unit'], readonly [string, string]>> = {
  characters: ['character', 'characters'],
  // To a reader they are characters; only the count differs.
  utf16: ['character', 'characters'],
  weighted: ['character', 'characters'],
  bytes: ['byte', 'bytes'],
};
const COUNTED: Readonly<Record<Exclude<Part, 'title' | 'text'>, readonly [string, string]>> = {
  pictures: ['picture', 'pictures'],
  links: ['link', 'links'],
  buttons: ['button', 'buttons'],
};

const figure = (count: number): string => count.toLocaleString('en-US');
const counted = (count: number, [one, many]: readonly [string, string]): string =>
  `${figure(count)} ${count === 1 ? one : many}`;

function partOf(
  part: Part,
  used: number,
  max: number,
  unit: readonly [string, string],
  over: string,
): PreflightPart {
  const fits = used <= max;
  const what = part === 'title' ? 'Title: ' : '';
  const says = fits ? `${figure(used)} of ${counted(max, unit)}` : `${counted(used - max, unit)} ${over}`;
  return { part, used, max, fits, says: `${what}${says}` };
}

function lengthOf(part: 'title' | 'text', text: string, limit: LengthLimit | null): PreflightPart[] {
  if (!limit) return [];
  return [partOf(part, textLength(text, limit.unit), limit.max, UNITS[limit.unit], 'too long')];
}

/** Of a thread, the one that has the least room. */
function textPart(prepared: Prepared, limits: ChannelLimits): PreflightPart[] {
  const first = prepared.media.length > 0 ? (limits.textWithPicture ?? limits.text) : limits.text;
  const texts = textsOfPrepared(prepared);
  const parts = texts.flatMap((text, at) =>
    lengthOf('text', text, at === 0 ? first : limits.text).map((part) =>
      texts.length === 1 ? part : { ...part, says: `Post ${at + 1} of ${texts.length}: ${part.says}` },
    ),
  );
  return parts.toSorted((a, b) => a.max - a.used - (b.max - b.used)).slice(0, 1);
}

/** What it has none of is listed only where it may have none and does. */
function countOf(part: keyof typeof COUNTED, used: number, max: number | null): PreflightPart[] {
  if (max === null || (used === 0 && max === 0)) return [];
  return [partOf(part, used, max, COUNTED[part], 'too many')];
}

/** A message against the limits that its channel declares, counted as the provider counts. */
export function preflight(prepared: Prepared, limits: ChannelLimits): Preflight {
  const { title, media, buttons = [] } = prepared;
  const parts = [
    ...lengthOf('title', title ?? '', limits.title),
    ...textPart(prepared, limits),
    ...countOf('pictures', media.length, limits.pictures),
    ...countOf('links', addressesIn(wholeText(prepared)).length, limits.links),
    ...countOf('buttons', buttons.length, limits.buttons),
  ];
  return { fits: parts.every(({ fits }) => fits), parts };
}
