import { expect, it } from 'vitest';
import type { Route } from '#src/shared/routes.ts';
import { hasRouteFaults, routeDrafts, routeFaults, routeForms } from './draft.ts';
import { routeSentence, routesInShort } from './words.ts';

const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`;
const ROUTE: Route = {
  id: id(1),
  brand: { id: id(2), name: 'Acme', archived: false },
  template: { id: null, name: 'rich', style: 'rich' },
  audiences: [
    { id: id(3), name: 'Free list', removed: false },
    { id: id(4), name: 'VIPs', removed: false },
  ],
  destinations: [],
  channels: null,
  reach: 'each',
  approval: 'auto',
  expiresMinutes: null,
  releaseMinutes: null,
};
const title = (kind: string) => kind.toUpperCase();
const says = (change: Partial<Route>) => {
  const { brand, audiences, ...rest } = { ...ROUTE, ...change };
  return routeSentence({ ...rest, brand: brand.name, to: audiences.map(({ name }) => name) }, title);
};

it.each([
  [{}, 'Free list and VIPs, in the brand Acme.'],
  [{ channels: ['a'] }, 'Free list and VIPs, in the brand Acme, by A.'],
  [{ channels: ['a', 'b'] }, 'Free list and VIPs, in the brand Acme, by A and B.'],
  [
    { channels: ['a', 'b'], reach: 'preferred' as const },
    'Free list and VIPs, in the brand Acme, by the first they have of A, then B.',
  ],
  [{ reach: 'preferred' as const }, 'Free list and VIPs, in the brand Acme, over one channel each.'],
  [
    { releaseMinutes: 15 },
    'Free list and VIPs, in the brand Acme. Under embargo for 15 minutes after it’s sent.',
  ],
  [
    { approval: 'human' as const, expiresMinutes: 120, audiences: [] },
    'No one yet, in the brand Acme. After a review. Not sent once it is 2 hours old.',
  ],
])('reads a route in plain words: %j', (change, sentence) => {
  expect(says(change)).toBe(sentence);
});

it('names all routes in a line', () => {
  expect(routesInShort([])).toBe('To members');
  expect(routesInShort([ROUTE, { ...ROUTE, brand: { ...ROUTE.brand, name: 'Beta' } }])).toBe(
    'To Free list, VIPs in Acme · Free list, VIPs in Beta',
  );
});

it('sends a route as it is stored, and says what is wrong', () => {
  const [draft] = routeDrafts([ROUTE]);
  if (!draft) throw new Error('There is no draft.');
  expect(routeForms([draft])).toEqual([
    {
      id: ROUTE.id,
      brandId: id(2),
      template: 'rich',
      audienceIds: [id(3), id(4)],
      destinationIds: [],
      channels: null,
      reach: 'each',
      approval: 'auto',
      expiresMinutes: null,
      releaseMinutes: null,
    },
  ]);
  expect(routeFaults({ ...draft, audienceIds: [] })).toEqual({
    audienceIds: 'Choose who gets it: an audience or a destination.',
  });
  expect(routeFaults({ ...draft, expires: '0.5', channels: [] })).toEqual({
    channels: 'Choose a channel, or all of them.',
    expiresMinutes: 'A whole number of minutes, from 1 to 10,080 (a week).',
  });
  expect([hasRouteFaults([draft]), hasRouteFaults([{ ...draft, expires: 'x' }])]).toEqual([false, true]);
});
