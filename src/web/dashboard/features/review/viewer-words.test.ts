import { expect, test } from 'vitest';
import { viewerWords } from './viewer-words.ts';

test.each([
  [[], ''],
  [['Ada'], 'Ada is looking at this'],
  [['Ada', 'Grace'], 'Ada and Grace are looking at this'],
  [['Ada', 'Grace', 'Vera'], 'Ada, Grace and 1 other are looking at this'],
  [['Ada', 'Grace', 'Vera', 'Jocelyn'], 'Ada, Grace and 2 others are looking at this'],
])('%j', (names, words) => expect(viewerWords(names)).toBe(words));
