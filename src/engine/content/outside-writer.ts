import { DateTime } from 'luxon';
import { oneLine, subjectLine } from '#src/mail/plain.ts';
import { FACT_NAMES, FACTS, type OutsideEvidence, type OutsideKind } from '#src/shared/outside/evidence.ts';
import { DISCLAIMER } from '#src/shared/product.ts';
import { checkFacts } from './fact-guard.ts';
import { plainText, WriterError, type AlertContent } from './writer.ts';

export type OutsideInput = {
  brand: { name: string };
  rule: string;
  about: string;
  evidence: OutsideEvidence;
};

/** An alert without a direction and a figure of ours. */
export type OutsideContent = Omit<AlertContent, 'direction' | 'change'> & { direction: null; change: null };

type Words = {
  /** What stands where nothing was said that could. */
  headline: (input: OutsideInput) => string;
  lead: (input: OutsideInput, when: string) => string;
  /** Behind the lead: whose figures these are. */
  caution: string;
  /** What the dateline calls it. */
  name: string;
};

const HEADLINE_MAX = 120;
const NAME_MAX = 80;

const WORDS: Record<OutsideKind, Words> = {
  webhook: {
    name: 'webhook',
    headline: ({ evidence: { facts }, rule }) => {
      const { ticker, action, close } = facts;
      if (ticker === undefined) return rule;
      return `${ticker}${action === undefined ? '' : `: ${action}`}${close === undefined ? '' : ` at ${close}`}`;
    },
    lead: ({ rule }, when) => `A call came to the webhook of the rule “${rule}” on ${when}.`,
    caution: 'What it says is its sender’s, and was not compared with market data.',
  },
  news: {
    name: 'news',
    headline: ({ rule }) => rule,
    lead: ({ evidence, rule }, when) =>
      `${oneLine(evidence.said.by, NAME_MAX)} published this; it was read on ${when} and matches the rule “${rule}”.`,
    caution: 'What it says is its publisher’s, and was not checked.',
  },
  calendar: {
    name: 'calendar',
    headline: ({ rule }) => rule,
    lead: ({ evidence, rule }) =>
      `A reminder of the rule “${rule}”, from the calendar “${oneLine(evidence.said.by, NAME_MAX)}”.`,
    caution: 'Times and figures are the calendar’s.',
  },
};

/**
 * Writes an alert on what came from outside: what was said, word for word, and who said it. Nothing in it is a figure of
 * ours. Throws WriterError for a figure that was not said.
 */
export function writeOutside(given: OutsideInput): OutsideContent {
  const input = { ...given, rule: oneLine(given.rule, NAME_MAX) };
  const { evidence } = input;
  const words = WORDS[evidence.said.from];
  const at = DateTime.fromISO(evidence.said.at, { zone: 'utc', locale: 'en-GB' });
  if (!at.isValid) throw new WriterError('The evidence does not say when it came.');
  const when = at.toFormat("cccc, d LLLL yyyy 'at' HH:mm:ss 'UTC'");
  const day = at.toFormat('d LLL yyyy');
  const { title, message } = evidence.facts;
  const headline = oneLine(title ?? message ?? words.headline(input), HEADLINE_MAX);
  const brand = oneLine(input.brand.name, NAME_MAX);
  const facts = FACT_NAMES.flatMap((name) => {
    const value = evidence.facts[name];
    return value === undefined || value === headline
      ? []
      : [{ label: FACTS[name], value, words: name === 'message' }];
  });
  const content = {
    headline,
    lead: `${words.lead(input, when)} ${words.caution}`,
    direction: null,
    dateline: `${oneLine(input.about, NAME_MAX)} · ${day} · ${words.name}`,
    change: null,
    rows: [...facts, { label: 'Came', value: when }, { label: 'Rule', value: input.rule, words: true }],
    notice: null,
    disclaimer: DISCLAIMER,
  };
  const subject = subjectLine(headline);
  const text = plainText(content, brand);
  const said = Object.values(evidence.facts);
  const known = [
    input.rule,
    oneLine(input.about, NAME_MAX),
    oneLine(evidence.said.by, NAME_MAX),
    when,
    day,
    brand,
  ];
  const check = checkFacts(
    `${subject}\n${text}`,
    { bars: [], params: {}, figures: {} },
    { phrases: [...said, ...known, headline, subject] },
  );
  if (!check.ok) throw new WriterError(`The figure "${check.figure}" was not said.`);
  return { subject, text, ...content };
}
