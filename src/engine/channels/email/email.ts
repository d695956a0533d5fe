import { SUBJECT_MAX } from '#src/platform/mail/plain.ts';
import { isServerAway, type SmtpAnswer } from '#src/platform/mail/smtp-answer.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import { retryOrGiveUp } from '../backoff.ts';
import type { Channel, ChannelDeps, Delivery, SendOutcome } from '../channel.ts';

export type EmailMessage = Delivery & {
  /** The brand's name with the configured sender address. */
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where this address is taken off, if there is such a page. `oneClick`: it also takes the POST of RFC 8058. */
  unsubscribe?: { url: string; oneClick: boolean } | undefined;
};

type EmailDeps = ChannelDeps & {
  transport: MailTransport;
  /** The right side of every Message-ID; a domain of the operator. */
  messageIdDomain: string;
};

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

function headersOf(message: EmailMessage): Record<string, string> {
  const headers: Record<string, string> = {
    'Auto-Submitted': 'auto-generated',
    'X-Bellwire-Delivery': message.deliveryId,
  };
  const url = URL.parse(message.unsubscribe?.url ?? '');
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) {
    headers['List-Unsubscribe'] = `<${url.href}>`;
    if (message.unsubscribe?.oneClick && url.protocol === 'https:') {
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

function outcomeOf(
  answer: SmtpAnswer,
  message: EmailMessage,
  messageId: string,
  deps: EmailDeps,
): SendOutcome {
  switch (answer.kind) {
    case 'accepted':
      return { outcome: 'sent', providerMessageId: messageId };
    case 'unknown':
      return { outcome: 'unknown', reason: `The mail went out and no answer came: ${answer.reason}` };
    case 'invalid':
      return { outcome: 'rejected', reason: answer.reason };
    case 'not_sent':
      return forServer(message, `The mail server was not reached: ${answer.reason}`, deps);
    case 'refused': {
      const reason = `The mail server answered: ${answer.response}`;
      if (isServerAway(answer)) return forServer(message, reason, deps);
      if (isTemporary(answer))
        return retryOrGiveUp(message.attempt - (message.serverWaits ?? 0), DELAYS, reason, deps);
      return { outcome: 'rejected', reason, ...(isBadAddress(answer) && { permanentAddress: true }) };
    }
  }
}

function forServer(message: EmailMessage, reason: string, deps: EmailDeps): SendOutcome {
  const outcome = retryOrGiveUp((message.serverWaits ?? 0) + 1, SERVER_DELAYS, reason, deps);
  return outcome.outcome === 'retry' ? { ...outcome, waitsForServer: true } : outcome;
}

export const emailChannel: Channel<EmailMessage, EmailDeps> = {
  kind: 'email',
  title: 'Email',
  limits: { subject: SUBJECT_MAX, text: null, html: true, attempts: DELAYS.length + 1 },
  send: async (message, deps) => {
    const messageId = messageIdOf(message.deliveryId, deps.messageIdDomain);
    const answer = await deps.transport.send({
      from: message.from,
      to: message.to,
      subject: message.subject,
      text: message.text,
      html: message.html,
      messageId,
      date: new Date(deps.now()),
      headers: headersOf(message),
    });
    return outcomeOf(answer, message, messageId, deps);
  },
};
