import { describe, expect, it } from 'vitest';
import {
  externalRuleMadeSchema,
  externalRuleSchema,
  externalRulesSchema,
} from '#src/shared/external/rules.ts';
import { rulesFileSchema } from '#src/shared/rules/file.ts';
import { rulesImportedSchema } from '#src/shared/rules/stored.ts';
import { RULE, rulesApi } from '#tests/support/rules.ts';

const { ask, db, inAnother, workspaceId } = rulesApi();
const HOURS = { time_zone: 'America/New_York', days: [1, 2, 3, 4, 5], from: '09:30', to: '16:00' };
const SETTINGS = { most_per_day: 3, expires: Date.UTC(2030, 0, 2), hours: HOURS };
const make = async (form: object) =>
  externalRuleMadeSchema.parse((await ask('POST', '/outside-rules', { name: 'One', ...form })).body);
const source = async (name: string, host = name): Promise<string> => {
  const { body } = await ask('POST', '/news-sources', { name, url: `https://${host}.example/rss` });
  return String(body?.['id']);
};
const NEWS = { kind: 'news', any: ['rate'] };

describe('rules on what comes from outside', () => {
  it('have an end, hours and a limit a day, which are read in words and begin a version', async () => {
    const { id, ...rule } = await make({ outside: { kind: 'webhook' }, settings: SETTINGS });
    expect(rule).toMatchObject({
      settings: SETTINGS,
      reading:
        'Every call to its address triggers an alert. It triggers Monday to Friday, 09:30 to 16:00 (America/New_York). At most 3 times a day. It ends on 2 January 2030.',
    });
    const patch = async (change: object) =>
      externalRuleSchema.parse((await ask('PATCH', `/outside-rules/${id}`, change)).body);
    expect(await patch({ name: 'Two' })).toMatchObject({ settings: SETTINGS, version: 1 });
    expect(await patch({ settings: SETTINGS, outside: { kind: 'webhook' } })).toMatchObject({ version: 1 });
    expect(await patch({ settings: { most_per_day: 1 } })).toMatchObject({
      settings: { most_per_day: 1 },
      version: 2,
      reading: 'Every call to its address triggers an alert. At most once a day.',
    });
    expect(await patch({ settings: {} })).toMatchObject({ settings: {}, version: 3 });
  });

  it.each([
    [{ most_per_day: 0 }],
    [{ hours: { ...HOURS, time_zone: 'Mars/Olympus' } }],
    [{ hours: { ...HOURS, days: [] } }],
    [{ frequency: 'once' }],
    [{ expires: 'soon' }],
  ])('%j are no settings of theirs', async (settings) => {
    const { status, body } = await ask('POST', '/outside-rules', {
      name: 'One',
      outside: { kind: 'webhook' },
      settings,
    });
    expect([status, body?.['code']]).toEqual([400, 'validation_failed']);
  });

  it('are duplicated, paused; a webhook with an address of its own', async () => {
    const first = await make({ outside: { kind: 'webhook', cooldownMinutes: 5 }, settings: SETTINGS });
    const { status, body } = await ask('POST', `/outside-rules/${first.id}/duplicate`, {});
    const copy = externalRuleMadeSchema.parse(body);
    expect(status).toBe(201);
    expect(copy).toMatchObject({
      name: 'One (copy)',
      state: 'paused',
      settings: SETTINGS,
      outside: first.outside,
    });
    expect(copy.address).toMatch(/\/hooks\/rules\/[\w-]{43}$/);
    expect(copy.address).not.toBe(first.address);
    const news = await make({ outside: NEWS });
    expect(
      externalRuleMadeSchema.parse((await ask('POST', `/outside-rules/${news.id}/duplicate`, {})).body),
    ).toMatchObject({ address: null });
    expect((await ask('POST', `/outside-rules/${workspaceId()}/duplicate`, {})).status).toBe(404);
  });

  it('name sources that there are, of their own kind', async () => {
    const wire = await source('wire');
    const refused = async (method: string, path: string, outside: object) => {
      const { status, body } = await ask(method, path, { name: 'One', outside });
      return [status, (body as { detail: string }).detail];
    };
    const nobodys = '0190a000-0000-7000-8000-000000000001';
    const says = (what: string, id: string) =>
      `This workspace has no ${what} ${id}. Choose one under Feeds, or name none to listen to all.`;
    expect(await refused('POST', '/outside-rules', { ...NEWS, sources: [wire, nobodys] })).toEqual([
      400,
      says('news source', nobodys),
    ]);
    const CALENDAR = { kind: 'calendar', at: true };
    expect(await refused('POST', '/outside-rules', { ...CALENDAR, sources: [wire] })).toEqual([
      400,
      says('calendar', wire),
    ]);
    const { id } = await make({ outside: { ...NEWS, sources: [wire] } });
    const path = `/outside-rules/${id}`;
    expect((await refused('PATCH', path, { ...NEWS, sources: [wire, nobodys] }))[0]).toBe(400);
    // One that was removed since may stay.
    expect((await ask('DELETE', `/news-sources/${wire}`)).status).toBe(204);
    expect((await ask('PATCH', path, { outside: { ...NEWS, any: ['cut'], sources: [wire] } })).status).toBe(
      200,
    );
    await ask('DELETE', path);
  });

  it('go out with the others, without an address, and come in with a new one', async () => {
    const [wire, desk] = [await source('wire'), await source('desk')];
    const hook = await make({ outside: { kind: 'webhook' }, settings: SETTINGS, approval: 'human' });
    await make({ name: 'Of the wire', outside: { ...NEWS, sources: [wire] } });
    await make({ name: 'Of the desk', outside: { ...NEWS, sources: [desk] } });
    await make({ name: 'Days', outside: { kind: 'calendar', at: true, places: ['US'] } });
    expect((await ask('DELETE', `/news-sources/${desk}`)).status).toBe(204);
    const { body } = await ask('GET', '/rules/export');
    const file = rulesFileSchema.parse(body);
    expect(JSON.stringify(body)).not.toContain(hook.hook?.hint.slice(0, 6));
    expect(JSON.stringify(body)).not.toContain('hooks/rules');
    // The one whose source was removed listens to nothing; in a file it would listen to everything.
    expect(file.outside?.map(({ name }) => name)).toEqual(['One', 'Of the wire', 'Days']);
    expect(file.leftOut).toEqual([
      { name: 'Of the desk', reason: 'Every source of news that it listened to was removed.' },
    ]);
    expect(file.outside?.[0]).toEqual({
      name: 'One',
      outside: { kind: 'webhook' },
      settings: SETTINGS,
      approval: 'human',
    });
    expect(file.outside?.[1]?.outside).toMatchObject({ sources: ['wire'] });

    await inAnother();
    const lost = await ask('POST', '/rules/import', body ?? {});
    expect([lost.status, lost.body?.['detail']]).toEqual([400, 'There is no source of news called “wire”.']);
    expect(externalRulesSchema.parse((await ask('GET', '/outside-rules')).body).items).toEqual([]);

    const other = await source('Wire');
    const double = await source('WIRE', 'second');
    const unclear = await ask('POST', '/rules/import', body ?? {});
    expect([unclear.status, unclear.body?.['detail']]).toEqual([
      400,
      'There is more than one source of news called “wire”: give one another name.',
    ]);
    expect((await ask('DELETE', `/news-sources/${double}`)).status).toBe(204);
    const imported = rulesImportedSchema.parse((await ask('POST', '/rules/import', body ?? {})).body);
    expect(imported).toMatchObject({ rules: file.rules.length + 3, addresses: [{ name: 'One' }] });
    expect(imported.addresses[0]?.address).toMatch(/\/hooks\/rules\/[\w-]{43}$/);
    expect(imported.addresses[0]?.address).not.toBe(hook.address);
    const { items } = externalRulesSchema.parse((await ask('GET', '/outside-rules')).body);
    expect(items.map(({ name, state }) => [name, state])).toEqual([
      ['Days', 'paused'],
      ['Of the wire', 'paused'],
      ['One', 'paused'],
    ]);
    expect(items[1]?.outside).toMatchObject({ sources: [other] });
    expect(items[2]).toMatchObject({ settings: SETTINGS, approval: 'human', id: imported.addresses[0]?.id });
    const { rows } = await db().admin.query('select hint from rule_hooks where workspace_id = $1', [
      workspaceId(),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('may be alone in a file; one without rules is none', async () => {
    const file = {
      format: 'rules',
      version: 1,
      rules: [],
      outside: [{ name: 'A', outside: { kind: 'webhook' } }],
    };
    expect((await ask('POST', '/rules/import', file)).status).toBe(201);
    const none = await ask('POST', '/rules/import', { ...file, outside: [] });
    expect(none.body?.['detail']).toBe('The file has no rules.');
    expect((await ask('POST', '/rules/import', { format: 'rules', version: 1, rules: [RULE] })).status).toBe(
      201,
    );
  });
});
