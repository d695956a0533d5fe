/**
 * What starts formatting, a mention or a link anywhere; what starts a heading, a quote or a list only where a line begins.
 * Addresses stay as they are: they become links by themselves, and a backslash would be part of them.
 */
const SPECIAL = /(https?:\/\/[\w/.~:?=&%+#,;$!-]+)|^(\s*\d+)(?=\.\s)|^(\s*)(?=[#>]|-[\s#])|[\\*_~`|[\]<@]/gm;

/** A text from outside, so that it reads as it was written. */
export const escapeMarkdown = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(
      SPECIAL,
      (all: string, address?: string, number?: string, indent?: string) =>
        address ?? (number === undefined && indent === undefined ? `\\${all}` : `${all}\\`),
    );

/** Parentheses would end the address of a link. */
export const linkAddress = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29');

/** Formatting of ours: an escaped character, a link, bold, or small print. */
const OURS = /\\([^0-9A-Za-z\s])|\[((?:\\.|[^\]\\])*)\]\(([^\s)]+)\)|\*\*|^-# /gm;

/** Our own formatting taken off again, for comparing with what was sent. */
export const plainOf = (marked: string): string =>
  marked.replaceAll(OURS, (_all: string, escaped?: string, label?: string, url?: string): string => {
    if (escaped !== undefined) return escaped;
    return label === undefined || url === undefined ? '' : `${plainOf(label)}: ${url}`;
  });
