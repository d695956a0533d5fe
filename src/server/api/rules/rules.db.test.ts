import { describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { RULES_FILE_BYTES, rulesFileSchema } from '#src/shared/rules/file.ts';
import {
  ruleCheckSchema,
  rulePageSchema,
  ruleSchema,
  ruleWaitSchema,
  watchlistSchema,
  watchlistsSchema,
} from '#src/shared/rules/stored.ts';
import { RULE, rulesApi } from '#tests/support/rules.ts';

const { ask, db, inAnother, made, names, workspaceId } = rulesApi();

describe('rules', () => {
  it('are made, read in words, changed by versions, paused and listed', async () => {
    const rule = await made();
    expect(rule).toMatchObject({
      symbol: 'SPX',
      reading: 'The close crosses above its 50-bar average.',
      state: 'active',
      version: 1,
      inPlan: true,
    });
    const patch = async (change: object) =>
      ruleSchema.parse((await ask('PATCH', `/rules/${rule.id}`, change)).body);
    expect(await patch({ state: 'paused' })).toMatchObject({ state: 'paused', version: 1 });
    expect(await patch({ name: 'Renamed' })).toMatchObject({ name: 'Renamed', version: 1 });
    expect(await patch({ condition: 'close > sma(20)' })).toMatchObject({ version: 2 });
    expect(await patch({ condition: 'close > sma(20)' })).toMatchObject({ version: 2 });
    expect(await names()).toEqual(['Renamed', 'S&P 500 moves 5% or more in a day']);
    expect(await names('?q=RENAM')).toEqual(['Renamed']);
    expect(await names('?q=sma(20)')).toEqual(['Renamed']);
    expect(await names('?q=%25')).toEqual(['S&P 500 moves 5% or more in a day']);
    expect(await names('?state=active')).toEqual([]);
    const done = await db().admin.query<{ action: string }>(
      'select action from activity where workspace_id = $1 order by at, id',
      [workspaceId()],
    );
    expect(done.rows.map(({ action }) => action)).toEqual([
      'rule.created',
      'rule.paused',
      'rule.changed',
      'rule.changed',
    ]);
  });

  it('have the frequency of their condition unless told', async () => {
    const { settings: _settings, ...form } = RULE;
    const frequencyOf = async (condition: string) =>
      ruleSchema.parse((await ask('POST', '/rules', { ...form, condition })).body).settings.frequency;
    expect(await frequencyOf('big_move(5)')).toBe('once_per_bar_close');
    expect(await frequencyOf('close > 5')).toBe('every_time');
    expect((await made({ condition: 'big_move(5)' })).settings.frequency).toBe('every_time');
  });

  it('that can never be true are refused with what would mend them, and stored ones say so', async () => {
    const refused = async (change: object) => {
      const { status, body } = await ask('POST', '/rules', { ...RULE, ...change });
      return [status, body?.['detail']];
    };
    expect(await refused({ condition: 'rsi(14) > 170' })).toEqual([
      400,
      'This is never true: rsi(14) is always from 0 to 100. Compare it with another value than 170.',
    ]);
    expect(await refused({ condition: 'opening_range_break(30, up)' })).toEqual([
      400,
      'An opening range of 30 minutes needs bars of 30 minutes or less, not 1d.',
    ]);
    const rule = await made();
    const change = await ask('PATCH', `/rules/${rule.id}`, { condition: 'close > highest(high, 20)' });
    expect([change.status, change.body?.['detail']]).toEqual([
      400,
      'This is never true: highest(high, 20) includes the bar itself, so close is never above it. Use highest(high, 20)[1] to leave the bar out.',
    ]);
    await db().admin.query(`update rules set condition = 'close > highest(high, 20)' where id = $1`, [
      rule.id,
    ]);
    const stored = ruleSchema.parse((await ask('PATCH', `/rules/${rule.id}`, { name: 'Kept' })).body);
    expect(stored.warnings[0]).toMatchObject({ code: 'never_true' });
  });

  it('warn of symbols without a feed and of too few bars, alone and on a watchlist', async () => {
    expect((await made({ symbol: 'ABC' })).warnings).toEqual([
      {
        code: 'no_feed',
        text: 'No live feed brings new bars of ABC, and imported bars don’t trigger rules. Watch a symbol of a feed, or use backtests and trial runs.',
      },
    ]);
    await db().admin.query(
      `update instruments set feed = 'simulated', feed_symbol = 'X' where symbol = 'SPX'`,
    );
    expect((await made()).warnings).toEqual([]);
    expect((await made({ condition: 'close > sma(901)' })).warnings).toEqual([
      {
        code: 'short_history',
        text: 'This needs 901 bars of 1d, and there are 900 so far. It can’t trigger until 1 more has closed. Use smaller bars or a shorter period to start sooner.',
      },
    ]);
    const list = watchlistSchema.parse(
      (await ask('POST', '/watchlists', { name: 'Both', symbols: ['SPX', 'ABC'] })).body,
    );
    const onList = await made({ symbol: undefined, watchlistId: list.id });
    expect(onList.warnings.map(({ text }) => text)).toEqual([
      'No live feed brings new bars of ABC. The rule can’t trigger on it.',
    ]);
    await db().admin.query(`update instruments set feed = null, feed_symbol = null where symbol = 'SPX'`);
  });

  it('say why once they have waited longer than they ever did', async () => {
    const waitOf = async (id: string) => ruleWaitSchema.parse((await ask('GET', `/rules/${id}/wait`)).body);
    const often = await made({ condition: 'close > close[1]' });
    const fresh = await waitOf(often.id);
    expect([fresh.reasons, fresh.triggered]).toEqual([[], false]);
    expect(fresh.longestDays).toBeGreaterThan(1);
    await db().admin.query(`update rules set updated_at = now() - interval '400 days' where id = $1`, [
      often.id,
    ]);
    const long = await waitOf(often.id);
    expect(long.waitedDays).toBe(400);
    expect(long.reasons).toEqual([
      expect.stringMatching(/^No live feed brings new bars of SPX/),
      expect.stringMatching(
        /^Over the stored bars it would have sent \d+ alerts, with .* It has waited 400 days\./,
      ),
    ]);
    const never = await made({ condition: 'close > 1000000' });
    expect((await waitOf(never.id)).reasons.at(-1)).toBe(
      'The rule would have sent no alert over the 900 stored bars. Loosen its condition or its limits, and check with Replay.',
    );
    expect((await ask('GET', `/rules/${newId()}/wait`)).status).toBe(404);
  });

  it('come a page at a time, each once', async () => {
    for (let at = 0; at < 5; at += 1) await made({ name: `Rule ${at}` });
    const seen: string[] = [];
    for (let query = '?limit=2'; ;) {
      const page = rulePageSchema.parse((await ask('GET', `/rules${query}`)).body);
      seen.push(...page.items.map(({ name }) => name));
      if (!page.next) break;
      query = `?limit=2&cursor=${page.next}`;
    }
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
  });

  it('are duplicated paused, deleted, brought back, and keep their alerts', async () => {
    const rule = await made();
    const copy = ruleSchema.parse((await ask('POST', `/rules/${rule.id}/duplicate`)).body);
    expect(copy).toMatchObject({ name: 'Above its average (copy)', state: 'paused', version: 1 });
    expect((await ask('DELETE', `/rules/${rule.id}`)).status).toBe(204);
    expect((await ask('DELETE', `/rules/${rule.id}`)).status).toBe(404);
    expect((await ask('PATCH', `/rules/${rule.id}`, { name: 'x' })).status).toBe(404);
    expect(await names('?deleted=yes')).toEqual(['Above its average']);
    expect((await ask('POST', `/rules/${rule.id}/restore`)).status).toBe(200);
    expect((await ask('POST', `/rules/${rule.id}/restore`)).status).toBe(404);
    expect(await names('?state=active')).toEqual(['Above its average']);
  });

  it.each([
    [{ condition: 'close > smaa(20)' }, "Line 1, column 9: there is no 'smaa'. Did you mean 'sma'?"],
    [
      { condition: 'close moves up by 1% within 2 hours' },
      '2 hours is less than one bar of 1d: choose smaller bars or a longer time.',
    ],
    [
      { settings: { frequency: 'every_time', rearm: 'opening_range_break(30)' } },
      'An opening range of 30 minutes needs bars of 30 minutes or less, not 1d.',
    ],
    [{ symbol: 'NOPE' }, 'There is no instrument “NOPE”.'],
    [
      { condition: 'close > close of nope' },
      'The rule compares with “NOPE”, and there is no such instrument.',
    ],
    [
      { settings: { frequency: 'every_time', rearm: 'gap(3) of "SPX.REC"' } },
      'The rule compares with “SPX.REC”, and there is no such instrument.',
    ],
    [
      {
        condition: `close > ${[1, 2, 3, 4, 5, 6].map((n) => `close of S${n}`).join(' + ')}`,
        settings: {
          frequency: 'every_time',
          rearm: `close < ${[6, 7, 8, 9, 10, 11].map((n) => `close of S${n}`).join(' + ')}`,
        },
      },
      'A rule names 10 other symbols and timeframes at most, with those that arm it again; this one names 11.',
    ],
    [
      { condition: 'close > close of SPX[1]' },
      'Line 1, column 21: how many bars before is written ahead of the symbol, as in close[1] of ES.',
    ],
    [{ symbol: 'SPX.REC' }, 'There is no instrument “SPX.REC”.'],
    [{ symbol: undefined }, 'A rule watches either a symbol or a watchlist.'],
    [{ symbol: undefined, watchlistId: newId() }, 'There is no such watchlist.'],
    [{ name: ' ' }, 'Please give it a name.'],
    [
      { settings: { frequency: 'every_time', rearm: 'close <' } },
      'Line 1, column 8: a price, a number or an indicator was expected, not the end of the rule.',
    ],
  ])('%j is refused with a sentence', async (change, sentence) => {
    const { status, body } = await ask('POST', '/rules', { ...RULE, ...change });
    expect([status, body?.['code']]).toEqual([400, 'validation_failed']);
    expect(body?.['detail']).toBe(sentence);
  });

  it('that compare with other symbols are kept with these, also where they are copied or changed', async () => {
    const others = async (id: string): Promise<string[]> =>
      (
        await db().admin.query<{ symbol: string }>(
          `select symbol from rule_others o join instruments i on i.id = o.instrument_id where rule_id = $1 order by symbol`,
          [id],
        )
      ).rows.map(({ symbol }) => symbol);
    const rule = await made({ condition: 'close crosses above close of abc' });
    expect(rule.reading).toBe('The close crosses above the close of ABC.');
    expect(await others(rule.id)).toEqual(['ABC']);
    const copy = ruleSchema.parse((await ask('POST', `/rules/${rule.id}/duplicate`, {})).body);
    expect(await others(copy.id)).toEqual(['ABC']);
    const settings = { frequency: 'every_time', rearm: 'close < close of SPX' };
    await ask('PATCH', `/rules/${rule.id}`, { condition: 'close > 5', settings });
    expect(await others(rule.id)).toEqual(['SPX']);
    await ask('PATCH', `/rules/${rule.id}`, { name: 'Renamed' });
    expect(await others(rule.id)).toEqual(['SPX']);
    const refused = await ask('PATCH', `/rules/${rule.id}`, { condition: 'close > close of NOPE' });
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      detail: 'The rule compares with “NOPE”, and there is no such instrument.',
    });
    expect(await others(rule.id)).toEqual(['SPX']);
    const file = (await ask('GET', '/rules/export')).body;
    expect((await ask('POST', '/rules/import', file as object)).status).toBe(201);
    const { rows } = await db().admin.query('select 1 from rule_others where workspace_id = $1', [
      workspaceId(),
    ]);
    expect(rows).toHaveLength(4);
  });

  it('that look at other timeframes are kept with these, whether of another symbol or of their own', async () => {
    const sources = async (id: string): Promise<(string | null)[][]> =>
      (
        await db().admin.query<{ symbol: string | null; timeframe: string | null }>(
          `select symbol, timeframe from rule_others o left join instruments i on i.id = o.instrument_id
            where rule_id = $1 order by symbol, timeframe`,
          [id],
        )
      ).rows.map(({ symbol, timeframe }) => [symbol, timeframe]);
    const condition = 'close crosses above sma(200) on 1w and close of abc on 1h > close of ABC';
    const rule = await made({ condition });
    const kept = [
      ['ABC', '1h'],
      ['ABC', null],
      [null, '1w'],
    ];
    expect(rule.reading).toContain('the 200-bar average of the close on weekly bars');
    expect(await sources(rule.id)).toEqual(kept);
    const copy = ruleSchema.parse((await ask('POST', `/rules/${rule.id}/duplicate`, {})).body);
    expect(await sources(copy.id)).toEqual(kept);
    await ask('PATCH', `/rules/${rule.id}`, { condition: 'close > 5' });
    expect(await sources(rule.id)).toEqual([]);
    const refused = await ask('PATCH', `/rules/${rule.id}`, { condition: 'close > sma(50) on 5h' });
    expect(refused.body).toMatchObject({
      code: 'validation_failed',
      detail:
        'Line 1, column 20: there are no bars of 5h; there are 1m, 2m, 3m, 5m, 10m, 15m, 30m, 45m, 1h, 2h, 3h, 4h, 6h, 8h, 12h, 1d, 1w, 1M, 3M and 12M.',
    });
    const short = await ask('PATCH', `/rules/${rule.id}`, { condition: 'close > 4-hour high on 1w' });
    expect(short.body).toMatchObject({
      detail: '4 hours is less than one bar of 1w: choose smaller bars or a longer time.',
    });
  });

  it('are switched on only as far as the plan goes', async () => {
    await db().admin.query(
      `update subscriptions set plan_id = 'starter', status = 'Active' where workspace_id = $1`,
      [workspaceId()],
    );
    expect(await ask('POST', '/rules', RULE)).toMatchObject({ status: 402, body: { code: 'plan_limit' } });
    const rearmed = {
      ...RULE,
      condition: 'big_move(5)',
      settings: { frequency: 'every_time', rearm: 'rsi(14) < 60' },
    };
    expect(await ask('POST', '/rules', rearmed)).toMatchObject({
      status: 402,
      body: { code: 'plan_limit', detail: expect.stringContaining('may speak again') },
    });
    const basic = await made({ condition: 'big_move(5)' });
    const { settings } = rearmed;
    expect(await ask('PATCH', `/rules/${basic.id}`, { settings })).toMatchObject({ status: 402 });
    expect(await ask('PATCH', `/rules/${basic.id}`, { settings, state: 'paused' })).toMatchObject({
      status: 200,
      body: { inPlan: false },
    });
    expect(await ask('PATCH', `/rules/${basic.id}`, { state: 'active' })).toMatchObject({ status: 402 });
    const paused = await made({ state: 'paused' });
    expect(paused.inPlan).toBe(false);
    expect((await ask('PATCH', `/rules/${paused.id}`, { state: 'active' })).status).toBe(402);
    expect((await ask('POST', '/rules/replay', { ...RULE, name: undefined })).status).toBe(402);
    expect((await made({ condition: 'close crosses above 100 or gap(2)' })).inPlan).toBe(true);
  });
});

it('says what a condition means, or where it is wrong', async () => {
  const check = async (condition: string) =>
    ruleCheckSchema.parse((await ask('POST', '/rules/check', { condition })).body);
  expect(await check('CLOSE > avg(20) # why')).toEqual({
    ok: true,
    canonical: 'close > sma(20)',
    reading: 'The close is above its 20-bar average.',
    detection: 'advanced',
    inPlan: true,
    neverTrue: null,
    translated: false,
    notes: [],
    problem: null,
  });
  expect(await check('plot(close)\nalertcondition(ta.crossover(close, ta.sma(close, 50)))')).toMatchObject({
    ok: true,
    canonical: 'close crosses above sma(50)',
    translated: true,
    notes: [{ line: 1, text: 'plot draws on a chart, and isn’t part of the rule.' }],
  });
  expect(await check('close > 5 and\n  close > ath')).toMatchObject({
    ok: false,
    problem: { line: 2, column: 11, sentence: expect.stringContaining('Write close > 104-week high') },
  });
  expect(await check('close >\n smaa(3)')).toMatchObject({
    ok: false,
    problem: { line: 2, column: 2, offset: 9, sentence: "there is no 'smaa'. Did you mean 'sma'?" },
  });
});

it('stores a condition of a chart platform in the rule language, and any other as it was typed', async () => {
  const translated = await made({
    condition: 'price > $100 && RSI < 30',
    settings: { frequency: 'every_time', rearm: 'rsi above 50' },
  });
  expect(translated.condition).toBe('close > 100 and rsi(14) < 30');
  expect(translated.settings.rearm).toBe('rsi(14) > 50');
  expect((await made({ condition: 'CLOSE >  100 # mine' })).condition).toBe('CLOSE >  100 # mine');
});

it('goes out as a file and comes in again, all or nothing, paused', async () => {
  const list = watchlistSchema.parse(
    (await ask('POST', '/watchlists', { name: 'Two', symbols: ['ABC', 'SPX'] })).body,
  );
  await made({ symbol: undefined, watchlistId: list.id, name: 'Of two' });
  await made();
  const file = rulesFileSchema.parse((await ask('GET', '/rules/export')).body);
  expect(file.rules.map(({ name }) => name)).toEqual([
    'S&P 500 moves 5% or more in a day',
    'Of two',
    'Above its average',
  ]);
  await inAnother();
  expect(file).toMatchObject({ version: 3, watchlists: [{ name: 'Two', symbols: ['ABC', 'SPX'] }] });
  expect(file.rules[1]).toMatchObject({ watchlist: 'Two' });
  const broken = { ...file, rules: [...file.rules, { ...file.rules[0], symbol: 'NOPE' }] };
  expect(await ask('POST', '/rules/import', broken)).toMatchObject({
    status: 400,
    body: { detail: 'There is no instrument “NOPE”.' },
  });
  expect(await names()).toHaveLength(1);
  expect(await ask('POST', '/rules/import', file)).toMatchObject({
    status: 201,
    body: { rules: 3, watchlists: 1 },
  });
  const page = rulePageSchema.parse((await ask('GET', '/rules?limit=3')).body);
  expect(page.items.map(({ state, condition }) => [state, condition])).toEqual([
    ['paused', RULE.condition],
    ['paused', RULE.condition],
    ['paused', 'big_move(5)'],
  ]);
  expect(page.items[1]?.watchlist).toMatchObject({ name: 'Two', symbols: 2 });
});

it('takes a file of the first version, which has the symbols with each rule', async () => {
  const { symbol: _, ...rule } = RULE;
  const watchlist = { name: 'Two', symbols: ['ABC', 'SPX'] };
  const file = { format: 'rules', version: 1, rules: [{ ...rule, watchlist }, { ...rule, watchlist }, RULE] };
  expect(await ask('POST', '/rules/import', file)).toMatchObject({
    status: 201,
    body: { rules: 3, watchlists: 1 },
  });
  expect(watchlistsSchema.parse((await ask('GET', '/watchlists')).body).items).toMatchObject([
    { ...watchlist, rules: 2 },
  ]);
});

it('takes a file from before names meant what charts mean by them, and keeps its meaning', async () => {
  const settings = { frequency: 'every_time', rearm: 'stoch_k < 20' };
  const rule = { ...RULE, condition: 'close > vwap(20) or change(5) > 3', settings };
  expect(await ask('POST', '/rules/import', { format: 'rules', version: 2, rules: [rule] })).toMatchObject({
    status: 201,
  });
  const [made] = rulePageSchema.parse((await ask('GET', '/rules?limit=1')).body).items;
  expect(made).toMatchObject({
    condition: 'close > rolling_vwap(20) or change_pct(5) > 3',
    settings: { rearm: 'stoch_k(14, 3) < 20' },
  });
});

it.each([
  [null, 'This isn’t a rules file.'],
  [{ format: 'bars', version: 2, rules: [] }, 'This isn’t a rules file.'],
  [{ format: 'rules', version: 4, rules: [] }, 'This file of rules is of another version.'],
  [{ format: 'rules', version: 2, rules: [] }, 'The file has no rules.'],
  [
    { format: 'rules', version: 2, rules: [{ ...RULE, symbol: undefined, watchlist: 'Gone' }] },
    'There is no watchlist “Gone”, here or in the file.',
  ],
])('says what is wrong with a file: %j', async (file, detail) => {
  const { status, body } = await ask('POST', '/rules/import', file);
  expect([status, body?.['detail']]).toEqual([400, detail]);
});

it('takes in again whatever went out, up to what a workspace may hold, and says what is too much', async () => {
  const symbols = Array.from({ length: 500 }, (_, n) => `FILE-${n}`);
  await db().admin.query(
    `insert into instruments (id, symbol, name, currency, time_zone, created_at)
     select gen_random_uuid(), symbol, symbol, 'USD', 'UTC', now() from unnest($1::text[]) as s(symbol)`,
    [symbols],
  );
  const { symbol: _, ...rule } = RULE;
  const rules = Array.from({ length: 9_999 }, (__, n) => ({ ...rule, name: `Rule ${n}`, watchlist: 'Many' }));
  const all = { format: 'rules', version: 2, watchlists: [{ name: 'Many', symbols }], rules };
  expect(await ask('POST', '/rules/import', all)).toMatchObject({ status: 201, body: { rules: 9_999 } });
  const file = rulesFileSchema.parse((await ask('GET', '/rules/export')).body);
  expect([file.rules.length, file.watchlists?.[0]?.symbols.length]).toEqual([10_000, 500]);
  await inAnother();
  await db().admin.query('delete from rules where workspace_id = $1', [workspaceId()]);
  expect(await ask('POST', '/rules/import', file)).toMatchObject({ status: 201, body: { rules: 10_000 } });
  const more = await ask('POST', '/rules/import', { ...all, padding: 'x'.repeat(RULES_FILE_BYTES) });
  expect([more.status, more.body?.['code']]).toEqual([413, 'request_entity_too_large']);
  expect(more.body?.['detail']).toMatch(/can have 16 MB/);
}, 60_000);

it('keeps watchlists, and only those that are watched', async () => {
  const list = watchlistSchema.parse(
    (await ask('POST', '/watchlists', { name: 'One', symbols: ['ABC'] })).body,
  );
  expect((await ask('POST', '/watchlists', { name: 'ONE', symbols: ['ABC'] })).status).toBe(409);
  const rule = await made({ symbol: undefined, watchlistId: list.id });
  const patched = await ask('PATCH', `/watchlists/${list.id}`, { symbols: ['SPX', 'ABC'] });
  expect(patched.body).toMatchObject({ symbols: ['ABC', 'SPX'], rules: 1 });
  expect((await ask('DELETE', `/watchlists/${list.id}`)).body?.['detail']).toContain('is watched by a rule');
  await ask('PATCH', `/rules/${rule.id}`, { symbol: 'ABC' });
  expect((await ask('DELETE', `/watchlists/${list.id}`)).status).toBe(204);
  expect(watchlistsSchema.parse((await ask('GET', '/watchlists')).body).items).toEqual([]);
});
