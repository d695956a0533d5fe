import { expect, it } from 'vitest';
import { changedDraft, type Draft, NEW_DRAFT } from '../editor/form.ts';
import { backtestForm } from './backtest-form.ts';

const draft = (change: Partial<Draft>): Draft =>
  changedDraft(NEW_DRAFT, { condition: 'close crosses above sma(50)', target: 'SPX', ...change }, true);

it('is the rule without what no backtest depends on', () => {
  expect(JSON.parse(backtestForm(draft({ name: 'Any', cooldown: '60', headline: '{{ticker}}' })))).toEqual({
    condition: 'close crosses above sma(50)',
    symbol: 'SPX',
    timeframe: '1d',
    settings: { frequency: 'once_per_bar_close', cooldown_minutes: 60 },
    message: { headline: '{{ticker}}', text: '' },
  });
});

it('needs no name, and leaves out a custom message that is wrong', () => {
  expect(JSON.parse(backtestForm(draft({ headline: '{{plot_9}}' })))).not.toHaveProperty('message');
});

it('asks nothing while the condition, the symbol or a setting is wrong', () => {
  for (const change of [
    { condition: '' },
    { condition: 'close crosses above smaa(50)' },
    { target: '' },
    { cooldown: 'soon' },
    { rearm: 'rsi(' },
  ])
    expect(backtestForm(draft(change)), JSON.stringify(change)).toBe('');
});
