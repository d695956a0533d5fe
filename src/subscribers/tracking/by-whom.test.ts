import { expect, it } from 'vitest';
import { byWhom } from './by-whom.ts';

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const asked = (agent: string | undefined, more: Record<string, string> = {}, method = 'GET') => {
  const headers: Record<string, string | undefined> = { 'user-agent': agent, ...more };
  return { method, header: (name: string) => headers[name] };
};

it.each([
  SAFARI,
  'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0',
  'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Microsoft Outlook 16.0.5)',
])('takes a browser or a mail program for a person: %s', (agent) => {
  expect([byWhom(asked(agent), 'opened'), byWhom(asked(agent), 'clicked')]).toEqual(['person', 'person']);
});

it.each([
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Twitterbot/1.0',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'TelegramBot (like TwitterBot)',
  'WhatsApp/2.23.20.0',
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingpreview/1.0b)',
  'curl/8.5.0',
  'python-requests/2.32',
])('knows a robot by its name: %s', (agent) => {
  expect(byWhom(asked(agent), 'clicked')).toBe('robot');
});

it('takes what says it is ahead of a person, or says nothing at all, for a robot', () => {
  for (const [name, value] of [
    ['purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ] as const)
    expect(byWhom(asked(SAFARI, { [name]: value }), 'clicked'), name).toBe('robot');
  expect(byWhom(asked(SAFARI, {}, 'HEAD'), 'clicked')).toBe('robot');
  expect(byWhom(asked(undefined), 'opened')).toBe('robot');
});

it('can’t tell who opens an email behind a mail app’s proxy, and no proxy clicks', () => {
  for (const agent of [
    'Mozilla/5.0',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  ])
    expect([byWhom(asked(agent), 'opened'), byWhom(asked(agent), 'clicked')]).toEqual(['maybe', 'robot']);
});
