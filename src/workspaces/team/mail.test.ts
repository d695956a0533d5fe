import { expect, it } from 'vitest';
import { shownName } from './mail.ts';

it.each([
  'https://evil.example/login@you',
  'evil.example/pay?a=1@b',
  'www.evil.example',
  'evil.example',
  'a@evil.example/login',
  '//evil.example@b.example',
])('leaves out a name that would be a link: %s', (name) => {
  expect(shownName(name, 'A member')).toBe('A member');
});

it.each(['Ada Byron', 'ada.byron+desk@desk.example', 'Harbour & Co'])('keeps a name: %s', (name) => {
  expect(shownName(name, 'A member')).toBe(name);
});
