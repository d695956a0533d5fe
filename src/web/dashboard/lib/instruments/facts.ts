import type { Instrument } from '#src/shared/rules/stored.ts';
import { SESSION_WORDS } from '#src/web/dashboard/lib/sessions.ts';

/** What is known of an instrument, in one line: "New York · USD · step 0.01 · 9:30 to 16:00, New York". */
export function factsOf({ exchange, simulated, currency, tickSize, session, splits }: Instrument): string {
  return [
    simulated ? 'Simulated' : exchange,
    currency,
    tickSize && `step ${tickSize}`,
    SESSION_WORDS[session] ?? session,
    ...splits.map(({ date, ratio }) => `split ${ratio} for 1 on ${date}`),
  ]
    .filter(Boolean)
    .join(' · ');
}
