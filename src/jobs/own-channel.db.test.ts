import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { attempts, connections, deliveries, senders } from '#src/db/schema.ts';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import type { Channel, OpenConnection, Prepared, SendTo } from '#src/engine/channels/channel.ts';
import { addChannel, channelOf } from '#src/engine/channels/registry.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { connectionAt } from '#src/engine/connections/open.ts';
import { createRates } from '#src/engine/connections/rates.ts';
import { sealSecrets } from '#src/engine/connections/secrets.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { createPaces } from '#src/engine/delivery/pace.ts';
import { createLinks } from '#src/subscribers/links.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { deliverAlertJob } from './deliver-alert.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

type Sent = { prepared: Prepared; to: SendTo; connection: OpenConnection | null };

/** A channel that exists in this file alone: nothing else of the program knows it. */
const pigeon = (sent: Sent[]): Channel => ({
  ...channelOf('email'),
  kind: 'pigeon',
  title: 'Pigeon post',
  fields: [{ name: 'whistle', label: 'Whistle', secret: true, type: z.string() }],
  limits: { ...channelOf('email').limits, rates: [{ per: 'account', max: 1, seconds: 60 }] },
  senderFields: [],
  senderDomain: () => null,
  render: async ({ headline }) => ({
    title: null,
    text: `coo: ${headline.length} words`,
    html: null,
    media: [],
  }),
  send: async (prepared, to, { connection }) => {
    sent.push({ prepared, to, connection });
    return { outcome: 'sent', providerMessageId: `ring-${to.deliveryId}` };
  },
});

it('sends over a channel that only a test has, with its account, and within its limits', async () => {
  const sent: Sent[] = [];
  const remove = addChannel(pigeon(sent));
  try {
    const { workspaceId } = await newWorkspace(db);
    const now = new Date();
    const clock = () => now;
    const connectionId = newId();
    await withTenant(db.app, workspaceId, async (tx) => {
      const at = { createdAt: now, updatedAt: now };
      const sealed = sealSecrets(TEST_KEY, connectionAt({ workspaceId, id: connectionId }), {
        whistle: 'fweet',
      });
      await tx
        .insert(connections)
        .values({ workspaceId, id: connectionId, channel: 'pigeon', name: 'Roof', sealed, ...at });
      const { rows } = await tx.execute<{ id: string }>('select id from brands');
      await tx
        .insert(senders)
        .values({ workspaceId, brandId: rows[0]!.id, channel: 'pigeon', connectionId, ...at });
    });
    await db.admin.query(
      `insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
       select $1, gen_random_uuid(), id, 'pigeon', 'loft-' || n, now(), now(), now()
         from contacts, generate_series(1, 1) n where workspace_id = $1`,
      [workspaceId],
    );
    const base = {
      app: db.app,
      system: db.system,
      enqueue: db.enqueue,
      announce: () => undefined,
      clock,
      instanceId: '00000000-0000-7000-8000-000000000001',
      log: { warn: () => undefined },
    };
    const mailed: string[] = [];
    const job = deliverAlertJob({
      ...base,
      pace: createPaces(6),
      publicUrl: 'https://site.example',
      links: createLinks({ key: Buffer.alloc(32, 5), publicUrl: 'https://site.example' }),
      mail: {
        from: 'alerts@site.example',
        transport: () => ({
          send: async ({ to }) => {
            mailed.push(to);
            return { kind: 'accepted', response: 'ok' };
          },
          check: async () => null,
          close: () => undefined,
        }),
      },
      accounts: createAccounts({ ...base, encryptionKey: TEST_KEY }),
      rates: createRates({ db: db.app, clock, hashKey: TEST_KEY }),
      onError: (error) => expect.unreachable(String(error)),
      random: () => 0,
      sinks: new Map(),
    });
    const rule = await starterRule(db, workspaceId);
    const alertId = await withTenant(db.app, workspaceId, (tx) =>
      fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
    );
    await composeAlert(base, { workspaceId, alertId: alertId! });
    await job({ workspaceId, alertId: alertId! }, {} as never);

    expect(mailed).toHaveLength(1);
    expect(sent).toMatchObject([
      {
        prepared: { title: null, text: expect.stringMatching(/^coo: /), html: null },
        to: { attempt: 1, address: expect.stringMatching(/^loft-[12]$/) },
        connection: { id: connectionId, secrets: { whistle: 'fweet' } },
      },
    ]);
    const rows = await withTenant(db.app, workspaceId, async (tx) => ({
      deliveries: await tx.select().from(deliveries),
      attempts: await tx.select().from(attempts),
    }));
    expect(rows.deliveries.map(({ channel, state }) => [channel, state]).sort()).toEqual([
      ['email', 'sent'],
      ['pigeon', 'sent'],
    ]);
    // One a minute, in whatever process.
    const rates = createRates({ db: db.app, clock, hashKey: TEST_KEY });
    const next = { workspaceId, connectionId, address: 'loft-2' };
    expect(await rates(channelOf('pigeon'), next)).toBeGreaterThan(0);
    expect(rows.attempts).toHaveLength(2);
  } finally {
    remove();
  }
});
