import { newId } from '#src/db/ids.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { testApi } from '#tests/support/api.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { newWorkspace, SPX_ID } from '#tests/support/workspace.ts';

export const AHEAD = 60 * 60_000;

/** A workspace whose planned alerts go to one reader, and two policies: one looks at the price, one will change its mind. */
export async function newWorld(db: TestDatabase, now: () => Date) {
  const { workspaceId, userId } = await newWorkspace(db);
  await db.admin.query(
    `update subscriptions set plan_id = 'enterprise', status = 'Active', trial_ends_at = null where workspace_id = $1`,
    [workspaceId],
  );
  const audienceId = newId();
  await db.admin.query(
    `with audience as (insert into audiences (workspace_id, id, name, kind, created_at, updated_at)
                       values ($1, $2, 'Readers', 'list', now(), now())),
          person as (insert into contacts (workspace_id, id, created_at, updated_at) values ($1, $2, now(), now())),
          listed as (insert into audience_contacts (workspace_id, audience_id, contact_id, added_at) values ($1, $2, $2, now()))
     insert into addresses (workspace_id, id, contact_id, channel, address, confirmed_at, created_at, updated_at)
     values ($1, $2, $2, 'test-post', $2::text, now(), now(), now())`,
    [workspaceId, audienceId],
  );
  await quote(db, now());
  const api = testApi(db, { clock: now });
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await api.request(path, {
      method,
      headers: { Authorization: `Bearer ${userId}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const policyOf = async (name: string, content: object): Promise<string> =>
    (await ask('POST', '/approval-policies', { name, content })).id;
  const priced = await policyOf('Priced', { mode: 'human', freshness: { movedPercent: 2, action: 'lapse' } });
  const desk = await policyOf('Desk hours', { mode: 'auto' });
  return { db, workspaceId, audienceId, ask, now, policies: { plain: 'human', priced, desk } };
}

export type World = Awaited<ReturnType<typeof newWorld>>;

/** Three days of prices before a moment. */
async function quote(db: TestDatabase, at: Date): Promise<void> {
  await db.admin.query('delete from bars where instrument_id = $1', [SPX_ID]);
  await db.admin.query(
    `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
     select $1, '1d', date_trunc('day', $2::timestamptz) - n * interval '1 day', 100, 100, 100, 100, 5000
       from generate_series(1, 3) n`,
    [SPX_ID, at.toISOString()],
  );
}

export const KINDS = ['plain', 'priced', 'desk'] as const;
export type Kind = (typeof KINDS)[number];

/** An approved alert that waits for its time. */
export async function planned(world: World, kind: Kind): Promise<string> {
  const { db, ask, workspaceId, audienceId, policies, now } = world;
  const local = new Date(now().getTime() + AHEAD).toISOString().slice(0, 16);
  const { id } = await ask('POST', '/alerts', {
    symbol: 'SPX',
    headline: '{{ticker}} at {{close}}',
    summary: 'The details.',
    whenStale: 'send',
    route: { audienceIds: [audienceId], approval: policies[kind] },
    sendAt: { local, timeZone: 'UTC' },
  });
  const deps = { app: db.app, enqueue: db.enqueue, announce: () => undefined, clock: now };
  await composeAlert({ ...deps, log: { warn: () => undefined } }, { workspaceId, alertId: id });
  if (kind === 'desk') return id;
  const { waiting } = await ask('GET', `/alerts/${id}/review`);
  await ask('POST', `/alerts/${id}/decision`, { decision: 'approve', revision: waiting.revision.hash });
  return id;
}

type Row = { id: string; state: string; reason: string; opened: number; planned: boolean };
/** What became of what was planned. */
export async function plannedOf({ db, workspaceId }: World): Promise<Row[]> {
  const { rows } = await db.admin.query<Row>(
    `select a.id, a.state, c.planned,
            (select count(*)::int from fan_outs f where f.alert_id = a.id) as opened,
            (select t.reason from alert_transitions t where t.alert_id = a.id order by t.at desc, t.id desc limit 1) as reason
       from alerts a join composed_alerts c on c.alert_id = a.id where a.workspace_id = $1`,
    [workspaceId],
  );
  return rows;
}
