import { describe, expect, it } from 'vitest';
import { createAuthRoutes } from '#src/server/auth/routes.ts';
import { ENDPOINTS } from '#src/server/api/contract.ts';
import { operationId } from '#src/server/contract/openapi.ts';
import { readWords } from '#tests/support/curl.ts';
import { ANSWERS } from './answers.ts';
import { API, apiSections } from './api-page.ts';
import { curlOf } from './curl.ts';
import { ERROR_ROWS } from './error-table.ts';
import { fieldsOf } from './fields.ts';
import { jsonHtml, withCode } from './marks.ts';

const entries = API.flatMap((surface) => surface.entries);

it('shows answers that are what their schemas say', () => {
  for (const endpoint of ENDPOINTS) {
    const shown = ANSWERS[operationId(endpoint)];
    if (shown === undefined || !endpoint.answer.schema) continue;
    const parsed = endpoint.answer.schema.schema.safeParse(JSON.parse(shown));
    expect(parsed.error?.issues ?? [], endpoint.path).toEqual([]);
  }
  const ids = new Set(ENDPOINTS.map(operationId));
  expect(Object.keys(ANSWERS).filter((id) => !ids.has(id))).toEqual([]);
});

it('names only errors that there are, and each anchor once', () => {
  const codes = new Set(ERROR_ROWS.map(({ code }) => code));
  expect(entries.flatMap((entry) => entry.codes).filter((code) => !codes.has(code))).toEqual([]);
  const ids = entries.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('describes only addresses of /auth/v1 that are served', () => {
  const nothing: never = new Proxy({}, { get: () => nothing }) as never;
  const served = new Set(
    createAuthRoutes(nothing).routes.map(({ method, path }) => `${method} /auth/v1${path}`),
  );
  const described = entries.filter(({ path }) => path.startsWith('/auth/v1'));
  expect(described.length).toBeGreaterThan(5);
  expect(
    described
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
      .filter((each) => !served.has(each)),
  ).toEqual([]);
});

it('is in the search with every address and every code', () => {
  const sections = apiSections();
  expect(sections.filter(({ href }) => href.startsWith('/api/errors#error-'))).toHaveLength(
    ERROR_ROWS.length,
  );
  expect(sections.find(({ href }) => href === '/api/alerts#get-alerts-id')?.text).toContain(
    'GET /api/v1/alerts/{id}',
  );
});

it('has every address of the contract on one of its pages', () => {
  expect(entries.map(({ id }) => id)).toEqual(expect.arrayContaining(ENDPOINTS.map(operationId)));
  const pages = API.map(({ id }) => id);
  expect(new Set(pages).size).toBe(pages.length);
});

it('says a long object once on a page, and then where', () => {
  const rules = API.find(({ id }) => id === 'rules')?.entries ?? [];
  const answerOf = (id: string) =>
    rules.find((entry) => entry.id === id)?.tables.find(({ title }) => title === 'Answer');
  expect(answerOf('post-rules')?.rows.length).toBeGreaterThan(20);
  expect(answerOf('get-rules-id')).toEqual({
    title: 'Answer',
    rows: [],
    sameAs: { id: 'post-rules', summary: 'Create a rule' },
  });
});

describe('an example', () => {
  it('can be pasted into a shell', () => {
    const command = curlOf({ method: 'put', path: '/a?b=1', token: true, body: { text: 'one "two"' } });
    expect(readWords(command, { BASE: 'http://h', TOKEN: 't' })).toEqual([
      'curl',
      '-X',
      'PUT',
      'http://h/a?b=1',
      '-H',
      'Authorization: Bearer t',
      '-H',
      'Content-Type: application/json',
      '-d',
      '{"text":"one \\"two\\""}',
    ]);
  });

  it('lets the shell fill names into a body', () => {
    const command = curlOf({ method: 'post', path: '/a', body: { refresh_token: '$REFRESH_TOKEN' } });
    expect(readWords(command, { BASE: '', REFRESH_TOKEN: 'r' }).at(-1)).toBe('{"refresh_token":"r"}');
    expect(() => readWords(command, { BASE: '' })).toThrow('$REFRESH_TOKEN stands for nothing.');
  });
});

it('says fields with their path and their type in words', () => {
  const named = { Bar: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } } };
  const rows = fieldsOf(
    {
      required: ['bars', 'n'],
      properties: {
        bars: { type: 'array', items: { $ref: '#/components/schemas/Bar' }, description: 'Oldest first.' },
        n: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        kind: { enum: ['a', 'b'] },
      },
    },
    named,
  );
  expect(rows).toEqual([
    { name: 'bars', type: 'list of objects', says: 'Oldest first.' },
    { name: 'bars[].at', type: 'time, may be left out', says: '' },
    { name: 'n', type: 'whole number or null', says: '' },
    { name: 'kind', type: 'text, may be left out', says: '`a`, `b`.' },
  ]);
});

it('keeps text text', () => {
  expect(withCode('a < b `<i>`')).toBe('a &lt; b <code>&lt;i&gt;</code>');
  expect(jsonHtml('{"a<b": "x: y"}').replaceAll(/<[^>]+>/g, '')).toBe(
    '{&quot;a&lt;b&quot;: &quot;x: y&quot;}',
  );
});
