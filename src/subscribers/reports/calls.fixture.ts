import { createHmac, createSign, generateKeyPairSync, sign } from 'node:crypto';
import { findReporter } from './registry.ts';
import type { MailEvent, ReportCall } from './report.ts';
import { TEST_CERT, TEST_KEY } from './ses.fixture.ts';

/** Calls as the providers' own documentation shows them, signed with keys of the test. */
const NOW = new Date('2099-11-23T20:00:00Z');
const seconds = String(NOW.getTime() / 1000);

export type Call = { headers?: Record<string, string>; body: string };
type Example = { secret: string; call: Call; events: Omit<MailEvent, 'id'>[]; old?: Call };

const callOf = ({ headers = {}, body }: Call): ReportCall => ({
  header: (name) => headers[name.toLowerCase()] ?? null,
  body: Buffer.from(body),
  now: NOW,
});
export const fetched: string[] = [];
const fetchText = async (url: string): Promise<string> => {
  fetched.push(url);
  return TEST_CERT;
};
export const read = (kind: string, call: Call, secret: string): Promise<MailEvent[]> => {
  const reporter = findReporter(kind);
  if (!reporter) throw new Error(`There is no reporter ${kind}.`);
  return reporter.read(callOf(call), secret, { fetchText });
};

export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:mail';
export function snsCall(message: object, change: Record<string, string> = {}): Call {
  const fields: Record<string, string> = {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: TOPIC,
    Message: JSON.stringify(message),
    Timestamp: NOW.toISOString(),
    SignatureVersion: '2',
    SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
    ...change,
  };
  const names =
    fields['Type'] === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names.map((name) => (name in fields ? `${name}\n${fields[name]}\n` : '')).join('');
  const how = fields['SignatureVersion'] === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  const Signature = createSign(how).update(text).sign(TEST_KEY, 'base64');
  return { body: JSON.stringify({ ...fields, Signature }) };
}
export const sesBounce = {
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      { emailAddress: 'jane@desk.example', diagnosticCode: 'smtp; 550 5.1.1 user unknown' },
      { emailAddress: 'richard@desk.example' },
    ],
  },
  mail: { commonHeaders: { messageId: '<0190@site.example>' } },
};

const MAILGUN_KEY = 'key-0123456789abcdef0123';
export function mailgunCall(data: object, timestamp = seconds): Call {
  const token = '9f2c1d4e5b6a79880f1e2d3c4b5a69788796a5b4c3d2e1f00f';
  const signature = createHmac('sha256', MAILGUN_KEY).update(`${timestamp}${token}`).digest('hex');
  return { body: JSON.stringify({ signature: { timestamp, token, signature }, 'event-data': data }) };
}
export const mailgunFailure = {
  event: 'failed',
  severity: 'permanent',
  reason: 'bounce',
  recipient: 'alice@desk.example',
  'delivery-status': { message: '', code: 605, description: 'Not delivering to previously bounced address' },
  message: { headers: { 'message-id': '20130503192659.13651.20287@site.example' } },
};

export const basic = (password: string) => `Basic ${Buffer.from(`bellwire:${password}`).toString('base64')}`;
export const postmarkBounce = {
  RecordType: 'Bounce',
  MessageStream: 'outbound',
  ID: 692560173,
  Type: 'HardBounce',
  TypeCode: 1,
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Email: 'john@desk.example',
  BouncedAt: '2099-11-05T16:33:54.9070259Z',
};

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SENDGRID_KEY = ec.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
export function sendgridCall(events: object[], timestamp = seconds): Call {
  const body = `${JSON.stringify(events)}\r\n`;
  const signature = sign('sha256', Buffer.from(timestamp + body), ec.privateKey).toString('base64');
  return {
    body,
    headers: {
      'x-twilio-email-event-webhook-signature': signature,
      'x-twilio-email-event-webhook-timestamp': timestamp,
    },
  };
}
const sendgridEvents = [
  { email: 'a@desk.example', event: 'processed', sg_event_id: '1' },
  {
    email: 'a@desk.example',
    event: 'bounce',
    type: 'bounce',
    reason: '500 unknown recipient',
    sg_event_id: '2',
  },
  { email: 'b@desk.example', event: 'bounce', type: 'blocked', reason: 'IP blocked', sg_event_id: '3' },
  { email: 'c@desk.example', event: 'spamreport', sg_event_id: '4' },
  { email: 'd@desk.example', event: 'delivered', response: '250 OK', sg_event_id: '5' },
  { email: 'e@desk.example', event: 'dropped', reason: 'Unsubscribed Address', sg_event_id: '6' },
];

const RESEND_SECRET = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
export function resendCall(said: object, timestamp = seconds): Call {
  const body = JSON.stringify(said);
  const signature = createHmac('sha256', Buffer.alloc(24, 9))
    .update(`msg_p5jXN8AQM9LWM0D4loKWxJek.${timestamp}.${body}`)
    .digest('base64');
  return {
    body,
    headers: {
      'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'svix-timestamp': timestamp,
      'svix-signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${signature}`,
    },
  };
}
export const resendBounce = {
  type: 'email.bounced',
  created_at: '2099-11-22T23:41:12.126Z',
  data: {
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    to: ['delivered@desk.example'],
    bounce: { message: 'The recipient is unknown.', subType: 'Suppressed', type: 'Permanent' },
  },
};

const DSN = `Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@mx.example>
To: bounces@site.example
Message-ID: <dsn-1@mx.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Mon, 23 Nov 2099 19:00:00 +0000

Final-Recipient: rfc822; ada@desk.example
Original-Recipient: rfc822;Ada@desk.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <ada@desk.example>: Recipient address
    rejected: User unknown

Final-Recipient: rfc822; full@desk.example
Action: failed
Status: 5.2.2

Final-Recipient: rfc822; late@desk.example
Action: delayed
Status: 4.4.1

--b1
Content-Type: message/rfc822

From: Harbor Desk <alerts@site.example>
To: ada@desk.example
Message-ID: <01900000-0000-7000-8000-000000000001@site.example>
Subject: S&P 500 fell 5 %

The whole text.
--b1--
`.replaceAll('\n', '\r\n');

export const messageId = '01900000-0000-7000-8000-000000000001@site.example';
export const EXAMPLES: Record<string, Example> = {
  ses: {
    secret: TOPIC,
    call: snsCall(sesBounce),
    old: snsCall(sesBounce, { Timestamp: '2099-11-20T20:00:00.000Z' }),
    events: [
      {
        kind: 'hard',
        address: 'jane@desk.example',
        detail: 'smtp; 550 5.1.1 user unknown',
        messageId: '0190@site.example',
      },
      {
        kind: 'hard',
        address: 'richard@desk.example',
        detail: 'Permanent General',
        messageId: '0190@site.example',
      },
    ],
  },
  mailgun: {
    secret: MAILGUN_KEY,
    call: mailgunCall(mailgunFailure),
    old: mailgunCall(mailgunFailure, String(Number(seconds) - 90_000)),
    events: [
      {
        kind: 'hard',
        address: 'alice@desk.example',
        detail: 'Not delivering to previously bounced address',
        messageId: '20130503192659.13651.20287@site.example',
      },
    ],
  },
  postmark: {
    secret: 'a-long-password',
    call: { headers: { authorization: basic('a-long-password') }, body: JSON.stringify(postmarkBounce) },
    events: [{ kind: 'hard', address: 'john@desk.example', detail: postmarkBounce.Description }],
  },
  sendgrid: {
    secret: SENDGRID_KEY,
    call: sendgridCall(sendgridEvents),
    old: sendgridCall(sendgridEvents, String(Number(seconds) - 90_000)),
    events: [
      { kind: 'hard', address: 'a@desk.example', detail: '500 unknown recipient' },
      { kind: 'soft', address: 'b@desk.example', detail: 'IP blocked' },
      { kind: 'complaint', address: 'c@desk.example', detail: 'spamreport' },
      { kind: 'arrived', address: 'd@desk.example', detail: '250 OK' },
    ],
  },
  resend: {
    secret: RESEND_SECRET,
    call: resendCall(resendBounce),
    old: resendCall(resendBounce, String(Number(seconds) - 301)),
    events: [{ kind: 'hard', address: 'delivered@desk.example', detail: 'The recipient is unknown.' }],
  },
  dsn: {
    secret: 'a-long-password',
    call: { headers: { authorization: 'Bearer a-long-password' }, body: DSN },
    events: [
      {
        kind: 'hard',
        address: 'Ada@desk.example',
        detail: '550 5.1.1 <ada@desk.example>: Recipient address rejected: User unknown',
        messageId,
      },
      { kind: 'soft', address: 'full@desk.example', detail: 'Status 5.2.2', messageId },
    ],
  },
};
