import { expect, test } from 'vitest';
import { fillTemplate, type Name, templateProblem } from './template.ts';

test.each([
  ['{"a": "{{clsoe}}"}', "Line 1, column 8: there is no placeholder {{clsoe}}. Did you mean 'close'?"],
  ['buy\n{{ticker', 'Line 2, column 1: a placeholder is written {{close}}, with two braces on each side.'],
  ['{{plot_20}}', 'Line 1, column 1: there is no placeholder {{plot_20}}. They go from plot_0 to plot_19.'],
  ['{"a": {{ticker}}}', 'Put placeholders for text in quotes, such as "{{ticker}}".'],
])('%s is refused with its place', (template, problem) => {
  expect(templateProblem(template)).toBe(problem);
});

test('JSON that isn’t is refused', () => {
  expect(templateProblem('{"a": 1,}')).toMatch(/^It begins like JSON and isn’t: /);
  expect(templateProblem('{ BTC {{close}} }')).toMatch(/^It begins like JSON and isn’t: /);
});

test.each([
  '{"a": {"b": {{close}}}, "c": "{{ ticker }} at {{close}}{{interval}}"}',
  '[{{open}}, {{plot_19}}]',
  'LICENSE,{{action}},{{ticker}},risk=1',
  '[{{ticker}}] is at {{close}}',
  '{{ticker}}, {{close}}',
  'plain text',
])('%s can be used', (template) => expect(templateProblem(template)).toBeNull());

const values: Partial<Record<Name, string>> = {
  ticker: 'BTCUSDT',
  close: '25012.5',
  headline: 'A "big"\nmove \\ {{close}} \u2028 🔔 مرحبا e\u0301 \ud800',
};
const fill = (template: string) => fillTemplate(template, (name) => values[name] ?? null);

test('text in JSON comes out as it went in, whatever it holds', () => {
  const filled = fill('{"price": {{close}}, "says": "{{headline}}", "both": "{{ticker}}{{close}}"}');
  expect(filled).toMatchObject({ type: 'application/json' });
  expect(JSON.parse('body' in filled ? filled.body : '')).toEqual({
    price: 25012.5,
    says: values.headline,
    both: 'BTCUSDT25012.5',
  });
});

test('text stays text, and is filled once', () => {
  expect(fill('{{ticker}}: {{headline}}')).toEqual({
    type: 'text/plain; charset=utf-8',
    body: `BTCUSDT: ${values.headline}`,
  });
});

test('no body without a value', () => {
  expect(fill('{"v": {{volume}}}')).toEqual({ missing: 'volume' });
});
