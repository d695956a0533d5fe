import type { ReadAnswer, Verdict } from '../http-outcome.ts';

/** Keys that a subscription wasn't made with, as push services say it. A new subscription is needed. */
const OTHER_KEYS = /do not correspond|VapidPkHashMismatch|VAPID.{0,20}mismatch|public key mismatch/i;

/** What the push service says it is for; it may be empty. */
const words = ({ status, text }: ReadAnswer): string => `${status} ${text.slice(0, 200)}`.trim();

/**
 * What a push service's answer says (RFC 8030, section 5). A pause that it asks for is this browser's alone: others are at
 * other services, or have a limit of their own.
 */
export function verdictOf(answer: ReadAnswer, deliveryId: string): Verdict | null {
  const { status, headers, text } = answer;
  const says = words(answer);
  if (status === 201 || status === 200 || status === 202)
    return { verdict: 'sent', id: messageIdOf(headers['location']) ?? deliveryId };
  if (status === 404 || status === 410)
    return { verdict: 'refused', says: `the browser is no longer subscribed (${status})`, gone: true };
  if ((status === 400 || status === 401 || status === 403) && OTHER_KEYS.test(text))
    return {
      verdict: 'refused',
      says: `the browser subscribed with other keys (${status}). The reader has to subscribe again`,
      gone: true,
    };
  if (status === 413) return { verdict: 'refused', says: 'the message is too large (413)' };
  if (status === 401 || status === 403)
    return { verdict: 'broken', says: `it doesn’t accept our keys: ${says}` };
  return null;
}

/** The last part of where the message is at the push service; of all of it, anyone could delete it there. */
function messageIdOf(location: string | undefined): string | null {
  const last = location?.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  return /^[\w.:%=+-]{1,300}$/.test(last) ? last : null;
}
