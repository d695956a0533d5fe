import type { NewCodes } from './queries.ts';

/** The sheet of codes as plain text, to be kept as a file. */
export function codesText({ codes, madeAt }: NewCodes, whose: { site: string; email: string }): string {
  return [
    `${whose.site} recovery codes for ${whose.email}`,
    `Made ${madeAt.slice(0, 10)}. Each works once, in place of a code of the authenticator app.`,
    '',
    ...codes,
    '',
  ].join('\n');
}
