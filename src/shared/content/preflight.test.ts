import { expect, it } from 'vitest';
import type { ChannelLimits } from '../channels.ts';
import { preflight } from './preflight.ts';

const chat: ChannelLimits = {
  title: null,
  text: { max: 4_096, unit: 'utf16' },
  textWithPicture: { max: 1_024, unit: 'utf16' },
  html: false,
  pictures: 1,
  buttons: 1,
  links: null,
  rates: [],
  attempts: 5,
};
const post: ChannelLimits = {
  ...chat,
  text: { max: 280, unit: 'weighted' },
  textWithPicture: null,
  links: 1,
  buttons: 0,
};
const words = (text: string) => ({ title: null, text, html: null, media: [] });
const picture = { name: 'chart.png', type: 'image/png', hash: 'ab', alt: 'A' };
const says = (...given: Parameters<typeof preflight>) => preflight(...given).parts.map((part) => part.says);

it('says how much of each limit a message takes', () => {
  const message = {
    ...words('x'.repeat(212)),
    media: [picture],
    buttons: [{ label: 'A', url: 'https://a.example' }],
  };
  expect(preflight(message, chat)).toEqual({
    fits: true,
    parts: [
      { part: 'text', used: 212, max: 1_024, fits: true, says: '212 of 1,024 characters' },
      { part: 'pictures', used: 1, max: 1, fits: true, says: '1 of 1 picture' },
      { part: 'buttons', used: 1, max: 1, fits: true, says: '1 of 1 button' },
    ],
  });
  expect(says(words('x'), chat)).toEqual(['1 of 4,096 characters', '0 of 1 picture', '0 of 1 button']);
});

it('says by how much a message is too long, in the provider’s own units', () => {
  expect(preflight(words('漢'.repeat(146)), post).fits).toBe(false);
  expect(says(words('漢'.repeat(146)), post)[0]).toBe('12 characters too long');
  expect(says(words('x'.repeat(281)), post)[0]).toBe('1 character too long');
  expect(says(words(`x ${'https://a.example/'.padEnd(300, 'y')}`), post)[0]).toBe('25 of 280 characters');
  const bytes: ChannelLimits = { ...chat, text: { max: 4, unit: 'bytes' } };
  expect(says(words('漢字'), bytes)[0]).toBe('2 bytes too long');
});

it('holds each post of a thread against the limit, and reports the fullest', () => {
  const thread = { ...words('x'.repeat(200)), thread: ['y'.repeat(270), 'z'] };
  expect(preflight(thread, post)).toMatchObject({
    fits: true,
    parts: [{ used: 270, says: 'Post 2 of 3: 270 of 280 characters' }, {}, {}],
  });
  const longer = { ...thread, thread: ['y'.repeat(270), 'z'.repeat(281)] };
  expect(preflight(longer, post).fits).toBe(false);
  expect(says(longer, post)[0]).toBe('Post 3 of 3: 1 character too long');
  // Under a picture there is less room, and below that there isn't.
  const captioned = { ...words('x'.repeat(1_020)), media: [picture], thread: ['y'.repeat(2_000)] };
  expect(says(captioned, chat)[0]).toBe('Post 1 of 2: 1,020 of 1,024 characters');
  const links = { ...thread, text: 'https://a.example', thread: ['https://b.example'] };
  expect(preflight(links, post).fits).toBe(false);
});

it('counts titles, pictures, links and buttons', () => {
  const mail: ChannelLimits = {
    ...chat,
    title: { max: 3, unit: 'characters' },
    text: null,
    textWithPicture: null,
  };
  expect(says({ ...words(''), title: 'four' }, mail)[0]).toBe('Title: 1 character too long');
  const two = { ...words('https://a.example https://b.example'), media: [picture, picture] };
  expect(says(two, post)).toEqual(['47 of 280 characters', '1 picture too many', '1 link too many']);
  const button = { ...words(''), buttons: [{ label: 'A', url: 'https://a.example' }] };
  expect(says(button, post).at(-1)).toBe('1 button too many');
  // A channel without buttons says nothing of a message without any.
  expect(preflight(words(''), post).parts.map(({ part }) => part)).toEqual(['text', 'pictures', 'links']);
});
