import { expect, it } from 'vitest';
import { ERRORS } from '#src/shared/errors.ts';
import { ENDPOINTS } from '../api/contract.ts';
import { errorsOf, openApi, operationId } from './openapi.ts';

const document = openApi();
const text = JSON.stringify(document);

it('gives every operation a name of its own', () => {
  const ids = ENDPOINTS.map(operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('refers to nothing that is not there, and names nothing that nothing refers to', () => {
  const used = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
  expect([...used].sort()).toEqual(Object.keys(document.components.schemas).sort());
});

it('describes each parameter of a path and no other', () => {
  for (const { path, params = {} } of ENDPOINTS) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect({ path, params: Object.keys(params) }).toEqual({ path, params: named });
  }
});

it('says of every refusal which codes it may have', () => {
  for (const endpoint of ENDPOINTS) {
    const responses = document.paths[endpoint.path]?.[endpoint.method]?.responses ?? {};
    for (const code of errorsOf(endpoint)) {
      expect(responses[String(ERRORS[code].status)]?.description, `${endpoint.path} ${code}`).toContain(
        `${code}: `,
      );
    }
    expect(errorsOf(endpoint).includes('no_authorization')).toBe(endpoint.needs !== 'open');
  }
});

it('says of a field what is meant by it, and not of all fields of its type', () => {
  const { ReplayAlert, Rule } = document.components.schemas;
  expect(ReplayAlert).toMatchObject({ properties: { bar: { description: 'Start of the bar.' } } });
  expect(JSON.stringify(Rule?.['properties'])).not.toContain('Start of the bar.');
});
