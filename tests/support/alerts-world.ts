import { usageOf } from '#src/db/queries/usage.ts';
import { alerts, alertTransitions, ledgerEntries } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import type { ClaimedDelivery } from '#src/engine/delivery/claimed.ts';
import { deliverAlert } from '#src/engine/delivery/deliver.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { testApi } from './api.ts';
import type { testKeys } from './api-keys.ts';
import type { TestDatabase } from './database.ts';
import { addReaders, fallOf2020, newWorkspace, paced, sendToReaders, starterRule } from './workspace.ts';

/** A workspace whose rule sends to two readers, at a moment that the test moves. */
export async function alertsWorld(db: TestDatabase, keys: ReturnType<typeof testKeys>) {
  const who = await newWorkspace(db);
  const { workspaceId, userId } = who;
  await addReaders(db.admin, workspaceId, ['a@reader.example', 'b@reader.example']);
  await sendToReaders(db, workspaceId);
  const rule = await starterRule(db, workspaceId);
  const { rows } = await db.admin.query<{ id: string }>('select id from brands where workspace_id = $1', [
    workspaceId,
  ]);
  const world = { now: Date.parse('2026-03-02T12:00:00Z'), got: [] as ClaimedDelivery[], fired: 0 };
  const deps = () => ({
    app: db.app,
    system: db.system,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: () => new Date(world.now),
    instanceId: '00000000-0000-7000-8000-000000000225',
    isDead: async () => false,
    log: { warn: () => undefined },
    pace: paced(16),
    send: async (delivery: ClaimedDelivery) => {
      world.got.push(delivery);
      return { outcome: 'sent', providerMessageId: delivery.id } as const;
    },
  });
  const tenant = <T>(run: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, workspaceId, run);
  return Object.assign(world, {
    ...who,
    ruleId: rule.id,
    brandId: rows[0]!.id,
    deps,
    tenant,
    by: { workspaceId, actor: { kind: 'member' as const, userId, name: 'Ada Byron' } },
    call: async (method: string, path: string, body?: unknown, token = userId) => {
      const answer = await testApi(db, { ...keys.parts, clock: () => new Date(world.now) }).request(path, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, json: text === '' ? null : (JSON.parse(text) as unknown) };
    },
    approval: (policy: 'auto' | 'human') =>
      db.admin.query('update routes set approval = $2 where workspace_id = $1', [workspaceId, policy]),
    /** An event of the rule becomes an alert. */
    write: async (): Promise<string> => {
      world.fired += 1;
      const evidence = { ...fallOf2020.evidence, params: { min_pct: 5 + world.fired / 100 } };
      const detection = { ...fallOf2020, evidence };
      const now = new Date(world.now);
      const alertId = await tenant((tx) =>
        fireRule(tx, db.enqueue, { rule, detection, trialRunId: null, now }),
      );
      await composeAlert(deps(), { workspaceId, alertId: alertId! });
      return alertId!;
    },
    deliver: (alertId: string) => deliverAlert(deps(), { workspaceId, alertId }),
    stateOf: async (id: string) =>
      (await tenant((tx) => tx.select().from(alerts))).find((alert) => alert.id === id)?.state,
    /** The last step of an alert: what it became, by whom and why. */
    lastOf: async (id: string) =>
      (await tenant((tx) => tx.select().from(alertTransitions)))
        .filter(({ alertId }) => alertId === id)
        .toSorted((a, b) => a.id.localeCompare(b.id))
        .map(({ toState, actor, reason }) => [toState, actor, reason])
        .at(-1),
    used: async () => (await tenant((tx) => usageOf(tx, workspaceId, new Date(world.now)))).alerts,
    sentTo: (id: string) => world.got.filter(({ alertId }) => alertId === id).length,
    /** The bodies of the ledger's entries of a kind, in order. */
    onLedger: async (kind: string, subject?: string) =>
      (await tenant((tx) => tx.select().from(ledgerEntries)))
        .filter((entry) => entry.kind === kind && (subject === undefined || entry.subject === subject))
        .toSorted((a, b) => a.sequence - b.sequence)
        .map(({ body }) => JSON.parse(body) as Record<string, unknown>),
  });
}
export type AlertsWorld = Awaited<ReturnType<typeof alertsWorld>>;
