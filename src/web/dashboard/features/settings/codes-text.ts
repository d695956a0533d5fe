import type { NewCodes } from './queries.ts';

/** The sheet of codes as plain text, to be kept as a file. */
export function codesText({ codes, madeAt }: NewCodes, whose: { site: string; email: string }): string {
  return [
    `${whose.site} recovery codes for ${whose.email}`,
    `Created ${madeAt.slice(0, 10)}. Each works once, instead of a code from your authenticator app.`,
    '',
    ...codes,
    '',
  ].join('\n');
}
