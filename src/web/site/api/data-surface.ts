import { ENDPOINTS } from '#src/server/api/contract.ts';
import { KEY_BASE } from '#src/shared/api-keys.ts';
import type { Endpoint } from '#src/server/contract/endpoint.ts';
import { openApi, operationId, takesKeys } from '#src/server/contract/openapi.ts';
import { ANSWERS } from './answers.ts';
import type { Entry, Row, Surface, Table } from './reference.ts';
import { fieldsOf } from './fields.ts';

const document = openApi();
const named = document.components.schemas;

/** The pages of /api/v1 in their order, by the group that the contract gives each address. */
const PAGES: Record<Endpoint['group'], Pick<Surface, 'id' | 'title' | 'description'>> = {
  Workspace: {
    id: 'workspace',
    title: 'Workspace and person',
    description: 'The signed-in person, their workspace, notifications, first steps, feedback and live chat.',
  },
  Alerts: {
    id: 'alerts',
    title: 'Alerts',
    description: 'Alerts with evidence, texts and deliveries, saved views, figures, and a live stream.',
  },
  Channels: {
    id: 'channels',
    title: 'Channels and connections',
    description: 'Channels, connected accounts and servers, and the places alerts are posted to.',
  },
  Rules: {
    id: 'rules',
    title: 'Rules and watchlists',
    description: 'Create, change and backtest rules, and manage instruments and watchlists.',
  },
  Outside: {
    id: 'outside-rules',
    title: 'External rules',
    description: 'Rules that trigger on webhooks, news and calendars.',
  },
  Feeds: {
    id: 'feeds',
    title: 'Feeds and calendars',
    description: 'Watched symbols, imported bars, news sources and calendars.',
  },
  People: {
    id: 'contacts',
    title: 'Contacts and audiences',
    description: 'Add, import, tag, merge and export contacts, and group them in audiences.',
  },
  Keys: { id: 'keys', title: 'API keys', description: 'Create, list and revoke API keys.' },
  Team: {
    id: 'team',
    title: 'Team',
    description: 'Workspaces, members and roles, invitations, and the activity log.',
  },
  Documents: {
    id: 'documents',
    title: 'Documents',
    description: 'Upload, download and share documents, and organize them in folders.',
  },
  Plans: {
    id: 'plans',
    title: 'Plan and billing',
    description: 'Plan usage, choosing and canceling a plan, and invoices.',
  },
  Account: {
    id: 'account',
    title: 'Account and security',
    description: 'Signed-in devices, recovery codes, data export, and account deletion.',
  },
};

/** So many fields are not said twice on one page. */
const LONG = 6;

export const dataSurfaces: readonly Surface[] = Object.entries(PAGES).map(([group, page]) => ({
  ...page,
  intro: [],
  entries: entriesOf(ENDPOINTS.filter((endpoint) => endpoint.group === group)),
}));

/** In the order of their page: a long object is shown once, and then named. */
function entriesOf(endpoints: readonly Endpoint[]): Entry[] {
  const shown = new Map<string, { id: string; summary: string }>();
  return endpoints.map((endpoint) => {
    const entry = entryOf(endpoint);
    const { body, answer } = endpoint;
    const schemas = new Map([
      ['Body', body && 'schema' in body ? body.schema : undefined],
      ['Answer', answer.schema],
    ]);
    const tables = entry.tables.map((table): Table => {
      const schema = schemas.get(table.title);
      if (!schema || table.rows.length < LONG) return table;
      const object = `${table.title} ${schema.name}`;
      const sameAs = shown.get(object);
      if (sameAs) return { ...table, rows: [], sameAs };
      shown.set(object, { id: entry.id, summary: entry.summary });
      return table;
    });
    return { ...entry, tables };
  });
}

function entryOf(endpoint: Endpoint): Entry {
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
      { title: 'Answer', rows: answer.schema ? fieldsOf(named[answer.schema.name] ?? {}, named) : [] },
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
}

function bodyRows(body: Endpoint['body']): Row[] {
  if (!body) return [];
  return 'bytes' in body
    ? [{ name: 'the body itself', type: 'bytes', says: body.bytes }]
    : fieldsOf(named[body.schema.name] ?? {}, named);
}

/** Who may ask, in words. */
function needsOf({ needs, example }: Pick<Endpoint, 'needs' | 'example'>): string {
  if (example?.with === 'key') return 'A key only.';
  if (needs === 'open') return 'Needs no token.';
  if (needs === 'self') return 'A session only.';
  const scope = needs === KEY_BASE ? 'any key' : `a key with \`${needs}\``;
  return takesKeys(needs) ? `A session, or ${scope}.` : `A session only, of a member with \`${needs}\`.`;
}

function filled(path: string, values: NonNullable<Endpoint['example']>['params'] = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
