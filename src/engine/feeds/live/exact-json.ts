/** The last argument of a reviver; the library's types do not know it yet. */
type Source = { source?: string };

/**
 * Reads JSON with every number as the text it was written in, so that 0.10 stays 0.10.
 * @throws SyntaxError
 */
export const parseExactly = (text: string): unknown =>
  JSON.parse(text, (_: string, value: unknown, ...rest: unknown[]) =>
    typeof value === 'number' ? ((rest[0] as Source).source ?? String(value)) : value,
  );

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
