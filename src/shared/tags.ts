import * as z from 'zod/mini';
import { oneLabel } from './label.ts';

export const TAG_MAX = 60;
/** So many a contact may have. */
export const TAGS_MAX = 50;

/** Tags with these prefixes say what a contact wants to hear of: `topic:earnings`, `symbol:spx`. */
export const INTERESTS = ['topic', 'symbol'] as const;
export type Interest = (typeof INTERESTS)[number];

/** A tag as it is stored and compared: one line, in lowercase. */
export const normalTag = (text: string): string => oneLabel(text.normalize('NFC')).toLowerCase();

export const interestTag = (kind: Interest, name: string): string => normalTag(`${kind}:${name.trim()}`);

export const tagSchema = z.string('A tag is text.').check(
  z.overwrite(normalTag),
  z.minLength(1, 'A tag can’t be empty.'),
  z.maxLength(TAG_MAX, `A tag can have at most ${TAG_MAX} characters.`),
  z.refine((tag) => !/[,;|]/.test(tag), { error: 'A tag can’t contain a comma, a semicolon or a bar.' }),
);
