import { firedWords } from '#src/shared/flapping.ts';
import type { Mute, MuteForm } from '#src/shared/mutes.ts';
import { formatClock } from '#src/web/ui/format.ts';

/** How long a mute lasts, as the dialog offers it. */
export const LENGTHS = [
  { value: 'hour', label: 'For 1 hour' },
  { value: 'morning', label: 'Until tomorrow, 8:00' },
  { value: 'open', label: 'Until the market opens next' },
  { value: 'time', label: 'Until a time you choose' },
  { value: 'none', label: 'Until someone unmutes it' },
] as const;
export type Length = (typeof LENGTHS)[number]['value'];

/** A brand has no market of its own. */
export const lengthsFor = (kind: Mute['kind']) =>
  LENGTHS.filter(({ value }) => value !== 'open' || kind !== 'brand');

/** What of the form the choice makes. */
export function lengthForm(
  length: Length,
  { local, timeZone }: { local: string; timeZone: string },
): Pick<MuteForm, 'for' | 'until' | 'timeZone'> {
  if (length === 'none') return {};
  if (length === 'time') return { until: { local, timeZone } };
  return { for: length, timeZone };
}

const DAY = 86_400_000;

/** `Muted until 13:00`; `Muted until Fri 9:00`; `Muted until 1 Jul 2027, 09:00`; `Muted`; or why it's suspended. */
export function mutedLabel(
  { until, suspended }: Pick<Mute, 'until'> & { suspended?: Mute['suspended'] },
  now = Date.now(),
): string {
  if (suspended) return `Suspended: ${firedWords(suspended)}`;
  if (until === null) return 'Muted';
  const isSoon = Date.parse(until) - now < 6 * DAY;
  const day = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return `Muted until ${isSoon ? formatClock(until, now) : new Date(until).toLocaleString('en-GB', day)}`;
}

/** `the rule “Big moves”`, `the brand “Acme”`, `BTC-USD`. */
export const whatIsMuted = ({ kind, name }: Pick<Mute, 'kind' | 'name'>): string =>
  kind === 'symbol' ? name : `the ${kind} “${name}”`;
