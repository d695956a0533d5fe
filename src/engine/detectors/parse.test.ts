import { describe, expect, it } from 'vitest';
import { AppError } from '#src/shared/errors.ts';
import { parseDetector } from './parse.ts';
import { DETECTORS } from './registry.ts';

const NAMES = DETECTORS.map(({ name }) => name).join(', ');

describe('parseDetector', () => {
  it.each([
    ['big_move', 'big_move', { min_pct: 5 }],
    ['gap', 'gap', { min_pct: 3 }],
    ['gap:min_pct=0.5', 'gap', { min_pct: 0.5 }],
    [' gap : min_pct = .5 ', 'gap', { min_pct: 0.5 }],
    ['big_move:min_pct=1e1', 'big_move', { min_pct: 10 }],
    ['big_move:min_pct=1000', 'big_move', { min_pct: 1000 }],
  ])('%s', (text, name, params) => {
    const detector = parseDetector(text);
    expect(detector).toMatchObject({ name, params, unit: 'percent', lookback: 1 });
  });

  it.each([
    ['volume_spike', { min_ratio: 3, window: 20 }, 'ratio', 20],
    ['new_high', { window: 252, quiet: 20 }, 'level', 272],
    ['new_low:window=10,quiet=0', { window: 10, quiet: 0 }, 'level', 10],
    ['golden_cross', { fast: 50, slow: 200 }, 'level', 200],
    ['death_cross:fast=5,slow=20', { fast: 5, slow: 20 }, 'level', 20],
    ['rsi_cross', { period: 14, level: 70, direction: 1 }, 'level', 350],
    ['rsi_cross:level=30,direction=down', { period: 14, level: 30, direction: -1 }, 'level', 350],
    ['rsi_cross:direction=-1', { period: 14, level: 70, direction: -1 }, 'level', 350],
  ])('%s: parameters, unit and lookback', (text, params, unit, lookback) => {
    expect(parseDetector(text)).toMatchObject({ params, unit, lookback });
  });

  it.each([
    ['', `there is no detector ''; there are: ${NAMES}.`],
    ['rsi:min_pct=5', `there is no detector 'rsi'; there are: ${NAMES}.`],
    ['constructor', `there is no detector 'constructor'; there are: ${NAMES}.`],
    ['gap:max=5', "gap has no parameter 'max'; it has: min_pct."],
    ['gap:toString=5', "gap has no parameter 'toString'; it has: min_pct."],
    ['gap:', "a key=value is missing after ':' or ','."],
    ['gap:min_pct=5,', "a key=value is missing after ':' or ','."],
    ['gap:min_pct', "min_pct must be a number such as min_pct=3, not ''."],
    ['gap:min_pct=five', "min_pct must be a number such as min_pct=3, not 'five'."],
    ['gap:min_pct=0x10', "min_pct must be a number such as min_pct=3, not '0x10'."],
    ['gap:min_pct=Infinity', "min_pct must be a number such as min_pct=3, not 'Infinity'."],
    ['gap:min_pct=5=6', "min_pct must be a number such as min_pct=3, not '5=6'."],
    ['gap:min_pct=0', 'min_pct must be more than 0, not 0.'],
    ['gap:min_pct=-1', 'min_pct must be more than 0, not -1.'],
    ['gap:min_pct=1000.01', 'min_pct must be at most 1000, not 1000.01.'],
    ['gap:min_pct=1,min_pct=2', 'min_pct is given twice.'],
    ['volume_spike:window=2.5', 'window must be a whole number, not 2.5.'],
    ['volume_spike:window=0', 'window must be at least 1, not 0.'],
    ['volume_spike:min_ratio=0', 'min_ratio must be more than 0, not 0.'],
    ['new_high:window=2001', 'window must be at most 2000, not 2001.'],
    ['golden_cross:fast=200', 'fast must be below slow, not 200.'],
    ['death_cross:slow=50', 'fast must be below slow, not 50.'],
    ['rsi_cross:direction=sideways', "direction must be up or down, not 'sideways'."],
    ['rsi_cross:direction=0', 'direction must be up or down, not 0.'],
    ['rsi_cross:level=100', 'level must be less than 100, not 100.'],
  ])('refuses %s', (text, problem) => {
    const parse = () => parseDetector(text);
    expect(parse).toThrow(AppError);
    expect(parse).toThrow(new AppError('validation_failed', `Detector '${text}': ${problem}`));
  });

  it('says that a number is too large to be one', () => {
    expect(() => parseDetector('gap:min_pct=1e999')).toThrow(/^Detector 'gap:min_pct=1e999': min_pct/);
  });
});
