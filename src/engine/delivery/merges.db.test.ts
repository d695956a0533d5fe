import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { mergeInto } from '#src/people/merge.ts';
import { createErasure } from '#src/subscribers/erase.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, paced, starterRule } from '#tests/support/workspace.ts';
import { composeAlert } from '../alerts/compose.ts';
import type { SendOutcome } from '../channels/channel.ts';
import { fireRule } from '../events/fire-rule.ts';
import type { ClaimedDelivery } from './claimed.ts';
import { deliverAlert } from './deliver.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** A list of contacts by the order of their ids; `null` has no address. Addresses of later ones are older. */
async function newList(given: readonly (string | null)[]) {
  const { workspaceId } = await newWorkspace(db);
  const ids = given.map(() => newId());
  const audienceId = newId();
  const run = (text: string, values: unknown[]) => db.admin.query(text, [workspaceId, ...values]);
  await run(
    `insert into contacts (workspace_id, id, created_at, updated_at) select $1, unnest($2::uuid[]), now(), now()`,
    [ids],
  );
  await run(
    `insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     select $1, id, id, 'email', address, now(), now() - n * interval '1 hour', now()
       from unnest($2::uuid[], $3::text[]) with ordinality as g (id, address, n) where address is not null`,
    [ids, given],
  );
  await run(
    `with list as (insert into audiences (workspace_id, id, name, kind, created_at, updated_at)
                   values ($1, $2, 'List', 'list', now(), now()))
     insert into audience_contacts (workspace_id, audience_id, contact_id, added_at)
     select $1, $2, unnest($3::uuid[]), now()`,
    [audienceId, ids],
  );
  const rule = await starterRule(db, workspaceId);
  await run(
    `with route as (insert into routes (workspace_id, id, rule_id, position, brand_id, approval, created_at, updated_at)
                    select $1, $2, $3, 0, id, 'auto', now(), now() from brands where workspace_id = $1)
     insert into route_targets (workspace_id, id, route_id, audience_id) values ($1, $2, $2, $2)`,
    [audienceId, rule.id],
  );
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: new Date() }),
  );
  let now = Date.now();
  const deps = {
    app: db.app,
    system: db.system,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: () => new Date(now),
    instanceId: newId(),
    isDead: async () => false,
    log: { warn: () => undefined },
    pace: paced(1),
  };
  await composeAlert(deps, { workspaceId, alertId: alertId! });
  const got: string[] = [];
  return {
    ids,
    got,
    /** Sends one after the other; `then` runs while the first one is on its way, and says how it ended. */
    deliver: async (then?: (id: (n: number) => string) => Promise<SendOutcome | void>) => {
      const send = async ({ address }: ClaimedDelivery): Promise<SendOutcome> => {
        got.push(address);
        const said = got.length === 1 ? await then?.((n) => ids[n]!) : undefined;
        return said ?? { outcome: 'sent', providerMessageId: newId() };
      };
      await deliverAlert({ ...deps, send }, { workspaceId, alertId: alertId! });
    },
    merge: (into: string, other: string) =>
      withTenant(db.app, workspaceId, (tx) =>
        mergeInto(tx, { workspaceId, id: into, others: [other], now: new Date(now) }),
      ),
    erase: (id: string) =>
      createErasure({ app: db.app, clock: () => new Date(now) }).erase(
        { workspaceId, actor: { kind: 'system', userId: null, name: 'test' } },
        id,
      ),
    later: (minutes: number) => {
      now += minutes * 60_000;
    },
    now: () => now,
  };
}

it('gives a person no second one who got it as a duplicate', async () => {
  const list = await newList(['a@x.example', 'b@x.example']);
  await list.deliver(async (id) => list.merge(id(1), id(0)));
  expect(list.got).toEqual(['a@x.example']);
});

it('gives a person theirs whose turn moved to before the cursor', async () => {
  const list = await newList([null, 'b@x.example', 'c@x.example', 'd@x.example']);
  await list.deliver(async (id) => list.merge(id(0), id(2)));
  expect(list.got.toSorted()).toEqual(['b@x.example', 'c@x.example', 'd@x.example']);
});

it('tries again what a duplicate had open, once', async () => {
  const list = await newList(['a@x.example', 'b@x.example', 'c@x.example']);
  await list.deliver(async (id) => {
    await list.merge(id(1), id(0));
    return { outcome: 'retry', at: list.now() + 600_000, reason: 'later' };
  });
  expect(list.got).toEqual(['a@x.example', 'c@x.example']);
  list.later(11);
  await list.deliver();
  expect(list.got).toEqual(['a@x.example', 'c@x.example', 'a@x.example']);
});

it('does not try again what a duplicate got meanwhile', async () => {
  const list = await newList(['a@x.example', 'b@x.example']);
  await list.deliver(async () => ({ outcome: 'retry', at: list.now() + 600_000, reason: 'later' }));
  expect(list.got).toEqual(['a@x.example', 'b@x.example']);
  await list.merge(list.ids[0]!, list.ids[1]!);
  list.later(11);
  await list.deliver();
  expect(list.got).toEqual(['a@x.example', 'b@x.example']);
});

it('keeps nothing of a person who was erased while theirs was on its way', async () => {
  const list = await newList(['a@x.example', 'b@x.example']);
  await list.deliver(async (id) => {
    await list.erase(id(0));
    return { outcome: 'rejected', reason: '550 5.1.1 <A@x.example>: no such user' };
  });
  const { rows } = await db.admin.query<{ said: string }>(
    `select detail as said from attempts a join deliveries d on d.id = a.delivery_id where d.contact_id = any($1)
     union all select reason from deliveries where contact_id = any($1) and reason is not null`,
    [list.ids],
  );
  const refused = rows.map(({ said }) => said).filter((said) => said.startsWith('550'));
  expect(refused).toEqual(['550 5.1.1 <…>: no such user', '550 5.1.1 <…>: no such user']);
});
