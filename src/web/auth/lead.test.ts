import { expect, it, vi } from 'vitest';
import { browserStorage } from '#tests/support/storage.ts';
import { forgetLead } from './forget-lead.ts';
import { readLead, rememberLead } from './lead.ts';

const stored = browserStorage();

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

it('writes over what isn’t ours, and only what it was told', () => {
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
