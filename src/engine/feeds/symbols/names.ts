import { readFileSync } from 'node:fs';
import { SYMBOL_KINDS, type SymbolKind } from '#src/shared/feeds.ts';
import { BUILT_IN_NAMES } from './built-in-names.ts';

/** What a ticker is called, and how well known it is: its place in the list. */
export type KnownName = {
  ticker: string;
  name: string;
  kind: SymbolKind;
  aliases: readonly string[];
  isin: string;
  place: number;
};

const KINDS: readonly string[] = SYMBOL_KINDS;

/** @throws Error that names the line that can't be read */
export function readNames(csv: string): KnownName[] {
  return csv
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line, place) => {
      if (line.trim() === '') return [];
      const [ticker = '', name = '', kind = '', aliases = '', isin = ''] = line
        .split(',')
        .map((each) => each.trim());
      if (ticker === '' || name === '' || !KINDS.includes(kind))
        throw new Error(`line ${place + 2} needs a ticker, a name and a kind (${KINDS.join(', ')})`);
      return [
        {
          ticker: ticker.toUpperCase(),
          name,
          kind: kind as KnownName['kind'],
          aliases: aliases === '' ? [] : aliases.split('|'),
          isin: isin.toUpperCase(),
          place,
        },
      ];
    });
}

/** @param path a file that takes the place of the built-in list @throws Error that says what is wrong with it */
export const knownNames = (path: string | null): KnownName[] =>
  readNames(path === null ? BUILT_IN_NAMES : readFileSync(path, 'utf8'));
