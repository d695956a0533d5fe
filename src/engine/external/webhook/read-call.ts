import { parseDecimal } from '#src/shared/decimal.ts';
import { oneLabel } from '#src/shared/label.ts';
import { FACTS, type FactName } from '#src/shared/external/evidence.ts';
import { parseExactly } from '#src/platform/json/exact-json.ts';

/** What a call to a webhook says: an id of its sender's, what an alert may tell, and the rest. */
export type ReadCall =
  | { ok: true; id: string | null; facts: Record<string, string>; other: Record<string, string> }
  | { ok: false; reason: string };

const FIELDS_MAX = 60;
const DEPTH_MAX = 4;
const NAME_MAX = 80;
const VALUE_MAX = 500;
const ID_MAX = 200;

/** Names that senders give to facts, beside the facts' own; those of TradingView's placeholders among them. */
const ALIASES: Readonly<Record<string, FactName>> = {
  symbol: 'ticker',
  price: 'close',
  side: 'action',
  'strategy.order.action': 'action',
  'order.action': 'action',
  timeframe: 'interval',
  text: 'message',
  'strategy.order.comment': 'message',
  headline: 'title',
  timenow: 'time',
};
const FIGURES: ReadonlySet<string> = new Set(['close', 'open', 'high', 'low', 'volume']);
const MESSAGE_MAX = 2_000;
const LONGEST: Partial<Record<FactName, number>> = { title: 150, ticker: 40 };

/** Facts of other kinds are none of a call: it brings no links, and no entry of a calendar. */
const NOT_SAID: ReadonlySet<string> = new Set(
  'published link event country importance actual forecast previous'.split(' '),
);

const factOf = (name: string): FactName | null => {
  const key = name.toLowerCase();
  if (Object.hasOwn(FACTS, key) && !NOT_SAID.has(key)) return key as FactName;
  return Object.hasOwn(ALIASES, key) ? (ALIASES[key] ?? null) : null;
};

/** A placeholder that its sender has not filled is no fact. */
const isOpen = (text: string): boolean => /\{\{|\}\}/.test(text);
const isOnlyOpen = (text: string): boolean => /^\{\{[^{}]*\}\}$/.test(text);
const cut = (text: string, max: number): string => [...text].slice(0, max).join('');
const clean = (text: string): string => oneLabel(text.toWellFormed());

/** The value as a fact of this name, or null where it is none. */
function asFact(name: FactName, value: string): string | null {
  const text = clean(value);
  // Free text is quoted as it came: one with an open placeholder, or too long, is still what the sender said.
  if (name === 'message' && text !== '' && !isOnlyOpen(text)) return cut(text, MESSAGE_MAX);
  if (text === '' || isOpen(text) || text.length > (LONGEST[name] ?? 100)) return null;
  return FIGURES.has(name) && !parseDecimal(text) ? null : text;
}

/** The names of a message, the surest first; a field `message` at any depth is one where no other is. */
const MESSAGE_NAMES: readonly ((name: string) => boolean)[] = [
  (name) => name === 'message',
  (name) => factOf(name) === 'message',
  (name) => /(?:^|\.)message(?:\.text)?$/.test(name),
];
const messageField = (fields: readonly [string, string][]): string | null =>
  MESSAGE_NAMES.flatMap((isMessage) =>
    fields.filter(([name, value]) => isMessage(name.toLowerCase()) && asFact('message', value) !== null),
  )[0]?.[0] ?? null;

/** Every text, figure and yes or no of the object by its name, what lies deeper with dots between. */
function fieldsOf(object: object): [string, string][] | string {
  const fields: [string, string][] = [];
  const rest: { name: string; value: unknown; depth: number }[] = Object.entries(object)
    .map(([name, value]) => ({ name, value: value as unknown, depth: 1 }))
    .reverse();
  for (let item = rest.pop(); item; item = rest.pop()) {
    const { name, value, depth } = item;
    if (value === null || value === '') continue;
    if (typeof value === 'object') {
      if (depth === DEPTH_MAX) return `it is nested more than ${DEPTH_MAX} levels deep.`;
      for (const [key, inner] of Object.entries(value).reverse())
        rest.push({ name: `${name}.${key}`, value: inner as unknown, depth: depth + 1 });
      continue;
    }
    fields.push([clean(name).slice(0, NAME_MAX) || '(no name)', String(value as string | boolean)]);
    if (fields.length > FIELDS_MAX) return `it has more than ${FIELDS_MAX} fields.`;
  }
  return fields;
}

/** JSON is what says so, and what begins like an object: TradingView sends both without asking. */
const isJson = (type: string, body: string): boolean =>
  /^application\/(?:[\w.-]+\+)?json\b/i.test(type) || /^\s*\{/.test(body);

/**
 * Reads the body of a call: the fields of a JSON object, every number as it was written, or a text, which is one message.
 * Of several fields that name the same fact the first counts. The same body is always read in the same way.
 */
export function readCall({ type, body }: { type: string; body: string }): ReadCall {
  const no = (reason: string): ReadCall => ({ ok: false, reason });
  if (body.trim() === '') return no('The body is empty.');
  if (!isJson(type, body)) {
    const text = clean(body);
    if (text === '') return no('The body holds no text that can be shown.');
    return { ok: true, id: null, facts: { message: cut(text, MESSAGE_MAX) }, other: {} };
  }
  let parsed: unknown;
  try {
    parsed = parseExactly(body);
  } catch {
    return no('The body isn’t valid JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return no('The body is JSON, but not an object with fields.');
  const fields = fieldsOf(parsed);
  if (typeof fields === 'string') return no(`The body cannot be taken: ${fields}`);
  const facts = new Map<string, string>();
  const other = new Map<string, string>();
  let id: string | null = null;
  const message = messageField(fields);
  for (const [name, value] of fields) {
    const named = factOf(name);
    // Of several fields that could be the message, the best is; the others are something else.
    const fact = named === 'message' || name === message ? (name === message ? 'message' : null) : named;
    const text = fact && !facts.has(fact) ? asFact(fact, value) : null;
    if (name === 'event_id' && id === null) {
      if (clean(value).length > ID_MAX) return no(`event_id has more than ${ID_MAX} characters.`);
      id = clean(value) || null;
    } else if (fact && text !== null) facts.set(fact, text);
    else other.set(name, cut(clean(value), VALUE_MAX));
  }
  if (facts.size === 0 && other.size === 0) return no('The body has no field with anything in it.');
  return { ok: true, id, facts: Object.fromEntries(facts), other: Object.fromEntries(other) };
}
