import { expect, it } from 'vitest';
import { ruleFormSchema, type StoredRule } from '#src/shared/rules/stored.ts';
import { changedDraft, draftOf, faultsOf, formOf, NEW_DRAFT } from './form.ts';

const RULE: StoredRule = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Above',
  condition: 'close > sma(20)',
  reading: '',
  symbol: 'SPX',
  watchlist: null,
  timeframe: '1h',
  settings: {
    frequency: { minutes: 30 },
    cooldown_minutes: 5,
    most_per_day: 2,
    rearm: 'close < sma(20)',
    expires: Date.UTC(2030, 0, 2),
    hours: { time_zone: 'America/New_York', days: [1, 2, 3, 4, 5], from: '09:30', to: '16:00' },
  },
  message: { headline: 'Above at {{close}}', text: '{{plot_1}}' },
  approval: 'human',
  routes: [],
  state: 'active',
  version: 1,
  inPlan: true,
  warnings: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  deletedAt: null,
};

it('a rule that is opened and saved stays as it was', () => {
  const form = formOf(draftOf(RULE));
  const { name, condition, symbol, timeframe, settings, message, approval, routes } = RULE;
  expect(form).toEqual({ name, condition, symbol, timeframe, settings, message, approval, routes });
  expect(ruleFormSchema.safeParse(form).success).toBe(true);
});

it('says what is missing, and what is wrong', () => {
  expect(Object.keys(faultsOf(NEW_DRAFT))).toEqual(['name', 'condition', 'target']);
  const draft = {
    ...draftOf(RULE),
    condition: 'close >',
    cooldown: '0',
    rearm: 'x',
    minutes: '1.5',
    mostPerDay: 'a',
  };
  expect(Object.keys(faultsOf(draft))).toEqual(['condition', 'minutes', 'cooldown', 'mostPerDay', 'rearm']);
  expect(faultsOf(draftOf(RULE))).toEqual({});
  const never = { ...draftOf(RULE), condition: 'close > highest(high, 20)' };
  expect(faultsOf(never).condition).toContain('Use highest(high, 20)[1]');
  expect(faultsOf(never, true).condition).toBeUndefined();
});

it('shows where a message is wrong, but not when running a replay', () => {
  const draft = { ...draftOf(RULE), text: 'Now {{plot_2}}' };
  expect(faultsOf(draft)).toEqual({
    text: 'Text, line 1, column 5: the rule compares 2 figures, {{plot_0}} to {{plot_1}}; there is no {{plot_2}}.',
  });
  expect(faultsOf(draft, true)).toEqual({});
});

it('proposes a frequency by the condition until one is chosen', () => {
  const after = (condition: string, isFree = true) =>
    changedDraft(NEW_DRAFT, { condition }, isFree).frequency;
  expect(after('big_move(5)')).toBe('once_per_bar_close');
  expect(after('close crosses above 5')).toBe('once_per_bar_close');
  expect(after('close > 5')).toBe('every_time');
  expect(after('big_move(', true)).toBe(NEW_DRAFT.frequency);
  expect(after('big_move(5)', false)).toBe('every_time');
  expect(changedDraft(NEW_DRAFT, { frequency: 'once' }, true).frequency).toBe('once');
});
