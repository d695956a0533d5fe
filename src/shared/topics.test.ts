import { expect, it } from 'vitest';
import { DETECTORS } from '#src/engine/detectors/registry.ts';
import { DIGEST, TOPICS, topicOf } from './topics.ts';

it('has a topic for every detector, and each detector in one topic', () => {
  const named = Object.values(TOPICS).flatMap(({ detectors }): readonly string[] => detectors);
  expect(new Set(named).size).toBe(named.length);
  for (const { name } of DETECTORS) expect(named).toContain(name);
  for (const name of ['rule', 'news', 'calendar', 'webhook']) expect(named).toContain(name);
  expect(topicOf('something new')).toBe('other');
  expect(topicOf(DIGEST)).toBeNull();
});
