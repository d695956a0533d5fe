import { expect, it } from 'vitest';
import { figuresCompared, figureWords } from './figures.ts';
import { messageParts, messageProblem, messageSchema } from './message.ts';
import { parseRule } from './parse.ts';

it('takes words and placeholders apart, whatever their case and blanks', () => {
  expect(messageParts('Look: {{ Ticker }} at {{close}} {{syminfo.currency}}, twice {a}')).toEqual([
    { said: 'Look: ' },
    { placeholder: 'ticker' },
    { said: ' at ' },
    { placeholder: 'close' },
    { said: ' ' },
    { placeholder: 'syminfo.currency' },
    { said: ', twice {a}' },
  ]);
});

it.each([
  'Bought 5 at {{close}}.',
  '({{close}}), "{{open}}"; {{low}} - {{high}} / {{volume}}!',
  '{"a":{"close":"{{close}}"}}',
  '{{exchange}}:{{ticker}} @ ${{close}}',
  '{{ticker}}’s close: {{close}}',
  '{{plot_0}} {{plot_1}}',
  'SMA 200: {{plot_1}}\n{{time}}',
])('takes %j', (text) => expect(messageProblem({ text }, 2)).toBeNull());

it.each([
  ['a {{closs}}', "Headline, column 3: there is no placeholder {{closs}}. Did you mean 'close'?"],
  ['{{strategy.order.action}}', 'Headline, column 1: there is no placeholder {{strategy.order.action}}.'],
  ['{{plot_20}}', 'Headline, column 1: there is no placeholder {{plot_20}}. They go from plot_0 to plot_19.'],
  [
    '{{plot_2}}',
    'Headline, column 1: the rule compares 2 figures, {{plot_0}} to {{plot_1}}; there is no {{plot_2}}.',
  ],
  ['x {{close}', 'Headline, column 3: a placeholder is written {{close}}, with two braces on each side.'],
  ['{{{close}}}', 'Headline, column 1: a placeholder is written {{close}}, with two braces on each side.'],
])('refuses %j with the place', (headline, sentence) =>
  expect(messageProblem({ headline }, 2)).toEqual({ field: 'headline', sentence }),
);

it.each([
  '1{{close}}',
  '{{close}}0',
  '-{{close}}',
  '{{low}}-{{high}}',
  '{{open}}{{close}}',
  '{{open}},{{close}}',
  '{{close}}.5',
  '{{close}}USD',
  '1.{{close}}',
])('refuses %j: another figure would stand there', (text) =>
  expect(messageProblem({ text })?.sentence).toContain('comes with its own sign'),
);
it.each([
  '{{close}}%',
  '{{close}} %',
  '{{volume}} million',
  '{{close}} per cent',
  '{{ticker}} percentage move',
])('refuses the unit of %j', (text) =>
  expect(messageProblem({ text })?.sentence).toContain('brings its own unit'),
);

it('counts lines, and says of a rule without figures that it has none', () => {
  expect(messageProblem({ text: 'one\ntwo {{x}}' })?.sentence).toBe(
    'Text, line 2, column 5: there is no placeholder {{x}}.',
  );
  expect(messageProblem({ text: '{{plot_0}}' }, 0)?.sentence).toContain('compares no figures;');
  expect(messageProblem({ text: '{{plot_1}}' }, 1)?.sentence).toContain('compares one figure, {{plot_0}};');
});

it('keeps a headline on one line, and a text in lines without what turns or breaks them', () => {
  expect(
    messageSchema.parse({ headline: ' a\r\nBcc: x\u202e ', text: 'a \u0007 b\r\n\n\n\nc\u2028d ' }),
  ).toEqual({ headline: 'a Bcc: x', text: 'a b\n\nc\nd' });
  expect(messageSchema.parse({ headline: ' ', text: '' })).toEqual({});
});

it.each([
  [{ headline: 'x'.repeat(121) }, 'A headline can have at most 120 characters.'],
  [{ text: 'x'.repeat(1001) }, 'A text can have at most 1,000 characters.'],
  [{ text: '{{nope}}' }, 'Text, line 1, column 1: there is no placeholder {{nope}}.'],
  [{ headline: 5 }, 'A message is a text.'],
])('refuses %j', (message, sentence) =>
  expect(messageSchema.safeParse(message).error?.issues[0]?.message).toBe(sentence),
);

it.each([
  [
    'close crosses above sma(200) and volume > 2 * avg(volume, 20)',
    ['close', 'sma(200)', 'volume', '2 * sma(volume, 20)'],
  ],
  ['rsi(14) > 70 or not (rsi(14) < 30)', ['rsi(14)']],
  ['big_move(5)', ['previous_close', 'close', 'change_pct']],
  ['big_move(5) and close is inside (95, sma(5))', ['close', 'sma(5)']],
  ['gap(3) of SPY', ['close of SPY']],
  ['close moves up by 5% within 10 bars', ['close']],
])('%s compares %j', (text, keys) => expect(figuresCompared(parseRule(text))).toEqual(keys));

it('names figures as people do', () => {
  expect(['previous_close', 'change_pct', 'sma(200)', 'close'].map(figureWords)).toEqual([
    'previous close',
    'change in percent',
    '200-bar average of the close',
    'close',
  ]);
});
