import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandPreviewSchema, brandSchema, brandsSchema } from '#src/shared/brands.ts';
import { testApi, testServer } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace, starterRule } from '#tests/support/workspace.ts';

let db: TestDatabase;
let api: ReturnType<typeof testApi>;
let site: ReturnType<typeof testServer>;
beforeAll(async () => {
  db = await testDatabase();
  api = testApi(db);
  site = testServer(db);
});
afterAll(() => db.drop());

async function ask(as: string, path: string, method = 'GET', body?: unknown) {
  const isFile = body instanceof Uint8Array;
  const answer = await api.request(path, {
    method,
    headers: { Authorization: `Bearer ${as}`, ...(isFile ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isFile ? body.slice() : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}
const plan = (workspaceId: string, planId: string) =>
  db.admin.query(
    `update subscriptions set plan_id = $2, status = 'Active', trial_ends_at = null where workspace_id = $1`,
    [workspaceId, planId],
  );
const list = async (as: string) => brandsSchema.parse((await ask(as, '/brands')).body);
const actions = async (workspaceId: string) =>
  (
    await db.admin.query(`select action from activity where workspace_id = $1 order by at, id`, [workspaceId])
  ).rows.map(({ action }) => action);

const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'webp' | 'gif') =>
  sharp({ create: { width, height, channels: 3, background: '#c8a24a' } })
    .withExif({ IFD0: { Copyright: 'a payload' } })
    .toFormat(format)
    .toBuffer();

describe('/api/v1/brands', () => {
  it('makes as many as the plan includes, however many ask at once', async () => {
    const { userId, workspaceId } = await newWorkspace(db);
    await plan(workspaceId, 'pro');
    const asked = ['One', 'Two', 'Three', 'Four'].map((name) => ask(userId, '/brands', 'POST', { name }));
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 402, 402]);
    expect(answers.find(({ status }) => status === 402)?.body).toMatchObject({
      code: 'plan_limit',
      limit: 'brands',
      plan: 'pro',
      allowed: 3,
      used: 3,
      lifted_by: 'enterprise',
    });
    const { items, used, allowed } = await list(userId);
    expect({ used, allowed, first: items[0]?.isDefault }).toEqual({ used: 3, allowed: 3, first: true });
    await plan(workspaceId, 'enterprise');
    expect((await ask(userId, '/brands', 'POST', { name: 'Five' })).status).toBe(201);
    expect((await list(userId)).allowed).toBeNull();
  });

  it('changes name, colors and default; archives one that nothing uses, and restores it', async () => {
    const { userId, workspaceId } = await newWorkspace(db);
    const first = (await list(userId)).items[0]!;
    const made = brandSchema.parse(
      (await ask(userId, '/brands', 'POST', { name: 'Harbor Crypto', color: '#3B2F63' })).body,
    );
    expect(made).toMatchObject({ color: '#3b2f63', accent: null, logo: null, isDefault: false });
    const change = (id: string, body: object) => ask(userId, `/brands/${id}`, 'PATCH', body);
    expect((await change(made.id, { name: first.name.toUpperCase() })).body.code).toBe('name_taken');
    expect((await change(made.id, { color: 'red' })).body.code).toBe('validation_failed');
    expect((await change(first.id, { archived: true })).body.detail).toMatch(
      /default brand can’t be archived/,
    );
    expect((await change(made.id, { accent: '#c8a24a', isDefault: true })).body).toMatchObject({
      accent: '#c8a24a',
      isDefault: true,
    });
    expect((await list(userId)).items.map(({ isDefault }) => isDefault)).toEqual([true, false]);
    expect(made.languages).toEqual(['en']);
    expect((await change(made.id, { languages: ['de', 'de'] })).body.code).toBe('validation_failed');
    expect((await change(made.id, { languages: ['nl'] })).body.code).toBe('validation_failed');
    expect((await change(made.id, { languages: [] })).body.code).toBe('validation_failed');
    expect((await change(made.id, { languages: ['de', 'en'] })).body.languages).toEqual(['de', 'en']);
    const { id: ruleId } = await starterRule(db, workspaceId);
    await db.admin.query(
      `insert into routes (workspace_id, id, rule_id, position, brand_id, approval, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, 0, $3, 'auto', now(), now())`,
      [workspaceId, ruleId, first.id],
    );
    expect((await change(first.id, { archived: true })).body.detail).toMatch(/is used by a rule/);
    await db.admin.query(`delete from routes where workspace_id = $1`, [workspaceId]);
    expect((await change(first.id, { archived: true })).body.archivedAt).not.toBeNull();
    expect((await change(first.id, { isDefault: true })).body.code).toBe('validation_failed');
    expect((await change(first.id, { archived: false })).body.archivedAt).toBeNull();
    expect(await actions(workspaceId)).toEqual(
      expect.arrayContaining([
        'brand.made',
        'brand.colored',
        'brand.languages_set',
        'brand.made_default',
        'brand.archived',
        'brand.restored',
      ]),
    );
  });

  it('is for those who may, and only for the own workspace', async () => {
    const { userId, workspaceId } = await newWorkspace(db);
    const other = await newWorkspace(db);
    const editor = await addMember(db, workspaceId, 'editor');
    const { id } = (await list(editor)).items[0]!;
    expect((await ask(editor, '/brands', 'POST', { name: 'Mine' })).body.code).toBe('forbidden');
    expect((await ask(editor, `/brands/${id}`, 'PATCH', { name: 'Mine' })).body.code).toBe('forbidden');
    expect((await ask(other.userId, `/brands/${id}`, 'PATCH', { name: 'Mine' })).body.code).toBe('not_found');
    const viewer = await addMember(db, workspaceId, 'viewer');
    const countries = { rules: [{ country: 'us', action: 'block' }] };
    expect((await ask(viewer, `/brands/${id}`, 'PATCH', { countries })).body.code).toBe('forbidden');
    expect((await ask(other.userId, `/brands/${id}`, 'PATCH', { countries })).body.code).toBe('not_found');
    const changed = brandSchema.parse((await ask(userId, `/brands/${id}`, 'PATCH', { countries })).body);
    expect(changed.countries).toMatchObject({ rules: [{ country: 'US', action: 'block', kind: null }] });
    expect((await list(viewer)).items[0]?.countries).toEqual(changed.countries);
    const logo = await picture(10, 10, 'png');
    expect((await ask(other.userId, `/brands/${id}/logo`, 'POST', logo)).body.code).toBe('not_found');
    expect((await list(userId)).items).toHaveLength(1);
  });
});

describe('a logo', () => {
  it.each(['png', 'jpeg', 'webp'] as const)(
    'as %s is encoded again, made to fit, and served by its hash',
    async (format) => {
      const { userId } = await newWorkspace(db);
      const { id } = (await list(userId)).items[0]!;
      const given = await picture(1200, 400, format);
      const { logo } = brandSchema.parse((await ask(userId, `/brands/${id}/logo`, 'POST', given)).body);
      expect(logo).toMatchObject({ width: 120, height: 40, url: `/media/${logo?.hash}.png` });
      const answer = await site.request(`${logo?.url}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const bytes = Buffer.from(await answer.arrayBuffer());
      const meta = await sharp(bytes).metadata();
      expect(meta).toMatchObject({ format: 'png', width: 240, height: 80 });
      expect(meta).not.toHaveProperty('exif');
      expect(bytes.includes('a payload')).toBe(false);
      const preview = await ask(userId, '/brands/preview', 'POST', {
        name: 'Harbor',
        color: '#123456',
        brandId: id,
      });
      const { html } = brandPreviewSchema.parse(preview.body).channels[0]!;
      expect(html!.match(/src="data:image\/png;base64,/g)).toHaveLength(2);
      expect(html).not.toContain('cid:');
      expect((await ask(userId, `/brands/${id}/logo`, 'DELETE')).body.logo).toBeNull();
    },
  );

  it('is never a script, a GIF, a text, half a picture, or one with too many pixels', async () => {
    const { userId } = await newWorkspace(db);
    const { id } = (await list(userId)).items[0]!;
    const send = async (bytes: Uint8Array) => (await ask(userId, `/brands/${id}/logo`, 'POST', bytes)).body;
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const png = await picture(300, 300, 'png');
    for (const bytes of [
      Buffer.from(svg),
      Buffer.from(
        `\ufeff<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg}`,
      ),
      Buffer.concat([png.subarray(0, 8), Buffer.from(svg)]),
      png.subarray(0, png.length / 2),
      await picture(20, 20, 'gif'),
      Buffer.from('Hello'),
      Buffer.alloc(0),
    ])
      expect(await send(bytes)).toMatchObject({ code: 'document_type' });
    expect(['document_type', 'validation_failed']).toContain(
      (await send(await picture(4000, 1200, 'png'))).code,
    );
    expect(await send(Buffer.alloc(600 * 1024))).toMatchObject({ code: 'request_entity_too_large' });
    expect((await list(userId)).items[0]?.logo).toBeNull();
  });
});

describe('the kit of a brand', () => {
  it('is kept, shown, and goes into what is sent; a logo for dark mode goes with it', async () => {
    const { userId, workspaceId } = await newWorkspace(db);
    const { id } = (await list(userId)).items[0]!;
    const change = (body: object) => ask(userId, `/brands/${id}`, 'PATCH', body);
    const kit = {
      font: 'classic',
      shape: 'round',
      voice: { tone: 'plain', person: 'we', use: ['session', 'Session'], avoid: ['to the moon'] },
      disclaimers: [
        { text: 'Not advice.\u202e' },
        { text: 'Kein Rat nach § 34b.', country: 'de', about: 'market', language: null },
        { text: 'Nur Nachrichten.', about: 'news' },
      ],
      timeZone: 'Europe/Berlin',
      formats: { separators: 'apostrophe_point', percent: 'spaced', date: 'day_points' },
      website: 'harbor.example',
      socials: { x: '@harbor', linkedin: 'https://www.linkedin.com/company/harbor/' },
    };
    const changed = brandSchema.parse((await change(kit)).body);
    expect(changed).toMatchObject({
      font: 'classic',
      voice: {
        tone: 'plain',
        person: 'we',
        readingLevel: 'investors',
        use: ['Session'],
        avoid: ['to the moon'],
      },
      disclaimers: [
        { text: 'Not advice.', country: null, about: null, language: null },
        { country: 'DE' },
        { about: 'news' },
      ],
      formats: { separators: 'apostrophe_point', percent: 'spaced', plusSign: 'shown', clock: 'language' },
      website: 'https://harbor.example/',
      socials: { x: 'https://x.com/harbor' },
    });
    for (const wrong of [
      { font: 'Comic Sans' },
      { website: 'javascript:alert(1)' },
      { socials: { x: 'https://evil.example/x.com' } },
      { timeZone: 'Mars/Base' },
      { formats: { separators: 'dots' } },
      { disclaimers: [{ text: ' ' }] },
      { disclaimers: [{ text: 'x', country: 'Germany' }] },
    ])
      expect((await change(wrong)).body.code).toBe('validation_failed');
    const actionsBefore = await actions(workspaceId);
    expect((await change(kit)).status).toBe(200);
    expect(await actions(workspaceId), 'nothing changed').toEqual(actionsBefore);
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 10"><path fill="#fff" d="M0 0h60v10H0z"/></svg>';
    const { logoDark } = brandSchema.parse(
      (await ask(userId, `/brands/${id}/logo-dark`, 'POST', Buffer.from(svg))).body,
    );
    expect(logoDark).toMatchObject({ width: 240, height: 40 });
    const checked = (await ask(userId, '/brands/check-logo', 'POST', Buffer.from(svg))).body;
    const preview = await ask(userId, '/brands/preview', 'POST', {
      name: 'Harbor',
      color: '#f4e3c1',
      ...kit,
      brandId: id,
      logo: checked.png,
    });
    const [email] = brandPreviewSchema.parse(preview.body).channels;
    expect(email).toMatchObject({ channel: 'email', label: 'Email' });
    expect(email!.html!.match(/src="data:image\/png;base64,/g)).toHaveLength(3);
    expect(email!.text).toMatch(
      /For information only\.[\s\S]*Not advice\.\n\nGermany: Kein Rat nach § 34b\./,
    );
    expect(email!.text).toMatch(/2'386\.13 on Monday, 16\.03\.2020, 11\.98\u00a0% below/);
    expect(email!.text).not.toContain('Nur Nachrichten');
    expect(email!.text).toContain('harbor.example: https://harbor.example/\nX: https://x.com/harbor\n');
    expect(email!.pictures).toEqual({ items: [], isCaption: false, problem: null });
    const kept = await db.admin.query('select count(*) from media');
    for (const [channel, width, height, alt] of [
      ['telegram', 528, 320, /^Chart of|S&P 500/],
      ['x', 1200, 675, /S&P 500.*Previous close/s],
    ] as const) {
      const ofOne = await ask(userId, '/brands/preview', 'POST', {
        name: 'Harbor',
        color: '#f4e3c1',
        logo: checked.png,
        channel,
      });
      const shown = brandPreviewSchema.parse(ofOne.body).channels;
      const [picture, ...more] = shown.find((each) => each.channel === channel)!.pictures!.items;
      expect(more).toEqual([]);
      expect(picture).toMatchObject({ width, height, alt: expect.stringMatching(alt) });
      const png = await sharp(Buffer.from(picture!.src.split(',')[1]!, 'base64')).metadata();
      const zoom = channel === 'x' ? 1 : 2;
      expect(png).toMatchObject({ format: 'png', width: width * zoom, height: height * zoom });
      // Only that channel's are drawn.
      expect(shown.find((each) => each.channel === 'slack')!.pictures).toBeNull();
    }
    expect((await db.admin.query('select count(*) from media')).rows, 'nothing is stored').toEqual(kept.rows);
    const german = await ask(userId, '/brands/preview', 'POST', {
      name: 'Harbor',
      color: '#f4e3c1',
      languages: ['de', 'en'],
    });
    expect(brandPreviewSchema.parse(german.body).channels[0]!.text).toMatch(
      /Vorheriger Schlusskurs\s+\d\.\d{3},\d\d\n/,
    );
    await plan(workspaceId, 'enterprise');
    const whiteLabel = await ask(userId, '/brands/preview', 'POST', {
      name: 'Harbor',
      color: '#f4e3c1',
      ...kit,
    });
    expect(brandPreviewSchema.parse(whiteLabel.body).channels[0]!.text).not.toContain('For information only');
    expect((await ask(userId, `/brands/${id}/logo-dark`, 'DELETE')).body.logoDark).toBeNull();
  });
});

it('serves no picture that was never kept', async () => {
  for (const name of [`${'0'.repeat(64)}.png`, 'x.png', '..%2f..%2fpackage.json'])
    expect((await site.request(`/media/${name}`)).status).toBe(404);
});
