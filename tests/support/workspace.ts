import { eq } from 'drizzle-orm';
import type pg from 'pg';
import { newId } from '#src/db/ids.ts';
import { members, rules, users } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { DeliverDeps } from '#src/engine/delivery/deliver-deps.ts';
import { createSlots } from '#src/engine/delivery/slots.ts';
import type { Role } from '#src/shared/permissions.ts';
import type { Evidence, Detection } from '#src/shared/market.ts';
import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import { provisionWorkspace } from '#src/workspaces/provision.ts';
import type { TestDatabase } from './database.ts';

export const SPX_ID = '01900000-0000-7000-8000-000000000500';

/** A person with a workspace, as sign-up creates them. */
export async function newWorkspace(
  db: TestDatabase,
  options: { email?: string; confirmed?: boolean; companyName?: string } = {},
): Promise<{ userId: string; workspaceId: string; email: string }> {
  const userId = newId();
  const email = options.email ?? `${userId}@traders.example`;
  const now = new Date();
  const workspaceId = await db.app.transaction(async (tx) => {
    await tx.insert(users).values({
      id: userId,
      email,
      emailConfirmedAt: options.confirmed === false ? null : now,
      createdAt: now,
      updatedAt: now,
    });
    const made = await provisionWorkspace(
      tx,
      {
        userId,
        email,
        firstName: 'Ada',
        lastName: 'Byron',
        accountType: 'personal',
        companyName: options.companyName ?? null,
      },
      now,
    );
    return made.workspaceId;
  });
  return { userId, workspaceId, email };
}

/** Readers of a workspace who are no members, with a confirmed address each. @returns the ids of their addresses */
export async function addReaders(
  admin: Pick<pg.ClientBase, 'query'>,
  workspaceId: string,
  emails: readonly string[],
  createdAt = new Date(),
): Promise<string[]> {
  const { rows } = await admin.query<{ id: string }>(
    `with given as (select gen_random_uuid() as contact, email from unnest($2::text[]) email),
          person as (insert into contacts (workspace_id, id, created_at, updated_at)
                     select $1, contact, $3, $3 from given)
     insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     select $1, gen_random_uuid(), contact, 'email', email, $3, $3, $3 from given returning id`,
    [workspaceId, emails, createdAt.toISOString()],
  );
  return rows.map(({ id }) => id);
}

/** Has the workspace's rules send to the readers it has by now, and to the members where asked. */
export async function sendToReaders(
  db: Pick<TestDatabase, 'admin'>,
  workspaceId: string,
  {
    position = 0,
    members = false,
    reach = 'each',
    channels = null as string[] | null,
    expiresMinutes = null as number | null,
  } = {},
): Promise<{ audienceId: string }> {
  const audienceId = newId();
  await db.admin.query(
    `insert into audiences (workspace_id, id, name, kind, created_at, updated_at) values ($1, $2, $2::uuid::text, 'list', now(), now())`,
    [workspaceId, audienceId],
  );
  await db.admin.query(
    `insert into audience_contacts (workspace_id, audience_id, contact_id, added_at)
     select $1, $2, id, now() from contacts where workspace_id = $1 and user_id is null`,
    [workspaceId, audienceId],
  );
  await db.admin.query(
    `with route as (
       insert into routes (workspace_id, id, rule_id, position, brand_id, approval, reach, channels, expires_minutes, created_at, updated_at)
       select $1, gen_random_uuid(), r.id, $3, b.id, r.approval, $4, $5, $6, now(), now()
         from rules r join brands b on b.workspace_id = r.workspace_id and b.is_default where r.workspace_id = $1 returning id)
     insert into route_targets (workspace_id, id, route_id, audience_id)
     select $1, gen_random_uuid(), route.id, a.id from route, audiences a
      where a.workspace_id = $1 and (a.id = $2 or (a.id = $1 and $7))`,
    [workspaceId, audienceId, position, reach, channels, expiresMinutes, members],
  );
  return { audienceId };
}

/** Room for so many sends at a time, over whatever channel. */
export function paced(room: number): DeliverDeps['pace'] {
  const pace = { lanes: Math.min(2, room), window: room, slots: createSlots(room), rate: null };
  return () => pace;
}

/** Another member, who is no recipient. */
export async function addMember(db: TestDatabase, workspaceId: string, role: Role): Promise<string> {
  const userId = newId();
  const now = new Date();
  await withTenant(db.app, workspaceId, async (tx) => {
    await tx.insert(users).values({
      id: userId,
      email: `${userId}@traders.example`,
      emailConfirmedAt: now,
      createdAt: now,
      updatedAt: now,
    });
    await tx.insert(members).values({ workspaceId, userId, role, createdAt: now });
  });
  return userId;
}

/** The workspace's starter rule. */
export async function starterRule(db: TestDatabase, workspaceId: string) {
  const [rule] = await withTenant(db.app, workspaceId, (tx) => tx.select().from(rules));
  if (!rule?.instrumentId || !rule.timeframe || !rule.condition)
    throw new Error('The workspace has no starter rule.');
  return { ...rule, instrumentId: rule.instrumentId, timeframe: rule.timeframe, condition: rule.condition };
}

export async function activateRule(db: TestDatabase, workspaceId: string, condition?: string): Promise<void> {
  await withTenant(db.app, workspaceId, (tx) =>
    tx
      .update(rules)
      .set({ state: 'active', ...(condition ? { condition } : {}) })
      .where(eq(rules.workspaceId, workspaceId)),
  );
}

/** What an event on the market holds; an external one is none. */
export function marketEvent<E extends { value: number | null; evidence: Evidence | ExternalEvidence }>(
  event: E,
) {
  const { value, evidence } = event;
  if (value === null || 'said' in evidence) throw new Error('The event is none on the market.');
  return { ...event, value, evidence };
}

/** A true detection on two real bars of the S&P 500. */
export const fallOf2020: Detection = {
  detector: 'big_move',
  time: Date.parse('2020-03-16T04:00:00Z'),
  value: -11.9840552487,
  evidence: {
    bars: [
      {
        time: '2020-03-13T04:00:00.000Z',
        open: '2569.989990',
        high: '2711.330078',
        low: '2492.370117',
        close: '2711.020020',
        volume: '8258670000',
      },
      {
        time: '2020-03-16T04:00:00.000Z',
        open: '2508.590088',
        high: '2562.979980',
        low: '2380.939941',
        close: '2386.129883',
        volume: '7781540000',
      },
    ],
    params: { min_pct: 5 },
    figures: { previous_close: 2711.02002, close: 2386.129883, change_pct: -11.9840552487 },
  },
};
