import { MESSAGE, messageParts, type MessagePart, type Placeholder } from '#src/shared/rules/message.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';

/** Beside the placeholders that charting tools know. `action` and `token` are what the connection says. */
export const OWN_PLACEHOLDERS = {
  action: 'the action that you chose for the alert’s direction',
  token: 'the token below, which is stored encrypted',
  direction: 'up or down',
  headline: 'the headline',
  summary: 'the summary',
  brand: 'the brand’s name',
  id: 'the id of the delivery, the same for every attempt',
  url: 'the alert’s page in your account',
} as const satisfies Record<string, string>;
type Own = keyof typeof OWN_PLACEHOLDERS;
export type Name = Placeholder | Own;
type Part = MessagePart<Own>;

const OWN = Object.keys(OWN_PLACEHOLDERS) as Own[];
const PRICES: ReadonlySet<string> = new Set(['open', 'high', 'low', 'close', 'volume']);
const isFigure = (name: Name): boolean => PRICES.has(name) || name.startsWith('plot_');
const partsOf = (template: string): Part[] => messageParts(template, MESSAGE.plots, 'address', OWN);

const filled = (parts: readonly Part[], valueOf: (name: Name) => string): string =>
  parts.map((part) => ('said' in part ? part.said : valueOf(part.placeholder))).join('');

const inJson = (value: string): string => JSON.stringify(value).slice(1, -1);

function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** With a figure for each figure, and a text for each text. */
const sampled = (parts: readonly Part[]): string => filled(parts, (name) => (isFigure(name) ? '1' : 'x'));

/** A body that begins like an object of JSON has to be one. A list is JSON where it can be read; anything else is text. */
const isJson = (template: string, parts: readonly Part[]): boolean =>
  /^\s*\{(?!\{)/.test(template) || (/^\s*\[/.test(template) && jsonProblem(sampled(parts)) === null);

/** What is wrong with a template, and where, in a sentence; null where it can be used. */
export function templateProblem(template: string): string | null {
  let parts: Part[];
  try {
    parts = partsOf(template);
  } catch (error) {
    if (!(error instanceof RuleProblem)) throw error;
    return `Line ${error.line}, column ${error.column}: ${error.sentence}`;
  }
  if (!isJson(template, parts)) return null;
  const problem = jsonProblem(sampled(parts));
  if (problem === null) return null;
  // With figures everywhere it would be JSON: a text lacks its quotes.
  const isUnquoted = jsonProblem(filled(parts, () => '1')) === null;
  const text = parts.flatMap((part) =>
    'placeholder' in part && !isFigure(part.placeholder) ? [part.placeholder] : [],
  );
  return isUnquoted
    ? `Put placeholders for text in quotes, such as "{{${text[0] ?? 'ticker'}}}".`
    : `It begins like JSON and isn’t: ${problem}`;
}

/** Whether a template asks for something. */
export const asksFor = (template: string, name: Name): boolean =>
  partsOf(template).some((part) => 'placeholder' in part && part.placeholder === name);

export type Filled =
  | { body: string; type: 'application/json' | 'text/plain; charset=utf-8' }
  | { missing: Name }
  | { isBroken: true };

/**
 * Fills a template that was checked when it was saved. A body goes out whole or not at all: where the alert has no value
 * for a placeholder, it says for which.
 */
export function fillTemplate(template: string, valueOf: (name: Name) => string | null): Filled {
  const parts = partsOf(template);
  const values = new Map<Name, string>();
  for (const part of parts) {
    if ('said' in part) continue;
    const value = valueOf(part.placeholder);
    if (value === null) return { missing: part.placeholder };
    values.set(part.placeholder, value);
  }
  const asJson = isJson(template, parts);
  const body = filled(parts, (name) => (asJson ? inJson(values.get(name) ?? '') : (values.get(name) ?? '')));
  if (!asJson) return { body, type: 'text/plain; charset=utf-8' };
  // What the parser says would quote the body, with the token in it.
  return jsonProblem(body) === null ? { body, type: 'application/json' } : { isBroken: true };
}
