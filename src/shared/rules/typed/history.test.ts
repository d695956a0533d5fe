import { describe, expect, it } from 'vitest';
import { parseRule, readAnyRule } from '../parse.ts';
import { readRule } from '../read.ts';
import { problemOf } from '../rules.fixture.ts';

describe('where a bar stands in its history, in plain words', () => {
  it.each([
    ['largest fall in 250 days', 'fall_rank(250) on 1d = 1'],
    ['the largest fall in the last 250 bars', 'fall_rank(250) = 1'],
    ['biggest move in a year', 'move_rank(250) on 1d = 1'],
    ['biggest one-day drop in 2 years', 'fall_rank(500) on 1d = 1'],
    ['largest daily gain in 6 months', 'rise_rank(126) on 1d = 1'],
    ['largest weekly fall in 52 weeks', 'fall_rank(52) on 1w = 1'],
    ['largest weekly fall in 6 months', 'fall_rank(26) on 1w = 1'],
    ['largest weekly fall in 2 quarters', 'fall_rank(26) on 1w = 1'],
    ['largest weekly fall in 100 bars', 'fall_rank(100) on 1w = 1'],
    ['largest weekly fall in 60 days', 'fall_rank(12) on 1w = 1'],
    ['steepest decline in 52 weeks', 'fall_rank(250) on 1d = 1'],
    ['one of the 3 largest falls in 250 days', 'fall_rank(250) on 1d <= 3'],
    ['among the five biggest moves of the last 100 bars', 'move_rank(100) <= 5'],
    ['worst day in a year', 'fall_rank(250) on 1d = 1'],
    ['best week in 2 years', 'rise_rank(104) on 1w = 1'],
    ['alert me when it makes the biggest rise in 30 days', 'rise_rank(30) on 1d = 1'],
    ['lowest close in 250 days', 'close <= lowest(250) on 1d'],
    ['highest close in 50 bars', 'close >= highest(50)'],
    ['highest volume in a year', 'volume >= highest(volume, 250) on 1d'],
    ['third down day in a row', 'down_streak(100) on 1d = 3'],
    ['5th consecutive up day', 'up_streak(100) on 1d = 5'],
    ['fourth straight loss', 'down_streak(100) = 4'],
    ['closes lower for the third day in a row', 'down_streak(100) on 1d = 3'],
    ['down 3 days in a row', 'down_streak(100) on 1d >= 3'],
    ['three up days in a row', 'up_streak(100) on 1d >= 3'],
    ['volume > 3x usual volume', 'volume > 3 * median(volume, 20)[1]'],
    ['distance from 52-week high < -20', 'from_high(250) on 1d < -20'],
    [
      'largest fall in 250 days and volume > 2x average volume',
      'fall_rank(250) on 1d = 1 and volume > 2 * sma(volume, 20)',
    ],
  ])('%s', (typed, becomes) => {
    expect(readAnyRule(typed).text).toBe(becomes);
    expect(parseRule(becomes)).toEqual(readAnyRule(typed).condition);
  });

  it.each([
    ['lowest close since 2020', 'close <= lowest(1000)'],
    ['highest close since March 2020', 'close >= highest(1000)'],
    ['largest fall since the pandemic', 'fall_rank(1000) = 1'],
    ['biggest gain ever', 'rise_rank(1000) = 1'],
    ['biggest move since 2008', 'move_rank(1000) = 1'],
    ['largest fall in 10 years', 'fall_rank(1000) = 1'],
  ])('%s: says what to write', (typed, accepted) => {
    expect(problemOf(typed)).toMatchObject({ offset: 0, sentence: expect.stringContaining(accepted) });
  });

  it.each([
    ['fall_rank(250) = 1', 'The fall is the largest of the last 250 bars.'],
    ['fall_rank(250) on 1d = 1', 'The fall is the largest of the last 250 bars on daily bars.'],
    ['move_rank(volume, 20) <= 3', 'The move of the volume is one of the 3 largest of the last 20 bars.'],
    ['rise_rank(250) > 5', 'The rank of the rise among the last 250 bars is above 5.'],
    ['down_streak = 3', 'The close is down for the 3rd bar in a row.'],
    ['up_streak(volume, 50) >= 4', 'The volume is up for 4 bars in a row or more.'],
    ['down_streak on 1d >= 3', 'The close is down for 3 bars in a row or more on daily bars.'],
    ['from_high(252) < -20', 'The percent distance of the close from the 252-bar high is below -20.'],
    ['volume > 3 * median(volume, 20)[1]', 'The volume is above 3 times its 20-bar median one bar before.'],
  ])('%s reads: %s', (text, words) => {
    expect(readRule(parseRule(text))).toBe(words);
  });
});
