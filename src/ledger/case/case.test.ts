import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drill } from '#tests/support/drill.ts';
import { canonicalJson, hashOf, sha256 } from '#src/platform/json/canonical.ts';
import { type Entry, entryHash, NO_HASH, stubOf } from '../entry.ts';
import { ledgerSigner, signHead } from '../head.ts';
import { LEAVES_TYPE, leafOf, writeLeaves } from '../leaf.ts';
import { personFrom } from '../pseudonym.ts';
import type { LedgerRecord, RecordOf } from '../record.ts';
import { RENDITION_TYPE } from '../rendition.ts';
import { writeCase } from './case-file.ts';
import { verifyCase } from './verify-case.ts';

const signer = ledgerSigner(Buffer.alloc(32, 7));
const WORKSPACE = '0199a3f0-0000-7000-8000-000000000001';
const NOW = new Date('2026-11-26T12:00:00.000Z');
const id = (n: number): string => `0199a3f0-0000-7000-8000-${String(n).padStart(12, '0')}`;
const KEYS = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
const [ADA, READER] = KEYS.map(personFrom);
if (!ADA || !READER) throw new Error('There are no people.');

const kept = (type: string, text: string): RecordOf<'bytes'> => ({
  record: 'bytes',
  hash: sha256(text).toString('hex'),
  type,
  data: Buffer.from(text).toString('base64'),
});

/** Alerts that Ada approved and that went to a reader, an entry each for the decision and the window. */
function ledgerOf(alerts: number): LedgerRecord[] {
  const records: LedgerRecord[] = [];
  let previous = NO_HASH;
  let sequence = 0;
  const append = (kind: string, subject: string, body: object): void => {
    sequence += 1;
    const at = NOW.toISOString();
    const entry: Entry = {
      workspace: WORKSPACE,
      sequence,
      kind,
      subject,
      at,
      body: canonicalJson(body),
      previous,
      hash: NO_HASH,
    };
    previous = entryHash(entry);
    records.push({ record: 'entry', ...entry, hash: previous });
  };
  for (let n = 1; n <= alerts; n += 1) {
    const picture = kept('image/png', `picture ${n}`);
    const rendition = kept(
      RENDITION_TYPE,
      canonicalJson({
        title: `SPX falls ${n} %`,
        text: `It <fell> by ${n} % & closed at 2,000.`,
        html: null,
        media: [{ name: 'chart.png', type: 'image/png', hash: picture.hash, alt: 'The last 60 days.' }],
      }),
    );
    const revision = hashOf({ n });
    records.push(picture, rendition);
    const by = { person: ADA?.pseudonym, sealed: ADA?.seal({ name: 'Ada Byron', email: 'ada@x.example' }) };
    append('decision', id(n), {
      about: {},
      decision: 'approved',
      revision,
      by,
      reason: null,
      bytes: [rendition.hash],
    });
    const { text, root } = writeLeaves([
      leafOf(
        {
          delivery: id(100 + n),
          attempt: 1,
          fanOut: id(200 + n),
          channel: 'email',
          purpose: 'first',
          send: 1,
          rendition: rendition.hash,
          outcome: 'sent',
          providerMessageId: null,
          startedAt: NOW.toISOString(),
          finishedAt: NOW.toISOString(),
          person: 'reader',
          own: { to: 'reader@x.example', reason: null, params: { timeZone: 'Europe/Berlin' } },
        },
        new Map([['reader', READER as NonNullable<typeof READER>]]),
      ),
    ]);
    const leaves = kept(LEAVES_TYPE, text);
    records.push(leaves);
    append('deliveries', id(n), {
      about: {},
      revision,
      count: 1,
      root,
      leaves: leaves.hash,
      decision: sequence,
      bytes: [leaves.hash, rendition.hash],
    });
  }
  const head = signHead(signer, { workspace: WORKSPACE, sequence, hash: previous, at: NOW.toISOString() });
  return [
    {
      record: 'ledger',
      format: 1,
      workspace: WORKSPACE,
      name: 'Harbor & Vale',
      first: 1,
      from: null,
      to: null,
    },
    ...records,
    { record: 'head', ...head },
  ];
}

const keys: LedgerRecord[] = KEYS.map((key) => ({
  record: 'key',
  person: personFrom(key).pseudonym,
  key: key.toString('base64'),
}));

let folder: string;
let whole: Buffer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'case-'));
  const [first, ...rest] = ledgerOf(3);
  if (!first) throw new Error('There is no ledger.');
  whole = await made('whole.zip', [first, ...keys, ...rest], { people: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

async function made(
  name: string,
  records: readonly LedgerRecord[],
  { people = false, alert = null as string | null } = {},
): Promise<Buffer> {
  const all = async function* () {
    yield* records;
  };
  await writeCase(join(folder, name), all(), { signer, now: NOW, alert, people });
  return readFileSync(join(folder, name));
}

const check = (bytes: Buffer, trusted: string | null = signer.publicKey) =>
  verifyCase((at, length) => Promise.resolve(bytes.subarray(at, at + length)), { trusted });
const flipped = (bit: number): Buffer => {
  const bytes = Buffer.from(whole);
  const at = bit >> 3;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7));
  return bytes;
};
/** Where the content of a file begins and how long it is. */
function placeOf(name: string): { at: number; size: number } {
  const header = whole.lastIndexOf('PK\x03\x04', whole.indexOf(`${name}`, whole.indexOf('PK\x03\x04', 4)));
  return { at: header + 30 + name.length, size: whole.readUInt32LE(header + 18) };
}
const textOf = (name: string): string => {
  const { at, size } = placeOf(name);
  return whole.toString('utf8', at, at + size);
};

describe('a case file', () => {
  it('verifies from its bytes alone, and rebuilds decisions and deliveries', async () => {
    const deliveries: unknown[] = [];
    const report = await verifyCase((at, length) => Promise.resolve(whole.subarray(at, at + length)), {
      trusted: signer.publicKey,
      onDelivery: (each) => deliveries.push(each),
    });
    expect(report).toMatchObject({
      problems: [],
      entries: 6,
      deliveries: 3,
      rebuilt: 3,
      unapproved: 0,
      signed: { through: 6 },
    });
    expect(deliveries[2]).toMatchObject({
      rendition: { prepared: { title: 'SPX falls 3 %' } },
      recipient: { own: { to: 'reader@x.example', params: { timeZone: 'Europe/Berlin' } } },
      decision: { by: { own: { name: 'Ada Byron' } } },
    });
    expect((await check(whole, ledgerSigner(Buffer.alloc(32, 8)).publicKey)).problems).toContain(
      `The case file is signed with another key, ${signer.publicKey}.`,
    );
  });

  it('has tables and a page that say what was said, who approved it and who got it', () => {
    const page = textOf('index.html');
    for (const said of [
      'Case file · Harbor &amp; Vale',
      'SPX falls 1 %',
      'It &lt;fell&gt; by 1 % &amp; closed at 2,000.',
      'Ada Byron',
      'reader@x.example',
      'alt="The last 60 days."',
    ])
      expect(page).toContain(said);
    expect(textOf('deliveries.csv').split('\r\n')).toHaveLength(5);
    expect(textOf('deliveries.csv')).toContain('reader@x.example');
    expect(textOf('decisions.csv')).toContain(',approved,');
  });

  it('finds any flipped bit, wherever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length * 8 - 1 }), async (bit) => {
        expect((await check(flipped(bit))).problems).not.toEqual([]);
      }),
      { numRuns: drill(150, 5_000) },
    );
  });

  it('names the file of a flipped bit in every region, and the entry of one in the ledger', async () => {
    const names = [...whole.toString('latin1').matchAll(/"name":"([^"]+)","sha256"/g)].flatMap(
      ([, name]) => name ?? [],
    );
    expect(names).toHaveLength(11);
    for (const name of names) {
      const { at, size } = placeOf(name);
      for (const place of [at - 30 - name.length, at - 1, at, at + (size >> 1), at + size - 1]) {
        const { problems } = await check(flipped(place * 8 + 1));
        expect([place, problems.join('\n')]).toEqual([place, expect.stringContaining(name)]);
      }
    }
    for (const place of [0, 18, 60, 500])
      expect((await check(flipped(place * 8))).problems.join('\n')).toContain('manifest.json');
    for (const place of [whole.length - 1, whole.length - 30, whole.length - 200])
      expect((await check(flipped(place * 8))).problems).toContain(
        'The list of files at the end of the archive was changed.',
      );
    const { at } = placeOf('ledger.jsonl');
    const inEntry = textOf('ledger.jsonl').indexOf(
      'approved',
      textOf('ledger.jsonl').indexOf('"sequence":3'),
    );
    const { problems } = await check(flipped((at + inEntry) * 8));
    expect(problems).toContain('Entry 3 was changed: its hash is not that of what it says.');
    expect(problems).toContain('ledger.jsonl was changed.');
    const picture = names.find((name) => name.endsWith('.png')) ?? '';
    expect((await check(flipped(placeOf(picture).at * 8))).problems.join('\n')).toMatch(
      /The picture kept as \w+ \(for entry \d\) was changed/,
    );
  });

  it('finds what was cut off or put on', async () => {
    expect((await check(whole.subarray(0, whole.length - 5))).problems).not.toEqual([]);
    expect((await check(Buffer.concat([whole, Buffer.from('x')]))).problems).not.toEqual([]);
    const cut = await check(whole.subarray(0, placeOf('ledger.jsonl').at + 10));
    expect(cut.problems).toContain('The archive ends within ledger.jsonl.');
    writeFileSync(join(folder, 'there.zip'), '');
    await expect(made('there.zip', ledgerOf(1))).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('holds nothing that leads to people where they aren’t named', async () => {
    const bytes = await made('without.zip', ledgerOf(1));
    expect(await check(bytes)).toMatchObject({ problems: [], deliveries: 1 });
    expect(bytes.toString('latin1')).not.toMatch(/Ada Byron|@x\.example/);
  });

  it('is of one alert, and shows by hashes that the chain goes on to the signature', async () => {
    const [first, ...rest] = ledgerOf(3);
    if (first?.record !== 'ledger') throw new Error('There is no ledger.');
    const alert = id(2);
    const own = rest.flatMap((each): LedgerRecord[] => {
      if (each.record !== 'entry') return each.record === 'bytes' ? [] : [each];
      const { record, ...entry } = each;
      if (entry.sequence < 3) return [];
      return entry.subject === alert ? [{ record, ...entry }] : [{ record: 'stub', ...stubOf(entry) }];
    });
    const bytes = rest.filter((each, n) => {
      const at = rest.findIndex((other) => other.record === 'entry' && other.sequence === 3);
      return each.record === 'bytes' && n >= at - 2 && n < at + 2;
    });
    const about: LedgerRecord = { ...first, first: 3, alert };
    const file = await made('alert.zip', [about, ...bytes, ...own], { alert });
    expect(await check(file)).toMatchObject({
      problems: [],
      first: 3,
      last: 6,
      entries: 2,
      stubs: 2,
      deliveries: 1,
      unapproved: 0,
      signed: { through: 6 },
    });
    expect(file.toString('latin1')).not.toContain('SPX falls 3');
    const stubless = own.filter((each) => each.record !== 'stub');
    const gap = await made('gap.zip', [about, ...bytes, ...stubless], { alert });
    expect((await check(gap)).problems.join(' ')).toContain('missing');
  });
});
