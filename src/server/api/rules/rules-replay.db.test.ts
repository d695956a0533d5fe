import { describe, expect, it } from 'vitest';
import { gated, ruleDetector } from '#src/engine/evaluation/conditions/rule-feed.ts';
import { BUSY } from '#src/engine/detectors/bars.fixture.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { largerBars } from '#src/engine/market/bars/larger-bars.ts';
import { replayRule } from '#src/engine/rules/backtest.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { ruleReplaySchema, watchlistSchema } from '#src/shared/rules/stored.ts';
import { RULE, rulesApi } from '#tests/support/rules.ts';

const { ask, db, workspaceId } = rulesApi();

describe('a replay', () => {
  const replay = async (form: object) => {
    const { status, body } = await ask('POST', '/rules/replay', form);
    expect(status, JSON.stringify(body)).toBe(200);
    return ruleReplaySchema.parse(body);
  };
  const FORM = { condition: RULE.condition, symbol: 'SPX', timeframe: '1d' };

  it('is what the rule would have sent, with what came after', async () => {
    const settings = { frequency: 'every_time' as const, cooldown_minutes: 60 * 24 * 10 };
    const feed = gated(ruleDetector(parseRule(FORM.condition)).start(), settings, '1d');
    const expected = BUSY.flatMap((bar) => feed(bar) ?? []);
    const answer = await replay({ ...FORM, settings });
    expect(answer.items.map(({ time }) => Date.parse(time))).toEqual(expected.map(({ time }) => time));
    expect(answer).toMatchObject({ alerts: expected.length, bars: BUSY.length, truncated: false });
    expect(answer.perWeek).toBeCloseTo(expected.length / (BUSY.length / 7), 1);
    const [first] = answer.items;
    const at = BUSY.findIndex(({ ts }) => ts === Date.parse(first!.time));
    const close = BUSY[at]!.close;
    expect(first?.close).toBe(close);
    expect(first?.after['5']).toBeCloseTo((BUSY[at + 5]!.close / close - 1) * 100, 8);
    expect(first?.highest).toBeCloseTo(
      (Math.max(...BUSY.slice(at + 1, at + 21).map(({ high }) => high)) / close - 1) * 100,
      8,
    );
    expect(answer.chart).toHaveLength(BUSY.length);
    // The newest alert, in the words that it would have had.
    const newest = answer.items.at(-1)!;
    expect(answer.sample).toMatchObject({ symbol: 'SPX', time: newest.time });
    expect(answer.sample?.headline).toContain('S&P 500');
    const message = { headline: '{{ticker}} at {{close}}' };
    const { sample } = await replay({ ...FORM, settings, message });
    expect(sample?.headline).toMatch(/^SPX at [\d,.]+$/);
    expect(sample?.text).toBe(answer.sample?.text);
    expect(
      (await ask('POST', '/rules/replay', { ...FORM, message: { text: '{{plot_9}}' } })).body,
    ).toMatchObject({
      code: 'validation_failed',
    });
    expect(await replay({ ...FORM, condition: 'close > 1000000' })).toMatchObject({
      alerts: 0,
      sample: null,
    });
  });

  it('says how many alerts each frequency gives, and by default takes the one of the condition', async () => {
    const ofEvent = { ...FORM, condition: 'big_move(2)' };
    const counts = await Promise.all(
      (['once_per_bar_close', 'every_time', 'once'] as const).map(async (frequency) => {
        const { alerts } = await replay({ ...ofEvent, settings: { frequency } });
        return { frequency, alerts };
      }),
    );
    expect(counts[0]!.alerts).toBeGreaterThan(counts[1]!.alerts);
    expect(counts[2]!.alerts).toBe(1);
    const answer = await replay(ofEvent);
    expect([answer.alerts, answer.choices]).toEqual([counts[0]!.alerts, counts]);
    const state = await replay({ ...FORM, condition: 'close > 100' });
    expect(state.alerts).toBe(state.choices[1]!.alerts);
  });

  it('says a rate as it was observed, and what a day would take of the month', async () => {
    const settings = { frequency: 'once_per_bar_close' };
    const all = { ...FORM, condition: 'close > 0', settings };
    const day = (at: number) => new Date(BUSY[at]!.ts).toISOString();
    const weekly = await replay(all);
    expect([weekly.rate?.per, weekly.perWeek, weekly.allowance]).toEqual(['week', weekly.rate?.alerts, null]);
    expect(weekly.perWeek).toBeCloseTo(7, 1);
    const short = await replay({ ...all, from: day(10), to: day(12) });
    expect([short.rate?.per, short.perWeek]).toEqual(['day', null]);
    const { id } = (await db().admin.query(`select id from instruments where symbol = 'ABC'`)).rows[0] as {
      id: string;
    };
    const minutes = BUSY.slice(0, 24).map((bar, at) => ({
      ...bar,
      ts: Date.UTC(2024, 0, 2, 15) + at * 60_000,
    }));
    await storeBars(db().system, { instrumentId: id, timeframe: '1m' }, minutes);
    expect(await replay({ ...all, symbol: 'ABC', timeframe: '1m' })).toMatchObject({
      alerts: 23,
      rate: { alerts: 57.5, per: 'hour' },
      perWeek: null,
      allowance: { inADay: 1380, perMonth: 100 },
    });
    await db().admin.query('delete from bars where instrument_id = $1', [id]);
  });

  it('looks at the stored bars of the other symbols too, and says where one is unknown', async () => {
    const condition = 'close > close[1] of SPX';
    const answer = await replay({ ...FORM, condition, settings: { frequency: 'once_per_bar_close' } });
    const own = await replay({
      ...FORM,
      condition: 'close > close[1]',
      settings: { frequency: 'once_per_bar_close' },
    });
    expect(answer.items.map(({ time }) => time)).toEqual(own.items.map(({ time }) => time));
    expect(answer.alerts).toBeGreaterThan(100);
    expect(await replay({ ...FORM, condition: 'close > close of ABC' })).toMatchObject({ alerts: 0 });
    const { status, body } = await ask('POST', '/rules/replay', {
      ...FORM,
      condition: 'close > close of NOPE',
    });
    expect([status, body?.['detail']]).toEqual([
      400,
      'The rule compares with “NOPE”, and there is no such instrument.',
    ]);
  });

  it('looks at other timeframes, and makes weeks of days where there are only these', async () => {
    const settings = { frequency: 'once_per_bar_close' };
    const answer = await replay({ ...FORM, condition: 'close on 1w > 1', settings });
    expect(answer.reading).toBe('The close on weekly bars is above 1.');
    expect(answer.alerts).toBeGreaterThan(800);
    const day = (time: string): number => new Date(time).getUTCDay();
    const fridays = answer.items.filter(({ time }) => day(time) === 5);
    expect(fridays.length).toBeGreaterThan(100);
    // A Friday sees its own week; until the next, the days see the same. Four Fridays are holidays.
    const own = fridays.filter(({ figures, close }) => figures['close on 1w'] === close);
    expect(fridays.length - own.length).toBeLessThan(5);
    const changed = answer.items.filter(
      ({ figures }, at) => at > 0 && figures['close on 1w'] !== answer.items[at - 1]?.figures['close on 1w'],
    );
    expect(changed.length).toBeGreaterThan(100);
    expect(changed.filter(({ time }) => ![4, 5].includes(day(time)))).toEqual([]);
    // Of smaller bars nothing is known, and nothing is made up.
    expect(await replay({ ...FORM, condition: 'close on 1h > 1', settings })).toMatchObject({ alerts: 0 });
    expect(await replay({ ...FORM, condition: 'close on 1d > close[1]', settings })).toMatchObject({
      alerts: (await replay({ ...FORM, condition: 'close > close[1]', settings })).alerts,
    });
  });

  it('makes months and quarters of days', async () => {
    const settings = { frequency: 'once_per_bar_close' };
    const months = Map.groupBy(BUSY, ({ ts }) => new Date(ts).toISOString().slice(0, 7));
    // The first may be incomplete, and the last isn't over.
    const whole = [...months].slice(1, -1).map(([month, days]) => ({ month, days }));
    const rising = whole.filter(({ days }) => days.at(-1)!.close > days[0]!.open);
    const answer = await replay({ ...FORM, timeframe: '1M', condition: 'close > open', settings });
    const told = answer.items.map(({ time }) => time.slice(0, 7));
    expect(told.filter((month) => whole.slice(1).some((each) => each.month === month))).toEqual(
      rising.map(({ month }) => month).filter((month) => month !== whole[0]?.month),
    );
    expect(rising.length).toBeGreaterThan(5);
    const quarters = await replay({ ...FORM, timeframe: '3M', condition: 'close > 0', settings });
    expect(quarters.bars).toBeGreaterThan(5);
    expect(new Set(quarters.items.map(({ time }) => Number(time.slice(5, 7)) % 3))).toEqual(new Set([1]));
  });

  it('says where a rule that also speaks before a bar is closed could be shown closed bars alone', async () => {
    const answer = await replay({ ...FORM, settings: { frequency: 'once_per_bar' } });
    const closed = await replay({ ...FORM, settings: { frequency: 'once_per_bar_close' } });
    expect(answer.items).toEqual(closed.items);
    expect([answer.speaksEarly, answer.symbols[0]?.openBars]).toEqual([true, null]);
    expect([closed.speaksEarly, closed.symbols[0]?.openBars]).toEqual([false, null]);
  });

  it('shows a rule the weeks as they stood after each of their days', async () => {
    const { id } = (await db().admin.query(`select id from instruments where symbol = 'ABC'`)).rows[0] as {
      id: string;
    };
    const DAY_MS = 86_400_000;
    // From a Tuesday on: the first week was not seen whole, and nobody is shown it before it is closed.
    const monday = Date.UTC(2024, 0, 1);
    const days = BUSY.slice(0, 61).map((bar, at) => ({ ...bar, ts: monday + (at + 1) * DAY_MS }));
    const weeks = largerBars(CALENDARS.crypto, { from: '1d', to: '1w' }, days, []);
    const first = { ...days[0]!, ts: monday };
    await db().admin.query(`update instruments set session = 'crypto' where id = $1`, [id]);
    await storeBars(db().system, { instrumentId: id, timeframe: '1d' }, days);
    await storeBars(db().system, { instrumentId: id, timeframe: '1w' }, [first, ...weeks]);
    const form = { condition: 'close < open', symbol: 'ABC', timeframe: '1w' };
    const answer = await replay({ ...form, settings: { frequency: { minutes: 1 } } });
    expect(answer.symbols[0]).toMatchObject({ openBars: '1d', bars: weeks.length + 1 });
    // Of each day but the last of its week, what the week had come to; the week itself is told by its beginning.
    const expected = weeks.flatMap((week) => {
      const own = days.filter(({ ts }) => ts >= week.ts && ts < week.ts + 7 * DAY_MS);
      const open = own.slice(0, -1).filter((bar) => bar.close < week.open);
      return [...(week.close < week.open ? [week.ts] : []), ...open.map(({ ts }) => ts + DAY_MS)];
    });
    expect(expected.length).toBeGreaterThan(10);
    expect(answer.items.map(({ time }) => Date.parse(time))).toEqual(expected);
    await db().admin.query('delete from bars where instrument_id = $1', [id]);
  });

  it('of a span is warmed up by what was before it', async () => {
    const from = new Date(BUSY[400]!.ts).toISOString();
    const whole = await replay(FORM);
    const part = await replay({ ...FORM, from });
    expect(part.items).toEqual(whole.items.filter(({ time }) => time >= from));
    expect(part.bars).toBe(500);
    const to = from;
    expect(await replay({ ...FORM, to })).toMatchObject({ bars: 401, to, symbols: [{ isCut: false }] });
    const backwards = await ask('POST', '/rules/replay', { ...FORM, from, to: '1990-01-01T00:00:00Z' });
    expect([backwards.status, backwards.body?.['detail']]).toEqual([400, 'The span ends before it begins.']);
  });

  it('says where the span has more bars than it looks at', async () => {
    async function* recordedBars() {
      for (let n = 0; n < 20_001; n += 1) yield { ...BUSY[n % BUSY.length]!, ts: n * 60_000 };
    }
    const ask = (span: { from?: string; to?: string }) =>
      replayRule({ app: db().app, clock: () => new Date(), recordedBars }, workspaceId(), {
        ...FORM,
        timeframe: '1d',
        ...span,
      });
    const [first, second] = [0, 60_000].map((ts) => new Date(ts).toISOString());
    const cut = { truncated: true, bars: 20_000, barsEach: 20_000, from: second, symbols: [{ isCut: true }] };
    expect(await ask({})).toMatchObject(cut);
    expect(await ask({ from: first! })).toMatchObject(cut);
    const whole = { truncated: false, symbols: [{ isCut: false }] };
    expect(await ask({ from: second! })).toMatchObject(whole);
    expect(await ask({ to: new Date(19_999 * 60_000).toISOString() })).toMatchObject(whole);
  });

  it('of a watchlist names the symbol of each alert', async () => {
    const list = watchlistSchema.parse(
      (await ask('POST', '/watchlists', { name: 'Both', symbols: ['ABC', 'SPX', 'spx'] })).body,
    );
    const answer = await replay({ condition: FORM.condition, timeframe: '1d', watchlistId: list.id });
    expect(answer.symbols.map(({ symbol, bars }) => [symbol, bars])).toEqual([
      ['ABC', 0],
      ['SPX', BUSY.length],
    ]);
    expect(new Set(answer.items.map(({ symbol }) => symbol))).toEqual(new Set(['SPX']));
  });

  describe('of very many alerts', () => {
    const DAY_MS = 86_400_000;
    async function* recordedBars() {
      for (let n = 0; n < 3_000; n += 1) yield { ...BUSY[n % BUSY.length]!, ts: n * DAY_MS };
    }
    const always = (signal?: AbortSignal) =>
      replayRule(
        { app: db().app, clock: () => new Date(), recordedBars },
        workspaceId(),
        { ...FORM, condition: 'close > 0', timeframe: '1d', settings: { frequency: 'once_per_bar_close' } },
        signal,
      );

    // On the first bar there is none before it, and nothing is said.
    it('counts them all and lists the newest', async () => {
      const answer = await always();
      expect(answer).toMatchObject({ bars: 3_000, alerts: 2_999, truncated: true });
      expect(answer.items).toHaveLength(1_000);
      expect(answer.items.map(({ time }) => Date.parse(time))).toEqual(
        Array.from({ length: 1_000 }, (_, n) => (2_000 + n) * DAY_MS),
      );
    });

    it('ends when nobody waits for it any more', async () => {
      expect(await always(AbortSignal.abort())).toMatchObject({ bars: 0, alerts: 0 });
    });
  });

  it('of bars that are not there is empty', async () => {
    expect(await replay({ ...FORM, symbol: 'ABC' })).toMatchObject({
      alerts: 0,
      bars: 0,
      from: null,
      rate: null,
      perWeek: null,
    });
  });
});
