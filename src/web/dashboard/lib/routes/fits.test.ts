import { expect, it } from 'vitest';
import type { Preflight } from '#src/shared/content/preflight.ts';
import { fitsOf } from './fits.ts';

const part = (says: string, fits: boolean): Preflight['parts'][number] => ({
  part: 'text',
  used: 1,
  max: 2,
  fits,
  says,
});
const choice = (kind: string, parts: Preflight['parts'] | null, inPlan = true) => ({
  kind,
  title: kind.toUpperCase(),
  inPlan,
  preflight: parts && { fits: parts.every(({ fits }) => fits), parts },
});
const chat = choice('chat', [part('212 of 1,024 characters', true), part('1 of 1 picture', true)]);
const post = choice('post', [part('12 characters too long', false), part('0 of 4 pictures', true)]);
const square = { id: 's', name: 'Square', channel: 'post', connection: 'Ours' };
const choices = {
  channels: [chat, post, choice('silent', null), choice('dear', [part('1 of 2', true)], false)],
  destinations: [square],
};

it('says for each channel of a route how the newest alert fits', () => {
  const says = (draft: Parameters<typeof fitsOf>[0]) => fitsOf(draft, choices).map((each) => each.says);
  const people = { audienceIds: ['a'], destinationIds: [], channels: null };
  const [chatSays, postSays] = [
    'CHAT: 212 of 1,024 characters, 1 of 1 picture',
    'POST: 12 characters too long',
  ];
  expect(says(people)).toEqual([chatSays, postSays]);
  expect(says({ ...people, channels: ['chat'] })).toEqual([chatSays]);
  // Channels are those of people; a destination has its own.
  expect(says({ audienceIds: [], destinationIds: ['s'], channels: ['chat'] })).toEqual([postSays]);
  expect(says({ audienceIds: [], destinationIds: [], channels: null })).toEqual([]);
  expect(fitsOf(people, choices).map(({ isFine }) => isFine)).toEqual([true, false]);
});
