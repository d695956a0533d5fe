import { type DocumentKind, endingOf, endingsOf } from './kinds.ts';

export const DOCUMENT_NAME_MAX = 200;
export const FOLDER_NAME_MAX = 120;

/** Control signs, and those that turn the direction of reading: `exe.fdp` must not look like `pdf.exe`. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * A name as it is stored: composed, without invisible characters and without the sender's folders.
 * @returns null if nothing is left, or too much
 */
export function cleanName(given: string, max = DOCUMENT_NAME_MAX): string | null {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = last.normalize('NFC').replaceAll(UNSEEN, '').replaceAll(/\s+/g, ' ').trim();
  return name === '' || /^\.+$/.test(name) || name.length > max ? null : name;
}

/** The same for what a person types: a slash is then part of no path, but a mistake. */
export function typedName(given: string, max: number): string | null {
  return /[/\\]/.test(given) ? null : cleanName(given, max);
}

/** As names are compared and sorted: `Report.PDF` and `report.pdf` are one. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** The name with an ending that tells the truth: a text called `run.bat` becomes `run.bat.txt`. */
export function fittingName(name: string, kind: DocumentKind): string {
  const endings = endingsOf(kind);
  if (endings.includes(endingOf(name))) return name;
  const ending = `.${endings[0]}`;
  return `${name.slice(0, DOCUMENT_NAME_MAX - ending.length)}${ending}`;
}

/** `report.pdf` for the first, then `report (2).pdf`. */
export function numberedName(name: string, n: number, max = DOCUMENT_NAME_MAX): string {
  if (n === 1) return name;
  const ending = /.(\.[^.]{1,12})$/.exec(name)?.[1] ?? '';
  const tail = ` (${n})${ending}`;
  return `${name.slice(0, name.length - ending.length).slice(0, max - tail.length)}${tail}`;
}
