import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contactsWorld } from '#tests/support/contacts.ts';

const { add, ask, db, drop, email, open, start, work, workspaceId } = contactsWorld();
beforeAll(open);
afterAll(drop);
beforeEach(start);

const OPTIONS = { confirmed: true, onlyNew: false, tags: [] as string[] };
const upload = (text: string | Uint8Array) => ask('POST', '/contact-imports?file=readers.csv', text);
const state = async (id: string) => (await ask('GET', `/contact-imports/${id}`)).body;
async function checked(text: string | Uint8Array, options: object = {}) {
  const { body } = await upload(text);
  await ask('POST', `/contact-imports/${body.id}/check`, {
    mapping: body.mapping,
    options: { ...OPTIONS, ...options },
  });
  await work();
  return state(body.id);
}
async function imported(text: string | Uint8Array, options: object = {}) {
  const { id } = await checked(text, options);
  expect((await ask('POST', `/contact-imports/${id}/start`)).status).toBe(202);
  await work();
  return state(id);
}
const one = async (id: string) => (await ask('GET', `/contacts/${id}`)).body;
async function undo(id: string) {
  expect((await ask('POST', `/contact-imports/${id}/undo`)).status).toBe(202);
  await work();
}
type Shown = { name: string; language: string | null; tags: string[]; addresses: { address: string }[] };
const all = async () =>
  (await ask('GET', '/contacts?limit=200')).body.items
    .filter(({ member }: { member: boolean }) => !member)
    .map(({ name, language, tags, addresses }: Shown) => [
      name,
      language,
      tags.join(' '),
      addresses.map(({ address }: { address: string }) => address).join(' '),
    ])
    .toSorted();

const FILE = `First name;Last Name;E-Mail;Language;Tags;Symbols;Shoe size
Ada;Byron;Ada@Readers.example;en;"vip; ""desk""";SPX;38
Ben;"Long
Name";ben@readers.example;deutsch;;;
;;cy@readers.example;de;new;;
Ada;B.;ada@readers.example;;again;;
Dan;;not an address;;;;
Eve;;eve@readers.example;;;;40;41
`;

describe('an import', () => {
  it('guesses its columns, checks every row with line and column, and stores nothing by that', async () => {
    const made = await upload(FILE);
    expect(made).toMatchObject({
      status: 201,
      body: {
        state: 'uploaded',
        rows: 6,
        mapping: ['first_name', 'last_name', 'address:email', 'language', 'tags', 'symbols', null],
      },
    });
    expect(made.body.sample[1]).toEqual(['Ben', 'Long\nName', 'ben@readers.example', 'deutsch', '', '', '']);
    const dry = await checked(FILE);
    expect(dry).toMatchObject({
      state: 'checked',
      done: 6,
      created: 2,
      updated: 1,
      unchanged: 0,
      rejected: 3,
    });
    expect(dry.faults).toEqual([
      { line: 3, column: 'Language', message: '“deutsch” isn’t a language code. Use one like en or pt-BR.' },
      { line: 7, column: 'E-Mail', message: expect.stringContaining('isn’t valid: “not an address”') },
      { line: 8, column: null, message: expect.stringContaining('This line has 8 columns, the header 7.') },
    ]);
    expect(await all()).toEqual([]);
  });

  it('stores what its check said, and the same file again changes nothing', async () => {
    const done = await imported(FILE, { tags: ['november'] });
    expect(done).toMatchObject({ state: 'imported', created: 2, updated: 1, rejected: 3 });
    expect(await all()).toEqual([
      ['', 'de', 'new november', 'cy@readers.example'],
      ['Ada B.', 'en', '"desk" again november symbol:spx vip', 'ada@readers.example'],
    ]);
    // Of two rows for one contact, the first would be an update again.
    const again = FILE.replace('Ada;B.;', ';;');
    expect(await imported(again, { tags: ['november'], onlyNew: true })).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 3,
    });
  });

  it('is undone: what it created goes, what it changed is put back, what was changed since stays', async () => {
    const ada = await add({ name: 'Ada', addresses: [email('ada@readers.example')], tags: ['mine'] });
    const before = await all();
    const gone = await add({ name: 'Gone', addresses: [email('gone@readers.example')], language: 'fr' });
    await ask('DELETE', `/contacts/${gone.id}`);
    const { id } = await imported(
      'email,name,language,country,tags,external id\nada@readers.example,Ada B.,en,GB,vip,a-1\nben@readers.example,Ben,,,,\ngone@readers.example,Back,,,,\n',
    );
    await ask('PATCH', `/contacts/${ada.id}`, { language: 'pt' });
    expect(await all()).toEqual([
      ['Ada B.', 'pt', 'mine vip', 'ada@readers.example'],
      ['Back', null, '', 'gone@readers.example'],
      ['Ben', null, '', 'ben@readers.example'],
    ]);
    expect((await ask('POST', `/contact-imports/${id}/undo`)).status).toBe(202);
    await work();
    expect(await state(id)).toMatchObject({ state: 'undone' });
    expect(await all()).toEqual([['Ada', 'pt', 'mine', 'ada@readers.example']]);
    expect(before).toEqual([['Ada', null, 'mine', 'ada@readers.example']]);
    expect((await ask('GET', `/contacts/${ada.id}`)).body).toMatchObject({ externalId: null, country: null });
    expect((await ask('POST', `/contact-imports/${id}/undo`)).status).toBe(400);
  });

  it('takes back the consent that came with it, and that alone', async () => {
    const ada = await add({ name: 'Ada', addresses: [email('ada@readers.example')] });
    const eve = await add({ name: 'Eve', addresses: [email('eve@readers.example')], confirmed: true });
    const isConfirmed = async (id: string) => (await one(id)).addresses[0].confirmed;
    const { id } = await imported(
      'email,language\nada@readers.example,en\nben@readers.example,en\neve@readers.example,en\n',
    );
    expect(await isConfirmed(ada.id)).toBe(true);
    await undo(id);
    expect(await isConfirmed(ada.id)).toBe(false);
    expect(await isConfirmed(eve.id)).toBe(true);
    const { rows } = await db().admin.query(
      `select kind, source, count(*)::int as people from consents where workspace_id = $1
        group by kind, source order by min(id::text)`,
      [workspaceId()],
    );
    expect(rows).toEqual([
      { kind: 'given', source: 'team', people: 1 },
      { kind: 'given', source: 'import', people: 2 },
      { kind: 'withdrawn', source: 'import_undone', people: 2 },
    ]);
    // Who comes again without consent has none.
    await imported('email\nben@readers.example\n', { confirmed: false });
    const [ben] = (await ask('GET', '/contacts?q=ben')).body.items;
    expect(ben.addresses[0].confirmed).toBe(false);
  });

  it('undone, leaves who was changed or agreed since, and says how many', async () => {
    const { id } = await imported(
      'email,tags\ncy@readers.example,new\ndan@readers.example,new\neve@readers.example,new\nfay@readers.example,new\n',
      { confirmed: false },
    );
    const idOf = async (name: string) => (await ask('GET', `/contacts?q=${name}`)).body.items[0]?.id;
    const [cy, dan, eve, fay] = await Promise.all(['cy', 'dan', 'eve', 'fay'].map(idOf));
    await ask('PATCH', `/contacts/${cy}`, {
      name: 'Cy Edited',
      addresses: [email('cy@readers.example'), email('cy2@readers.example')],
    });
    await ask('PATCH', `/contacts/${dan}`, { confirmed: true });
    await ask('POST', '/contacts/tags', { ids: [eve], add: ['vip'] });
    // A later import that is undone is no change.
    const later = await imported('email,tags\nfay@readers.example,later\n');
    await undo(later.id);
    await undo(id);
    expect(await state(id)).toMatchObject({ state: 'undone', kept: { changed: 2, agreed: 1 } });
    expect(
      await Promise.all(
        [cy, dan, eve, fay].map(async (each) => (await ask('GET', `/contacts/${each}`)).status),
      ),
    ).toEqual([200, 200, 200, 404]);
    expect((await one(dan)).addresses[0].confirmed).toBe(true);
  });

  it('undone, takes its consent also from who was changed or merged since', async () => {
    const old = await add({ name: 'Bea', addresses: [email('b@readers.example')], confirmed: true });
    const { id } = await imported('email\nann@readers.example\nbea@readers.example\n');
    const idOf = async (name: string) => (await ask('GET', `/contacts?q=${name}`)).body.items[0]?.id;
    const [ann, bea] = [await idOf('ann'), await idOf('bea')];
    await ask('PATCH', `/contacts/${ann}`, { name: 'Ann' });
    await ask('POST', `/contacts/${old.id}/merge`, { from: [bea] });
    await undo(id);
    expect(await state(id)).toMatchObject({ kept: { changed: 2, agreed: 0 } });
    expect((await one(ann)).addresses[0].confirmed).toBe(false);
    expect(
      Object.fromEntries(
        (await one(old.id)).addresses.map((each: { address: string; confirmed: boolean }) => [
          each.address,
          each.confirmed,
        ]),
      ),
    ).toEqual({ 'b@readers.example': true, 'bea@readers.example': false });
  });

  it('undone, leaves the channel to another address that was agreed for', async () => {
    const ada = await add({ name: 'Ada', externalId: 'a', addresses: [email('ada@readers.example')] });
    const confirmed = async () =>
      (await one(ada.id)).addresses.flatMap((each: { address: string; confirmed: boolean }) =>
        each.confirmed ? [each.address] : [],
      );
    const withdrawn = async () => {
      const { rows } = await db().admin.query(
        `select source from consents where workspace_id = $1 and kind = 'withdrawn'`,
        [workspaceId()],
      );
      return rows.length;
    };
    const first = await imported('external id,email\na,ada@readers.example\n');
    const second = await imported('external id,email\na,a1@readers.example\n');
    await undo(second.id);
    expect([await confirmed(), await withdrawn()]).toEqual([['ada@readers.example'], 0]);
    await undo(first.id);
    expect([await confirmed(), await withdrawn()]).toEqual([[], 1]);
  });

  it('undone, leaves who a later import brought consent for, as long as that isn’t undone', async () => {
    const first = await imported('email\nada@readers.example\nben@readers.example\n', { confirmed: false });
    const ada = await imported('email\nada@readers.example\n');
    await undo((await imported('email\nben@readers.example\n')).id);
    await undo(first.id);
    expect(await state(first.id)).toMatchObject({ kept: { agreed: 1 } });
    expect((await all()).map(([, , , address]: string[]) => address)).toEqual(['ada@readers.example']);
    await undo(ada.id);
    const [left] = (await ask('GET', '/contacts?q=ada')).body.items;
    expect(left.addresses[0].confirmed).toBe(false);
  });

  it('undone after another, leaves who agreed in between', async () => {
    const { id } = await imported('external id,email\na,ada@readers.example\n', { confirmed: false });
    const [ada] = (await ask('GET', '/contacts?q=ada')).body.items;
    await ask('PATCH', `/contacts/${ada.id}`, { confirmed: true });
    const later = await imported('external id,email\na,a1@readers.example\n');
    await undo(later.id);
    await undo(id);
    expect(await state(id)).toMatchObject({ kept: { agreed: 1 } });
    expect((await one(ada.id)).addresses).toMatchObject([
      { address: 'ada@readers.example', confirmed: true },
    ]);
  });

  it('reads its own export back without a change', async () => {
    await add({ name: '=1+1', addresses: [email('eve@readers.example')], tags: ['a', '-b'], language: 'en' });
    const { text } = await ask('GET', '/contacts/export');
    const lines = text.split('\r\n').filter((line) => !line.includes('@traders.example'));
    expect(await checked(lines.join('\r\n'))).toMatchObject({ updated: 1, unchanged: 0, rejected: 0 });
    expect(await checked(lines.join('\r\n'), { confirmed: false })).toMatchObject({
      unchanged: 1,
      rejected: 0,
    });
  });

  it('stops at the plan’s limit, and says so line by line', async () => {
    await db().admin.query(`update subscriptions set plan_id = 'starter' where workspace_id = $1`, [
      workspaceId(),
    ]);
    const rows = Array.from({ length: 1_002 }, (_, n) => `reader${n}@readers.example`);
    const dry = await checked(['email', ...rows].join('\n'));
    expect(dry).toMatchObject({ created: 1_000, rejected: 2 });
    expect(dry.faults[0]).toMatchObject({
      line: 1_002,
      message: 'Your plan includes 1,000 contacts. The Professional plan includes more.',
    });
  });
});

describe('a file', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'The file is empty.'],
    ['a header alone', 'email\n', 'The file has a header and no rows below it.'],
    [
      'an open quotation mark',
      'name,email\nA,"b\n',
      'Line 2, column 2: a quotation mark opens here and never closes.',
    ],
    [
      'text behind a cell',
      'name,email\n"A"B,c\n',
      'Line 2, column 1: text follows the closing quotation mark.',
    ],
    ['a workbook', 'PK\u0003\u0004abc', 'This is an Excel workbook or a ZIP file.'],
    ['bytes', 'email\na\0b\n', 'Line 2 has a byte that isn’t text.'],
  ])('of %s is refused with the place', async (_, text, sentence) => {
    const refused = await upload(typeof text === 'string' ? new TextEncoder().encode(text) : text);
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toContain(sentence);
  });

  it('of Excel in other encodings and with other separators is read', async () => {
    const rows = 'name\temail\nJürgen\tj@readers.example\n';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(rows, 'utf16le')]);
    expect((await upload(new Uint8Array(utf16))).body.sample).toEqual([['Jürgen', 'j@readers.example']]);
    const ansi = Buffer.from(rows.replaceAll('\t', ';').replaceAll('\n', '\r\n'), 'latin1');
    expect((await upload(new Uint8Array(ansi))).body.sample).toEqual([['Jürgen', 'j@readers.example']]);
    expect((await upload('email|name\na@b.example|"A|B"\n')).body.sample).toEqual([['a@b.example', 'A|B']]);
  });

  it('is mapped to what there is, with addresses or ids', async () => {
    const { id } = (await upload('a,b\n1,2\n')).body;
    for (const [mapping, sentence] of [
      [['name', null], 'Choose the column with the addresses'],
      [['address:pigeon', null], 'can’t hold “address:pigeon”'],
      [['external_id', 'external_id'], 'Two columns hold “external_id”.'],
    ] as const) {
      const refused = await ask('POST', `/contact-imports/${id}/check`, { mapping, options: OPTIONS });
      expect(refused.status).toBe(400);
      expect(refused.body.detail).toContain(sentence);
    }
    expect((await ask('POST', `/contact-imports/${id}/start`)).status).toBe(400);
  });
});
