import { describe, expect, it } from 'vitest';
import { firstDetection } from '../detectors/bars.fixture.ts';
import { DETECTORS } from '../detectors/registry.ts';
import { plainWords } from './plain-words.ts';
import { writeAlert, WriterError, type AlertInput } from './writer.ts';

const written = (input: AlertInput) => plainWords(writeAlert(input));

const inputOf = (detector: string): AlertInput => {
  const detection = firstDetection(detector);
  return {
    brand: { name: 'Harbor & Vale', color: '#0f4c5c' },
    symbol: 'GME',
    name: 'GameStop',
    timeZone: 'UTC',
    timeframe: '1d',
    detector: detection.detector,
    value: detection.value,
    evidence: detection.evidence,
    eventTime: detection.time,
    trial: false,
  };
};

/** What a detector finds on a bar that is not over. */
const openInputOf = (detector: string): AlertInput => {
  const input = inputOf(detector);
  const until = input.eventTime + (14 * 60 + 3) * 60_000;
  const evidence = { ...input.evidence, until: new Date(until).toISOString() };
  return { ...input, evidence, eventTime: until };
};

const LOWEST = 'new_low:window=100';
const HIGHEST = 'new_high:window=100';

describe('the words of each detector', () => {
  it.each(DETECTORS)('$name can be written with what it finds', ({ name }) => {
    const { headline, text } = written(inputOf(name));
    expect(headline).toContain('GameStop');
    expect(text).toContain('Rule');
    expect(text).not.toMatch(/\{\{|NaN|undefined/);
  });

  it.each(DETECTORS)('$name says of an open bar how it stood, and not that it closed', ({ name }) => {
    const { lead, text, rows, figure } = written(openInputOf(name));
    expect(lead).toMatch(/ at \d\d:\d\d UTC on \w+, \d+ \w+ \d{4}, with the daily bar still open/);
    expect(text).not.toMatch(/\bclose[sd] (?:at|above|below)\b|\bThe close was|\{\{|NaN|undefined/);
    expect([figure, ...rows].map((row) => row?.label)).not.toContain('Close');
  });

  it('refuses an open bar that was known until another moment', () => {
    const input = openInputOf('big_move');
    expect(() => written({ ...input, eventTime: input.eventTime - 60_000 })).toThrow(WriterError);
  });

  it('says that a new high stands', () => {
    expect(written(openInputOf(HIGHEST)).headline).toBe('GameStop stands above its 100-bar high');
    expect(written(openInputOf('gap')).lead).toMatch(
      /opened at [\d.,]+ on .+ \d{4}, .+ It stood at [\d.,]+ at 14:03 UTC on .+, with the daily bar still open\.$/,
    );
  });

  it.each([
    ['volume_spike', /^GameStop trades \d\.\d\d times its usual volume in one day$/],
    [HIGHEST, /^GameStop closes above its 100-bar high$/],
    [LOWEST, /^GameStop closes below its 100-bar low$/],
    ['golden_cross', /^GameStop: the 50-bar average rises above the 200-bar average$/],
    ['death_cross:fast=5,slow=20', /^GameStop: the 5-bar average falls below the 20-bar average$/],
    ['rsi_cross', /^GameStop: the RSI rises above 70$/],
    ['rsi_cross:level=30,direction=down', /^GameStop: the RSI falls below 30$/],
    ['volatility_spike', /^GameStop moves \d+\.\d\d times its usual range in one day$/],
    ['streak', /^GameStop rises 5 times in a row in its daily bars$/],
    ['streak:length=3,direction=down', /^GameStop falls 3 times in a row in its daily bars$/],
    ['round_number', /^GameStop (?:rises above|falls below) \d+$/],
    ['opening_range_break', /^GameStop rises above its opening range$/],
    ['candle:pattern=evening_star', /^GameStop shows an evening star in its daily bars$/],
    ['candle:pattern=three_white_soldiers', /^GameStop shows three white soldiers in its daily bars$/],
  ])('%s', (detector, headline) => {
    expect(written(inputOf(detector)).headline).toMatch(headline);
  });

  it.each([
    ['volume_spike', 'ratio'],
    [HIGHEST, 'close'],
    [LOWEST, 'close'],
    ['golden_cross', 'difference'],
    ['death_cross', 'difference'],
    ['rsi_cross', 'rsi'],
    ['volatility_spike', 'ratio'],
    ['streak', 'change_pct'],
    ['round_number', 'round_number'],
    ['opening_range_break', 'close'],
    ['candle', 'change_pct'],
  ])(
    '%s is refused where value and evidence disagree, and where the figure does not hold',
    (detector, key) => {
      const input = inputOf(detector);
      expect(() => written({ ...input, value: input.value * 1.01 })).toThrow(WriterError);
      const figures = { ...input.evidence.figures, [key]: -input.value };
      const turned = { ...input, value: -input.value, evidence: { ...input.evidence, figures } };
      expect(() => written(turned)).toThrow('does not follow');
      const { [key]: _gone, ...others } = input.evidence.figures;
      expect(() => written({ ...input, evidence: { ...input.evidence, figures: others } })).toThrow(
        WriterError,
      );
    },
  );
});
