import { type Prepared, textsOfPrepared } from '#src/shared/content/prepared.ts';
import { plainNames } from './plain-names.ts';

/** The texts of an alert's posts, in their order. Its link is a post of its own, and only where the connection wants it. */
export const postsOf = (prepared: Prepared, { links }: Readonly<Record<string, string>>): string[] => [
  ...textsOfPrepared(prepared),
  ...(links === 'reply'
    ? (prepared.buttons ?? []).map(({ label, url }) => `${plainNames(label)}: ${url}`)
    : []),
];
