import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { activityPageSchema } from '#src/shared/activity.ts';
import {
  externalRuleMadeSchema,
  externalRuleSchema,
  externalRulesSchema,
} from '#src/shared/external/rules.ts';
import { routeChoicesSchema } from '#src/shared/routes.ts';
import { rulesFileSchema } from '#src/shared/rules/file.ts';
import { ruleSchema } from '#src/shared/rules/stored.ts';
import { RULE, rulesApi } from '#tests/support/rules.ts';

const { ask, db, inAnother, made, workspaceId } = rulesApi();

type Ids = Record<'acme' | 'beta' | 'old' | 'free' | 'vip' | 'gone' | 'chat', string>;
/** Two brands beside the default one, one of them archived; audiences, one of them deleted; a destination. */
async function people(): Promise<Ids> {
  const names = ['acme', 'beta', 'old', 'free', 'vip', 'gone', 'chat'] as const;
  const ids = Object.fromEntries(names.map((name) => [name, newId()])) as Ids;
  const run = (text: string, values: unknown[]) => db().admin.query(text, [workspaceId(), ...values]);
  await run(
    `insert into brands (workspace_id, id, name, color, created_at, archived_at)
     select $1, id, name, '#123456', now() + place * interval '1 second', case when name = 'Old' then now() end
       from unnest($2::uuid[], $3::text[]) with ordinality as b(id, name, place)`,
    [
      [ids.acme, ids.beta, ids.old],
      ['Acme', 'Beta', 'Old'],
    ],
  );
  await run(
    `insert into audiences (workspace_id, id, name, kind, created_at, updated_at, deleted_at)
     select $1, id, name, 'list', now(), now(), case when name = 'Gone' then now() end
       from unnest($2::uuid[], $3::text[]) a(id, name)`,
    [
      [ids.free, ids.vip, ids.gone],
      ['Free list', 'VIPs', 'Gone'],
    ],
  );
  const connection = newId();
  await run(
    `insert into connections (workspace_id, id, channel, name, created_at, updated_at) values ($1, $2, 'email', 'Relay', now(), now())`,
    [connection],
  );
  await run(
    `insert into destinations (workspace_id, id, connection_id, name, address, created_at, updated_at)
     values ($1, $2, $3, 'Desk', 'desk@list.example', now(), now())`,
    [ids.chat, connection],
  );
  return ids;
}

let ids: Ids;
beforeEach(async () => {
  ids = await people();
});
const change = async (id: string, routes: object[]) =>
  ruleSchema.parse((await ask('PATCH', `/rules/${id}`, { routes })).body);
const refusal = async (routes: object[], id?: string) => {
  const { status, body } = id
    ? await ask('PATCH', `/rules/${id}`, { routes })
    : await ask('POST', '/rules', { ...RULE, routes });
  return [status, body?.['code'], body?.['field']];
};

describe('the routes of a rule', () => {
  it('are none without a choice, are kept in order, and end with the choice', async () => {
    const plain = await made();
    expect(plain.routes).toEqual([]);
    const rule = await made({
      routes: [
        {
          brandId: ids.acme,
          audienceIds: [ids.vip, ids.free],
          expiresMinutes: 30,
          reach: 'preferred',
          channels: ['email'],
        },
        { audienceIds: [workspaceId()], destinationIds: [ids.chat], approval: 'human' },
      ],
    });
    expect(rule.routes).toMatchObject([
      {
        brand: { id: ids.acme, name: 'Acme', archived: false },
        audiences: [{ name: 'Free list' }, { name: 'VIPs' }],
        destinations: [],
        channels: ['email'],
        reach: 'preferred',
        approval: 'auto',
        expiresMinutes: 30,
      },
      {
        audiences: [{ id: workspaceId(), name: 'Members' }],
        destinations: [{ name: 'Desk', connection: 'Relay', channel: 'email' }],
        channels: null,
        reach: 'each',
        approval: 'human',
        expiresMinutes: null,
      },
    ]);
    // Places are swapped, routes stay the same ones, and a rule that triggers as before keeps its version.
    const [first, second] = rule.routes;
    const swapped = await change(rule.id, [
      { id: second?.id, audienceIds: [ids.free] },
      { id: first?.id, brandId: ids.beta, audienceIds: [ids.vip] },
    ]);
    expect(swapped.routes.map(({ id }) => id)).toEqual([second?.id, first?.id]);
    expect(swapped).toMatchObject({ version: 1, routes: [{}, { brand: { name: 'Beta' } }] });
    expect(ruleSchema.parse((await ask('PATCH', `/rules/${rule.id}`, { name: 'Two' })).body).routes).toEqual(
      swapped.routes,
    );
    expect((await change(rule.id, [])).routes).toEqual([]);
    const { body } = await ask('GET', '/team/activity');
    expect(activityPageSchema.parse(body).items.slice(0, 3)).toMatchObject([
      { action: 'rule.routed', detail: { routes: 'Members, in the default brand' } },
      { action: 'rule.changed' },
      { action: 'rule.routed', detail: { routes: expect.stringContaining('VIPs, in the brand Beta') } },
    ]);
  });

  it('name what the workspace has, and what its plan includes', async () => {
    const foreign = ids;
    await inAnother();
    ids = await people();
    const to = { audienceIds: [ids.free] };
    expect(await refusal([{ ...to, brandId: foreign.acme }])).toEqual([
      400,
      'validation_failed',
      'routes.0.brandId',
    ]);
    expect(await refusal([to, { ...to, brandId: ids.old }])).toEqual([
      400,
      'validation_failed',
      'routes.1.brandId',
    ]);
    expect(await refusal([{ audienceIds: [foreign.free] }])).toEqual([
      400,
      'validation_failed',
      'routes.0.audienceIds',
    ]);
    expect(await refusal([{ audienceIds: [ids.gone] }])).toEqual([
      400,
      'validation_failed',
      'routes.0.audienceIds',
    ]);
    expect(await refusal([{ destinationIds: [foreign.chat] }])).toEqual([
      400,
      'validation_failed',
      'routes.0.destinationIds',
    ]);
    expect(await refusal([{ ...to, channels: ['pigeon'] }])).toEqual([
      400,
      'validation_failed',
      'routes.0.channels',
    ]);
    for (const wrong of [{}, { ...to, expiresMinutes: 0 }, { ...to, channels: [] }, { ...to, reach: 'some' }])
      expect((await refusal([wrong]))[0]).toBe(400);
    expect((await refusal(Array.from({ length: 11 }, () => to)))[0]).toBe(400);
    // The default brand and one more are in the trial's plan of three; Beta is the third, and a fourth is too much.
    const late = newId();
    await db().admin.query(
      `insert into brands (workspace_id, id, name, color, created_at) values ($1, $2, 'Late', '#123456', now() + interval '1 hour')`,
      [workspaceId(), late],
    );
    expect(await refusal([{ ...to, brandId: late }])).toEqual([402, 'plan_limit', undefined]);
    const { brands, audiences } = routeChoicesSchema.parse((await ask('GET', '/rules/route-choices')).body);
    expect(brands.map(({ name, inPlan }) => [name, inPlan]).slice(1)).toEqual([
      ['Acme', true],
      ['Beta', true],
      ['Late', false],
    ]);
    expect(audiences.map(({ name }) => name)).toEqual(['Members', 'Free list', 'VIPs']);
    // What a route has named may stay when it is archived or deleted later; another may not take it up.
    const rule = await made({ routes: [{ brandId: ids.acme, ...to }] });
    await db().admin.query('update audiences set deleted_at = now() where id = $1', [ids.free]);
    await db().admin.query('update brands set archived_at = now() where id = $1', [ids.acme]);
    const [route] = rule.routes;
    const kept = await change(rule.id, [{ id: route?.id, brandId: ids.acme, ...to, expiresMinutes: 5 }]);
    expect(kept.routes).toMatchObject([{ brand: { archived: true }, audiences: [{ removed: true }] }]);
    expect((await refusal([{ brandId: ids.acme, ...to }], rule.id))[0]).toBe(400);
    const strange = (await made({ routes: [{ audienceIds: [ids.vip] }] })).routes[0]?.id;
    expect(await refusal([{ id: strange, audienceIds: [ids.vip] }], rule.id)).toEqual([
      400,
      'validation_failed',
      'routes.0.id',
    ]);
  });

  it('go with a copy and through a file, by their names', async () => {
    const routes = [
      { brandId: ids.acme, audienceIds: [ids.free], channels: ['email'], expiresMinutes: 60 },
      { audienceIds: [workspaceId()], destinationIds: [ids.chat], approval: 'human' as const },
    ];
    const rule = await made({ routes });
    const copy = ruleSchema.parse((await ask('POST', `/rules/${rule.id}/duplicate`, {})).body);
    const without = (found: { id: string }[]) => found.map(({ id: _id, ...rest }) => rest);
    expect(without(copy.routes)).toEqual(without(rule.routes));
    expect(copy.routes[0]?.id).not.toBe(rule.routes[0]?.id);
    const form = { name: 'Calls', outside: { kind: 'webhook' }, routes };
    const external = externalRuleMadeSchema.parse((await ask('POST', '/outside-rules', form)).body);
    expect(external.routes).toHaveLength(2);
    const file = rulesFileSchema.parse((await ask('GET', '/rules/export')).body);
    expect(file.rules[1]?.routes).toEqual([
      {
        brand: 'Acme',
        audiences: ['Free list'],
        destinations: [],
        channels: ['email'],
        reach: 'each',
        approval: 'auto',
        expiresMinutes: 60,
      },
      {
        audiences: ['Members'],
        destinations: [{ connection: 'Relay', name: 'Desk' }],
        channels: null,
        reach: 'each',
        approval: 'human',
        expiresMinutes: null,
      },
    ]);
    expect(file.outside?.[0]?.routes).toEqual(file.rules[1]?.routes);

    await inAnother();
    const nobody = await ask('POST', '/rules/import', file);
    expect([nobody.status, nobody.body?.['detail']]).toEqual([
      400,
      'There is no audience called “Free list”. Add it, or remove it from the file.',
    ]);
    await people();
    expect((await ask('POST', '/rules/import', file)).status).toBe(201);
    const again = rulesFileSchema.parse((await ask('GET', '/rules/export')).body);
    const routed = ({ rules, outside = [] }: typeof file) =>
      [...rules, ...outside].flatMap(({ name, routes }) => (routes ? [{ name, routes }] : []));
    expect(routed(again)).toEqual(routed(file));
  });

  it('belong to rules on external sources too', async () => {
    const news = { name: 'Rates', outside: { kind: 'news', any: ['rate'] } };
    const plain = externalRuleMadeSchema.parse((await ask('POST', '/outside-rules', news)).body);
    expect(plain.routes).toEqual([]);
    const { body } = await ask('PATCH', `/outside-rules/${plain.id}`, {
      routes: [{ brandId: ids.beta, audienceIds: [ids.vip] }],
    });
    const routed = externalRuleSchema.parse(body);
    expect(routed).toMatchObject({ version: 1, routes: [{ brand: { name: 'Beta' } }] });
    const copy = await ask('POST', `/outside-rules/${plain.id}/duplicate`, {});
    expect(externalRuleMadeSchema.parse(copy.body).routes).toMatchObject([{ audiences: [{ name: 'VIPs' }] }]);
    expect((await ask('PATCH', `/outside-rules/${plain.id}`, { routes: [{}] })).status).toBe(400);
    const list = await ask('GET', '/outside-rules');
    expect(externalRulesSchema.parse(list.body).items.map(({ routes }) => routes.length)).toEqual([1, 1]);
  });
});
