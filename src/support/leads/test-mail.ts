import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { takeAll } from '#src/platform/limits/count.ts';
import type { SmtpAnswer } from '#src/platform/mail/smtp-answer.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import { AppError } from '#src/shared/errors.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import type { LeadsDeps } from './deps.ts';
import { renderTestMail } from './mails.ts';
import { tooMany } from './notify.ts';
import { testMailLimits } from './quotas.ts';

export type TestMailDeps = Pick<LeadsDeps, 'db' | 'clock' | 'hashKey'> & {
  transport: MailTransport;
  mailFrom: string;
  /** In production, test emails go only to the signed-in person or to an address in `allow`. */
  production: boolean;
  sleep: (ms: number) => Promise<void>;
  /** How long the caller waits for the mail server, in ms. */
  patienceMs?: number;
  /** Addresses, or whole domains as "@desk.example". Lower case. */
  allow: readonly string[];
};

// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;
// oxlint-disable-next-line no-control-regex -- line breaks and tabs are what a text may have of them
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;
const PATIENCE_MS = 15_000;
const NO_RECIPIENT = 'Please enter a recipient email address.';

/** `html` is taken so that callers may send it, and never used: ours is built from the text. */
export const testMailSchema = z.object({
  to: z
    .string(NO_RECIPIENT)
    .trim()
    .min(1, NO_RECIPIENT)
    .max(320)
    .pipe(z.email('Please enter one valid email address')),
  subject: z
    .string('Please enter a subject')
    .trim()
    .min(1, 'Please enter a subject')
    .max(150, 'The subject can have 150 characters at most')
    .refine(
      (text) => !CONTROL.test(text) && text.isWellFormed(),
      'The subject must be one line of plain text',
    ),
  text: z
    .string('Please enter a message')
    .trim()
    .min(1, 'Please enter a message')
    .max(5_000, 'The message can have 5000 characters at most')
    .refine((text) => !UNPRINTABLE.test(text) && text.isWellFormed(), 'The message must be plain text'),
  html: z.string().max(50_000).optional(),
});
export type TestMail = z.infer<typeof testMailSchema>;

/** A person who is signed in. */
export type Sender = { email: string; emailConfirmedAt: Date | null };

/**
 * Sends one test mail, and answers when the mail server has taken it.
 * @throws AppError forbidden, over_request_rate_limit, validation_failed, unavailable
 */
export async function sendTestMail(
  deps: TestMailDeps,
  mail: TestMail,
  from: { sender: Sender | null; clientAddress: string | null },
): Promise<{ messageId: string }> {
  if (deps.production) refuseStranger(deps, mail.to.toLowerCase(), from.sender);
  const seconds = await takeAll(deps, testMailLimits(from.clientAddress, mail.to));
  if (seconds > 0) throw tooMany(seconds);
  const messageId = `<test-${randomUUID()}@${deps.mailFrom.split('@')[1]}>`;
  const sending = deps.transport.send({
    from: { name: siteConfig.name, address: deps.mailFrom },
    to: mail.to,
    ...(await renderTestMail(mail)),
    messageId,
    date: deps.clock(),
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  const tooLong = deps
    .sleep(deps.patienceMs ?? PATIENCE_MS)
    .then((): SmtpAnswer => ({ kind: 'unknown', reason: 'It took too long.' }));
  const answer = await Promise.race([sending, tooLong]);
  if (answer.kind !== 'accepted') throw notTaken(answer);
  return { messageId };
}

/** Otherwise anybody could send anything to anyone in our name. */
function refuseStranger(deps: TestMailDeps, to: string, sender: Sender | null): void {
  if (deps.allow.some((each) => (each.startsWith('@') ? to.endsWith(each) : to === each))) return;
  if (sender?.email.toLowerCase() !== to) {
    throw new AppError(
      'forbidden',
      sender
        ? 'A test email can only be sent to your own address.'
        : 'Sign in to send a test email to your own address.',
    );
  }
  if (!sender.emailConfirmedAt) {
    throw new AppError('forbidden', 'Confirm your email address first; then a test email can be sent to it.');
  }
}

/** What the server said may name machines of the operator: it is not passed on. */
function notTaken(answer: Exclude<SmtpAnswer, { kind: 'accepted' }>): AppError {
  if (answer.kind === 'invalid' || (answer.kind === 'refused' && answer.stage === 'recipient')) {
    return new AppError('validation_failed', 'The mail server refused this recipient.');
  }
  return new AppError(
    'unavailable',
    answer.kind === 'unknown'
      ? 'The mail server gave no answer. The email may or may not have been sent.'
      : 'The mail server didn’t accept the email. Try again later.',
  );
}
