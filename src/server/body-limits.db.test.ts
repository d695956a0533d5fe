import { Hono } from 'hono';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressForms } from '#src/engine/channels/address-forms.ts';
import { createPeople } from '#src/people/people.ts';
import { createDocuments } from '#src/documents/documents.ts';
import { createFolderStore } from '#src/documents/folder-store.ts';
import { createExternalRules } from '#src/engine/external/external-rules.ts';
import { createFeedService } from '#src/engine/feeds/feed-service.ts';
import { count } from '#src/platform/limits/count.ts';
import { HOOK } from '#src/shared/external/rules.ts';
import { TEST_KEY, testServer } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { ENDPOINTS } from './api/contract.ts';
import { createAuthRoutes } from './auth/routes.ts';
import { createContactRoutes } from './contact/routes.ts';
import { createFormRoutes } from './forms/routes.ts';
import { createFunctionRoutes } from './functions/routes.ts';
import { createRuleHooks } from './hooks/rules.ts';
import { createPaymentHooks } from './payment/hooks.ts';
import { createRestRoutes } from './rest/routes.ts';

/*
 * Every limit of a body's size, one byte below it, at it and one above, as requests over a connection to the whole web
 * server: a limit further out would reject what the route allows. Bodies are small ones, padded to the byte.
 */

const MB = 1024 * 1024;
const JSON_TYPE = 'application/json';
type Row = {
  path: string;
  bytes: number;
  /** A body of so many bytes. */
  body: (bytes: number) => Uint8Array;
  type?: string;
  /** What answers where the size is right; what isn't good enough for the route is refused for another reason. */
  taken: number | readonly number[];
  code?: string;
};

const spaced =
  (json: unknown) =>
  (bytes: number): Uint8Array =>
    Buffer.from(JSON.stringify(json).padEnd(bytes));
const filled =
  (start: string, fill: string) =>
  (bytes: number): Uint8Array =>
    Buffer.from(start).length > bytes ? Buffer.from(start) : Buffer.from(start.padEnd(bytes, fill));
/** A gzip file whose comment (RFC 1952, FLG.FCOMMENT) fills it up: large, and soon read. */
function commented(csv: string): (bytes: number) => Uint8Array {
  const packed = gzipSync(csv);
  return (bytes) =>
    Buffer.concat([
      packed.subarray(0, 3),
      Buffer.from([packed[3]! | 0x10]),
      packed.subarray(4, 10),
      Buffer.alloc(bytes - packed.length - 1, 'x'),
      Buffer.from([0]),
      packed.subarray(10),
    ]);
}
const EMPTY_RULES = { format: 'rules', version: 2, watchlists: [], rules: [] };
const BARS = 'date,open,high,low,close,volume\n2024-01-02,10,11,9,10.5,100\n2024-01-03,10.5,12,10,11.5,200\n';
const CALENDAR = 'id,date,time,country,event\n1,2026-12-10,08:30,US,CPI y/y\n';

/** Limits that an endpoint of /api/v1 declares. */
const DECLARED: Readonly<Record<string, Omit<Row, 'path' | 'bytes'> & { at: (ids: Ids) => string }>> = {
  '/bars/import': {
    at: () => '/bars/import?symbol=GME&timeframe=1d&file=gme.csv.gz',
    body: commented(BARS),
    taken: 200,
  },
  '/calendar-sources/{id}/file': {
    at: ({ calendar }) => `/calendar-sources/${calendar}/file`,
    body: filled(CALENDAR, '\n'),
    taken: 200,
  },
  '/rules/import': { at: () => '/rules/import', body: spaced(EMPTY_RULES), type: JSON_TYPE, taken: 400 },
  '/contact-imports': {
    at: () => '/contact-imports?file=readers.csv',
    body: filled('email\nada@readers.example\n', '\n'),
    taken: 201,
  },
  '/brands/{id}/logo': {
    at: ({ brand }) => `/brands/${brand}/logo`,
    body: filled('No picture', 'x'),
    taken: 415,
  },
  '/brands/{id}/logo-dark': {
    at: ({ brand }) => `/brands/${brand}/logo-dark`,
    body: filled('No picture', 'x'),
    taken: 415,
  },
  '/brands/check-logo': { at: () => '/brands/check-logo', body: filled('No picture', 'x'), taken: 415 },
  '/templates/images': { at: () => '/templates/images', body: filled('No picture', 'x'), taken: 415 },
  '/documents': {
    at: () => '/documents?name=notes.txt',
    body: filled('Notes', 'a'),
    taken: 201,
    code: 'document_too_large',
  },
};

type Ids = { brand: string; calendar: string; hook: string };
let db: TestDatabase;
let server: Server;
let url = '';
let folder = '';
let token = '';
let ids: Ids;

beforeAll(async () => {
  db = await testDatabase();
  const who = await newWorkspace(db);
  token = who.userId;
  folder = await mkdtemp(join(tmpdir(), 'bellwire-limits-'));
  const clock = () => new Date();
  const none = {} as never;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const limits = { db: db.app, clock, hashKey: TEST_KEY };
  const checkSession = () => Promise.reject(new Error('nobody is signed in here'));
  const visitors = { checkSession, clientAddress: () => null, log };
  const contact = { db: db.app, clock, hashKey: TEST_KEY, enqueue: db.enqueue };
  const announce = () => undefined;
  const app = testServer(db, {
    clock,
    documents: createDocuments({ app: db.app, store: createFolderStore(folder), clock, limits, announce }),
    people: createPeople({ app: db.app, clock, addressForms, enqueue: async () => undefined }),
    feeds: createFeedService({ app: db.app, system: db.system, reached: [], announce, clock }),
    routes: {
      auth: createAuthRoutes({ accounts: none, clientAddress: () => null, spendsOpenedLinks: false, log }),
      rest: createRestRoutes({ ...visitors, db: db.app, admitLeads: none, isFirstLead: none }),
      functions: createFunctionRoutes({ ...visitors, leads: none }),
      contact: createContactRoutes({ ...visitors, app: db.app, contact }),
      forms: createFormRoutes({
        site: { files: new Map() },
        leads: none,
        contact,
        clientAddress: () => null,
        log,
      }),
      mailHooks: new Hono(),
      channelHooks: new Hono(),
      oauthHooks: new Hono(),
      paymentHooks: createPaymentHooks({ billing: { receive: async () => null } as never, log }),
      ruleHooks: createRuleHooks({
        app: db.app,
        clock,
        enqueue: db.enqueue,
        announce,
        count: (limit) => count(limits, limit),
        clientNetwork: () => null,
        log,
      }),
    },
  });
  server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { address } = await createExternalRules({ app: db.app, clock, publicUrl: '' }).make(
    { workspaceId: who.workspaceId, actor: { kind: 'member', userId: who.userId, name: 'Ada' } },
    { name: 'My chart', outside: { kind: 'webhook' } },
  );
  const made = await send({
    path: '/api/v1/calendar-sources',
    type: JSON_TYPE,
    body: Buffer.from('{"name":"Releases","timeZone":"UTC"}'),
  });
  const { rows: brands } = await db.admin.query<{ id: string }>(
    'select id from brands where workspace_id = $1',
    [who.workspaceId],
  );
  ids = {
    brand: brands[0]?.id ?? '',
    calendar: (JSON.parse(made.text) as { id: string }).id,
    hook: address ?? '',
  };
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
  await db.drop();
});

type Sent = { path: string; body: Uint8Array; type?: string; inPieces?: boolean };

/** Waits longer for an early answer where the connection was closed before it was read: how that is done isn't tested here. */
async function send(sent: Sent, patienceMs = 20): Promise<{ status: number; text: string }> {
  try {
    return await sendOnce(sent, patienceMs);
  } catch (error) {
    if (patienceMs > 2_000) throw error;
    return send(sent, patienceMs * 10);
  }
}

/** A request whose length is told beforehand, or which comes in pieces. */
async function sendOnce(
  { path, body, type = 'application/octet-stream', inPieces = false }: Sent,
  patienceMs: number,
): Promise<{ status: number; text: string }> {
  const asked = request(`${url}${path}`, {
    method: 'POST',
    agent: false,
    headers: {
      ...(path.startsWith('/api/v1') && { Authorization: `Bearer ${token}` }),
      'Content-Type': type,
      ...(inPieces ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': body.length }),
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    asked.once('response', resolve).once('error', reject);
  });
  asked.flushHeaders();
  // What is rejected by its head alone is answered before there is a body.
  const early = await Promise.race([answered, sleep(patienceMs).then(() => null)]);
  if (early === null) asked.end(body);
  const answer = await answered;
  const read = await text(answer);
  asked.destroy();
  return { status: answer.statusCode ?? 0, text: read };
}

const rows = (): Row[] => [
  ...ENDPOINTS.flatMap(({ path, body }): Row[] => {
    if (!body?.limit) return [];
    const row = DECLARED[path];
    if (!row) throw new Error(`${path} declares a limit that is not tested here.`);
    const { at, ...rest } = row;
    return [{ ...rest, path: `/api/v1${at(ids)}`, bytes: body.limit.bytes }];
  }),
  { path: '/api/v1/watchlists', bytes: MB, body: spaced({}), type: JSON_TYPE, taken: 400 },
  { path: '/api/v1/contact', bytes: MB, body: spaced({}), type: JSON_TYPE, taken: 400 },
  { path: '/api/v1/operator/stops', bytes: MB, body: spaced({}), type: JSON_TYPE, taken: 404 },
  { path: '/api/v1/nothing', bytes: MB, body: spaced({}), type: JSON_TYPE, taken: 404 },
  { path: '/auth/v1/signup', bytes: MB, body: spaced([]), type: JSON_TYPE, taken: 400 },
  {
    path: '/rest/v1/leads',
    bytes: 256 * 1024,
    body: spaced('x'),
    type: JSON_TYPE,
    taken: 400,
    code: '54000',
  },
  { path: '/functions/v1/notify-new-lead', bytes: 64 * 1024, body: spaced({}), type: JSON_TYPE, taken: 400 },
  {
    path: '/forms/nothing',
    bytes: 512 * 1024,
    body: filled('message=', 'x'),
    type: 'application/x-www-form-urlencoded',
    taken: 404,
    code: 'more than this form takes',
  },
  { path: '/hooks/payment/none', bytes: 256 * 1024, body: spaced({}), type: JSON_TYPE, taken: 404 },
  {
    path: ids.hook,
    bytes: HOOK.bodyBytes,
    body: filled('Bell rings', 'x'),
    type: 'text/plain',
    taken: [200, 202],
  },
];

it('takes each body up to its limit to the byte, and no further', async () => {
  const wrong: object[] = [];
  for (const { path, bytes, body, type, taken, code = 'request_entity_too_large' } of rows()) {
    const cases = [
      { size: bytes - 1, inPieces: false, wanted: taken, says: '' },
      { size: bytes, inPieces: false, wanted: taken, says: '' },
      { size: bytes + 1, inPieces: false, wanted: 413, says: code },
      { size: bytes + 1, inPieces: true, wanted: 413, says: code },
    ];
    for (const { size, inPieces, wanted, says } of cases) {
      const answer = await send({ path, body: body(size), inPieces, ...(type && { type }) });
      if (![wanted].flat().includes(answer.status) || !answer.text.includes(says))
        wrong.push({ path, size, inPieces, wanted, ...answer });
    }
  }
  expect(wrong).toEqual([]);
});
