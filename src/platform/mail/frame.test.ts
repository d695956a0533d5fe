import { expect, test } from 'vitest';
import mjml2html from 'mjml';
import fc from 'fast-check';
import { FONTS } from '#src/shared/brand-kit.ts';
import { contrast, safeColor, textOn } from '#src/shared/colors.ts';
import { FRAME_MJML } from './frame-template.ts';
import { mailFrame } from './frame.ts';
import type { MailFrame } from './frame.ts';
import { renderAccountMail } from './account-mail.ts';
import { oneLine, oneTextLine, subjectLine, webUrl } from './plain.ts';

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(1)>{{ color }}{% raw %}'`;
const frame: MailFrame = {
  brandName: 'Harbor & Vale',
  brandColor: '#0f4c5c',
  title: 'Title',
  preheader: 'Preheader',
  blocks: [
    { kind: 'dateline', text: 'D' },
    { kind: 'headline', text: 'H' },
    { kind: 'change', direction: 'down', text: '-1.00%' },
    { kind: 'paragraph', text: 'P' },
    {
      kind: 'figures',
      rows: [
        { label: 'Close', value: '2,386.13' },
        { label: 'Rule', value: 'R', words: true },
      ],
    },
    { kind: 'picture', url: `cid:${'ab'.repeat(32)}`, alt: 'A', width: 528, height: 320 },
    { kind: 'notice', title: 'N', text: 'T' },
    { kind: 'button', label: 'Go', url: 'https://site.example/?a=1&b=2' },
    { kind: 'link', label: 'Or', url: 'https://site.example/?a=1&b=2' },
    { kind: 'small', text: 'S' },
  ],
  footer: { text: 'F', links: [{ label: 'Settings', url: 'https://site.example/s' }] },
};

test('the template is valid MJML once colors stand in for the slots', async () => {
  const source = FRAME_MJML.replaceAll(/"\{% if block\.direction[^"]*"/g, '"#146c3a"')
    .replaceAll(/\{\{ (?:on_)?color \}\}/g, '#123456')
    .replaceAll(/\{\{ (?:button_)?radius \}\}/g, '3');
  const { errors } = await mjml2html(source, { validationLevel: 'soft' });
  expect(errors.map((error) => error.formattedMessage)).toEqual([]);
});

test('every block comes out, no slot stays', async () => {
  const html = await mailFrame(frame);
  expect(html).not.toMatch(/\{\{|\{%/);
  for (const text of ['Harbor &amp; Vale', '>D<', '>H<', '-1.00%', '>P<', '2,386.13', '>S<', 'Settings'])
    expect(html).toContain(text);
  expect(html).toContain('href="https://site.example/?a=1&amp;b=2"');
  expect(html).toContain('&#9660;');
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).not.toMatch(/<(?:script|link)\b/i);
  expect(html.match(/<img src="[^"]*"/g)).toEqual([`<img src="cid:${'ab'.repeat(32)}"`]);
  expect(html, 'nothing may be fetched when the mail is opened').not.toMatch(/@import|url\(/);
});

test('every value is escaped', async () => {
  const html = await mailFrame({
    brandName: EVIL,
    brandColor: `red;}</style>${EVIL}`,
    title: EVIL,
    preheader: EVIL,
    blocks: [
      { kind: 'dateline', text: EVIL },
      { kind: 'headline', text: EVIL },
      { kind: 'change', direction: 'up', text: EVIL },
      { kind: 'paragraph', text: EVIL },
      { kind: 'figures', rows: [{ label: EVIL, value: EVIL }] },
      { kind: 'notice', title: EVIL, text: EVIL },
      { kind: 'button', label: EVIL, url: `https://site.example/${EVIL}` },
      { kind: 'link', label: EVIL, url: `https://site.example/${EVIL}` },
      { kind: 'small', text: EVIL },
    ],
    footer: { text: EVIL, links: [{ label: EVIL, url: `https://site.example/${EVIL}` }] },
  });
  expect(html).not.toMatch(/<script|<img/i);
  expect(html).not.toContain('red;');
  expect(html).not.toMatch(/="[^"]*"\s*>?<script/);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://x.example', '', '/relative'])(
  '%j is no link of ours',
  async (url) => {
    await expect(mailFrame({ ...frame, blocks: [{ kind: 'button', label: 'Go', url }] })).rejects.toThrow(
      'http or https',
    );
    await expect(mailFrame({ ...frame, footer: { text: '', links: [{ label: 'x', url }] } })).rejects.toThrow(
      'http or https',
    );
    expect(() => webUrl(url, 'x')).toThrow('http or https');
  },
);

test('text on any brand color has a contrast of at least 4.5:1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const color = `#${value.toString(16).padStart(6, '0')}`;
      expect(contrast(color, textOn(color))).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('the fixed colors of the frame pass contrast on their grounds, by day and night', () => {
  const pairs = [
    ...['#1d1a16', '#655d50', '#146c3a', '#b3261e'].map((ink) => [ink, '#fffdf8']),
    ['#655d50', '#f3ede1'],
    ...['#efe9dd', '#b0a797', '#62d196', '#ff8f85'].map((ink) => [ink, '#1b1916']),
    ['#b0a797', '#12110f'],
  ] as [string, string][];
  for (const [ink, ground] of pairs) {
    expect(FRAME_MJML).toContain(ink);
    expect(FRAME_MJML).toContain(ground);
    expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

test.each([
  ['#ABC', '#aabbcc'],
  ['#0F4C5C', '#0f4c5c'],
  ['red', '#8a6116'],
  ['#12345', '#8a6116'],
  ['#123456;', '#8a6116'],
])('the color %s is used as %s', (color, used) => {
  expect(safeColor(color)).toBe(used);
});

test('one line stays one line, whatever comes', () => {
  expect(oneLine('a\r\nBcc: x\u2028y\u0000z\u202e')).toBe('a Bcc: x y z');
  expect(subjectLine('🔔'.repeat(400))).toBe(`${'🔔'.repeat(149)}…`);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = subjectLine(text);
      expect(line).not.toMatch(/[\r\n\u2028\u2029\0]/);
      expect(Array.from(line).length).toBeLessThanOrEqual(150);
    }),
  );
});

test('the confirmation mail is fixed text with one link', async () => {
  const actionUrl = 'https://site.example/confirm?token=abc&type=signup';
  const mail = await renderAccountMail({
    kind: 'confirm',
    actionUrl,
    siteName: 'Bellwire',
    siteColor: '#8a6116',
    supportEmail: 'support@bellwire.example',
  });
  expect(mail.subject).toBe('Confirm your email address');
  expect(mail.text).toContain(`\n${actionUrl}\n`);
  expect(mail.text).toContain("If this wasn't you, ignore this email.");
  expect(mail.html).toMatch(/If this wasn(?:'|&#39;)t you, ignore this email\./);
  const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
  expect(new Set(links)).toEqual(new Set([actionUrl.replace('&', '&amp;')]));
});

test('a confirmation mail that can be taken back says how, and not to ignore it', async () => {
  const notYouUrl = 'https://site.example/not-me?token_hash=abc';
  const { text, html } = await renderAccountMail({
    kind: 'confirm',
    actionUrl: 'https://site.example/confirm',
    notYouUrl,
    siteName: 'Bellwire',
    siteColor: '#8a6116',
    supportEmail: 'support@bellwire.example',
  });
  expect(text).toContain(`If this wasn't you, remove the account here:\n${notYouUrl}`);
  expect(html).toContain(notYouUrl);
  expect(text + html).not.toContain('ignore this email');
});

test('the mail about a recovery code says how many are left, also none', async () => {
  const common = { siteName: 'Bellwire', siteColor: '#8a6116', supportEmail: 'support@bellwire.example' };
  for (const left of [9, 0]) {
    const mail = await renderAccountMail({ ...common, kind: 'recovery_code_used', left });
    expect(mail.subject).toBe('A recovery code was used');
    expect(mail.text).toContain(`Codes left: ${left}\n`);
    expect(mail.html.replaceAll(/<[^>]*>/g, ' ')).toMatch(new RegExp(`Codes left:\\s+${left}\\s`));
    expect(mail.html).not.toContain('href=');
  }
});

test('a code stands on a line of its own and is never broken', async () => {
  const { html, text } = await renderAccountMail({
    kind: 'magic_link',
    actionUrl: 'https://site.example/confirm',
    code: '048213',
    siteName: 'Bellwire',
    siteColor: '#8a6116',
    supportEmail: 'support@bellwire.example',
  });
  expect(html).toMatch(/<span style="white-space:\s?nowrap;[^"]*">048213<\/span>/);
  expect(text).toContain('asked for one: 048213\n');
});

test('a brand’s typefaces, corners, links and logo for dark mode are in its mail', async () => {
  const picture = { width: 100, height: 30 };
  const html = await mailFrame({
    ...frame,
    brandColor: '#f4e3c1',
    logo: { url: `cid:${'cd'.repeat(32)}`, ...picture },
    logoDark: { url: `cid:${'ef'.repeat(32)}`, ...picture },
    font: 'classic',
    shape: 'round',
    links: [{ label: 'harbor.example', url: 'https://harbor.example/' }],
  });
  expect(html).not.toContain('Newsreader');
  expect(html).toContain(`font-family:${FONTS.classic.text}`);
  expect(html).toMatch(/border-radius:\s?24px/);
  expect(html).toContain('<a href="https://harbor.example/"');
  expect(html).toMatch(/\.by-day \{ display: none !important; \}/);
  expect(html).toContain('background-color: #1b1916 !important');
  expect(html.match(/<img src="cid:(?:cd|ef)/g)).toHaveLength(2);
});

test.each([
  ['S&P 500 : -11,98\u00a0%, 8\u202f101\u202f972', 'S&P 500 : -11,98\u00a0%, 8\u202f101\u202f972'],
  ['a \u00a0 b\nc\u00a0\u00a0d', 'a b c d'],
  ['La jornada cerró el martes 16 de marzo de 2020', 'La jornada cerró el martes…'],
  ['It fell during the session by 11.98% on volume', 'It fell during the session by…'],
  [
    '本日の取引所の相場は、大きく下落して終わり、終値は、2,386.13',
    '本日の取引所の相場は、大きく下落して終わり、終値は、…',
  ],
  ['16 March 2020, 17 March 2020, 18 March 2020', '16 March 2020, 17 March 2020,…'],
])('%j has no broken figure in one line', (text, line) => {
  expect(oneTextLine(text, 32)).toBe(line);
});
