import { newId } from '#src/db/ids.ts';
import type { QuietHours } from '#src/shared/timing.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { newWorkspace, starterRule } from '#tests/support/workspace.ts';

export const PEOPLE = 6;
/** Those whom imports bring, by a tag that puts them in an audience of its own. */
export const NEWCOMERS = 3;
export const TAG = 'newcomer';
/** Two brands and three overlapping audiences: the first brand has two routes, and alerts of the second are reviewed. */
export const ROUTES = [
  { brand: 0, people: [0, 1, 2, 3] },
  { brand: 1, people: [1, 2, 3, 4] },
  { brand: 0, people: [2, 3, 4, 5] },
];

export const APPROVAL = ['auto', 'human'] as const;
/** How a send ends. `dies`: its process does. */
export type Answer = 'sent' | 'retry' | 'unknown' | 'rejected' | 'dies';

/** A workspace in which many sequences run, one after the other. */
export async function newHome(db: TestDatabase) {
  const { workspaceId, userId } = await newWorkspace(db);
  await db.admin.query(
    `insert into brands (workspace_id, id, name, color, created_at) values ($1, $2, 'Second', '#112233', now())`,
    [workspaceId, newId()],
  );
  // No month is used up, and no rule is suspended, by the sequences before.
  await db.admin.query(
    `with plan as (
       update subscriptions set plan_id = 'enterprise', status = 'Active', trial_ends_at = null where workspace_id = $1)
     insert into flapping_limits (workspace_id, most, minutes) values ($1, null, 10)`,
    [workspaceId],
  );
  const { rows: brands } = await db.admin.query<{ id: string }>(
    `select id from brands where workspace_id = $1 order by is_default desc`,
    [workspaceId],
  );
  const rule = await starterRule(db, workspaceId);
  const audiences = ROUTES.map(() => newId());
  for (const [position, { brand }] of ROUTES.entries())
    await db.admin.query(
      `with audience as (insert into audiences (workspace_id, id, name, kind, created_at, updated_at)
                         values ($1, $2::uuid, $2::text, 'list', now(), now())),
            route as (insert into routes (workspace_id, id, rule_id, position, brand_id, approval, created_at, updated_at)
                      values ($1, $2, $3, $4, $5, $6, now(), now()))
       insert into route_targets (workspace_id, id, route_id, audience_id) values ($1, $2, $2, $2)`,
      [workspaceId, audiences[position], rule.id, position, brands[brand]?.id, APPROVAL[brand]],
    );
  await db.admin.query(
    `with audience as (insert into audiences (workspace_id, id, name, kind, filter, created_at, updated_at)
                       values ($1, $2::uuid, 'Newcomers', 'filter', $6, now(), now())),
          route as (insert into routes (workspace_id, id, rule_id, position, brand_id, approval, created_at, updated_at)
                    values ($1, $2, $3, $4, $5, 'auto', now(), now()))
     insert into route_targets (workspace_id, id, route_id, audience_id) values ($1, $2, $2, $2)`,
    [workspaceId, newId(), rule.id, ROUTES.length, brands[0]?.id, JSON.stringify({ tags: { any: [TAG] } })],
  );
  return { db, workspaceId, userId, rule, brands: brands.map(({ id }) => id), audiences, events: 0 };
}
export type Home = Awaited<ReturnType<typeof newHome>>;

/** One sequence, with people of its own. Those of the sequence before are on no list any more. */
export async function newWorld(home: Home) {
  const { db, workspaceId, audiences } = home;
  const people = Array.from({ length: PEOPLE }, newId).map((id) => ({
    id,
    name: `Ann ${id.slice(-12)}`,
    address: `${id}@readers.example`,
  }));
  await db.admin.query('delete from audience_contacts where workspace_id = $1', [workspaceId]);
  await db.admin.query('delete from contact_tags where workspace_id = $1', [workspaceId]);
  await db.admin.query(
    `with given as (select * from unnest($2::uuid[], $3::text[], $4::text[]) as g (id, address, name)),
          person as (insert into contacts (workspace_id, id, name, created_at, updated_at)
                     select $1, id, name, now(), now() from given)
     insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     select $1, id, id, 'email', address, now(), now(), now() from given`,
    [
      workspaceId,
      people.map(({ id }) => id),
      people.map(({ address }) => address),
      people.map(({ name }) => name),
    ],
  );
  await db.admin.query(
    `insert into audience_contacts (workspace_id, audience_id, contact_id, added_at)
     select $1, audience_id, contact_id, now() from unnest($2::uuid[], $3::uuid[]) as m (audience_id, contact_id)`,
    [
      workspaceId,
      ROUTES.flatMap((route, n) => route.people.map(() => audiences[n])),
      ROUTES.flatMap((route) => route.people.map((n) => people[n]?.id)),
    ],
  );
  return {
    ...home,
    home,
    people,
    /** What has a smaller id is of a sequence before. */
    since: newId(),
    now: Date.now(),
    mine: 0,
    dead: new Set<string>(),
    /** Resolved when the sequence has ended: then the sends of dead processes answer after all. */
    late: Promise.withResolvers<void>(),
    asleep: [] as Promise<void>[],
    /** By person: the brands that they have left; null is everything. */
    left: new Map<number, Set<number | null>>(),
    /** By person and brand: whether they want digests, and when nothing may come. */
    wants: new Map<string, { digest: boolean; quiet: QuietHours | null }>(),
    gone: new Set<number>(),
    /** Those of `gone` of whom nothing personal may be left. */
    erased: new Set<number>(),
    newcomers: Array.from({ length: NEWCOMERS }, () => `${newId()}@newcomers.example`),
    /** Those that weren't undone, and what went to their people. */
    imports: [] as { id: string; addresses: string[] }[],
    toNewcomers: [] as { alertId: string; brand: number; address: string; answer: Answer }[],
    /** By revision: the words of an edit. By alert: the revision that was approved. */
    words: new Map<string, string>(),
    approved: new Map<string, string>(),
    /** By who became part of another: that other, and how much was sent by then. */
    merged: new Map<number, { into: number; after: number }>(),
    sends: [] as { alertId: string; digest: boolean; brand: number; person: number; answer: Answer }[],
    wrong: [] as string[],
  };
}
export type World = Awaited<ReturnType<typeof newWorld>>;

/** Who a person is by now. */
export const selfOf = ({ merged }: World, n: number): number => merged.get(n)?.into ?? n;
export const idOf = (world: World, n: number): string => world.people[selfOf(world, n)]?.id ?? '';

export const clockOf = (world: World) => () => new Date(world.now);
export const engineDeps = (world: World) => ({
  app: world.db.app,
  system: world.db.system,
  enqueue: async () => undefined,
  announce: () => undefined,
  clock: clockOf(world),
  publicUrl: 'http://localhost:3000',
  isDead: async (id: string) => world.dead.has(id),
  log: { warn: () => undefined },
});

export const alertsOf = async ({ db, workspaceId, since }: World, states: readonly string[]) =>
  (
    await db.admin.query<{ id: string; state: string; brand_id: string }>(
      `select id, state, brand_id from alerts where workspace_id = $1 and id > $2 and state = any($3)
        order by created_at, id`,
      [workspaceId, since, states],
    )
  ).rows;

/** Those on their way, and digests. */
export async function onTheirWay(world: World): Promise<{ id: string; brand_id: string }[]> {
  const { rows } = await world.db.admin.query<{ id: string; brand_id: string }>(
    `select id, brand_id from digests where workspace_id = $1 and id > $2 and state = 'sending' order by id`,
    [world.workspaceId, world.since],
  );
  return [...(await alertsOf(world, ['approved', 'sending', 'unknown', 'partly_sent', 'failed'])), ...rows];
}
