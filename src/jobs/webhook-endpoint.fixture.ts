import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { createRates } from '#src/engine/connections/rates.ts';
import { createPaces } from '#src/engine/delivery/pace.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import { deliveryPageSchema } from '#src/shared/alert-list.ts';
import { type Connection, connectionSchema } from '#src/shared/connections.ts';
import type { Detection } from '#src/shared/market.ts';
import { createLinks } from '#src/subscribers/links.ts';
import { TEST_KEY, testApi } from '#tests/support/api.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { deliverAlertJob } from './deliver-alert.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
type Got = { headers: IncomingHttpHeaders; body: string };
export type EndpointWorld = Awaited<ReturnType<typeof endpointWorld>>;

const DAY_MS = 86_400_000;
/** The same fall, so many weeks later: an event of its own. */
export function fallAfter(weeks: number): Detection {
  const ms = weeks * 7 * DAY_MS;
  const bars = fallOf2020.evidence.bars.map((bar) => ({
    ...bar,
    time: new Date(Date.parse(bar.time) + ms).toISOString(),
  }));
  return { ...fallOf2020, time: fallOf2020.time + ms, evidence: { ...fallOf2020.evidence, bars } };
}

/** A workspace that may use everything, a server that takes webhooks, and a clock. */
export async function endpointWorld(db: TestDatabase) {
  const who = await newWorkspace(db);
  await db.admin.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
    who.workspaceId,
  ]);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      world.got.push({ headers: request.headers, body });
      const { meanwhile } = world;
      world.meanwhile = async () => undefined;
      void meanwhile().then(() =>
        response.writeHead(body.startsWith('{"type":"ping"') ? 204 : world.status).end(),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const clock = () => world.now;
  const call = createCallProvider({ allowPrivate: true, agent: 'Test', now: () => world.now.getTime() });
  const mail = {
    from: 'alerts@site.example',
    transport: () => ({
      send: async () => ({ kind: 'accepted' as const, response: 'ok' }),
      check: async () => null,
      close: () => undefined,
    }),
  };
  const base = () => ({
    app: db.app,
    system: db.system,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock,
    instanceId: '00000000-0000-7000-8000-000000000001',
    log: { warn: () => undefined },
  });
  async function ask(method: string, path: string, body?: unknown) {
    const connections = {
      ...base(),
      random: () => 0.5,
      encryptionKey: TEST_KEY,
      mail,
      call,
      practices: false,
      publicUrl: 'https://site.example',
      callbackUrl: () => '',
    };
    const answer = await testApi(db, { connections, clock }).request(path, {
      method,
      headers: { Authorization: `Bearer ${who.userId}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  }
  const deliver = (alertId: string) =>
    deliverAlertJob({
      ...base(),
      pace: createPaces({ own: 6, connection: 6 }, null),
      publicUrl: 'https://site.example',
      links: createLinks({ key: Buffer.alloc(32, 5), publicUrl: 'https://site.example' }),
      mail,
      call,
      accounts: createAccounts({ ...base(), encryptionKey: TEST_KEY }),
      rates: createRates({ db: db.app, clock, hashKey: TEST_KEY }),
      onError: (error) => expect.unreachable(String(error)),
      random: () => 0,
      sinks: new Map(),
    })({ workspaceId: who.workspaceId, alertId }, {} as never);
  const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
    withTenant(db.app, who.workspaceId, work);
  async function writeAlert(detection: Detection = fallOf2020): Promise<string> {
    const { workspaceId } = who;
    const rule = await starterRule(db, workspaceId);
    const alertId = await inTenant((tx) =>
      fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now: world.now }),
    );
    if (alertId === null) throw new Error('The rule made no alert.');
    await composeAlert(base(), { workspaceId, alertId });
    return alertId;
  }

  const world = {
    who,
    url,
    mail,
    call,
    base,
    ask,
    deliver,
    inTenant,
    /** What arrived, the newest last. */
    got: [] as Got[],
    /** Happens before the endpoint answers the next request. */
    meanwhile: async (): Promise<void> => undefined,
    /** What the endpoint answers anything but a ping with. */
    status: 204,
    now: new Date('2026-11-23T10:00:00Z'),
    later: (ms: number): void => void (world.now = new Date(world.now.getTime() + ms)),
    close: () => new Promise<void>((done) => void server.close(() => done())),

    /** Connects the endpoint; the starter rule sends to it alone. */
    connected: async (fields: Record<string, string> = { format: 'standard' }): Promise<Connection> => {
      const form = { channel: 'webhook', name: 'Desk', fields: { url, secret: SECRET, ...fields } };
      const connection = connectionSchema.parse((await ask('POST', '/connections', form)).body);
      const rule = await starterRule(db, who.workspaceId);
      const destinationIds = connection.destinations.map(({ id }) => id);
      const routes = [{ destinationIds, audienceIds: [], approval: 'auto' }];
      expect(await ask('PATCH', `/rules/${rule.id}`, { routes })).toMatchObject({ status: 200 });
      world.got = [];
      return connection;
    },
    /** Composed and dispatched, and not sent yet. */
    writeAlert,
    sendAlert: async (detection?: Detection): Promise<string> => {
      const alertId = await writeAlert(detection);
      await deliver(alertId);
      return alertId;
    },
    deliveriesOf: async (alertId: string) =>
      deliveryPageSchema.parse((await ask('GET', `/alerts/${alertId}/deliveries`)).body).items,
  };
  return world;
}
