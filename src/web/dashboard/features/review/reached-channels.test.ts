import { expect, it } from 'vitest';
import type { AlertReach } from '#src/shared/alert-reach.ts';
import { reachedChannels } from './reached-channels.ts';

const on = (channel: string, people: number, digest = 0) => ({
  channel,
  people,
  held: [],
  digest,
  skipped: [],
  cost: null,
});
const reach: AlertReach = {
  brand: { id: '01900000-0000-7000-8000-000000000001', name: 'Desk' },
  ahead: {
    people: 3,
    about: false,
    channels: [on('email', 2), on('sms', 0), on('push', 0, 1)],
    destinations: [
      {
        id: '01900000-0000-7000-8000-000000000002',
        name: 'Room',
        channel: 'slack',
        cost: null,
        filtered: false,
      },
    ],
    embargoes: [],
    opens: [],
    leftOut: [],
    limit: null,
    warmUps: [],
    expiresAt: null,
  },
  fanOuts: [],
  followers: [],
  others: [],
};

it('lists channels with people, digests and destinations, and no others', () => {
  expect([...(reachedChannels(reach) ?? [])]).toEqual(['email', 'push', 'slack']);
});

it('knows nothing before the reach is known', () => {
  expect(reachedChannels(undefined)).toBeNull();
  expect(reachedChannels({ ...reach, ahead: null })).toBeNull();
});
