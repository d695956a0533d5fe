import { expect, test } from 'vitest';
import { backoff, keepLive } from './connection.ts';

const hint = (topic: string) => `event: hint\ndata: {"topic":"${topic}"}\n\n`;

test('hints are told, every opening is a resync, and failures wait longer each time', async () => {
  const controller = new AbortController();
  const answers = [
    () => new Response(`: beat\n\n${hint('alerts')}${hint('news-from-tomorrow')}`),
    () => Promise.reject(new Error('refused')),
    () => Promise.reject(new Error('refused')),
    () => new Response(hint('account')),
  ];
  const topics: string[] = [];
  const waits: number[] = [];
  await keepLive(
    {
      open: async () => {
        const answer = answers.shift();
        if (!answer) throw new Error('no more');
        return answer();
      },
      onTopic: (topic) => topics.push(topic),
      random: () => 1,
      wait: async (ms) => {
        waits.push(ms);
        if (answers.length === 0) controller.abort();
      },
    },
    controller.signal,
  );
  expect(topics).toEqual(['resync', 'alerts', 'resync', 'resync', 'account']);
  expect(waits).toEqual([1000, 2000, 4000, 1000]);
});

test.each([
  ['{"reason":"too_many_streams"}', 300_000],
  ['{"reason":"access_ended"}', 1000],
  ['nonsense', 1000],
])('a stream that ended with %s is opened again after %d ms', async (data, ms) => {
  const controller = new AbortController();
  const waits: number[] = [];
  await keepLive(
    {
      open: async () => new Response(`: connected\n\nevent: end\ndata: ${data}\n\n`),
      onTopic: () => undefined,
      random: () => 1,
      wait: async (wanted) => {
        waits.push(wanted);
        controller.abort();
      },
    },
    controller.signal,
  );
  expect(waits).toEqual([ms]);
});

test.each([
  [0, 0, 500],
  [0, 1, 1000],
  [3, 0.5, 6000],
  [20, 1, 30_000],
])('backoff of attempt %d at chance %d', (attempt, random, ms) => expect(backoff(attempt, random)).toBe(ms));
