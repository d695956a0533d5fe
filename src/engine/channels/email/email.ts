import { createHash } from 'node:crypto';
import { renderAlertEmail } from '#src/engine/content/email/alert-email.ts';
import { CHART_SIZE } from '#src/engine/content/picture/draw-chart.ts';
import { SUBJECT_MAX } from '#src/platform/mail/plain.ts';
import { isServerAway, type SmtpAnswer } from '#src/platform/mail/smtp-answer.ts';
import { pauseUntil, providerTrouble, retryOrGiveUp, tryOf } from '../backoff.ts';
import type { MailPicture } from '#src/platform/mail/transport.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { Channel, ChannelDeps, SendDeps, SendOutcome, SendTo } from '../channel.ts';
import { normalizeEmail } from './address.ts';
import { domainOf, fromOf, leaveAddressOf } from './from.ts';
import { MARK } from './mark.ts';
import { SENDER_FIELDS } from './sender-fields.ts';
import { RATE_FIELD, SMTP_FIELDS, smtpServerOf } from './smtp-fields.ts';

const MINUTE = 60_000;
/** One minute, five minutes, half an hour, two hours: greylisting ends within the first three. */
const DELAYS = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE] as const;
/**
 * Where no server was found: soon at first, as it may have been a moment; and more often, since the tries are no answer.
 * When the server is seen to be back, what waits for it is sent at once.
 */
const SERVER_DELAYS = [1 / 12, 1, 2, 5, 10, 20, 30, 30, 30, 30].map((minutes) => minutes * MINUTE);
/** Answers to RCPT that speak of the mailbox: no such user, moved away, no such name. */
const BAD_ADDRESS = new Set([550, 551, 553]);

/** The same for every attempt of a delivery: a receiver that saw it before can tell. */
export function messageIdOf(deliveryId: string, domain: string): string {
  if (!/^[\w.-]+$/.test(deliveryId) || !/^[a-z0-9.-]+$/i.test(domain)) {
    throw new Error('A Message-ID needs a plain delivery id and a domain.');
  }
  return `<${deliveryId}@${domain}>`;
}

/**
 * Which alerts of a sender are reported as spam, in Gmail's Postmaster Tools: the alert, what it was, and the domain that
 * sends, by a name of ten signs. It names no person.
 */
const feedbackId = ({ about, purpose = 'first' }: SendTo, domain: string): string =>
  [about?.id ?? '', purpose, 'alerts', createHash('sha256').update(domain).digest('hex').slice(0, 10)].join(
    ':',
  );

/** Nothing in them names this program: a brand may be white-labeled. */
function headersOf(to: SendTo, deps: SendDeps, domain: string): Record<string, string> {
  const headers: Record<string, string> = {
    'Auto-Submitted': 'auto-generated',
    'Feedback-ID': feedbackId(to, domain),
    'X-Delivery-ID': to.deliveryId,
    // Mail programs show an update under what it is about (RFC 5322, section 3.6.4).
    ...(to.replyTo && {
      'In-Reply-To': to.replyTo.providerMessageId,
      References: to.replyTo.providerMessageId,
    }),
  };
  const url = URL.parse(to.unsubscribe?.url ?? '');
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) {
    // RFC 2369, section 3.2: the preferred way first. Some mail programs know the other one only.
    const address = leaveAddressOf(to, deps);
    const ways = [url.href, ...(address === null ? [] : [`mailto:${address}?subject=unsubscribe`])];
    headers['List-Unsubscribe'] = ways.map((way) => `<${way}>`).join(', ');
    if (to.unsubscribe?.oneClick && url.protocol === 'https:') {
      headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click';
    }
  }
  return headers;
}

type Refusal = Extract<SmtpAnswer, { kind: 'refused' }>;

/** 4xx is for later, and so is 503, a muddled session. A no in greeting or login refuses us, not this mail. */
const isTemporary = (answer: Refusal): boolean => answer.code < 500 || answer.code === 503;

/** 5.7.x is policy ("blocked", "not authorised"): it says nothing about whether the mailbox exists. */
const isBadAddress = (answer: Refusal): boolean =>
  answer.stage === 'recipient' && BAD_ADDRESS.has(answer.code) && !answer.enhanced?.startsWith('5.7.');

/** Answers that speak of how much the account has sent, and not of this message or its mailbox. */
const TOO_MUCH =
  /throttl|slow down|too much mail|too many (messages|e?mails|connections|recipients|logins?|requests)|\brate (limit|exceeded)|(sending|daily|hourly|message) (rate|limit|quota)/i;
const LONGEST_WAIT = 120 * MINUTE;
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE, h: 60 * MINUTE };

const asksToWait = (answer: Refusal): boolean =>
  answer.code < 500 && !answer.enhanced?.startsWith('4.2.') && TOO_MUCH.test(answer.response);

/** How long the server says to wait ("try again in 90 seconds"), in ms; 0 where it doesn't say. */
function waitOf({ response }: Refusal): number {
  const [, number, unit] = /\b(\d{1,4})\s*(s|m|h)(?:ec|in|our|r|\b)/i.exec(response) ?? [];
  const ms = Number(number ?? 0) * (UNITS[unit?.toLowerCase() ?? ''] ?? 0);
  return Math.min(ms, LONGEST_WAIT);
}

/** Given up on, or a mailbox that is full: an answer to the recipient, or to the message for them, and no policy. */
const isSoftBounce = ({ stage, code, enhanced }: Refusal): boolean =>
  (stage === 'recipient' || stage === 'message') &&
  (code < 500 ? !enhanced?.startsWith('4.7.') : enhanced === '5.2.2' || (code === 552 && enhanced === null));

function outcomeOf(answer: SmtpAnswer, to: SendTo, messageId: string, deps: ChannelDeps): SendOutcome {
  switch (answer.kind) {
    case 'accepted':
      return { outcome: 'sent', providerMessageId: messageId };
    case 'unknown':
      return { outcome: 'unknown', reason: `The email was sent, and no answer came: ${answer.reason}` };
    case 'invalid':
      return { outcome: 'rejected', reason: answer.reason };
    case 'not_sent':
      return forServer(to, `The mail server can’t be reached: ${answer.reason}`, deps);
    case 'refused': {
      const reason = `The mail server answered: ${answer.response}`;
      if (asksToWait(answer)) return pauseUntil(to, deps.now() + (waitOf(answer) || pauseOf(to)), reason);
      if (isServerAway(answer)) return forServer(to, reason, deps);
      const soft = isSoftBounce(answer) ? { softBounce: true } : {};
      if (isTemporary(answer)) {
        const outcome = retryOrGiveUp(tryOf(to), DELAYS, reason, deps);
        return outcome.outcome === 'rejected' ? { ...outcome, ...soft } : outcome;
      }
      return {
        outcome: 'rejected',
        reason,
        ...(isBadAddress(answer) ? { permanentAddress: true } : soft),
      };
    }
  }
}

function forServer(to: SendTo, reason: string, deps: ChannelDeps): SendOutcome {
  const outcome = retryOrGiveUp((to.serverWaits ?? 0) + 1, SERVER_DELAYS, reason, deps);
  return outcome.outcome === 'retry' ? { ...outcome, waitsForServer: true } : providerTrouble(outcome);
}

/** Where the server doesn't say how long to wait: longer each time, in ms. */
const pauseOf = ({ pauses = 0 }: SendTo): number =>
  SERVER_DELAYS[Math.min(pauses, SERVER_DELAYS.length - 1)] ?? MINUTE;

/** Those whose bytes are there: a mail goes out without a picture rather than not at all. */
async function picturesOf(media: Prepared['media'], { picture }: SendDeps): Promise<MailPicture[]> {
  const found = await Promise.all(
    media.map(async ({ name, type, hash }) => ({ name, type, hash, bytes: await picture(hash) })),
  );
  return found.flatMap(({ bytes, ...each }) => (bytes ? [{ ...each, bytes }] : []));
}

export const emailChannel: Channel = {
  kind: 'email',
  title: 'Email',
  summary: 'Alerts by email in your brand, to every reader with an email address.',
  mark: MARK,
  planClass: 'included',
  address: { label: 'Email address', placeholder: 'name@company.com', normalize: normalizeEmail },
  destination: null,
  hasOwnAccount: true,
  fields: SMTP_FIELDS,
  steps: [
    'Open the settings of your email provider and find “SMTP” or “Send with another program”.',
    'Copy the server name, the port, the user name and the password. Some providers call it an app password.',
  ],
  senderFields: SENDER_FIELDS,
  senderHints: ({ fromAddress, bounceAddress }) =>
    fromAddress === undefined || bounceAddress !== undefined
      ? []
      : [
          {
            field: 'bounceAddress',
            text: 'Bounces go to the From address and don’t say which email they are about. With a bounce address, each email gets its own Return-Path.',
          },
        ],
  sendsFromDomain: { hostOf: ({ host }) => host ?? '' },
  senderDomain: ({ fromAddress }) => (fromAddress === undefined ? null : domainOf(fromAddress)),
  limits: {
    title: { max: SUBJECT_MAX, unit: 'characters' },
    text: null,
    textWithPicture: null,
    html: true,
    pictures: 10,
    buttons: 0,
    links: null,
    rates: [],
    attempts: DELAYS.length + 1,
  },
  accountRate: { field: RATE_FIELD, seconds: 1 },
  picture: { format: 'chart', ...CHART_SIZE },
  capabilities: { threads: true, pictures: true, silent: false, idempotent: false },
  cost: null,
  window: 128,
  lanes: 8,
  check: async (connection, deps) => {
    const problem = await deps.mail.transport(smtpServerOf(connection)).check();
    return problem === null ? { ok: true } : { ok: false, problem };
  },
  render: renderAlertEmail,
  send: async (prepared, to, deps) => {
    const from = fromOf(to, deps);
    const domain = domainOf(from.from.address);
    const messageId = messageIdOf(to.deliveryId, domain);
    const answer = await deps.mail.transport(deps.connection && smtpServerOf(deps.connection)).send({
      ...from,
      to: to.address,
      subject: prepared.title ?? '',
      text: prepared.text,
      html: prepared.html ?? '',
      messageId,
      date: new Date(deps.now()),
      headers: headersOf(to, deps, domain),
      pictures: await picturesOf(prepared.media, deps),
    });
    return outcomeOf(answer, to, messageId, deps);
  },
};
