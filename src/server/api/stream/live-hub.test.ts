import { expect, it } from 'vitest';
import { createLiveHub, STREAMS_MAX, type StreamOwner } from './live-hub.ts';

it('counts the streams of a person and of the keys that the person made together', () => {
  const hub = createLiveHub();
  const ended: string[] = [];
  const open = (name: string, owner: StreamOwner): void => {
    const end = (reason: string): void => void ended.push(`${name} ${reason}`);
    hub.subscribe('workspace', owner, { hint: () => undefined, recheck: () => undefined, end });
  };
  open('session', { session: 's', user: 'ada' });
  // Fifteen keys with ten streams each were 150.
  for (let n = 0; n < 150; n += 1) open(`key ${n}`, { key: `k${Math.floor(n / 10)}`, maker: 'ada' });
  expect(hub.size).toBe(STREAMS_MAX);
  expect(ended.slice(0, 2)).toEqual(['session too_many_streams', 'key 0 too_many_streams']);
  open('another', { session: 't', user: 'grace' });
  // Its maker has left.
  open('orphan', { key: 'k', maker: null });
  expect(hub.size).toBe(STREAMS_MAX + 2);
});
