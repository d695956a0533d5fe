import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { EXAMPLE_BARS } from '#src/engine/content/example-bars.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import type { Bar } from '#src/shared/market.ts';
import { templatePreviewSchema, templatesSchema, templateVersionsSchema } from '#src/shared/templates.ts';
import type { OutgoingMail } from '#src/platform/mail/transport.ts';
import { TEST_KEY, testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import { addMember, fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';

let db: TestDatabase;
let who: { userId: string; workspaceId: string; email: string };
const mails: OutgoingMail[] = [];
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  mails.length = 0;
  who = await newWorkspace(db);
  await plan('pro');
});

const plan = (planId: string) =>
  db.admin.query(
    `update subscriptions set plan_id = $2, status = 'Active', trial_ends_at = null where workspace_id = $1`,
    [who.workspaceId, planId],
  );
async function* recordedBars(): AsyncIterable<Bar> {
  for (const { time, open, high, low, close } of EXAMPLE_BARS.slice(0, -2))
    yield {
      ts: Date.parse(time),
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      volume: null,
      text: { open, high, low, close, volume: null },
    };
}
async function ask(method: string, path: string, body?: unknown, as = who.userId) {
  const transport = () => ({
    send: async (mail: OutgoingMail) => {
      mails.push(mail);
      return { kind: 'accepted' as const };
    },
    check: async () => null,
    close: () => undefined,
  });
  const api = testApi(db, {
    recordedBars,
    templatePreview: {
      hashKey: TEST_KEY,
      channel: {
        mail: { transport: transport as never, from: 'alerts@bellwire.example' },
        call: noCalls,
        random: () => 0.5,
      },
    },
  });
  const answer = await api.request(path, {
    method,
    headers: { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

const EVERYWHERE = ['page', 'message', 'post'];
const headline = { kind: 'headline', in: EVERYWHERE };
const content = (text: string) => ({
  style: 'standard',
  blocks: [{ kind: 'text', in: EVERYWHERE, text }, headline],
});
const make = async (name = 'Note', text = 'Hello {{ticker}}') =>
  (await ask('POST', '/templates', { name, content: content(text) })).body;

describe('/api/v1/templates', () => {
  it('keeps every version, restores one, and refuses a change of an older one', async () => {
    const made = await make();
    expect(made).toMatchObject({ name: 'Note', version: 1, usedBy: 0, hasSource: false });
    const path = `/templates/${made.id}`;
    const change = { content: content('Bye {{ticker}}'), version: 1 };
    expect((await ask('PATCH', path, change)).body).toMatchObject({ version: 2 });
    expect(await ask('PATCH', path, change)).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    });
    const restored = (await ask('POST', `${path}/restore`, { version: 1 })).body;
    expect(restored).toMatchObject({
      version: 3,
      content: { blocks: [{ text: 'Hello {{ticker}}' }, headline] },
    });
    const { items } = templateVersionsSchema.parse((await ask('GET', `${path}/versions`)).body);
    expect(items.map(({ version, restored: from }) => [version, from])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ]);
    expect((await ask('PATCH', path, { name: 'Client note' })).body).toMatchObject({
      name: 'Client note',
      version: 3,
    });
    expect((await ask('DELETE', path)).status).toBe(204);
    expect((await ask('GET', path)).status).toBe(404);
    const { rows } = await db.admin.query(
      `select action from activity where workspace_id = $1 and action like 'template.%' order by at, id`,
      [who.workspaceId],
    );
    expect(rows.map(({ action }) => action.slice(9))).toEqual([
      'made',
      'changed',
      'restored',
      'renamed',
      'deleted',
    ]);
  });

  it('says where a template is wrong, and takes no name twice, nor one of ours', async () => {
    await make();
    const refused = async (body: object) => (await ask('POST', '/templates', body)).body;
    expect(await refused({ name: 'note', content: content('a') })).toMatchObject({ code: 'name_taken' });
    expect(await refused({ name: 'Rich', content: content('a') })).toMatchObject({
      code: 'validation_failed',
    });
    expect(await refused({ name: 'b', content: content('5{{close}}') })).toMatchObject({
      code: 'validation_failed',
      detail: expect.stringMatching(/Column 2: \{\{close\}\} comes with its own sign/),
    });
    const heavy = { name: 'c', content: { ...content('a'), source: 'x'.repeat(5 * 1024 * 1024) } };
    expect(await refused(heavy)).toMatchObject({ code: 'request_entity_too_large' });
  });

  it('is for those who may, in their workspace, in plans with templates of one’s own', async () => {
    const { id } = await make();
    const viewer = await addMember(db, who.workspaceId, 'viewer');
    expect((await ask('GET', '/templates', undefined, viewer)).status).toBe(200);
    expect((await ask('PATCH', `/templates/${id}`, { name: 'x' }, viewer)).body.code).toBe('forbidden');
    const other = await newWorkspace(db);
    expect((await ask('GET', `/templates/${id}`, undefined, other.userId)).status).toBe(404);
    await plan('starter');
    expect((await ask('POST', '/templates', { name: 'x', content: content('a') })).body).toMatchObject({
      code: 'plan_limit',
      limit: 'customTemplates',
      lifted_by: 'pro',
    });
    const { items, inPlan, standard } = templatesSchema.parse((await ask('GET', '/templates')).body);
    expect([items.length, inPlan]).toEqual([1, false]);
    // Ours are templates too: each can be saved as one's own.
    await plan('pro');
    for (const { name, content: ours } of standard)
      expect((await ask('POST', '/templates', { name: `My ${name}`, content: ours })).status).toBe(201);
  });

  it('is used by routes, and not deleted while it is', async () => {
    const { id } = await make();
    const { rows } = await db.admin.query(
      `insert into routes (workspace_id, id, rule_id, position, brand_id, approval, template_id, created_at, updated_at)
       select r.workspace_id, gen_random_uuid(), r.id, 0, b.id, 'auto', $2, now(), now()
         from rules r join brands b on b.workspace_id = r.workspace_id where r.workspace_id = $1 returning id`,
      [who.workspaceId, id],
    );
    expect(rows).toHaveLength(1);
    expect((await ask('DELETE', `/templates/${id}`)).body.detail).toMatch(/is used by a rule/);
    expect((await ask('GET', `/templates/${id}`)).body.usedBy).toBe(1);
  });
});

describe('a preview', () => {
  const preview = async (form: object) =>
    templatePreviewSchema.parse((await ask('POST', '/templates/preview', form)).body);

  it.each(['market', 'rule', 'news', 'calendar', 'webhook'])('shows %s on every channel', async (example) => {
    const { problem, channels } = await preview({ content: content('Seen: {{ticker}}'), example });
    expect(problem).toBeNull();
    const [email] = channels;
    expect(email?.html).toContain('Seen: ');
    expect(email?.html).not.toMatch(/cid:|<!-- footer/);
    expect(email?.preflight.fits).toBe(true);
  });

  it.each([
    ['market', 'telegram', [[528, 320]]],
    ['news', 'telegram', []],
    ['rule', 'linkedin', [[1200, 675]]],
    ['webhook', 'linkedin', [[1200, 675]]],
    [
      'market',
      'hosted-page',
      [
        [528, 320],
        [1200, 630],
      ],
    ],
  ])('shows %s with the pictures that %s has', async (example, channel, sizes) => {
    const { blocks } = content('Seen: {{ticker}}');
    const form = { content: { blocks: [...blocks, { kind: 'chart', in: EVERYWHERE }] } };
    const { channels } = await preview({ ...form, example, channel });
    const shown = channels.find(({ kind }) => kind === channel)?.pictures;
    expect(shown?.problem).toBeNull();
    expect(shown?.items.map(({ width, height }) => [width, height])).toEqual(sizes);
    for (const { src } of shown?.items ?? []) expect(src).toMatch(/^data:image\/png;base64,iVBOR/);
  });

  it.each(['market', 'rule', 'news', 'calendar', 'webhook'])(
    'shows %s in the main language of its brand',
    async (example) => {
      await db.admin.query(`update brands set languages = '{de,en}' where workspace_id = $1`, [
        who.workspaceId,
      ]);
      const { problem, language, channels } = await preview({
        content: content('Stand: {{time}}, {{close}}.'),
        example,
      });
      expect([problem, language]).toEqual([null, 'de']);
      expect(channels[0]?.text).toMatch(example === 'market' ? /Stand: .*\d\.\d{3},\d\d\./ : /Stand: /);
    },
  );

  it('shows an example in each language of its brand, and in no other', async () => {
    await db.admin.query(`update brands set languages = '{de,fr}' where workspace_id = $1`, [
      who.workspaceId,
    ]);
    const blocks = [
      { kind: 'text', in: EVERYWHERE, text: 'Hello', translations: { fr: 'Bonjour' } },
      { kind: 'headline', in: EVERYWHERE },
    ];
    const { id } = (await ask('POST', '/templates', { name: 'Two', content: { blocks } })).body;
    const saved = (await ask('GET', `/templates/${id}`)).body.content;
    const german = await preview({ content: saved, language: 'de' });
    expect(german.channels[0]?.text).toMatch(/^Hello\n/);
    const shown = await preview({ content: saved, language: 'fr' });
    expect(shown.channels[0]?.text).toMatch(/^Bonjour\n/);
    expect([shown.language, shown.languages]).toEqual(['fr', ['de', 'fr']]);
    expect(shown.channels[0]?.subject).toContain('11,98\u00a0%');
    expect(await ask('POST', '/templates/preview', { content: content('a'), language: 'en' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', field: 'language' },
    });
  });

  it('shows a past alert as approved, and writes it again for another brand', async () => {
    await db.admin.query(
      `update brands set name = 'Harbor', languages = '{en,de}', disclaimers = '[{"text":"Harbor only.","country":null,"about":null,"language":null}]' where workspace_id = $1`,
      [who.workspaceId],
    );
    const rule = { ...(await starterRule(db, who.workspaceId)), timeframe: '1h' as const };
    const now = new Date();
    const alertId = await withTenant(db.app, who.workspaceId, (tx) =>
      fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now }),
    );
    if (alertId === null) throw new Error('No alert.');
    const log = { warn: () => undefined };
    const deps = { app: db.app, enqueue: db.enqueue, announce: () => undefined, clock: () => now, log };
    await composeAlert(deps, { workspaceId: who.workspaceId, alertId });
    // What was approved stays, whatever the brand is called by now.
    await db.admin.query(`update brands set name = 'Renamed' where workspace_id = $1`, [who.workspaceId]);

    const blocks = ['dateline', 'headline', 'summary', 'disclaimers'].map((kind) => ({
      kind,
      in: EVERYWHERE,
    }));
    const form = { alertId, content: { blocks: [...blocks, { kind: 'chart', in: ['page'] }] } };
    const own = await preview(form);
    const german = await preview({ ...form, language: 'de' });
    expect([own, german].map(({ language, languages }) => [language, languages])).toEqual([
      ['en', ['en', 'de']],
      ['de', ['en', 'de']],
    ]);
    for (const { channels } of [own, german]) {
      expect(channels[0]?.text).toContain('Harbor only.');
      expect(channels[0]?.text).not.toContain('Renamed');
    }
    const headline = own.channels[0]?.subject ?? '';
    const verb = /S&P 500 (\w+)/.exec(headline)?.[1] ?? '';
    expect(verb).not.toBe('');

    const disclaimer = (text: string, more: object) => ({
      text,
      country: null,
      about: null,
      language: null,
      ...more,
    });
    const made = await ask('POST', '/brands', {
      name: 'Night Desk',
      languages: ['en', 'ja'],
      timeZone: 'Asia/Tokyo',
      formats: { separators: 'apostrophe_point', percent: 'spaced', date: 'iso' },
      voice: { avoid: [verb] },
      disclaimers: [
        disclaimer('Night Desk, in English.', { about: 'market', language: 'en' }),
        disclaimer('Night Desk, in Japanese.', { about: 'market', language: 'ja' }),
        disclaimer('Night Desk on news.', { about: 'news' }),
      ],
    });
    expect(made.status).toBe(201);
    const brandId = made.body.id;
    const other = await preview({ ...form, brandId });
    expect([other.problem, other.language, other.languages]).toEqual([null, 'en', ['en', 'ja']]);
    const [email] = other.channels;
    for (const text of other.channels.map((each) => each.text)) expect(text).not.toMatch(/Harbor|Renamed/);
    expect(email?.html).toContain('Night Desk');
    expect(email?.text).toContain('Night Desk, in English.');
    expect(email?.text).not.toMatch(/in Japanese\.|on news\./);
    expect(`${email?.subject} ${email?.text}`).not.toMatch(new RegExp(`\\b${verb}\\b`, 'i'));
    expect(email?.text).toContain('11.98\u00a0%');
    expect(email?.text).toContain('from 13:00 to 14:00 GMT+9');
    expect(email?.html).toContain('data:image/png');
    // Cards too, which its approval had no need of, and in the other brand's look.
    const cards = await Promise.all(
      [{}, { brandId }].map(async (more) => {
        const { channels } = await preview({
          ...form,
          content: { blocks: [...blocks, { kind: 'chart', in: EVERYWHERE }] },
          ...more,
          channel: 'x',
        });
        return channels.find(({ kind }) => kind === 'x')?.pictures?.items ?? [];
      }),
    );
    expect(cards.map((items) => items.length)).toEqual([1, 1]);
    expect(cards[0]?.[0]?.src).not.toBe(cards[1]?.[0]?.src);
    const japanese = await preview({ ...form, brandId, language: 'ja' });
    expect(japanese.channels[0]?.text).toContain('Night Desk, in Japanese.');
    expect(await ask('POST', '/templates/test', { ...form, brandId, language: 'ja' })).toMatchObject({
      status: 200,
    });
    expect(mails[0]?.html).toContain('Night Desk, in Japanese.');

    const refused = async (more: object) =>
      (await ask('POST', '/templates/preview', { ...form, ...more })).body;
    expect(await refused({ brandId, language: 'de' })).toMatchObject({ field: 'language' });
    const stranger = await newWorkspace(db);
    const { rows } = await db.admin.query(`select id from brands where workspace_id = $1`, [
      stranger.workspaceId,
    ]);
    expect(await refused({ brandId: rows[0].id })).toMatchObject({
      code: 'validation_failed',
      field: 'brandId',
    });
    expect((await ask('POST', '/templates/preview', form, stranger.userId)).status).toBe(404);
  });

  it('says what is wrong with a source, and shows what would go out instead', async () => {
    const form = { content: { ...content('a'), source: '<p>\n{{ colse }}</p>' } };
    const { problem, channels } = await preview(form);
    expect(problem).toEqual({ sentence: 'There is no value {{ colse }}.', line: 2, column: 4 });
    expect(channels[0]?.html).toContain('S&amp;P 500');
    const { removed } = await preview({
      content: { ...content('a'), source: '<script>x</script><p>{{ close }}</p>' },
    });
    expect(removed).toEqual(['<script>']);
  });

  it('is sent as a test to the one who asks, and counts nothing', async () => {
    const { blocks } = content('Seen: {{ticker}}');
    const form = { content: { blocks: [...blocks, { kind: 'chart', in: EVERYWHERE }] } };
    expect((await ask('POST', '/templates/test', form)).body).toEqual({ address: who.email });
    const [mail] = mails;
    expect(mail).toMatchObject({ to: who.email, subject: expect.stringMatching(/^Test: /) });
    expect(mail?.html).toContain('Seen: SPX');
    expect(mail?.pictures).toHaveLength(1);
    const { rows } = await db.admin.query(
      `select count(*)::int as n from deliveries where workspace_id = $1`,
      [who.workspaceId],
    );
    expect(rows).toEqual([{ n: 0 }]);
    const stranger = await newWorkspace(db, { confirmed: false });
    expect((await ask('POST', '/templates/test', form, stranger.userId)).status).toBeGreaterThanOrEqual(400);
    expect(mails).toHaveLength(1);
  });
});
