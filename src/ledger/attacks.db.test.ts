import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { entryHash } from './entry.ts';
import { verifyLines, writeFile } from './file.ts';
import { readLedger } from './from-database.ts';
import { ledgerSigner, signHead } from './head.ts';
import { NOW, readAll, signer, someLedger, verify } from './ledger.fixture.ts';
import type { LedgerRecord, RecordOf } from './record.ts';
import { createVerifier } from './verify.ts';

/** Four approvals, each followed by its window: entries 1 to 8. */
let records: LedgerRecord[];
let strange: LedgerRecord[];
let lines: string[];
beforeAll(async () => {
  const db: TestDatabase = await testDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  try {
    const [{ workspaceId }, other] = [await newWorkspace(db), await newWorkspace(db)];
    await someLedger(db, workspaceId, 4);
    await someLedger(db, other.workspaceId, 4);
    records = await readAll(db, workspaceId, { people: true });
    strange = await readAll(db, other.workspaceId);
    const file = join(folder, 'ledger.jsonl.gz');
    await writeFile(file, readLedger(db.admin, { workspaceId, period: null, people: true }), {
      signer,
      now: NOW,
    });
    lines = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
    await db.drop();
  }
});

const problemsOf = (attacked: readonly LedgerRecord[]): string[] => verify(attacked).problems;
const placeOf = (sequence: number, all = records): number =>
  all.findIndex((each) => each.record === 'entry' && each.sequence === sequence);
const entryOf = (sequence: number, all = records): RecordOf<'entry'> => {
  const found = all[placeOf(sequence, all)];
  if (found?.record !== 'entry') throw new Error(`There is no entry ${sequence}.`);
  return found;
};
const put = (sequence: number, change: Partial<RecordOf<'entry'>>, all = records): LedgerRecord[] =>
  all.with(placeOf(sequence, all), { ...entryOf(sequence, all), ...change });
const bytesAt = (type: string, n = 0): number =>
  records.flatMap((each, at) => (each.record === 'bytes' && each.type === type ? [at] : []))[n] ?? -1;
const rehashed = (entry: RecordOf<'entry'>): RecordOf<'entry'> => {
  const { record: _, ...plain } = entry;
  return { ...entry, hash: entryHash(plain) };
};
const flip = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1);
const flippedData = (at: number, byte: number): LedgerRecord[] => {
  const found = records[at];
  if (found?.record !== 'bytes') throw new Error('There are no such bytes.');
  const data = Buffer.from(found.data, 'base64');
  data[byte] = (data[byte] ?? 0) ^ 1;
  return records.with(at, { ...found, data: data.toString('base64') });
};
const changedBody = (sequence: number) =>
  entryOf(sequence).body.replace('"auto 1"', '"auto 2"').replace('"count":6', '"count":5');

/** From an entry on, every hash made again. */
function rewritten(from: number): LedgerRecord[] {
  let all = put(from, rehashed({ ...entryOf(from), body: changedBody(from) }));
  for (let n = from + 1; n <= 8; n += 1)
    all = put(n, rehashed({ ...entryOf(n, all), previous: entryOf(n - 1, all).hash }), all);
  return all.map((each) => (each.record === 'tip' ? { ...each, hash: entryOf(8, all).hash } : each));
}

const LEAVES = 'application/vnd.bellwire.deliveries';
const RENDITION = 'application/vnd.bellwire.rendition+json';

describe('an attack is found and named', () => {
  it.each<[string, () => LedgerRecord[], RegExp]>([
    ['a changed body', () => put(3, { body: changedBody(3) }), /^Entry 3 was changed/],
    ['a changed time', () => put(3, { at: '2026-11-23T12:00:00.001Z' }), /^Entry 3 was changed/],
    [
      'a changed entry with a fitting hash',
      () => put(3, rehashed({ ...entryOf(3), body: changedBody(3) })),
      /^Entry 4 does not follow entry 3/,
    ],
    ['a chain rewritten from an entry on', () => rewritten(3), /^Entries up to \d were rewritten/],
    ['an entry taken out', () => records.toSpliced(placeOf(3), 1), /^Entry 3 is missing/],
    [
      'two entries in another order',
      () => records.with(placeOf(3), entryOf(4)).with(placeOf(4), entryOf(3)),
      /^Entry 3 is out of order: it comes after entry 4/,
    ],
    ['an entry twice', () => records.toSpliced(placeOf(3), 0, entryOf(3)), /^Entry 3 appears twice\.$/],
    [
      'an entry put in between',
      () =>
        records.toSpliced(
          placeOf(4),
          0,
          rehashed({ ...entryOf(4), previous: entryOf(3).hash, at: NOW.toISOString(), subject: 'forged' }),
        ),
      /^Entry 4 appears twice, and the two differ/,
    ],
    [
      'an entry put at the end',
      () =>
        records.toSpliced(
          placeOf(8) + 1,
          0,
          rehashed({ ...entryOf(8), sequence: 9, previous: entryOf(8).hash }),
        ),
      /^Entry 9: the chain ended with entry 8/,
    ],
    [
      'a tail cut off, wherever the chain is said to end',
      () =>
        records
          .filter((each) => each.record !== 'entry' || each.sequence <= 6)
          .map((each) => (each.record === 'tip' ? { ...each, sequence: 6, hash: entryOf(6).hash } : each)),
      /^Entries 7 to 8 are missing: the head signed .* covers more/,
    ],
    [
      'a beginning cut off',
      () => records.filter((each) => each.record !== 'entry' || each.sequence > 2),
      /^Entries 1 to 2 are missing, and no pruning is on record/,
    ],
    [
      'another workspace’s entry in its place',
      () => records.with(placeOf(3), entryOf(3, strange)),
      /^Entry 3 belongs to another workspace/,
    ],
    [
      'another workspace’s entry relabeled',
      () => put(3, { ...entryOf(3, strange), workspace: entryOf(3).workspace }),
      /^Entry 3 was changed/,
    ],
    [
      'a flipped bit of a delivery',
      () => flippedData(bytesAt(LEAVES), 500),
      /^Delivery 1 of entry \d was changed/,
    ],
    [
      'a flipped bit of a picture',
      () => flippedData(bytesAt('image/png'), 3),
      /^The picture kept as \w+ \(for entry \d\) was changed/,
    ],
    [
      'a flipped bit of a rendition',
      () => flippedData(bytesAt(RENDITION), 9),
      /^The rendition kept as \w+ \(for entry \d\) was changed/,
    ],
    [
      'a rendition taken out',
      () => records.toSpliced(bytesAt(RENDITION), 1),
      /^The rendition kept as \w+ \(for entry \d\) is missing/,
    ],
    [
      'swapped pictures',
      () => {
        const [one, two] = [bytesAt('image/png'), bytesAt('image/png', 1)];
        const [a, b] = [records[one], records[two]];
        if (a?.record !== 'bytes' || b?.record !== 'bytes') throw new Error('There are no pictures.');
        return records.with(one, { ...a, data: b.data }).with(two, { ...b, data: a.data });
      },
      /^The picture kept as \w+ \(for entry \d\) was changed/,
    ],
    [
      'a picture under another type',
      () =>
        records.map((each) =>
          each.record === 'bytes' && each.type === 'image/png' ? { ...each, type: 'text/html' } : each,
        ),
      /has another type than it had/,
    ],
    [
      'a signed head changed',
      () =>
        records.map((each) => (each.record === 'head' ? { ...each, at: '2026-11-23T12:00:00.001Z' } : each)),
      /^The signed head of entry \d was changed/,
    ],
    [
      'heads signed by somebody else',
      () =>
        records.map((each) => {
          if (each.record !== 'head') return each;
          const { record, publicKey: _, signature: __, ...head } = each;
          return { record, ...signHead(ledgerSigner(Buffer.alloc(32, 8)), head) };
        }),
      /^The head of entry \d is signed with another key/,
    ],
    [
      'a person’s key changed',
      () =>
        records.map((each) =>
          each.record === 'key' ? { ...each, key: Buffer.alloc(32).toString('base64') } : each,
        ),
      /^The key of the person \w+ was changed/,
    ],
  ])('%s', (_, attack, sentence) => {
    expect(problemsOf(records)).toEqual([]);
    expect(problemsOf(attack())).toContainEqual(expect.stringMatching(sentence));
  });
});

it('finds any change of an entry or of what it needs, and names the entry', () => {
  const attack = fc.record({
    at: fc.integer({ min: 1, max: 8 }),
    other: fc.integer({ min: 1, max: 8 }),
    how: fc.constantFrom('drop', 'twice', 'swap', 'body', 'hash', 'previous', 'subject', 'cut'),
    place: fc.nat(60),
  });
  fc.assert(
    fc.property(fc.array(attack, { minLength: 1, maxLength: 3 }), (attacks) => {
      let all = records;
      const hit: number[] = [];
      for (const { at, other, how, place } of attacks) {
        // What an attack before it has taken out can't be attacked again.
        if (placeOf(at, all) < 0 || placeOf(other, all) < 0) continue;
        const entry = entryOf(at, all);
        const before = all;
        if (how === 'drop') all = all.toSpliced(placeOf(at, all), 1);
        else if (how === 'twice') all = [...all, entry];
        else if (how === 'cut') all = all.filter((each) => each.record !== 'entry' || each.sequence < at);
        else if (how === 'swap') {
          const [one, two] = [placeOf(at, all), placeOf(other, all)];
          all = all.with(one, entryOf(other, all)).with(two, entry);
        } else all = put(at, { [how]: flip(entry[how], Math.min(place, entry[how].length - 1)) }, all);
        if (all !== before && !(how === 'swap' && at === other)) hit.push(at);
      }
      const same = JSON.stringify(all) === JSON.stringify(records);
      const problems = problemsOf(all);
      expect(problems.length > 0).toBe(!same);
      const isNamed = /[Ee]ntr(?:y|ies) \d/.test(problems.join(' '));
      expect(same || hit.length !== 1 || isNamed).toBe(true);
    }),
    { numRuns: 300 },
  );
});

it('finds any change of an export, down to a character', async () => {
  const ofLines = async (changed: string[]) =>
    (await verifyLines(changed, createVerifier({ trusted: signer.publicKey }))).problems;
  expect(await ofLines(lines)).toEqual([]);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(lines.length - 1),
      fc.nat(),
      fc.constantFrom('drop', 'twice', 'flip', 'cut'),
      async (n, place, how) => {
        const line = lines[n] ?? '';
        const changed = {
          drop: () => lines.toSpliced(n, 1),
          twice: () => lines.toSpliced(n, 0, line),
          flip: () => lines.with(n, flip(line, place % line.length)),
          cut: () => lines.slice(0, n),
        }[how]();
        expect(await ofLines(changed)).not.toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});
