import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetLead } from './forget-lead.ts';
import { readLead, rememberLead } from './lead.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('merges what two forms were told', () => {
  rememberLead({ email: 'ada@desk.example', company: 'Delta Desk' });
  rememberLead({ name: 'Ada Byron', email: 'ada@home.example' });
  expect(JSON.parse(stored.get('bellwire.lead') ?? '')).toEqual({
    name: 'Ada Byron',
    email: 'ada@home.example',
    company: 'Delta Desk',
  });
  forgetLead();
  expect(readLead()).toEqual({ name: '', email: '', company: '' });
});

it('writes over what is not ours, and only what it was told', () => {
  stored.set('bellwire.lead', '[1, {');
  rememberLead({ name: 'Ada', email: 'ada@desk.example' });
  expect(JSON.parse(stored.get('bellwire.lead') ?? '')).toEqual({ name: 'Ada', email: 'ada@desk.example' });
});

it('keeps quiet where storage is blocked', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
  });
  expect(() => rememberLead({ name: 'Ada' })).not.toThrow();
});
