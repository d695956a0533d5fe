/** What a platform calls our symbols, by ours. */
type Symbols = ReadonlyMap<string, string>;

const MAX = 60;

/**
 * Reads lines such as `BINANCE:BTCUSDT = USDT_BTC`. Ours may hold an equals sign (`ES=F`), so the last one counts.
 * @returns the names, or what is wrong with which line
 */
export function readSymbols(text: string): { symbols: Symbols } | { problem: string } {
  const symbols = new Map<string, string>();
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') continue;
    const mark = line.lastIndexOf('=');
    const [ours, theirs] = [line.slice(0, Math.max(0, mark)).trim(), line.slice(mark + 1).trim()];
    if (ours === '' || theirs === '')
      return { problem: `Line ${at + 1}: write it like BINANCE:BTCUSDT = USDT_BTC.` };
    if (/[\s,"]/.test(theirs) || theirs.length > MAX)
      return { problem: `Line ${at + 1}: “${theirs.slice(0, MAX)}” isn’t a symbol of a platform.` };
    if (symbols.has(ours)) return { problem: `Line ${at + 1}: “${ours}” is there twice.` };
    symbols.set(ours, theirs);
  }
  return { symbols };
}

/** What a platform calls a symbol, by its whole name or its ticker; null where nobody said. */
export function theirSymbol(
  text: string | undefined,
  { symbol, ticker }: { symbol: string; ticker: string },
): string | null {
  const read = readSymbols(text ?? '');
  if ('problem' in read) return null;
  return read.symbols.get(symbol) ?? read.symbols.get(ticker) ?? null;
}
