import { describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { rulePageSchema, type StoredRule } from '#src/shared/rules/stored.ts';
import { ruleStatesSchema, STATES_MAX } from '#src/shared/rules/states.ts';
import { RULE, rulesApi } from '#tests/support/rules.ts';
import { SPX_ID } from '#tests/support/workspace.ts';

const { ask, db, inAnother, made, workspaceId } = rulesApi();

const run = (text: string, values: unknown[] = []) => db().admin.query(text, [workspaceId(), ...values]);
/** A time of day so many days ago, in UTC. */
const daysAgo = (days: number, hour = 0): Date => {
  const today = Math.floor(Date.now() / 86_400_000);
  return new Date((today - days) * 86_400_000 + hour * 3_600_000);
};
const brands = async (): Promise<string[]> => {
  const id = newId();
  await run(
    `insert into brands (workspace_id, id, name, color, created_at) values ($1, $2, 'Acme', '#123456', now())`,
    [id],
  );
  const { rows } = await run('select id from brands where workspace_id = $1');
  return rows.map((row) => String((row as { id: string }).id));
};
/** An event, with an alert in each of the brands. */
async function event(
  ruleId: string,
  at: Date,
  { brandIds, trial = false }: { brandIds: string[]; trial?: boolean },
) {
  const id = newId();
  if (trial)
    await run(
      `insert into trial_runs (workspace_id, id, rule_id, requested_by, state, created_at) values ($1, $2, $3, $2, 'done', now())`,
      [id, ruleId],
    );
  await run(
    `insert into events (workspace_id, id, rule_id, rule_version, instrument_id, timeframe, detector, bar_ts, value, evidence,
       dedupe_key, trial_run_id, created_at)
     values ($1, $2, $3, 1, $4, '1d', 'rule', $5, 1, '{}', $6, $7, $5)`,
    [id, ruleId, SPX_ID, at, newId(), trial ? id : null],
  );
  for (const brandId of brandIds)
    await run(
      `insert into alerts (workspace_id, id, event_id, brand_id, state, created_at, updated_at, rule_id, instrument_id, timeframe,
         detector, value, event_time, trial, title)
       values ($1, $2, $3, $4, 'drafted', $5, $5, $6, $7, '1d', 'rule', 1, $5, $8, 'A title')`,
      [newId(), id, brandId, at, ruleId, SPX_ID, trial],
    );
}
const listed = async () => rulePageSchema.parse((await ask('GET', '/rules')).body).items;
const activityOf = async (id: string) => (await listed()).find((rule) => rule.id === id)?.activity;

describe('the activity of a rule', () => {
  it('is its last event and the events of 30 days in UTC, without trials', async () => {
    const { id } = await made();
    const zeros = Array.from({ length: 30 }, () => 0);
    expect(await activityOf(id)).toEqual({ lastEventAt: null, events: 0, daily: zeros });
    const [brand = ''] = await brands();
    const to = { brandIds: [brand] };
    await event(id, daysAgo(30, 23), to);
    expect(await activityOf(id)).toEqual({
      lastEventAt: daysAgo(30, 23).toISOString(),
      events: 0,
      daily: zeros,
    });
    await event(id, daysAgo(29), to);
    await event(id, daysAgo(3, 23), to);
    await event(id, daysAgo(2), to);
    await event(id, daysAgo(0), to);
    await event(id, new Date(), { ...to, trial: true });
    expect(await activityOf(id)).toEqual({
      lastEventAt: daysAgo(0).toISOString(),
      events: 4,
      daily: [1, ...zeros.slice(5), 1, 1, 0, 1],
    });
  });

  it('counts an event once that has alerts in several brands, and two events of one moment twice', async () => {
    const { id } = await made();
    const [one = '', two = ''] = await brands();
    await event(id, daysAgo(1), { brandIds: [one, two] });
    await event(id, daysAgo(1), { brandIds: [one, two] });
    // Another brand on the same day, after the routes were changed.
    await event(id, daysAgo(1, 5), { brandIds: [two] });
    expect(await activityOf(id)).toMatchObject({ events: 3 });
  });

  it('is of the workspace alone, and of the deleted list too', async () => {
    const theirs = await made();
    await event(theirs.id, daysAgo(1), { brandIds: await brands() });
    await inAnother();
    expect((await listed()).map(({ activity }) => activity.events)).toEqual([0]);
    const mine = await made();
    await event(mine.id, daysAgo(1), { brandIds: await brands() });
    await ask('DELETE', `/rules/${mine.id}`);
    const { items } = rulePageSchema.parse((await ask('GET', '/rules?deleted=yes')).body);
    expect(items).toMatchObject([{ id: mine.id, activity: { events: 1 } }]);
  });
});

const set = async (ids: readonly string[], paused: boolean) => {
  const { status, body } = await ask('POST', '/rules/states', { ids, paused });
  expect(status).toBe(200);
  return ruleStatesSchema.parse(body).items;
};
const states = async () => Object.fromEntries((await listed()).map(({ id, state }) => [id, state]));
const done = async (): Promise<string[]> => {
  const { rows } = await run(
    `select action || ' ' || subject as line from activity where workspace_id = $1 and action <> 'rule.created' order by at, id`,
  );
  return rows.map((row) => (row as { line: string }).line);
};

describe('pausing and resuming several rules', () => {
  it('answers for each, in the order of the request, and does nothing twice', async () => {
    const [a, b, c] = [
      await made({ name: 'A' }),
      await made({ name: 'B' }),
      await made({ name: 'C', state: 'paused' }),
    ] as [StoredRule, StoredRule, StoredRule];
    const unknown = newId();
    const changed = (id: string, was = true) => ({ id, state: 'paused', changed: was, refusal: null });
    expect(await set([c.id, unknown, b.id, a.id], true)).toEqual([
      changed(c.id, false),
      {
        id: unknown,
        state: null,
        changed: false,
        refusal: { code: 'not_found', detail: 'There is no such rule.' },
      },
      changed(b.id),
      changed(a.id),
    ]);
    const before = await listed();
    expect(await set([a.id.toUpperCase(), b.id], true)).toMatchObject([
      { changed: false },
      { changed: false },
    ]);
    expect(await listed()).toEqual(before);
    expect(await done()).toEqual(['rule.paused B', 'rule.paused A']);
    await set([a.id, b.id], false);
    expect(await states()).toMatchObject({ [a.id]: 'active', [b.id]: 'active', [c.id]: 'paused' });
    expect((await done()).slice(2)).toEqual(['rule.resumed A', 'rule.resumed B']);
    // Pausing alone makes no new version.
    expect((await listed()).find(({ id }) => id === a.id)).toMatchObject({ version: 1 });
  });

  it('finds no rule of another workspace, no deleted one and none from outside', async () => {
    const theirs = await made();
    const before = await run('select state, updated_at from rules where workspace_id = $1 order by id');
    const of = workspaceId();
    await inAnother();
    const gone = await made();
    await ask('DELETE', `/rules/${gone.id}`);
    const outside = await ask('POST', '/outside-rules', { name: 'Hook', outside: { kind: 'webhook' } });
    expect(outside.status).toBe(201);
    const hook = String(outside.body?.['id']);
    const mine = await made();
    expect(await set([theirs.id, gone.id, hook, mine.id], true)).toMatchObject([
      ...Array.from({ length: 3 }, () => ({ state: null, refusal: { code: 'not_found' } })),
      { state: 'paused', changed: true },
    ]);
    const { rows } = await db().admin.query(
      'select state, updated_at from rules where workspace_id = $1 order by id',
      [of],
    );
    expect(rows).toEqual(before.rows);
    expect(await done()).toEqual([`rule.deleted ${RULE.name}`, `rule.paused ${RULE.name}`]);
  });

  it('resumes what the plan includes', async () => {
    const plain = await made({ condition: 'big_move(5)', state: 'paused' });
    const advanced = await made({ state: 'paused' });
    await run(`update subscriptions set plan_id = 'starter', status = 'Active' where workspace_id = $1`);
    const items = await set([advanced.id, plain.id], false);
    expect(items).toMatchObject([
      { state: null, refusal: { code: 'plan_limit', detail: expect.stringContaining('advanced') } },
      { state: 'active', changed: true },
    ]);
    // Pausing is always allowed.
    expect(await set([plain.id], true)).toMatchObject([{ changed: true }]);
  });

  it('rejects none, too many, one named twice and what is no id', async () => {
    const { id } = await made();
    const refusal = async (body: object) => (await ask('POST', '/rules/states', body)).body?.['detail'];
    const many = Array.from({ length: STATES_MAX + 1 }, () => newId());
    expect(await refusal({ ids: [], paused: true })).toBe('Name at least one rule.');
    expect(await refusal({ ids: many, paused: true })).toBe('You can pause or resume 100 rules at once.');
    expect(await refusal({ ids: [id, id.toUpperCase()], paused: true })).toBe('Name each rule once.');
    expect(await refusal({ ids: ['spx'], paused: true })).toBe('A rule is named by its id.');
    expect(await refusal({ ids: [id] })).toBe('`paused` is true or false.');
    expect(await states()).toMatchObject({ [id]: 'active' });
    expect(await set(many.slice(1), true)).toHaveLength(STATES_MAX);
  });

  it('is for those who may change rules, in a workspace that may be changed', async () => {
    const { id } = await made();
    const refused = async () => {
      const { status, body } = await ask('POST', '/rules/states', { ids: [id], paused: true });
      return [status, body?.['code']];
    };
    await run(`update members set role = 'viewer' where workspace_id = $1`);
    expect(await refused()).toEqual([403, 'forbidden']);
    await run(`update members set role = 'owner' where workspace_id = $1`);
    await run(`update subscriptions set trial_ends_at = now() - interval '60 days' where workspace_id = $1`);
    expect(await refused()).toEqual([402, 'workspace_read_only']);
    expect(await states()).toMatchObject({ [id]: 'active' });
  });
});
