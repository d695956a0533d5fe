import { oneLine } from './plain.ts';

/**
 * What became of a mail that was handed to an SMTP server.
 * - accepted: the server answered 2xx after the whole message: the mail is its responsibility now.
 * - refused: the server said no with a 4xx or 5xx `code`. `stage`: session (greeting, login, encryption: it
 *   refuses us), sender, recipient, or message. `enhanced` is the code of RFC 3463 ("5.1.1") where there is one.
 * - invalid: the mail was never offered, it or its address is not one that can be sent.
 * - not_sent: no connection, or it was lost before the whole message had gone out: the server has nothing.
 * - unknown: the whole message went out and no answer came. The server may or may not have taken it.
 */
export type SmtpAnswer =
  | { kind: 'accepted'; response: string }
  | {
      kind: 'refused';
      code: number;
      enhanced: string | null;
      stage: 'session' | 'sender' | 'recipient' | 'message';
      response: string;
    }
  | { kind: 'invalid' | 'not_sent' | 'unknown'; reason: string };

/** Whether nobody, or nobody who would work with us now, was at the server: any mail would have met the same. */
export const isServerAway = (answer: SmtpAnswer): boolean =>
  answer.kind === 'not_sent' || (answer.kind === 'refused' && answer.stage === 'session');

type MailerError = {
  message: string;
  code?: unknown;
  command?: unknown;
  response?: unknown;
  responseCode?: unknown;
};

const asMailerError = (error: unknown): MailerError =>
  error instanceof Error ? error : { message: 'The mailer failed without an error.' };

function stageOf(command: unknown): 'session' | 'sender' | 'recipient' | 'message' {
  if (command === 'MAIL FROM') return 'sender';
  if (command === 'RCPT TO') return 'recipient';
  return command === 'DATA' ? 'message' : 'session';
}

/** Reads nodemailer's error. `bodyComplete`: the whole message with its final dot had gone out. */
export function answerOf(thrown: unknown, bodyComplete: boolean): SmtpAnswer {
  const error = asMailerError(thrown);
  const response = typeof error.response === 'string' ? oneLine(error.response) : '';
  const code = typeof error.responseCode === 'number' ? error.responseCode : 0;
  if (code >= 400 && code < 600) {
    const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? null;
    // A 421 after the final dot is reported as a lost connection; it is the answer to the message all the same.
    return {
      kind: 'refused',
      code,
      enhanced,
      stage: bodyComplete ? 'message' : stageOf(error.command),
      response,
    };
  }
  const reason = oneLine(error.message);
  if (bodyComplete) return { kind: 'unknown', reason };
  // These two codes without an answer of the server come from nodemailer itself, before anything was offered.
  if (response === '' && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE'))
    return { kind: 'invalid', reason };
  return { kind: 'not_sent', reason };
}
