import { DateTime } from 'luxon';
import { oneLine, subjectLine } from '#src/platform/mail/plain.ts';
import { entryOf } from '#src/shared/calendar/entry.ts';
import { askedSchema } from '#src/shared/calendar/rule.ts';
import { headlineOf } from '#src/shared/calendar/say.ts';
import {
  FACT_NAMES,
  FACTS,
  type ExternalEvidence,
  type ExternalKind,
} from '#src/shared/external/evidence.ts';
import { DISCLAIMER } from '#src/shared/product.ts';
import { checkFacts } from './fact-guard.ts';
import { plainText, WriterError, type AlertContent } from './writer.ts';

type ExternalInput = {
  brand: { name: string };
  rule: string;
  about: string;
  evidence: ExternalEvidence;
};

/** An alert without a direction and a figure of ours. */
export type ExternalContent = Omit<AlertContent, 'direction' | 'change'> & { direction: null; change: null };

type Words = {
  /** What stands where nothing was said that could. */
  headline: (input: ExternalInput) => string;
  lead: (input: ExternalInput, when: string) => string;
  /** Behind the lead: whose figures these are. */
  caution: string;
  /** What the dateline calls it. */
  name: string;
  /** What the moment in its evidence is called. */
  came: string;
};

const HEADLINE_MAX = 120;
const NAME_MAX = 80;

const WORDS: Record<ExternalKind, Words> = {
  webhook: {
    name: 'webhook',
    came: 'Came',
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
    came: 'Came',
    headline: ({ rule }) => rule,
    lead: ({ evidence, rule }, when) =>
      `${oneLine(evidence.said.by, NAME_MAX)} published this; it was read on ${when} and matches the rule “${rule}”.`,
    caution: 'What it says is its publisher’s, and was not checked.',
  },
  calendar: {
    name: 'calendar',
    came: 'Told',
    headline: ({ evidence: { said, asked }, rule }) => {
      const entry = entryOf(said.body);
      const { data } = askedSchema.safeParse(asked);
      return entry && data ? headlineOf(entry, data.occasion, new Date(said.at)) : rule;
    },
    lead: ({ evidence: { said, other }, rule }, when) => {
      const source = oneLine(said.by, NAME_MAX);
      return other['occasion'] === 'released'
        ? `The calendar “${source}” tells the figure; it was read by ${when} and matches the rule “${rule}”.`
        : `A reminder of the rule “${rule}”, from the calendar “${source}”.`;
    },
    caution: 'Times and figures are the calendar’s, and were not checked.',
  },
};

/**
 * Writes an external alert: what was said, word for word, and who said it. Nothing in it is a figure of
 * ours. Throws WriterError for a figure that was not said.
 */
export function writeExternal(given: ExternalInput): ExternalContent {
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
      : [{ label: FACTS[name], value: name === 'message' ? `“${value}”` : value, words: name === 'message' }];
  });
  const content = {
    headline,
    lead: `${words.lead(input, when)} ${words.caution}`,
    direction: null,
    dateline: `${oneLine(input.about, NAME_MAX)} · ${day} · ${words.name}`,
    change: null,
    rows: [...facts, { label: words.came, value: when }, { label: 'Rule', value: input.rule, words: true }],
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
