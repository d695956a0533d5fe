import * as z from 'zod/mini';

const LONGEST = 40;
/** What stands in quotes: as symbols are written down, in capitals. */
const SYMBOL = /^[!#-`{-~](?:[ !#-`{-~]*[!#-`{-~])?$/;
/** What needs no quotes: ES, BRK.B, BINANCE:BTCUSDT. */
const PLAIN = /^[A-Z0-9_]+(?:[:.][A-Z0-9_]+)*$/;
/** Words that would be read on as the rule. */
const JOINING = new Set(['AND', 'OR', 'NOT', 'OF', 'WITHIN', 'CROSSES', 'IS']);

export const isSymbol = (text: string): boolean => text.length <= LONGEST && SYMBOL.test(text);
export const symbolSchema = z.string().check(z.refine(isSymbol, { error: 'That isn’t a symbol.' }));

/** Whether a word after 'of' is the symbol, and not the rule going on. */
export const isPlainSymbol = (text: string): boolean => PLAIN.test(text) && !JOINING.has(text);

/** A symbol as a rule writes it: in quotes where it has signs. */
export const symbolText = (symbol: string): string => (isPlainSymbol(symbol) ? symbol : `"${symbol}"`);
