import { expect, it } from 'vitest';
import { limitOf } from './sender-limit.ts';

const now = new Date('2026-11-27T12:00:00Z');
const hoursAgo = (hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString();
const NONE = { domain: 'desk.example', signsAt: null, alignedAt: null, lostAt: null };
const sender = (over: string | null = null) => ({
  settings: { fromAddress: 'alerts@desk.example' },
  connectionId: over,
});

it.each([
  ['no sender', { sender: null, domains: [] }, { by: 'installation' }],
  [
    'a server of its own, and no address',
    { sender: { settings: {}, connectionId: 'c' }, domains: [] },
    { by: 'installation' },
  ],
  [
    'a domain nothing is published for',
    { sender: sender(), domains: [NONE] },
    { by: 'domain', domain: 'desk.example', lost: false },
  ],
  ['an aligned domain', { sender: sender(), domains: [{ ...NONE, alignedAt: hoursAgo(99) }] }, null],
  [
    'one that was lost today',
    { sender: sender(), domains: [{ ...NONE, alignedAt: hoursAgo(99), lostAt: hoursAgo(23) }] },
    null,
  ],
  [
    'one that was lost a day ago',
    { sender: sender(), domains: [{ ...NONE, alignedAt: hoursAgo(99), lostAt: hoursAgo(24) }] },
    { by: 'domain', domain: 'desk.example', lost: true },
  ],
])('limits a brand with %s', (_, stored, limit) => {
  expect(limitOf('email', { fromInstallation: 'limited', ...stored }, now)).toEqual(limit);
  expect(limitOf('email', { fromInstallation: null, ...stored }, now)).toEqual(limit);
  expect(limitOf('telegram', { fromInstallation: null, ...stored }, now)).toBeNull();
});

it('goes by the operator’s word for what comes from the installation’s domain, and for nothing else', () => {
  const all = { fromInstallation: 'all' };
  expect(limitOf('email', { ...all, sender: null, domains: [] }, now)).toBeNull();
  expect(limitOf('email', { ...all, sender: sender(), domains: [NONE] }, now)).toBeNull();
  const signs = { ...NONE, signsAt: hoursAgo(1) };
  expect(limitOf('email', { ...all, sender: sender(), domains: [signs] }, now)).toMatchObject({
    by: 'domain',
  });
  expect(limitOf('email', { ...all, sender: sender('c'), domains: [NONE] }, now)).toMatchObject({
    by: 'domain',
  });
});
