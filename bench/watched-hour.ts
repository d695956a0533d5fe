/**
 * An hour of two markets, watched in the dashboard: the real program and a real browser, both on a clock that runs
 * many times as fast, with the simulated market and a fake Binance on loopback that hangs up now and then. Feeds and
 * Alerts stand open in two tabs for the whole hour, token renewals and all. Prints every five minutes of it what the
 * tabs and the program hold (after a collection; the program's is its resident memory), then how many events the rules
 * made beside what the trades alone give, worked out without feed, store and index, and whether both tabs show the end.
 * Ends with 1 where an event is missing or too many, a tab stands still, or what a tab holds grows.
 *
 *   npm run bench -- watched-hour [times as fast, 12]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from '#scripts/chromium.ts';
import { newId } from '#src/db/ids.ts';
import { expectedOf, type Rule, rulesAround, type Trade } from '#src/engine/runner/live/hour.fixture.ts';
import { idsBetween, SIMULATED, simulatedTrade } from '#src/engine/exchanges/simulated/market.ts';
import { startFakeExchange } from '#tests/fakes/exchange.ts';
import { startOwnedProgram } from '#tests/support/owned-program.ts';
import { fastDate } from './support/fast-date.ts';
import { type Figure, printResults } from './support/result.ts';

const MINUTE = 60_000;
const SPEED = Number(process.argv[2] ?? 12);
const MINUTES = 60;
/** The tabs are warm after so many minutes; from there on what they hold may grow by so much in all. */
const WARM_MINUTES = 15;
const MOST_GROWTH = 1.15;
const BINANCE = { BTCUSDT: 60_000, ETHUSDT: 2_000 };

const found = await findChromium(process.env);
if ('missing' in found) throw new Error(`No Chromium to be had: ${found.missing}.`);
const from = Date.now();
const now = (): number => fastDate(from, SPEED, Date).now();
const sleepUntil = (at: number): Promise<unknown> => sleep(Math.max(0, (at - now()) / SPEED));

const binance = await startFakeExchange('binance');
const program = await startOwnedProgram({
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'support/fast-time.ts')}`,
  FAST_FROM: String(from),
  FAST_SPEED: String(SPEED),
  FEEDS: 'simulated,binance',
  PRIVATE_ADDRESSES: 'on',
  FEED_ADDRESSES: `binance ${binance.socketUrl} ${binance.restUrl}`,
});
const browser = await chromium.launch({ executablePath: found.path, args: CHROMIUM_FLAGS });
let failed = false;
const figures: Figure[] = [];
const judge = (ok: boolean, text: string): void => {
  failed ||= !ok;
  console.log(`${ok ? '    ' : 'BAD '}${text}`);
};

try {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(
    `globalThis.Date = (${fastDate.toString()})(${from}, ${SPEED}, globalThis.Date);`,
  );
  const { feeds, workspaceId } = await signUp(context);
  for (const { symbol } of SIMULATED) await watch(feeds, 'Simulated', symbol);
  for (const symbol of Object.keys(BINANCE)) await watch(feeds, 'Binance', symbol);
  const alerts = await context.newPage();
  await alerts.goto(`${program.url}/dashboard/alerts`);

  const start = (Math.floor(now() / MINUTE) + 3) * MINUTE;
  const end = start + MINUTES * MINUTE;
  const trades = new Map<string, Trade[]>(Object.keys(BINANCE).map((symbol) => [symbol, []]));
  const trading = trade(trades, end + MINUTE);
  // Before the last bar is closed that they say nothing about.
  const since = start - MINUTE;
  await sleepUntil(since + 30_000);
  const watched = await rulesOf(workspaceId, since);
  await sleepUntil(start);
  await observe([feeds, alerts], start, end);
  await sleepUntil(end + MINUTE);
  await trading;
  for (const { symbol } of SIMULATED) {
    const market = SIMULATED.find((each) => each.symbol === symbol);
    if (!market) continue;
    const { first, last } = idsBetween(market, start - 60 * MINUTE, end);
    trades.set(
      symbol,
      Array.from({ length: last - first + 1 }, (_, n) => simulatedTrade(market, first + n)),
    );
  }
  await compare(watched, trades, { since, until: end });
  await look(feeds, alerts, trades);
} finally {
  await browser.close();
  const code = await program.stop();
  if (code !== 0) console.log(program.output());
  await binance.stop();
}
printResults(figures);
process.exit(failed ? 1 : 0);

async function signUp(context: BrowserContext): Promise<{ feeds: Page; workspaceId: string }> {
  const page = await context.newPage();
  await page.goto(`${program.url}/signup`);
  await page.getByLabel('Full name').fill('Ada Byron');
  await page.getByLabel('Email').fill('ada@desk.example');
  await page.getByLabel('Password', { exact: true }).fill('correct horse 1!');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/dashboard');
  await program.owner.query('update users set email_confirmed_at = now()');
  await program.owner.query('update addresses set confirmed_at = now()');
  const { rows } = await program.owner.query<{ id: string }>('select id from workspaces limit 1');
  await page.goto(`${program.url}/dashboard/feeds`);
  return { feeds: page, workspaceId: rows[0]?.id ?? '' };
}

async function watch(page: Page, feed: string, symbol: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Watch a symbol' });
  await form.getByLabel('Feed').selectOption({ label: feed });
  await form.getByLabel('Symbol').fill(symbol);
  await form.getByRole('button', { name: 'Watch' }).click();
  await listed(page, symbol).waitFor();
}

function listed(page: Page, symbol: string) {
  return page
    .getByRole('region', { name: 'Watched symbols' })
    .getByRole('listitem')
    .filter({ hasText: symbol });
}

/** Trades on the fake Binance until a moment, every three seconds of the fast clock, and hangs up every ten minutes. */
async function trade(trades: Map<string, Trade[]>, until: number): Promise<void> {
  let seed = 9;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const prices: Record<string, number> = { ...BINANCE };
  let cutAt = now() + 10 * MINUTE;
  for (let at = now(); at < until; at += 3_000) {
    await sleepUntil(at);
    if (at > cutAt) {
      binance.cut();
      cutAt += 10 * MINUTE;
    }
    for (const [symbol, own] of trades) {
      if (!(symbol in BINANCE)) continue;
      const price = (prices[symbol] ?? 1) * (1 + (random() - 0.5) * 0.001);
      prices[symbol] = price;
      own.push(binance.trade(symbol, price.toFixed(2), { at, size: (random() * 2).toFixed(3) }));
    }
  }
}

type Watched = { id: string; symbol: string; rules: (Rule & { id: string })[] };

/** Makes the rules of every watched symbol, around its price. */
async function rulesOf(workspaceId: string, at: number): Promise<Watched[]> {
  const { rows } = await program.owner.query<{ id: string; symbol: string; price: string }>(
    `select i.id, i.feed_symbol as symbol, c.price from instruments i join feed_watches w on w.instrument_id = i.id
       join feed_cursors c on c.instrument_id = i.id`,
  );
  const watched: Watched[] = [];
  for (const { id, symbol, price } of rows) {
    const rules = rulesAround(Number(price)).map((rule) => ({ ...rule, id: newId() }));
    for (const [place, rule] of rules.entries())
      await program.owner.query(
        `insert into rules (workspace_id, id, instrument_id, name, timeframe, condition, settings, state, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, 'active', $8, $8)`,
        [
          workspaceId,
          rule.id,
          id,
          `${symbol} ${place}`,
          rule.timeframe,
          rule.condition,
          JSON.stringify(rule.settings),
          new Date(at),
        ],
      );
    watched.push({ id, symbol, rules });
  }
  return watched;
}

/** What a tab holds after a collection. */
async function held(page: Page): Promise<{ mb: number; nodes: number; listeners: number }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  await cdp.detach();
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { mb: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

function residentMb(): number {
  const status = readFileSync(`/proc/${program.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1e3;
}

async function observe(pages: [Page, Page], start: number, end: number): Promise<void> {
  console.log('minute  Feeds: MB, nodes, listeners   Alerts: MB, nodes, listeners   program: MB');
  const kept: { minute: number; mb: [number, number]; nodes: [number, number] }[] = [];
  for (let at = start; at <= end; at += 5 * MINUTE) {
    await sleepUntil(at);
    const [feeds, alerts] = [await held(pages[0]), await held(pages[1])];
    const minute = (at - start) / MINUTE;
    kept.push({ minute, mb: [feeds.mb, alerts.mb], nodes: [feeds.nodes, alerts.nodes] });
    const shown = (each: typeof feeds): string =>
      `${each.mb.toFixed(1).padStart(9)} ${String(each.nodes).padStart(7)} ${String(each.listeners).padStart(8)}   `;
    console.log(
      `${String(minute).padStart(6)}  ${shown(feeds)}  ${shown(alerts)}${residentMb().toFixed(0).padStart(8)}`,
    );
  }
  const warm = kept.find(({ minute }) => minute >= WARM_MINUTES);
  const last = kept.at(-1);
  for (const [place, name] of (['Feeds', 'Alerts'] as const).entries()) {
    const growth = (last?.mb[place] ?? Infinity) / (warm?.mb[place] ?? 1);
    figures.push({
      bench: 'watched-hour',
      ours: growth,
      goal: MOST_GROWTH,
      unit: `times the memory, ${name}`,
      lessIsBetter: true,
    });
    judge(
      growth <= MOST_GROWTH,
      `${name} holds ${growth.toFixed(2)} times at the end what it held after ${WARM_MINUTES} minutes, at most ${MOST_GROWTH}`,
    );
  }
}

async function compare(
  watched: readonly Watched[],
  trades: Map<string, Trade[]>,
  time: { since: number; until: number },
) {
  let [made, expected, missing, extra] = [0, 0, 0, 0];
  // What closes with the end is written a moment later.
  await sleep(3_000);
  for (const { id, symbol, rules } of watched) {
    const bars = await program.owner.query<{ first: Date }>(
      `select min(ts) as first from bars where instrument_id = $1 and timeframe = '1m'`,
      [id],
    );
    const { rows } = await program.owner.query<{ rule: string; at: Date; bar: string }>(
      `select rule_id as rule, bar_ts as at, evidence -> 'bars' -> -1 ->> 'time' as bar from events
        where instrument_id = $1 order by bar_ts`,
      [id],
    );
    const begun = bars.rows[0]?.first.getTime() ?? Infinity;
    for (const rule of rules) {
      const minutes = rule.timeframe === '5m' ? 5 : 1;
      const seen = rows
        .filter((row) => row.rule === rule.id && Date.parse(row.bar) + minutes * MINUTE <= time.until)
        .map(({ at }) => at.toISOString());
      const should = expectedOf(rule, trades.get(symbol) ?? [], { from: begun, ...time });
      made += seen.length;
      expected += should.length;
      const lost = should.filter((at) => !seen.includes(at));
      const more = seen.filter((at) => !should.includes(at));
      if (lost.length + more.length > 0)
        console.log(`${symbol}, ${rule.condition}: missing ${lost.join(' ')}, too many ${more.join(' ')}`);
      missing += lost.length;
      extra += more.length;
    }
  }
  judge(expected > 100, `${made} events of ${expected} that the trades give`);
  figures.push({
    bench: 'watched-hour',
    ours: missing + extra,
    goal: 0,
    unit: 'events wrong',
    lessIsBetter: true,
  });
  judge(missing === 0, `${missing} missing`);
  judge(extra === 0, `${extra} too many`);
  const { rows } = await program.owner.query<{ all: number; written: number }>(
    'select count(*)::int as all, count(title)::int as written from alerts',
  );
  const [{ all, written } = { all: 0, written: -1 }] = rows;
  judge(written === all, `${written} of ${all} alerts have been written`);
}

/** Do the tabs show what is so at the end? */
async function look(feeds: Page, alerts: Page, trades: Map<string, Trade[]>): Promise<void> {
  for (const symbol of Object.keys(BINANCE)) {
    const price = trades.get(symbol)?.at(-1)?.price ?? '';
    const shown = await listed(feeds, symbol)
      .filter({ hasText: price })
      .waitFor({ timeout: 10_000 })
      .then(() => true)
      .catch(() => false);
    judge(shown, `Feeds shows ${symbol} at ${price}, its last trade`);
  }
  const { rows } = await program.owner.query<{ headline: string }>(
    'select title as headline from alerts where title is not null order by created_at desc, id desc limit 1',
  );
  const newest = rows[0]?.headline ?? '';
  const shown = await alerts
    .getByText(newest)
    .first()
    .waitFor({ timeout: 10_000 })
    .then(() => true)
    .catch(() => false);
  judge(shown && newest !== '', `Alerts shows the newest one, “${newest}”`);
}
