import { counted } from '#src/shared/plural.ts';
import type { Sending, Stop, Unsent } from '#src/shared/sending.ts';

type Target = Pick<Stop, 'scope' | 'target' | 'name'>;

/** `Sending`, `Sending for “Acme”`, `Sending by Email`. */
export function whatOf({ scope, target, name }: Target, titleOf: (kind: string) => string): string {
  if (scope === 'brand') return name === null ? 'Sending for a brand' : `Sending for “${name}”`;
  return scope === 'channel' ? `Sending by ${titleOf(target ?? '')}` : 'Sending';
}

/** The same within a sentence. */
export const whatIn = (target: Target, titleOf: (kind: string) => string): string => {
  const what = whatOf(target, titleOf);
  return `${what.charAt(0).toLowerCase()}${what.slice(1)}`;
};

/** What a stop holds, or would hold. */
export function unsentOf(sending: Sending, { scope, target }: Pick<Target, 'scope' | 'target'>): Unsent {
  const nothing = { unsent: 0, expired: 0 };
  if (scope === 'workspace') return sending.workspace;
  if (scope === 'brand') return sending.brands.find(({ id }) => id === target) ?? nothing;
  return sending.channels.find(({ channel }) => channel === target) ?? nothing;
}

/** `3 alerts haven’t gone out yet`; `Nothing is waiting to go out`. */
export const waitWords = ({ unsent }: Unsent): string =>
  unsent === 0
    ? 'Nothing is waiting to go out'
    : `${counted(unsent, 'alert')} ${unsent === 1 ? 'hasn’t' : 'haven’t'} gone out yet`;

/** What a stop would do, as the dialog says it. */
export function stopWords({ unsent }: Unsent): string {
  const held =
    unsent === 0
      ? 'Nothing is waiting to go out at the moment.'
      : `It holds ${counted(unsent, 'alert')} that ${unsent === 1 ? 'hasn’t' : 'haven’t'} gone out yet.`;
  return `No alerts, digests, updates or corrections go out until an owner or admin resumes sending. ${held} Messages that are being sent right now still arrive.`;
}

/** What becomes of what a stop holds once it is resumed. */
export function resumeWords({ unsent, expired }: Unsent): string {
  if (unsent === 0) return 'Nothing is waiting. New alerts go out as usual.';
  const going = unsent - expired;
  const goes =
    going === 0
      ? 'None of the waiting alerts will be sent.'
      : `${counted(going, 'alert')} ${going === 1 ? 'goes' : 'go'} out now.`;
  const late =
    expired === 0
      ? ''
      : ` ${counted(expired, 'alert')} ${expired === 1 ? 'is' : 'are'} past the time limit of ${expired === 1 ? 'its' : 'their'} route and won’t be sent.`;
  return `${goes}${late}`;
}
