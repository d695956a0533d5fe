import type { Language } from '#src/shared/content/answer.ts';
import type { Evidence } from '#src/shared/market.ts';
import { figuresCompared } from '#src/shared/rules/figures.ts';
import {
  MESSAGE,
  messageParts,
  type MessagePart,
  type Placeholder,
  type RuleMessage,
} from '#src/shared/rules/message.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { EVENTS } from '#src/shared/rules/events.ts';
import { nodeText, plain, type Text, type TextNode, tidyText } from '#src/shared/content/text.ts';
import { checkFacts, withoutNumbers } from './fact-guard.ts';
import { LEXICONS } from './languages/registry.ts';
import { type MarketFacts, MESSAGE_SLOTS } from './market-slots.ts';
import { readSlot, type SlotReader } from './slot-reader.ts';

/** What a rule's own words need beside its detection. */
export type OwnWords = {
  message: RuleMessage;
  exchange: string | null;
  currency: string;
  /** When the rule spoke: milliseconds since the epoch, UTC. */
  spokeAt: number;
};

/** The detection that words are about. */
export type About = Pick<MarketFacts, 'evidence' | 'priceDecimals' | 'formats'> & {
  detector: string;
  read: SlotReader;
  /** As `read` writes figures; English unless given. */
  language?: Language;
};

const CUT = '…';

/** The keys of the figures that made a detection, in the order in which they are compared. */
export const keysOf = (detector: string, { rule }: Evidence): readonly string[] =>
  detector === 'rule' ? figuresCompared(parseRule(rule ?? '')) : (EVENTS[detector]?.figures ?? []);

/** What each placeholder stands for: figures as alerts print them, and words for what the evidence does not have. */
export function valuesOf({
  detector,
  evidence,
  read,
  language = 'en',
}: About): (name: Placeholder) => TextNode {
  const { notKnown } = LEXICONS[language];
  const keys = keysOf(detector, evidence);
  return (name) => {
    const key = keys[Number(/^plot_(\d+)$/.exec(name)?.[1] ?? Number.NaN)];
    if (key !== undefined)
      return (
        readSlot(read, 'figure', `figures.${key}`, key.endsWith('_pct') ? 'change' : 'figure') ?? notKnown
      );
    const source = MESSAGE_SLOTS[name];
    return (source && readSlot(read, ...source)) ?? notKnown;
  };
}

/** Words with their values, at most `max` characters: a value stands whole or not at all, words end after a word. */
function joined(parts: readonly MessagePart[], valueOf: (name: Placeholder) => TextNode, max: number): Text {
  const text: Text = [];
  let length = 0;
  for (const part of parts) {
    const next = 'said' in part ? { author: part.said } : valueOf(part.placeholder);
    if (length + nodeText(next).length <= max) {
      text.push(next);
      length += nodeText(next).length;
      continue;
    }
    const room = 'said' in part ? part.said.slice(0, Math.max(0, max - length - 1)) : '';
    return [...trimmedEnd([...text, { author: room.slice(0, Math.max(0, room.search(/\s\S*$/))) }]), CUT];
  }
  return tidyText(text);
}

/** Without the space at its end. */
function trimmedEnd(text: Text): Text {
  const tidy = tidyText(text);
  const last = tidy.at(-1);
  if (typeof last !== 'object' || !('author' in last)) return tidy;
  const author = last.author.trimEnd();
  return author === last.author ? tidy : trimmedEnd([...tidy.slice(0, -1), { author }]);
}

/**
 * A rule's own headline and text, each null if it has none, filled in one pass: a value that looks like a placeholder
 * stays text. Authors are responsible for their own numbers; of what is filled in, the fact guard finds every figure in
 * the evidence. If it doesn't, there is no message: it was checked when it was saved, and must not keep an alert
 * from being written.
 */
export function fillOwnWords(
  own: Pick<OwnWords, 'message'>,
  about: About,
): { headline: Text | null; text: Text | null } {
  const valueOf = valuesOf(about);
  const phrases = (
    ['ticker', 'exchange', 'time', 'timenow', 'interval', 'syminfo.currency'] satisfies Placeholder[]
  ).map((name) => nodeText(valueOf(name)));
  const filled = { headline: null as Text | null, text: null as Text | null };
  for (const [field, max] of [
    ['headline', MESSAGE.headlineMax],
    ['text', MESSAGE.filledTextMax],
  ] as const) {
    const template = own.message[field];
    if (template === undefined) continue;
    const parts = messageParts(template);
    filled[field] = joined(parts, valueOf, max);
    const house = parts.map((part) => ('said' in part ? { said: withoutNumbers(part.said) } : part));
    const facts = checkFacts(plain(joined(house, valueOf, Number.POSITIVE_INFINITY)), about.evidence, {
      phrases,
      priceDecimals: about.priceDecimals,
      language: about.language,
      formats: about.formats,
    });
    if (!facts.ok) return { headline: null, text: null };
  }
  return filled;
}
