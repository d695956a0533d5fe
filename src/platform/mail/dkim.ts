import type { Readable } from 'node:stream';
import DKIM from 'nodemailer/lib/dkim';

export type DkimKey = { domain: string; selector: string; privateKey: string };

/**
 * What a signature covers. The library's own list lacks List-Unsubscribe-Post, without which mailbox providers ignore
 * the one-click header (RFC 8058, section 4).
 */
const SIGNED = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'Reply-To',
  'MIME-Version',
  'Content-Type',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  // Gmail reads it of signed messages only.
  'Feedback-ID',
].join(':');

/** Signs a message as it passes, rsa-sha256 and relaxed/relaxed. */
export const dkimSigner =
  ({ domain, selector, privateKey }: DkimKey) =>
  (input: Readable) =>
    new DKIM({ domainName: domain, keySelector: selector, privateKey, headerFieldNames: SIGNED }).sign(input);
