import { describe, expect, it, vi } from 'vitest';
import { externalRuleFormSchema } from '../external/rules.ts';
import { readExternalTrigger } from '../external/read.ts';
import type { Entry } from './entry.ts';
import { isOffBy, numberOf, sideOf, withUnit } from './figures.ts';
import { matcherOf, matchesEntry } from './matches.ts';
import { headlineOf, nameOf, spanWords, timeWords } from './say.ts';

const entry = (more: Partial<Entry> = {}): Entry => ({
  kind: 'economic',
  title: 'CPI y/y',
  country: 'US',
  currency: null,
  symbol: null,
  at: '2026-12-10T13:30:00.000Z',
  day: '2026-12-10',
  timing: 'exact',
  importance: 'high',
  previous: '3.0%',
  forecast: '3.1%',
  actual: null,
  unit: null,
  link: null,
  ...more,
});
const asked = { kinds: [], places: [], symbols: [], words: [] };

describe('figures', () => {
  it.each([
    ['3.1%', 3.1],
    ['-0.25', -0.25],
    ['−0.2%', -0.2],
    ['215K', 215_000],
    ['$1.2B', 1.2e9],
    ['($0.12)', -0.12],
    ['1,234.5', 1234.5],
    ['USD 5', 5],
    ['<0.1%', null],
    ['3-4', null],
    ['1,23', null],
    ['pending', null],
    ['5 apples', null],
  ])('reads %s as %s', (text, number) => expect(numberOf(text)).toBe(number));

  it('compares exactly, and not what cannot be compared', () => {
    expect(sideOf({ actual: '0.30%', forecast: '0.3%' })).toBe('equal');
    expect(sideOf({ actual: '220K', forecast: '0.218M' })).toBe('above');
    expect(sideOf({ actual: '3.1%', forecast: '3' })).toBeNull();
    expect(sideOf({ actual: null, forecast: '3' })).toBeNull();
    expect(isOffBy({ actual: '1.1', forecast: '1.0' }, 10)).toBe(true);
    expect(isOffBy({ actual: '1.1', forecast: '1.0' }, 10.01)).toBe(false);
    expect(isOffBy({ actual: '0.1', forecast: '0' }, 50)).toBe(true);
    expect(isOffBy({ actual: '0', forecast: '0' }, 50)).toBe(false);
  });

  it('adds a unit only where the figure names none', () => {
    expect(withUnit('3.1', '%')).toBe('3.1%');
    expect(withUnit('3.1%', '%')).toBe('3.1%');
    expect(withUnit('1.50', 'EPS')).toBe('1.50 EPS');
  });
});

describe('words', () => {
  it('calls an entry by its country or symbol, once', () => {
    expect(nameOf(entry())).toBe('US CPI y/y');
    expect(nameOf(entry({ title: 'US CPI' }))).toBe('US CPI');
    expect(nameOf(entry({ title: 'USDA report' }))).toBe('US USDA report');
    const report = { kind: 'earnings', country: null, symbol: 'ADA' } as const;
    expect(nameOf(entry({ ...report, title: 'Ada Instruments' }))).toBe('ADA earnings (Ada Instruments)');
    expect(nameOf(entry({ ...report, title: 'ADA' }))).toBe('ADA earnings');
    expect(nameOf(entry({ ...report, title: 'Q4 results' }))).toBe('ADA Q4 results');
  });

  it('tells when, as far as it is known', () => {
    expect(spanWords(1)).toBe('1 minute');
    expect(spanWords(150)).toBe('2 hours 30 minutes');
    expect(spanWords(4_320)).toBe('3 days');
    expect(timeWords(entry())).toBe('10 Dec 2026, 13:30 UTC');
    expect(timeWords(entry({ timing: 'before_open' }))).toBe('10 Dec 2026, before the open');
    expect(headlineOf(entry({ forecast: null }), 'before', new Date('2026-12-10T11:30:00Z'))).toBe(
      'US CPI y/y in 2 hours: before 3.0%',
    );
    expect(headlineOf(entry({ actual: '3.4', unit: '%' }), 'released', new Date())).toBe(
      'US CPI y/y: 3.4%, forecast 3.1%',
    );
  });
});

describe('rules', () => {
  it('asks by country and by its money alike, and by an importance that is said', () => {
    const us = (places: string[]) => matchesEntry(entry(), { ...asked, places });
    expect([us(['US']), us(['USD']), us(['EUR', 'USD']), us(['EUR'])]).toEqual([true, true, true, false]);
    const france = entry({ country: 'FR' });
    expect(matchesEntry(france, { ...asked, places: ['EUR'] })).toBe(true);
    expect(matchesEntry(france, { ...asked, places: ['DE'] })).toBe(false);
    const least = (importance: Entry['importance']) =>
      matchesEntry(entry({ importance }), { ...asked, importance: 'medium' });
    expect([least('high'), least('medium'), least('low'), least(null)]).toEqual([true, true, false, false]);
  });

  it('looks for words in many entries with what it made of them once', () => {
    const made = vi.spyOn(globalThis, 'RegExp');
    const matches = matcherOf({ ...asked, words: ['payrolls', 'cpi', 'rate decision'] });
    const titles = ['CPI y/y', 'Payrolls', 'CPIH', 'Rate  decision', 'Corporate decision'];
    expect(titles.map((title) => matches(entry({ title })))).toEqual([true, true, false, true, false]);
    expect(made).toHaveBeenCalledTimes(3);
    made.mockRestore();
  });

  it('refuses a rule that never speaks, and reads one that does', () => {
    const form = (outside: object) =>
      externalRuleFormSchema.safeParse({ name: 'x', outside: { kind: 'calendar', ...outside } });
    expect(form({}).error?.issues[0]?.message).toBe(
      'Choose when the rule triggers: before, at the time, or when the figure is released.',
    );
    expect(form({ at: false }).success).toBe(false);
    expect(form({ before: 0 }).error?.issues[0]?.message).toBe('A reminder comes at least 1 minute before.');
    const { data } = form({
      before: 15,
      released: { percent: 5, side: 'above' },
      places: ['us'],
      importance: 'high',
      cooldownMinutes: 5,
    });
    expect(data && readExternalTrigger(data.outside, new Set())).toBe(
      '15 minutes before and when the figure comes and is off the forecast by 5% or more and is above the forecast: all entries of high importance of US, from all calendars. Then a cooldown of 5 minutes starts.',
    );
  });
});
