/** The last argument of a reviver; the library's types do not know it yet. */
type Source = { source?: string };

/**
 * A number that is written otherwise than `String` writes it: a fraction, an exponent, many digits, -0. What looks like
 * one inside a string counts as well.
 */
const WRITTEN_OTHERWISE = /(?:^|[[:,\s])(?:-0|-?\d+(?:[.eE]|(?<=\d{16})))/;

/**
 * Reads JSON with every number as the text it was written in, so that 0.10 stays 0.10.
 * @throws SyntaxError
 */
export const parseExactly = (text: string): unknown =>
  // Asking for the source of every value costs five times as much, and most messages need it for none.
  WRITTEN_OTHERWISE.test(text) ? parseWithSources(text) : withTexts(JSON.parse(text));

const parseWithSources = (text: string): unknown =>
  JSON.parse(text, (_: string, value: unknown, ...rest: unknown[]) =>
    typeof value === 'number' ? ((rest[0] as Source).source ?? String(value)) : value,
  );

/** Puts the text in the place of every number. */
function withTexts(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const parts = value as Record<string, unknown>;
  for (const name in parts) {
    const part = parts[name];
    if (typeof part === 'number') parts[name] = String(part);
    else if (typeof part === 'object') withTexts(part);
  }
  return value;
}

export type Fields = Readonly<Record<string, unknown>>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text under a name, or '' where there is none. */
export const textAt = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

export const listAt = (fields: Fields, name: string): unknown[] => {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
};
