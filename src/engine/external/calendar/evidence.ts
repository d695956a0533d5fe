import { type Entry, entryOf, type Occasion } from '#src/shared/calendar/entry.ts';
import { withUnit } from '#src/shared/calendar/figures.ts';
import { matchesEntry, matchesRelease } from '#src/shared/calendar/matches.ts';
import { askedSchema, type CalendarRule } from '#src/shared/calendar/rule.ts';
import { nameOf, timeWords } from '#src/shared/calendar/say.ts';
import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import type { Verdict } from '../../detectors/verify.ts';
import { sameFacts } from '../same-facts.ts';

const no = (reason: string): Verdict => ({ ok: false, reason });
const MINUTE_MS = 60_000;

function factsOf(entry: Entry): Record<string, string> {
  const figure = (text: string | null): string | null => text && withUnit(text, entry.unit);
  const facts = {
    event: nameOf(entry),
    ticker: entry.symbol,
    currency: entry.currency,
    country: entry.country,
    importance: entry.importance,
    actual: figure(entry.actual),
    forecast: figure(entry.forecast),
    previous: figure(entry.previous),
    time: timeWords(entry),
    link: entry.link,
  };
  return Object.fromEntries(
    Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null),
  );
}

/** What an alert on an entry rests on: the entry as it was, what the rule asked for, and which occasion it was. */
export function entryEvidence(
  entry: Entry,
  { source, at, rule, occasion }: { source: string; at: Date; rule: CalendarRule; occasion: Occasion },
): ExternalEvidence {
  const { kinds, importance, places, symbols, words, before, released } = rule;
  return {
    said: {
      from: 'calendar',
      by: source,
      at: at.toISOString(),
      type: 'application/json',
      body: JSON.stringify(entry),
    },
    facts: factsOf(entry),
    other: { occasion },
    asked: {
      kinds,
      ...(importance && { importance }),
      places,
      symbols,
      words,
      occasion,
      ...(occasion === 'before' && { before }),
      ...(occasion === 'released' && { released }),
    },
  };
}

/** Reads the entry again and asks again whether the rule was to speak of it, and whether it was time. */
export function verifyEntry(evidence: ExternalEvidence): Verdict {
  const asked = askedSchema.safeParse(evidence.asked);
  if (!asked.success) return no('the evidence does not say what was asked for.');
  const entry = entryOf(evidence.said.body);
  if (!entry) return no('the entry cannot be read.');
  if (!matchesEntry(entry, asked.data)) return no('the entry is none of those that were asked for.');
  const { occasion, before, released } = asked.data;
  const [at, said] = [Date.parse(entry.at), Date.parse(evidence.said.at)];
  if (occasion === 'released') {
    if (!released || !matchesRelease(entry, released))
      return no('the figure is none of those that were asked for.');
  } else if (said < at - (occasion === 'before' ? (before ?? 0) : 0) * MINUTE_MS)
    return no('it was too early for it.');
  else if (occasion === 'before' && said >= at) return no('it was too late for a reminder.');
  return sameFacts(evidence, { facts: factsOf(entry), other: { occasion } });
}
