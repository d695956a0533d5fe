import { expect, test } from 'vitest';
import type { AlertContent } from '../writer.ts';
import { renderAlertEmail } from './alert-email.ts';

const content: AlertContent = {
  subject: 'S&P 500 falls 11.98% in one session',
  text: 'The text.\n',
  dateline: '^GSPC · 16 Mar 2020 · daily bars',
  headline: 'S&P 500 falls 11.98% in one session',
  lead: 'S&P 500 closed at 2,386.13 on Monday, 16 March 2020.',
  direction: 'down',
  change: { label: 'Change', value: '-11.98%' },
  rows: [{ label: 'Close', value: '2,386.13' }],
  notice: null,
  disclaimer: 'For information only.',
};
const brand = { name: 'Harbor <b>& Vale', color: '#0f4c5c' };

test('the HTML says what the text says: brand, figures, direction in sign, arrow and words, date, disclaimer', async () => {
  const { subject, html } = await renderAlertEmail(content, brand);
  expect(subject).toBe(content.subject);
  for (const part of [
    'Harbor &lt;b&gt;&amp; Vale',
    'falls 11.98%',
    '-11.98%',
    '&#9660;',
    '2,386.13',
    '16 March 2020',
    'For information only.',
  ]) {
    expect(html).toContain(part);
  }
  expect(html).not.toContain('Trial run');
});

test('a trial run is marked in the HTML', async () => {
  const { html } = await renderAlertEmail({ ...content, notice: 'A past event.' }, brand);
  expect(html).toContain('Trial run.');
  expect(html).toContain('A past event.');
});

test('why one got this, and the way out where there is one', async () => {
  const without = await renderAlertEmail(content, brand);
  expect(without.text).toContain('You get this mail because');
  expect(without.html).not.toContain('href=');
  const settings = { label: 'Alert settings', url: 'https://site.example/s?a=1&b=2' };
  const with_ = await renderAlertEmail(content, brand, { settings });
  expect(with_.text).toContain('Alert settings: https://site.example/s?a=1&b=2');
  expect(with_.html).toContain('href="https://site.example/s?a=1&amp;b=2"');
});
