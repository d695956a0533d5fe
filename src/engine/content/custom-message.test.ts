import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Detection } from '#src/shared/market.ts';
import { DISCLAIMER } from '#src/shared/product.ts';
import { EVENT_NAMES } from '#src/shared/rules/events.ts';
import { figuresCompared } from '#src/shared/rules/figures.ts';
import { messageProblem, messageSchema, type RuleMessage } from '#src/shared/rules/message.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { drill } from '#tests/support/drill.ts';
import { ruleDetector } from '../evaluation/conditions/rule-feed.ts';
import { barsFor, LIVELY_EVENTS } from '../detectors/bars.fixture.ts';
import { renderAlertEmail } from './email/alert-email.ts';
import { plainWords } from './plain-words.ts';
import { type AlertInput, writeAlert } from './writer.ts';

const written = (input: AlertInput) => plainWords(writeAlert(input));

const CONDITIONS = [
  ...EVENT_NAMES.map((name) => LIVELY_EVENTS[name]!),
  'close crosses above sma(20) and volume > 0.5 * avg(volume, 20)',
  'any(close > sma(1000), high > low)',
  'rsi(5) enters (40, 60) within 3 bars',
  'big_move(1) and close moves up by 1% within 2 bars',
];

/** The last one, as it is when it comes back out of the database, which keeps the keys in an order of its own. */
const found = (condition: string): Detection => {
  const feed = ruleDetector(parseRule(condition)).start();
  const detection = barsFor(condition)
    .flatMap((bar) => feed(bar) ?? [])
    .at(-1);
  if (!detection) throw new Error(`Nothing found: ${condition}`);
  const figures = Object.entries(detection.evidence.figures).toSorted(
    ([a], [b]) => a.length - b.length || (a < b ? -1 : 1),
  );
  return { ...detection, evidence: { ...detection.evidence, figures: Object.fromEntries(figures) } };
};
const input = (
  { detector, value, evidence, time }: Detection,
  message: RuleMessage,
  change: Partial<AlertInput> = {},
): AlertInput => ({
  brand: { name: 'Harbor & Vale', color: '#0f4c5c' },
  symbol: 'NYSE:GME',
  name: 'GameStop',
  timeZone: 'America/New_York',
  timeframe: detector === 'opening_range_break' ? '1m' : '1d',
  detector,
  value,
  evidence,
  eventTime: time,
  trial: false,
  own: { message, exchange: null, currency: 'USD', spokeAt: Date.parse('2024-06-03T20:00:05Z') },
  ...change,
});

describe('the figures of a rule', () => {
  it.each(CONDITIONS)('%s: are those of its evidence, in the order in which it was made', (condition) => {
    const feed = ruleDetector(parseRule(condition)).start();
    const keys = new Set(barsFor(condition).flatMap((bar) => Object.keys(feed(bar)?.evidence.figures ?? {})));
    const made = [...keys].filter((key) => !key.endsWith(', the bar before'));
    const compared = figuresCompared(parseRule(condition));
    expect(made).toEqual(compared.filter((key) => made.includes(key)));
    expect(compared.filter((key) => !made.includes(key))).toEqual(
      condition.includes('1000') ? ['sma(1000)'] : [],
    );
  });
});

describe('words of a rule’s own', () => {
  const move = found('big_move(1)');
  it('stand instead of headline and lead; what is mandatory stays, and a value is never a placeholder', async () => {
    const document = writeAlert(
      input(
        move,
        {
          headline: 'Number 1: {{ticker}} ({{exchange}}) at {{close}} {{syminfo.currency}}',
          text: 'From {{plot_0}} to {{plot_1}}, that is {{plot_2}} <b>.\n{{interval}}, {{time}}; seen {{timenow}}.',
        },
        { symbol: 'NYSE:{{close}}' },
      ),
    );
    const alert = plainWords(document);
    const house = written(input(move, {}, { symbol: 'NYSE:{{close}}' }));
    const [previous, close] = [2, 1].map(
      (back) => house.rows.find(({ label }) => label === (back === 2 ? 'Previous close' : 'Close'))!.value,
    );
    expect(alert.headline).toBe(`Number 1: {{close}} (NYSE) at ${close} USD`);
    expect(alert.subject).toBe(alert.headline);
    const when = house.rows.find(({ label }) => label === 'When')!.value;
    expect(alert.lead).toBe(
      `From ${previous} to ${close}, that is ${house.figure?.value} <b>.\n1d, ${when}; seen 16:00:05 EDT, Monday, 3 June 2024.`,
    );
    for (const line of [house.dateline, 'Sent by Harbor & Vale.', DISCLAIMER, `Close           ${close}`])
      expect(alert.text).toContain(line);
    expect(alert.text).not.toContain(house.lead);
    const { html } = await renderAlertEmail(document);
    expect(html).toContain('&lt;b&gt;');
    expect(html).not.toContain('<b>.');
  });

  it('a trial run says so in any words, and a headline alone keeps the built-in lead', () => {
    const alert = written(input(move, { headline: 'Mine' }, { trial: true }));
    expect(alert.subject).toMatch(/^Trial run: Mine \(.*\d{4}\)$/);
    expect(alert.text).toContain('Trial run. This alert was made from recorded market data.');
    expect(alert.lead).toBe(written(input(move, {}, { trial: true })).lead);
  });

  it('says of what was not known that it was not', () => {
    const detection = found('any(close > sma(1000), high > low)');
    expect(written(input(detection, { headline: 'The average: {{plot_1}}' })).headline).toBe(
      'The average: not known',
    );
    const bare = structuredClone(detection);
    bare.evidence.bars.at(-1)!.volume = null;
    const own = {
      message: { headline: '{{volume}} at {{exchange}}' },
      exchange: null,
      currency: 'USD',
      spokeAt: 0,
    };
    expect(written(input(bare, {}, { own, symbol: 'GME' })).headline).toBe('not known at not known');
  });

  it('says of a bar that is not over as of when it is', () => {
    const time = move.time + 15 * 3_600_000;
    const open = { ...move, time, evidence: { ...move.evidence, until: new Date(time).toISOString() } };
    expect(written(input(open, { headline: '{{close}}, {{time}}' })).headline).toMatch(
      /^[\d.,]+, 11:00 EDT, .+, bar still open$/,
    );
  });

  it('cuts what becomes too long at a word, and no value', () => {
    const headline = `${'word '.repeat(18)}{{time}} {{time}}`;
    const { headline: cut } = written(input(move, { headline }));
    expect(cut.length).toBeLessThanOrEqual(121);
    expect(cut).toMatch(/word \w+, \d+ \w+ \d{4}…$/);
    const words = written(input(move, { headline: `{{time}} ${'wording '.repeat(13)}` })).headline;
    expect(words).toMatch(/ wording…$/);
  });

  it('whatever is taken as a message is written, with every figure whole', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '{{close}}',
        '{{open}}',
        '{{ticker}}',
        '{{volume}}',
        '{{time}}',
        '{{timenow}}',
        '{{interval}}',
        '{{plot_0}}',
        '{{plot_1}}',
        '{{exchange}}',
      ),
      fc.constantFrom(
        ' ',
        ' 5 ',
        '12,345.6',
        'two',
        '%',
        ' million',
        '-',
        '.',
        ', ',
        '$',
        '(',
        ')',
        '\n',
        '’',
        '+',
        '¶',
        '½',
        '½ ',
        'S&P 500',
        ' x',
        '٣',
        '_',
        ':',
        '/',
      ),
      fc.string({ maxLength: 4 }),
    );
    const detections = CONDITIONS.map(found);
    let count = 0;
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.nat(detections.length - 1),
        fc.constantFrom('GME', 'US500', 'ES1!', '500', 'BTC-USD', '^GSPC', '2Y.X'),
        (pieces, at, symbol) => {
          const { success, data } = messageSchema.safeParse({ text: pieces.join('') });
          const detection = detections[at]!;
          const compared = figuresCompared(parseRule(CONDITIONS[at]!)).length;
          if (!success || data.text === undefined || messageProblem(data, compared)) return;
          count += 1;
          const { lead } = written(input(detection, data, { symbol }));
          expect(lead).not.toContain('{{close}}');
          // Those are its own words: nothing in them was refused afterwards.
          expect(lead).not.toBe(written(input(detection, {}, { symbol })).lead);
        },
      ),
      { numRuns: drill(250, 20_000) },
    );
    expect(count).toBeGreaterThan(60);
  });
});
