import { ENDPOINTS } from '#src/shared/api/contract.ts';
import { KEY_BASE } from '#src/shared/api-keys.ts';
import type { Endpoint } from '#src/shared/api/endpoint.ts';
import { openApi, operationId, takesKeys } from '#src/shared/api/openapi.ts';
import { ANSWERS } from './answers.ts';
import type { Entry, Row } from './reference.ts';
import { fieldsOf } from './fields.ts';

const document = openApi();
const named = document.components.schemas;

/** The addresses of /api/v1, from their contract. */
export const dataEntries: readonly Entry[] = ENDPOINTS.map((endpoint) => {
  const {
    method,
    path,
    summary,
    description,
    params = {},
    query = {},
    body,
    answer,
    errors = [],
    example = {},
  } = endpoint;
  const id = operationId(endpoint);
  return {
    id,
    method,
    path: `/api/v1${path}`,
    summary,
    description,
    tables: [
      { title: 'Path', rows: Object.entries(params).map(([name, says]) => ({ name, type: 'uuid', says })) },
      {
        title: 'Query',
        rows: Object.entries(query).map(([name, { says, type = 'text', many, required }]) => ({
          name,
          type: `${type}${many ? ', any number' : ''}${required ? ', required' : ''}`,
          says,
        })),
      },
      { title: 'Body', rows: bodyRows(body) },
      { title: 'Answer', rows: answer.schema ? fieldsOf(named[answer.schema] ?? {}, named) : [] },
    ].filter(({ rows }) => rows.length > 0),
    answers: [{ status: String(answer.status), says: answer.says }],
    codes: errors,
    needs: needsOf(endpoint),
    example: {
      method,
      path: `/api/v1${filled(path, example.params)}${example.query ? `?${example.query}` : ''}`,
      token: example.with ?? endpoint.needs !== 'open',
      ...(example.body === undefined ? {} : { body: example.body }),
      ...(example.file === undefined ? {} : { file: example.file }),
      ...(example.stays ? { stays: true } : {}),
      ...(example.workspace ? { headers: { 'X-Workspace-Id': example.workspace } } : {}),
    },
    ...(ANSWERS[id] ? { answer: ANSWERS[id] } : {}),
  };
});

function bodyRows(body: Endpoint['body']): Row[] {
  if (!body) return [];
  return 'bytes' in body
    ? [{ name: 'the body itself', type: 'bytes', says: body.bytes }]
    : fieldsOf(named[body.schema] ?? {}, named);
}

/** Who may ask, in words. */
function needsOf({ needs, example }: Pick<Endpoint, 'needs' | 'example'>): string {
  if (example?.with === 'key') return 'A key only.';
  if (needs === 'open') return 'Anybody may ask, without a token.';
  if (needs === 'self') return 'A session only.';
  const scope = needs === KEY_BASE ? 'any key' : `a key with \`${needs}\``;
  return takesKeys(needs) ? `A session, or ${scope}.` : `A session only, of a member with \`${needs}\`.`;
}

function filled(path: string, values: NonNullable<Endpoint['example']>['params'] = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
