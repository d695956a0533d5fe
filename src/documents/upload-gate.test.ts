import { expect, it } from 'vitest';
import { createUploadGate } from './upload-gate.ts';

it('lets so many uploads of a workspace in, and the next when one has left', () => {
  const gate = createUploadGate({ workspace: 2, network: 9, all: 3 });
  const leave = gate.enter('a', null);
  gate.enter('a', null);
  expect(() => gate.enter('a', null)).toThrow('Too many uploads');
  gate.enter('b', null);
  expect(() => gate.enter('c', null)).toThrow('Too many uploads');
  leave();
  leave();
  gate.enter('a', null);
  expect(() => gate.enter('c', null)).toThrow('Too many uploads');
});

it('lets one network take a part of all places only, whatever workspaces it names', () => {
  const gate = createUploadGate({ workspace: 2, network: 2, all: 9 });
  const leave = gate.enter('a', '2001:db8::1');
  gate.enter('b', '2001:db8::2');
  expect(() => gate.enter('c', '2001:db8::3')).toThrow('Too many uploads');
  gate.enter('c', '203.0.113.7');
  leave();
  gate.enter('c', '2001:db8::3');
});
