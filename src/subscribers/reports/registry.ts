import { dsn } from './dsn.ts';
import { mailgun } from './mailgun.ts';
import { postmark } from './postmark.ts';
import type { Reporter } from './report.ts';
import { resend } from './resend.ts';
import { sendgrid } from './sendgrid.ts';
import { ses } from './ses.ts';

/** Every way to hear of bounces and complaints: a new one needs its file and a line here. */
export const REPORTERS: readonly Reporter[] = [ses, mailgun, postmark, sendgrid, resend, dsn];

export const findReporter = (kind: string): Reporter | null =>
  REPORTERS.find((reporter) => reporter.kind === kind) ?? null;
