import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readChallenge } from './pkce.ts';
import { accountOf, checkMetadata, label } from './metadata.ts';

const now = new Date('2026-11-20T12:00:00Z');
const userWith = (userMetadata: Record<string, unknown>) => ({
  id: '0190a000-0000-7000-8000-000000000001',
  email: 'ada@traders.example',
  emailConfirmedAt: null,
  confirmationSentAt: null,
  lastSignInAt: null,
  bannedUntil: null,
  recoverySentAt: null,
  reauthenticationSentAt: null,
  invitedAt: null,
  newEmail: null,
  emailChangeSentAt: null,
  emailChangeAccepted: null,
  appMetadata: {},
  userMetadata,
  workspaceStartedAt: null,
  createdAt: now,
  updatedAt: now,
});

it.each([
  [{}, { firstName: '', lastName: '', accountType: 'personal', companyName: null }],
  [
    { first_name: ' Ada ', last_name: 'Byron', accountType: 'company', companyName: 'Difference Engines' },
    { firstName: 'Ada', lastName: 'Byron', accountType: 'company', companyName: 'Difference Engines' },
  ],
  // A company's name without a company is no label.
  [{ companyName: 'Acme' }, { firstName: '', lastName: '', accountType: 'personal', companyName: null }],
  [
    { first_name: 7, last_name: null, accountType: ['company'], companyName: {} },
    { firstName: '', lastName: '', accountType: 'personal', companyName: null },
  ],
  [
    { accountType: 'company', companyName: ' \u200e\r\n ' },
    { firstName: '', lastName: '', accountType: 'company', companyName: null },
  ],
  [{ accountType: 'admin' }, { firstName: '', lastName: '', accountType: 'personal', companyName: null }],
])('reads the labels of %j', (metadata, labels) => {
  expect(accountOf(userWith(metadata))).toEqual({
    userId: '0190a000-0000-7000-8000-000000000001',
    email: 'ada@traders.example',
    ...labels,
  });
});

it('makes one short line of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 40 }), (text, max) => {
      const line = label(text, max);
      expect(line.length).toBeLessThanOrEqual(max);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
      expect(line).toBe(line.trim());
      expect(line.isWellFormed()).toBe(true);
    }),
  );
  expect(label('😀😀😀', 5)).toBe('😀😀');
  expect(label('Zoë \u202eO’Neill\n 陳', 40)).toBe('Zoë O’Neill 陳');
});

it('bounds what is kept, in bytes', () => {
  expect(checkMetadata({ a: 'x'.repeat(4_087) })).toBeDefined();
  expect(() => checkMetadata({ a: 'x'.repeat(4_089) })).toThrow(/4096 bytes/);
  expect(() => checkMetadata({ a: 'ä'.repeat(2_045) })).toThrow(/4096 bytes/);
});

it('checks the parameters of PKCE', () => {
  const challenge = 'aZ0.-_~'.repeat(10);
  for (const [a, b] of [
    [null, null],
    [undefined, ''],
    [challenge, 's256'],
    [challenge, 'PLAIN'],
  ]) {
    expect(() => readChallenge(a, b)).not.toThrow();
  }
  for (const [a, b] of [
    [challenge, null],
    ['', 's256'],
    ['x'.repeat(42), 's256'],
    ['x'.repeat(129), 's256'],
    [`${'x'.repeat(43)}=`, 's256'],
    [challenge, 'md5'],
  ]) {
    expect(() => readChallenge(a, b)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  }
});
