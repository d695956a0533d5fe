import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { externalTriggerSchema } from '#src/shared/external/rules.ts';
import { calendarSourcesQuery } from '#src/web/dashboard/lib/calendar.ts';
import { newsSourcesQuery } from '#src/web/dashboard/lib/news-sources.ts';
import { CalendarFields } from './calendar-fields.tsx';
import { NewsFields } from './news-fields.tsx';

const ID = '018f0000-0000-7000-8000-000000000001';
const OTHER = '018f0000-0000-7000-8000-000000000002';

const newsRule = (sources: string[]) => {
  const rule = externalTriggerSchema.parse({ kind: 'news', any: ['rate'], sources });
  if (rule.kind !== 'news') throw new Error('It is of another kind.');
  return <NewsFields outside={rule} error={undefined} />;
};
const calendarRule = (sources: string[]) => {
  const rule = externalTriggerSchema.parse({ kind: 'calendar', before: 15, sources });
  if (rule.kind !== 'calendar') throw new Error('It is of another kind.');
  return <CalendarFields outside={rule} faults={{}} />;
};
const KINDS = [
  ['news', newsSourcesQuery.queryKey, newsRule],
  ['calendars', calendarSourcesQuery.queryKey, calendarRule],
] as const;

const drawn = (queries: QueryClient, form: ReactNode): string =>
  renderToString(
    <QueryClientProvider client={queries}>
      <MemoryRouter>{form}</MemoryRouter>
    </QueryClientProvider>,
  );
/** What a browser would send of its sources, by the kind of the control. */
function sent(html: string): string[] {
  const inputs = html.match(/<input[^>]*name="source [^"]*"[^>]*>/g) ?? [];
  return inputs.flatMap((input) => {
    const isHidden = input.includes('type="hidden"');
    if (!isHidden && !/\schecked=""/.test(input)) return [];
    return [`${isHidden ? 'kept' : 'ticked'} ${/name="source ([^"]*)"/.exec(input)?.[1]}`];
  });
}

it.each(KINDS)('keeps the chosen sources of a rule on %s in its form while they load', (_, __, rule) => {
  const html = drawn(new QueryClient(), rule([ID, OTHER]));
  expect(sent(html)).toEqual([`kept ${ID}`, `kept ${OTHER}`]);
  expect(html).toContain('Loading …');
});

it.each(KINDS)('keeps those of a rule on %s where they couldn’t be loaded, and says so', (_, key, rule) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const cached = queries.getQueryCache().build(queries, { queryKey: key });
  cached.setState({ status: 'error', error: new Error('The server is away.') });
  const html = drawn(queries, rule([ID]));
  expect(sent(html)).toEqual([`kept ${ID}`]);
  expect(html).toContain('couldn’t be loaded. The server is away.');
  expect(html).toContain('Try again');
  expect(html).toContain('the rule keeps its sources');
  expect(drawn(queries, rule([]))).toContain('the rule uses all sources');
});

it.each(KINDS)('goes on offering a removed source to a rule on %s, ticked and named so', (_, key, rule) => {
  const queries = new QueryClient();
  queries.setQueryData<unknown>(key, [{ id: OTHER, name: 'Desk' }]);
  const html = drawn(queries, rule([ID]));
  expect(sent(html)).toEqual([`ticked ${ID}`]);
  expect(html).toMatch(/A (?:source|calendar) that was removed/);
  queries.setQueryData<unknown>(key, []);
  expect(sent(drawn(queries, rule([ID])))).toEqual([`ticked ${ID}`]);
  expect(drawn(queries, rule([]))).toMatch(/There is no (?:source|calendar) yet\./);
});
