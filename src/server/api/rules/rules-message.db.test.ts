import { describe, expect, it } from 'vitest';
import { and, eq } from 'drizzle-orm';
import { alerts, events, renditions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { messageTrySchema, ruleSchema } from '#src/shared/rules/stored.ts';
import { RULE, rulesApi } from '#tests/support/rules.ts';
import { fallOf2020, SPX_ID } from '#tests/support/workspace.ts';

const { ask, db, inAnother, made, workspaceId } = rulesApi();
const MESSAGE = { headline: 'Look: {{ticker}} at {{close}}', text: 'It stood at {{plot_0}}.\n{{plot_1}} 5' };
const MOVE = { condition: 'big_move(5)', message: MESSAGE };

const fired = async (rule: { id: string; version: number }): Promise<string> => {
  const id = await withTenant(db().app, workspaceId(), (tx) =>
    fireRule(tx, db().enqueue, {
      rule: { workspaceId: workspaceId(), ...rule, instrumentId: SPX_ID, timeframe: '1d' },
      detection: fallOf2020,
      trialRunId: null,
      now: new Date(),
    }),
  );
  if (!id) throw new Error('Nothing was made.');
  return id;
};
const written = async (alertId: string) => {
  const here = workspaceId();
  await composeAlert(
    {
      app: db().app,
      enqueue: db().enqueue,
      announce: () => undefined,
      clock: () => new Date(),
      log: { warn: (context) => expect(context).toBeNull() },
    },
    { workspaceId: here, alertId },
  );
  const [mail] = await withTenant(db().app, here, (tx) =>
    tx
      .select()
      .from(renditions)
      .where(and(eq(renditions.workspaceId, here), eq(renditions.alertId, alertId))),
  );
  return mail;
};

describe('a rule’s own words', () => {
  it('are kept, changed and taken away without a new version', async () => {
    const rule = await made(MOVE);
    expect(rule.message).toEqual(MESSAGE);
    const patch = async (change: object) =>
      ruleSchema.parse((await ask('PATCH', `/rules/${rule.id}`, change)).body);
    expect(await patch({ name: 'Else' })).toMatchObject({ message: MESSAGE, version: 1 });
    expect(await patch({ message: { headline: ' Other ', text: '' } })).toMatchObject({
      message: { headline: 'Other' },
      version: 1,
    });
    expect(await patch({ message: null })).toMatchObject({ message: null, version: 1 });
    expect(await patch({ message: { headline: '' } })).toMatchObject({ message: null });
  });

  it('a rule that is saved as it was stays in its version, whatever the order of its settings', async () => {
    const settings = { frequency: 'every_time', rearm: 'close < sma(50)', cooldown_minutes: 5 };
    const rule = await made({ settings });
    const { body } = await ask('PATCH', `/rules/${rule.id}`, { settings });
    expect(body).toMatchObject({ version: 1 });
  });

  it.each([
    [{ text: 'It is {{nope}}' }, 'Text, line 1, column 7: there is no placeholder {{nope}}.'],
    [
      { headline: 'x {{plot_3}}' },
      'Headline, column 3: the rule compares 3 figures, {{plot_0}} to {{plot_2}}; there is no {{plot_3}}.',
    ],
    [{ headline: 'x'.repeat(121) }, 'A headline can have at most 120 characters.'],
  ])('%j is refused with the place', async (message, sentence) => {
    const { status, body } = await ask('POST', '/rules', { ...RULE, ...MOVE, message });
    expect([status, body?.['code'], body?.['detail']]).toEqual([400, 'validation_failed', sentence]);
    const file = { format: 'rules', version: 1, rules: [{ ...RULE, ...MOVE, message }] };
    expect((await ask('POST', '/rules/import', file)).body?.['detail']).toBe(sentence);
  });

  it('a condition with fewer figures is refused while they name more', async () => {
    const rule = await made({ ...MOVE, message: { text: '{{plot_2}}' } });
    const { status, body } = await ask('PATCH', `/rules/${rule.id}`, { condition: 'close > 5' });
    expect([status, body?.['detail']]).toEqual([
      400,
      'Text, line 1, column 1: the rule compares one figure, {{plot_0}}; there is no {{plot_2}}.',
    ]);
  });

  it('go out, come in and are duplicated with the rule', async () => {
    const rule = await made(MOVE);
    const copy = ruleSchema.parse((await ask('POST', `/rules/${rule.id}/duplicate`, {})).body);
    expect(copy.message).toEqual(MESSAGE);
    const file = (await ask('GET', '/rules/export')).body as { rules: { message?: object }[] };
    expect(file.rules.map(({ message }) => message)).toEqual([undefined, MESSAGE, MESSAGE]);
    await inAnother();
    expect((await ask('POST', '/rules/import', file)).status).toBe(201);
    const back = (await ask('GET', '/rules/export')).body as typeof file;
    expect(back.rules.slice(1).map(({ message }) => message)).toEqual([undefined, MESSAGE, MESSAGE]);
  });

  it('stand in the alert as they were when the rule spoke', async () => {
    const rule = await made(MOVE);
    const alertId = await fired(rule);
    await ask('PATCH', `/rules/${rule.id}`, { condition: 'close > 5', message: { headline: 'Later' } });
    const mail = await written(alertId);
    expect(mail?.prepared.title).toBe('Look: SPX at 2,386.13');
    expect(mail?.prepared.text).toContain('\n\nIt stood at 2,711.02.\n2,386.13 5\n\n');
    expect(mail?.prepared.text).toContain('Close           2,386.13');
    const [alert] = await withTenant(db().app, workspaceId(), (tx) => tx.select().from(alerts));
    expect(alert).toMatchObject({ title: 'Look: SPX at 2,386.13' });
  });

  it('are not those of another version: its figures are not these', async () => {
    const rule = await made(MOVE);
    await ask('PATCH', `/rules/${rule.id}`, { condition: 'big_move(6)' });
    const mail = await written(await fired(rule));
    expect(mail?.prepared.title).toMatch(/^S&P 500 .*11\.98%/);
    const [event] = await withTenant(db().app, workspaceId(), (tx) => tx.select().from(events));
    expect(event?.message).toBeNull();
  });

  it('are shown about the newest bar on which the rule was true, or one that is made up', async () => {
    const form = { condition: 'close crosses above sma(50)', symbol: 'SPX', timeframe: '1d' };
    const tried = async (change: object) =>
      messageTrySchema.parse((await ask('POST', '/rules/message', { ...form, ...change })).body);
    const shown = await tried({ message: { headline: '{{ticker}}: {{close}} over {{plot_1}}' } });
    const values = Object.fromEntries(shown.values.map(({ placeholder, value }) => [placeholder, value]));
    expect(shown.headline).toBe(`SPX: ${values['close']} over ${values['plot_1']}`);
    expect(shown.text).toContain('The close crosses above its 50-bar average.');
    expect(shown.time).not.toBeNull();
    expect(shown.values.at(-1)).toMatchObject({ placeholder: 'plot_1', says: '50-bar average of the close' });
    const never = await tried({ condition: 'close > 1e9', message: { headline: '{{close}}' } });
    expect(never).toMatchObject({ headline: '103.00', text: null, time: null });
    expect(await tried({ symbol: 'ABC', message: { text: '{{plot_0}}' } })).toMatchObject({
      text: '100.00',
      symbol: 'ABC',
    });
    const list = (await ask('POST', '/watchlists', { name: 'Two', symbols: ['ABC', 'SPX'] })).body;
    expect(
      await tried({ symbol: undefined, watchlistId: list?.['id'], message: { text: '{{ticker}}' } }),
    ).toMatchObject({ symbol: 'SPX', text: 'SPX' });
    const refused = await ask('POST', '/rules/message', { ...form, message: { text: '{{plot_2}}' } });
    expect(refused.body).toMatchObject({ code: 'validation_failed' });
  });
});
