import { tokensOf, type Token } from './lexer.ts';

/**
 * Names that meant something else before November 2026, with what means the same now. Figures that were left out are
 * written down where the usual value is another one by now.
 */
const RENAMED: Readonly<Record<string, string>> = {
  vwap: 'rolling_vwap',
  keltner_upper: 'keltner_sma_upper',
  keltner_middle: 'keltner_sma_middle',
  keltner_lower: 'keltner_sma_lower',
  change: 'change_pct',
  roc: 'change_pct',
};
const SMOOTHED = new Set(['stoch_k', 'stoch_d']);
const BARS = '14';
const SMOOTH = '3';

/** What to put where, from a place in the text to another. */
type Edit = { from: number; to: number; text: string };

/** Writes out the bars and the smoothing of a stochastic that left them out. */
const withSmoothing = (tokens: readonly Token[], at: number): Edit[] => {
  const [name, open, first, second] = tokens.slice(at);
  if (!name) return [];
  if (open?.text !== '(') return [{ from: name.end, to: name.end, text: `(${BARS}, ${SMOOTH})` }];
  if (first?.text === ')') return [{ from: first.at, to: first.at, text: `${BARS}, ${SMOOTH}` }];
  return first?.kind === 'number' && second?.text === ')'
    ? [{ from: first.end, to: first.end, text: `, ${SMOOTH}` }]
    : [];
};

/**
 * A rule as it was written before these names changed, as a rule of today that means the same; everything else in it
 * stays as it was written. A text that is no rule comes back as it is. The migration of stored rules (0080) does the
 * same in SQL, and its test holds the two to each other.
 */
export const fromOldNames = (text: string): string => {
  let tokens: Token[];
  try {
    tokens = tokensOf(text);
  } catch {
    return text;
  }
  const edits = tokens.flatMap((token, at): Edit[] => {
    if (token.kind !== 'word') return [];
    if (SMOOTHED.has(token.text)) return withSmoothing(tokens, at);
    const renamed = Object.hasOwn(RENAMED, token.text) ? RENAMED[token.text] : undefined;
    return renamed === undefined ? [] : [{ from: token.at, to: token.end, text: renamed }];
  });
  return edits.reduceRight(
    (written, { from, to, text: put }) => written.slice(0, from) + put + written.slice(to),
    text,
  );
};
