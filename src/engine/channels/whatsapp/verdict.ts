import * as z from 'zod/mini';
import type { ReadAnswer, Verdict } from '../http-outcome.ts';

const sentSchema = z.object({ messages: z.array(z.object({ id: z.string().check(z.minLength(1)) })) });
const errorSchema = z.object({
  error: z.object({
    message: z.string(),
    code: z.int(),
    error_data: z.optional(z.object({ details: z.optional(z.string()) })),
    error_user_msg: z.optional(z.string()),
  }),
});
type Failure = { code: number; says: string };

/** What the provider says failed; null where it says nothing that we know. */
export function failureIn({ json }: Pick<ReadAnswer, 'json'>): Failure | null {
  const read = errorSchema.safeParse(json);
  if (!read.success) return null;
  const { message, code, error_data: data, error_user_msg: forPeople } = read.data.error;
  const details = forPeople ?? data?.details ?? '';
  return { code, says: details === '' || message.includes(details) ? message : `${message}: ${details}` };
}

/** What the owner of the account has to do. */
const BROKEN: Readonly<Record<number, string>> = {
  0: 'The access token is no longer valid. Create a new one and paste it.',
  3: 'The app may not send messages. Give the system user the permission whatsapp_business_messaging.',
  10: 'The app may not send messages. Give the system user the permission whatsapp_business_messaging.',
  190: 'The access token is no longer valid. Create a new one and paste it.',
  368: 'Meta has blocked the account for breaking its policies. See Account Quality in Business Manager.',
  131005: 'The system user may not use this number. Give it access to the WhatsApp account.',
  131031: 'Meta has locked the account. See Account Quality in Business Manager.',
  131037: 'The number’s display name isn’t approved yet. Finish it in WhatsApp Manager.',
  131042: 'Meta couldn’t charge for the message. Check the payment method in Business Manager.',
  131045: 'The number isn’t registered. Register it in WhatsApp Manager.',
  131048:
    'Too many people have blocked or reported this number, and Meta limits it. See its quality in WhatsApp Manager.',
  133010: 'The number isn’t registered. Register it in WhatsApp Manager.',
};

/** The template can't carry any alert as it is. */
const TEMPLATE: Readonly<Record<number, string>> = {
  132000: 'The template has another number of variables. It needs {{1}} and {{2}}.',
  132001: 'There is no such approved template in this language. Create it in WhatsApp Manager.',
  132012: 'The template has a header or variables of another kind.',
  132015: 'Meta has paused the template because of its quality.',
  132016: 'Meta has disabled the template because of its quality. Create another one.',
};
export const isAboutTemplate = (code: number): boolean => TEMPLATE[code] !== undefined;

/** The media stand in the way, and not the text. */
const MEDIA = new Set([131_051, 131_052, 131_053]);
export const isAboutMedia = (code: number): boolean => MEDIA.has(code);

const REFUSED: Readonly<Record<number, string>> = {
  130472: 'Meta kept the message back: the person is in one of its experiments.',
  130497: 'This account may not send messages to that country.',
  131021: 'That is the number that messages come from.',
  131030: 'A test number sends only to the numbers that you listed in the app.',
  131047: 'The person hasn’t written in the last 24 hours, so only a template may be sent.',
  131049:
    'Meta chose not to deliver the message, to keep people from getting too many. Later alerts may arrive.',
  132005: 'The message is too long for the template.',
  132007: 'The message breaks a policy of WhatsApp.',
  132018: 'A variable of the template has a line break, a tab or more than four spaces in a row.',
};

/** Nothing reaches this address any more. */
const GONE: Readonly<Record<number, string>> = {
  131026: 'The number isn’t on WhatsApp, or can’t get messages from businesses.',
  131050: 'The person has stopped messages from this number in WhatsApp.',
};
export const isGoneFor = (code: number): boolean => GONE[code] !== undefined;

/** Too much at once, over the number or the account. */
const TOO_FAST = new Set([4, 17, 613, 80007, 130429]);
const LATER = new Set([1, 2, 131000, 131016, 131057]);
const PAIR = 131056;
export const isPairLimit = (answer: Pick<ReadAnswer, 'json'>): boolean => failureIn(answer)?.code === PAIR;

/** In plain words, where we have some. */
export const wordsOf = (code: number): string | null =>
  BROKEN[code] ?? TEMPLATE[code] ?? GONE[code] ?? REFUSED[code] ?? null;

const isPermission = (code: number): boolean => code >= 200 && code < 300;

/**
 * What an answer of the API says of a message. `ownTemplate`: of the brand's own, so that the account of all brands isn't to
 * blame for it.
 */
export function verdictOf(answer: ReadAnswer, { ownTemplate }: { ownTemplate: boolean }): Verdict | null {
  const { status, json } = answer;
  if (status < 300) {
    const sent = sentSchema.safeParse(json);
    const [message] = sent.success ? sent.data.messages : [];
    return message ? { verdict: 'sent', id: message.id } : null;
  }
  const failure = failureIn(answer);
  if (!failure) return null;
  const { code, says } = failure;
  const words = wordsOf(code);
  const said = words === null ? `${says} (${code})` : `${words} (${code})`;
  if (TOO_FAST.has(code)) return { verdict: 'pause', ms: null, says: said };
  if (LATER.has(code) || code === PAIR) return { verdict: 'later', says: said };
  if (GONE[code] !== undefined) return { verdict: 'refused', says: said, gone: true };
  if (TEMPLATE[code] !== undefined) return { verdict: ownTemplate ? 'refused' : 'broken', says: said };
  if (BROKEN[code] !== undefined || isPermission(code) || status === 401)
    return { verdict: 'broken', says: said };
  // The number's id is wrong, or the token doesn't reach it.
  if (code === 100 && /does not exist|missing permissions/i.test(says))
    return { verdict: 'broken', says: 'The phone number ID is wrong, or the access token doesn’t reach it.' };
  if (status >= 500 || status === 429) return null;
  return { verdict: 'refused', says: said };
}
