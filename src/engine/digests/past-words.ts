import { DateTime, IANAZone } from 'luxon';
import { LEXICONS } from '#src/engine/content/languages/registry.ts';
import { timeWords } from '#src/engine/content/languages/time-words.ts';
import type { BrandRow } from '#src/engine/content/look.ts';
import { placesOf } from '#src/engine/content/market-slots.ts';
import { fillSlots } from '#src/engine/content/slots.ts';
import { inFormat } from '#src/engine/content/when.ts';
import type { Language } from '#src/shared/content/answer.ts';
import { inMarks } from '#src/shared/content/marks.ts';
import type { Slot, Text } from '#src/shared/content/text.ts';
import { formatPrice } from '#src/shared/figures.ts';
import type { Evidence } from '#src/shared/market.ts';

/** What a digest says of an alert that lapsed before it could be sent. */
export type PastAlert = {
  /** When its event happened: ISO, UTC. */
  at: string;
  /** Null where it isn't about a price: news, and what isn't on a symbol. */
  evidence: Pick<Evidence, 'bars'> | null;
  /** IANA zone of the symbol's market; null without one. */
  timeZone: string | null;
};

/** `Past news: 27 Nov 2026, 19:00 UTC, at 2,386.13 · `, by the clock of the brand, or else of the market. */
export function pastWords({ at, evidence, timeZone }: PastAlert, brand: BrandRow, language: Language): Text {
  const { past } = LEXICONS[language].digest;
  const { formats } = brand;
  const time = timeWords(language, formats);
  const zone = brand.timeZone ?? timeZone ?? 'UTC';
  const moment = DateTime.fromISO(at, { zone: IANAZone.isValidZone(zone) ? zone : 'UTC' });
  const when: Slot = {
    slot: 'date',
    of: 'alert.created_at',
    as: 'clock',
    text: `${inFormat(moment, time.short, time)}, ${inFormat(moment, time.clock, time)}`,
  };
  const bar = evidence?.bars.at(-1);
  if (!evidence || !bar) return fillSlots(past.unpriced, { when });
  const text = inMarks(formatPrice(bar.close, placesOf(evidence)), language, formats);
  return fillSlots(past.priced, { when, price: { slot: 'figure', of: 'bar.close', as: 'price', text } });
}
