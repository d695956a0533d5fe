import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type Call,
  fetched,
  read,
  TOPIC,
  snsCall,
  sesBounce,
  mailgunCall,
  mailgunFailure,
  basic,
  postmarkBounce,
  sendgridCall,
  resendCall,
  resendBounce,
  messageId,
  EXAMPLES,
} from './calls.fixture.ts';
import { readDsn } from './dsn.ts';
import { type MailEvent, ReportRefused } from './report.ts';

describe.each(Object.entries(EXAMPLES))('%s', (kind, { secret, call, events }) => {
  it('reads what its documentation shows', async () => {
    const found = await read(kind, call, secret);
    expect(found).toEqual(events.map((event) => ({ ...event, id: expect.any(String) as string })));
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    // Another try of the provider says the same.
    expect(await read(kind, call, secret)).toEqual(found);
  });

  it('believes nothing that another key signed, or that was changed on the way', async () => {
    const other: Record<string, string> = {
      ses: 'arn:aws:sns:eu-west-1:123456789012:another',
      sendgrid: generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .publicKey.export({ format: 'der', type: 'spki' })
        .toString('base64'),
      resend: `whsec_${Buffer.alloc(24, 8).toString('base64')}`,
    };
    await expect(read(kind, call, other[kind] ?? 'another-password')).rejects.toThrow(ReportRefused);
    await expect(read(kind, { body: call.body }, `${secret}x`)).rejects.toThrow(ReportRefused);
    await expect(read(kind, { ...call, body: '{}' }, secret)).rejects.toThrow(ReportRefused);
    await expect(read(kind, { ...call, body: '' }, secret)).rejects.toThrow(ReportRefused);
  });
});

it.each(Object.entries(EXAMPLES).flatMap(([kind, { secret, old }]) => (old ? [{ kind, secret, old }] : [])))(
  '$kind: believes nothing that was signed long ago',
  async ({ kind, secret, old }) => {
    await expect(read(kind, old, secret)).rejects.toThrow('It was signed too long ago.');
  },
);

describe('Amazon SNS', () => {
  it('confirms the subscription of its own topic, at its own host only', async () => {
    const confirmation = (url: string) =>
      snsCall({}, { Type: 'SubscriptionConfirmation', Token: 'abc', SubscribeURL: url });
    const own = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=abc';
    fetched.length = 0;
    expect(await read('ses', confirmation(own), TOPIC)).toEqual([]);
    expect(fetched).toContain(own);
    for (const url of [
      'https://evil.example/?x',
      'http://sns.eu-west-1.amazonaws.com/',
      'https://sns.eu-west-1.amazonaws.com.evil.example/',
      'https://sns.eu-west-1.amazonaws.com:8443/',
    ])
      await expect(read('ses', confirmation(url), TOPIC)).rejects.toThrow(ReportRefused);
  });

  it.each([
    'https://evil.example/SimpleNotificationService-1.pem',
    'https://sns.eu-west-1.amazonaws.com/mine/SimpleNotificationService-1.pem',
    'https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-1.pem',
    'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem',
    'file:///etc/passwd',
  ])('takes no certificate from %s', async (url) => {
    fetched.length = 0;
    await expect(read('ses', snsCall(sesBounce, { SigningCertURL: url }), TOPIC)).rejects.toThrow(
      ReportRefused,
    );
    expect(fetched).toEqual([]);
  });

  it('knows both versions of the signature, and sees a changed field', async () => {
    const call = snsCall(sesBounce, { SignatureVersion: '1', Subject: 'Amazon SES' });
    expect(await read('ses', call, TOPIC)).toHaveLength(2);
    const changed = { body: call.body.replaceAll('jane@', 'joan@') };
    await expect(read('ses', changed, TOPIC)).rejects.toThrow('The signature is wrong.');
  });
});

describe('what each event of a provider means', () => {
  it.each([
    ['mailgun', mailgunCall({ ...mailgunFailure, severity: 'temporary' }), 'soft'],
    ['mailgun', mailgunCall({ ...mailgunFailure, reason: 'suppress-unsubscribe' }), undefined],
    ['mailgun', mailgunCall({ ...mailgunFailure, event: 'complained' }), 'complaint'],
    ['mailgun', mailgunCall({ ...mailgunFailure, event: 'opened' }), undefined],
    ['resend', resendCall({ ...resendBounce, type: 'email.opened' }), undefined],
    [
      'resend',
      resendCall({ ...resendBounce, data: { ...resendBounce.data, bounce: { type: 'Transient' } } }),
      'soft',
    ],
    ['ses', snsCall({ ...sesBounce, bounce: { ...sesBounce.bounce, bounceType: 'Transient' } }), 'soft'],
    [
      'ses',
      snsCall({
        eventType: 'Complaint',
        complaint: { complainedRecipients: [{ emailAddress: 'a@b.example' }] },
      }),
      'complaint',
    ],
    [
      'ses',
      snsCall({
        eventType: 'Complaint',
        complaint: {
          complainedRecipients: [{ emailAddress: 'a@b.example' }],
          complaintFeedbackType: 'not-spam',
        },
      }),
      undefined,
    ],
    ...(['MailboxFull', 'General', 'MessageTooLarge', 'ContentRejected', 'AttachmentRejected'] as const).map(
      (bounceSubType): [string, Call, MailEvent['kind'] | undefined] => [
        'ses',
        snsCall({ ...sesBounce, bounce: { ...sesBounce.bounce, bounceType: 'Transient', bounceSubType } }),
        bounceSubType === 'MailboxFull' || bounceSubType === 'General' ? 'soft' : undefined,
      ],
    ),
    ['ses', snsCall({ ...sesBounce, bounce: { ...sesBounce.bounce, bounceType: 'Undetermined' } }), 'soft'],
    ['mailgun', mailgunCall({ ...mailgunFailure, reason: 'suppress-complaint' }), 'complaint'],
    ['mailgun', mailgunCall({ ...mailgunFailure, reason: 'generic' }), 'soft'],
    ['mailgun', mailgunCall({ ...mailgunFailure, event: 'delivered' }), 'arrived'],
    ...(
      [
        [{ Type: 'SoftBounce' }, 'soft'],
        [{ Type: 'Transient' }, 'soft'],
        [{ Type: 'BadEmailAddress' }, 'hard'],
        [{ Type: 'Blocked' }, undefined],
        [{ Type: 'AutoResponder' }, undefined],
        [{ RecordType: 'SpamComplaint', Type: 'SpamComplaint' }, 'complaint'],
        [{ RecordType: 'Delivery', Type: undefined, Recipient: 'john@desk.example' }, 'arrived'],
        [{ RecordType: 'Open', Type: undefined }, undefined],
      ] as const
    ).map(([change, kind]): [string, Call, MailEvent['kind'] | undefined] => [
      'postmark',
      {
        headers: { authorization: basic('a-long-password') },
        body: JSON.stringify({ ...postmarkBounce, ...change }),
      },
      kind,
    ]),
    ...(
      [
        [{ event: 'deferred', response: '400 try again later' }, undefined],
        [{ event: 'dropped', reason: 'Bounced Address' }, 'hard'],
        [{ event: 'dropped', reason: 'Spam Reporting Address' }, 'complaint'],
        [{ event: 'open' }, undefined],
      ] as const
    ).map(([event, kind]): [string, Call, MailEvent['kind'] | undefined] => [
      'sendgrid',
      sendgridCall([{ email: 'a@desk.example', sg_event_id: '9', ...event }]),
      kind,
    ]),
    ['resend', resendCall({ ...resendBounce, type: 'email.complained' }), 'complaint'],
    ['resend', resendCall({ ...resendBounce, type: 'email.delivered' }), 'arrived'],
    ['ses', snsCall({ eventType: 'Open' }), undefined],
  ] as [string, Call, MailEvent['kind'] | undefined][])('%s', async (kind, call, expected) => {
    expect((await read(kind, call, EXAMPLES[kind]!.secret))[0]?.kind).toBe(expected);
  });
});

describe('a message of the bounce mailbox', () => {
  it('may be a complaint in the abuse format', async () => {
    const complaint = `From: fbl@mx.example
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b2"

--b2
Content-Type: text/plain

This is an abuse report.
--b2
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1
Original-Rcpt-To: <ada@desk.example>

--b2
Content-Type: text/rfc822-headers

From: alerts@site.example
To: ada@desk.example
Message-ID: <${messageId}>
--b2--
`;
    expect(await readDsn(Buffer.from(complaint))).toMatchObject([
      { kind: 'complaint', address: 'ada@desk.example', detail: 'Feedback report: abuse', messageId },
    ]);
    expect(await readDsn(Buffer.from(complaint.replace('Type: abuse', 'Type: not-spam')))).toEqual([]);
  });

  it.each([
    ['unsubscribe', true],
    ['Please unsubscribe me!', true],
    ['STOP.', true],
    ['Stop sending nonsense about my portfolio', false],
    ['How do I unsubscribe?', false],
    ['> unsubscribe at any time', false],
  ])('may be a reply that wants no more: %s', async (text, leaves) => {
    const reply = (more = '') =>
      Buffer.from(
        `From: Ada <ada@desk.example>\r\nTo: alerts@site.example\r\nSubject: Re: S&P 500\r\nIn-Reply-To: <0190@site.example>\r\n${more}\r\n\r\n${text}\r\n\r\nOn Monday, you wrote:\r\n> S&P 500\r\n`,
      );
    expect(await readDsn(reply())).toMatchObject(
      leaves ? [{ kind: 'leave', address: 'ada@desk.example', messageId: '0190@site.example' }] : [],
    );
    expect(await readDsn(reply('Auto-Submitted: auto-replied\r\n'))).toEqual([]);
  });

  it('says nothing where it is an ordinary email', async () => {
    expect(await readDsn(Buffer.from('From: a@b.example\r\n\r\nOut of office.'))).toEqual([]);
  });
});
