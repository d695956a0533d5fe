import type { Language } from '#src/shared/content/answer.ts';
import type { Context, ContextFact } from '#src/shared/content/context.ts';
import { plain, type Text } from '#src/shared/content/text.ts';
import { contextSlots } from '../context/slots.ts';
import { contextSentences, joined } from '../context/words.ts';
import { LEXICONS } from '../languages/registry.ts';
import { marketSlots, placesOf } from '../market-slots.ts';
import { fillSlots } from '../slots.ts';
import type { Story } from '../story.ts';
import { storyOf } from '../story-of.ts';
import { storySlots } from '../story-slots.ts';
import { checkClaim } from './claims.ts';
import type { Facts } from './facts.ts';

/** What the built-in writer may say of an event, as it reads. */
export type BuiltIn = {
  /** On a line of their own. */
  lines: string[];
  /** Whole sentences, or several that belong together. */
  sentences: string[];
  /** Sentences that lean on the one before them, so that they may only begin a text. */
  openings: string[];
};

const NOTHING: BuiltIn = { lines: [], sentences: [], openings: [] };

/** Where one sentence of a lead ends. */
const SENTENCES = /(?<=\.|\{\{sentence\}\})\s+|(?<=。)/u;

/**
 * Every text of the built-in writer about an event, in all its shapes, filled from the evidence. None where the facts don't
 * say which detector found it, as they do once the evidence was verified, or where the evidence doesn't bear it out.
 */
export function builtIn(facts: Facts, language: Language): BuiltIn {
  const { detector, evidence } = facts;
  const story = detector === undefined ? null : storyOf(detector, evidence, language);
  if (!story?.holds(evidence)) return NOTHING;
  if (story.claims(evidence).some((claim) => checkClaim(claim, facts) === 'untrue')) return NOTHING;
  const lexicon = LEXICONS[language];
  const read = marketSlots({ ...facts, phrases: story.phrases }, language);
  const slots = storySlots(evidence, { story, read, lexicon });
  const fill = (template: string): Text => fillSlots(template, slots);
  const leads = story.words.leads.map((lead) => sentencesOf(lead, fill));
  const context = contextOf(facts, story, language);
  const bare = `${story.change.label} ${story.change.value}`;
  const headlines = [
    ...Object.values(story.headlines).flat(),
    `{{name}} · ${bare}`,
    '{{name}} · {{when_short}}',
    `{{instrument}} · {{when}} · ${bare}`,
    '{{instrument}} · {{when}}',
  ].map((headline) => plain(fill(headline)));
  const day = plain(fill('{{when_short}}'));
  const { title, prefix, text } = lexicon.trial;
  const chart = fillSlots(lexicon.chart, {
    ...slots,
    label: fill(story.change.label),
    value: fill(story.change.value),
  });
  return {
    lines: [
      ...headlines,
      ...headlines.map((headline) => `${prefix}${headline} (${day})`),
      plain(fill('{{symbol}} · {{when_short}} · {{bars}}')),
      plain(fill('{{rule}}')),
      title,
    ],
    sentences: [
      ...leads.flatMap(({ runs, alone }) => [...runs, ...alone]),
      ...context,
      plain(chart),
      text,
      lexicon.disclaimer,
    ],
    openings: leads.flatMap(({ openings }) => openings),
  };
}

/** A lead from its beginning on, and its sentences one by one: those that name the instrument can stand anywhere. */
function sentencesOf(lead: string, fill: (template: string) => Text) {
  const all = lead.split(SENTENCES);
  // The whole lead with its own blanks, whatever they are.
  const runs = all.map((_, at) => {
    const last = all.slice(0, at + 1);
    const end = last.reduce((from, each) => lead.indexOf(each, from) + each.length, 0);
    return plain(fill(lead.slice(0, end)));
  });
  const names = (sentence: string): boolean => /\{\{(?:instrument|name)\}\}/.test(sentence);
  const text = (sentence: string): string => plain(fill(sentence));
  return {
    runs,
    alone: all.filter(names).map(text),
    openings: all.filter((sentence) => !names(sentence)).map(text),
  };
}

/** A context without the facts that go the other way than the event: those aren't of it. */
export function agreedContext(
  context: Context,
  story: Pick<Story, 'direction'>,
  evidence: Facts['evidence'],
): Context {
  const way = story.direction(evidence) >= 0 ? 'up' : 'down';
  const agrees = (fact: ContextFact): boolean =>
    'way' in fact
      ? fact.way === way
      : fact.fact === 'year_distance' || (fact.side === 'high') === (way === 'up');
  return { ...context, facts: context.facts.filter(agrees) };
}

/** What the event's history says. */
function contextOf(
  { context, evidence, timeframe, timeZone, ...facts }: Facts,
  story: Story,
  language: Language,
) {
  const lexicon = LEXICONS[language];
  if (!context) return [];
  const agreed = agreedContext(context, story, evidence);
  const bars = { timeframe, timeZone, formats: facts.formats };
  const read = contextSlots(agreed, placesOf(evidence, facts.priceDecimals), language, bars);
  const said = contextSentences(agreed, { timeframe, timeZone, read, words: lexicon.context });
  const [first = [], second = []] = said;
  const pairs = first.flatMap((one) => second.map((other) => joined([one, other], lexicon.context)));
  return [...said.flat(), ...pairs].map(plain);
}
