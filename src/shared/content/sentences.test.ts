import { expect, it } from 'vitest';
import { changedSentences, sentencesOf } from './sentences.ts';

it('cuts a text into its sentences, and no figure in two', () => {
  expect(sentencesOf('SPX closed at 2,386.13. It was a Monday! Why? “Nobody knows.” Ende')).toEqual([
    'SPX closed at 2,386.13.',
    'It was a Monday!',
    'Why?',
    '“Nobody knows.”',
    'Ende',
  ]);
  expect(sentencesOf('\u7d42\u5024\u306f100\u5186\u3002\u6708\u66dc\u65e5\u3002')).toEqual([
    '\u7d42\u5024\u306f100\u5186\u3002',
    '\u6708\u66dc\u65e5\u3002',
  ]);
});

it('finds what an edit changed, and nothing that stayed or was taken out', () => {
  expect(changedSentences('One. Two. Three.', 'Three. One.')).toBe('');
  expect(changedSentences('One. Two.', 'One. Two more. And this.')).toBe('Two more.\nAnd this.');
  expect(changedSentences('One.', 'One')).toBe('One');
});
