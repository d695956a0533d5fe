import { expect, it } from 'vitest';
import { sentenceOf } from './support-line.tsx';

const ZONE = 'Europe/Berlin';
const NOW = Date.parse('2026-11-25T15:00:00Z');
const queue = {
  place: 2,
  priority: true,
  since: '2026-11-25T14:00:00.000Z',
  answerBy: '2026-11-25T16:00:00.000Z',
};

it.each([
  [
    { priority: true, withinHours: 2, queue: null },
    'Priority support. We answer within 2 hours, during support hours.',
  ],
  [
    { priority: false, withinHours: 9, queue: null },
    'We answer within one business day. Enterprise includes priority support.',
  ],
  [
    { priority: true, withinHours: 2, queue },
    'You’re number 2 in the queue, with priority. We answer by 11:00 ET today (17:00 your time).',
  ],
  [
    {
      priority: false,
      withinHours: 9,
      queue: { ...queue, priority: false, answerBy: '2026-11-27T15:00:00.000Z' },
    },
    'You’re number 2 in the queue. We answer by Friday 10:00 ET (16:00 your time).',
  ],
  [
    { priority: true, withinHours: 2, queue: { ...queue, place: 1, answerBy: '2026-11-25T14:30:00.000Z' } },
    'You’re number 1 in the queue, with priority. We promised an answer by 9:30 ET today (15:30 your time). Sorry that it’s late.',
  ],
])('says what is promised: %#', (standing, sentence) => {
  const { mark, text } = sentenceOf(standing, NOW, ZONE);
  expect([mark, text].filter(Boolean).join(' ')).toBe(sentence);
});
