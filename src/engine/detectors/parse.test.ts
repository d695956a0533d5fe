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
  ])('refuses %s', (text, problem) => {
    const parse = () => parseDetector(text);
    expect(parse).toThrow(AppError);
    expect(parse).toThrow(new AppError('validation_failed', `Detector '${text}': ${problem}`));
  });

  it('says that a number is too large to be one', () => {
    expect(() => parseDetector('gap:min_pct=1e999')).toThrow(/^Detector 'gap:min_pct=1e999': min_pct/);
  });
});
