import { z } from 'zod';
import { readCarriedOver } from './carried-over.ts';
import { type LedgerComment, readComment } from './comment.ts';
import { type LedgerDecision, readDecision } from './decision.ts';
import { readFinding } from './finding.ts';
import {
  readDeliveries,
  type RebuiltComment,
  type RebuiltDecision,
  type RebuiltDelivery,
} from './deliveries.ts';
import { bytesOf, type Entry, entryHash, type Stub, stubHash } from './entry.ts';
import { headHolds, isSigned } from './head.ts';
import { createKept } from './kept.ts';
import type { Leaf } from './leaf.ts';
import { createLinks, entriesFrom } from './links.ts';
import { openSealed, pseudonymFrom } from './pseudonym.ts';
import type { LedgerRecord, RecordOf } from './record.ts';

export type Report = {
  workspace: string;
  name: string;
  /** Zero where there is none. */
  first: number;
  last: number;
  entries: number;
  /** Those beside them of which only the hash is there: the entries of others, in a case about one alert. */
  stubs: number;
  deliveries: number;
  /** Those whose rendition is there. */
  rebuilt: number;
  /** Of those, the ones of alerts that were approved before the ledger began, and it says so. */
  carriedOver: number;
  /** Of those, the ones whose approval is not on record. */
  unapproved: number;
  kept: number;
  signed: { through: number; at: string; publicKey: string } | null;
  /** What the chain says was pruned last; null where nothing was. */
  pruned: { through: number; at: string } | null;
  /** What was changed, taken out or put in, a sentence each. Empty: nothing. */
  problems: string[];
};

const prunedBodySchema = z.object({ through: z.int(), hash: z.string() });

export type VerifierOptions = {
  trusted: string | null;
  onDelivery?: (rebuilt: RebuiltDelivery) => void;
  onDecision?: (alert: string, decision: RebuiltDecision) => void;
  onComment?: (alert: string, comment: RebuiltComment) => void;
};

/**
 * Verifies a ledger from its records alone, in the order in which they come: `take` each, then `finish`. The bytes that
 * an entry needs come before it. `trusted` is the installation's public key where it is known.
 */
export function createVerifier(options: VerifierOptions) {
  const problems: string[] = [];
  const links = createLinks();
  const kept = createKept();
  const heads: RecordOf<'head'>[] = [];
  const keys = new Map<string, Buffer>();
  const decisions = new Map<number, RebuiltDecision>();
  const pruned = new Map<number, string>();
  /** Alerts with their revisions that were approved before the ledger began. */
  const carried = new Set<string>();
  let stubs = 0;
  const counts = { deliveries: 0, rebuilt: 0, carriedOver: 0, unapproved: 0 };
  let lastPruned: Report['pruned'] = null;
  let ledger: RecordOf<'ledger'> | null = null;
  let tip: RecordOf<'tip'> | null = null;
  let end: RecordOf<'end'> | null = null;

  function takeEntry(line: RecordOf<'entry'>): void {
    const { record: _, ...entry } = line;
    const { sequence } = entry;
    if (!isLinked(entry, entryHash(entry))) return;
    for (const hash of bytesOf(entry)) kept.need(hash, sequence, null);
    read[entry.kind]?.(entry);
  }

  function takeStub(line: RecordOf<'stub'>): void {
    const { record: _, ...stub } = line;
    stubs += 1;
    isLinked(stub, stubHash(stub));
  }

  /** Puts it in its place, and names what is wrong with it. @returns whether it is as it was written, and there once */
  function isLinked(entry: Omit<Stub, 'bodyHash'>, hash: string): boolean {
    const { sequence } = entry;
    if (entry.workspace !== ledger?.workspace) {
      problems.push(`Entry ${sequence} belongs to another workspace, ${entry.workspace}.`);
      return false;
    }
    const changed = hash !== entry.hash;
    const place = links.add(entry, changed);
    if (place) problems.push(place.problem);
    if (place?.known) return false;
    if (changed) problems.push(`Entry ${sequence} was changed: its hash is not that of what it says.`);
    return !changed;
  }

  const read: Partial<Record<string, (entry: Entry) => void>> = {
    decision: (entry) => {
      const decision = readDecision(entry.body);
      if (!decision) return;
      const made = rebuilt(entry, decision);
      decisions.set(entry.sequence, made);
      options.onDecision?.(entry.subject, made);
    },
    finding: (entry) => {
      const finding = readFinding(entry.body);
      if (finding) options.onDecision?.(entry.subject, rebuilt(entry, finding));
    },
    comment: (entry) => {
      const made = readComment(entry.body);
      if (!made) return;
      const { comment, act } = made;
      const person = (sealed: LedgerComment['by']) => ({ person: sealed.person, own: openOwn(sealed) });
      options.onComment?.(entry.subject, {
        entry: entry.sequence,
        at: entry.at,
        act,
        comment,
        by: person(made.by),
        mentions: made.mentions.map(person),
      });
    },
    carried_over: (entry) => {
      const said = readCarriedOver(entry.body);
      if (said) carried.add(`${entry.subject} ${said.revision}`);
    },
    pruned: (entry) => {
      const { through, hash } = prunedBodySchema.parse(JSON.parse(entry.body));
      pruned.set(through, hash);
      lastPruned = { through, at: entry.at };
    },
    deliveries: takeDeliveries,
  };

  function rebuilt(
    { sequence, at }: Entry,
    {
      by,
      inPlaceOf,
      with: others = [],
      revision,
      reason,
      decision,
    }: Pick<LedgerDecision, 'by' | 'revision' | 'reason' | 'inPlaceOf' | 'with'> & { decision: string },
  ): RebuiltDecision {
    const opened = (each: { person: string; sealed: string }) => ({
      person: each.person,
      own: openOwn(each),
    });
    const absentOf = (each: LedgerDecision['inPlaceOf']) => (each ? opened(each) : null);
    return {
      revision,
      reason,
      decision,
      by: 'policy' in by ? by : opened(by),
      inPlaceOf: absentOf(inPlaceOf),
      with: others.map((each) => ({ ...opened(each), inPlaceOf: absentOf(each.inPlaceOf) })),
      entry: sequence,
      at,
    };
  }

  function takeDeliveries(entry: Entry): void {
    const { sequence } = entry;
    const body = readDeliveries(entry);
    const found = body && kept.leavesOf(body.leaves);
    // What isn't there is named with the bytes.
    if (!body || !found) return;
    for (const n of found.changed) problems.push(`Delivery ${n + 1} of entry ${sequence} was changed.`);
    if (found.changed.length > 0) return;
    if (found.root !== body.root || found.leaves.length !== body.count)
      problems.push(`The deliveries of entry ${sequence} are not those it was made of.`);
    const decision = body.decision === null ? null : decisions.get(body.decision);
    const fits = decision?.decision === 'approved' && decision.revision === body.revision;
    if (body.decision !== null && !fits && links.isSound(body.decision))
      problems.push(`Entry ${sequence} names entry ${body.decision} as its approval, and it is none.`);
    for (const leaf of found.leaves) {
      counts.deliveries += 1;
      const prepared = kept.renditionOf(leaf.rendition, sequence);
      if (!prepared) continue;
      counts.rebuilt += 1;
      if (!decision)
        counts[carried.has(`${entry.subject} ${body.revision}`) ? 'carriedOver' : 'unapproved'] += 1;
      const { person: _, sealed: __, open: ___, rendition: hash, ...delivery } = leaf;
      options.onDelivery?.({
        entry: sequence,
        alert: entry.subject,
        about: body.about,
        revision: body.revision,
        delivery,
        rendition: { hash, prepared },
        recipient: { person: leaf.person, own: ownOf(leaf) },
        decision: decision ?? null,
      });
    }
  }

  const ownOf = (leaf: Leaf): unknown => (leaf.person === null ? (leaf.open ?? null) : openOwn(leaf));

  function openOwn({ person, sealed }: { person: string | null; sealed: string | null }): unknown {
    const key = keys.get(person ?? '');
    return key && sealed !== null ? openSealed(key, sealed) : null;
  }

  function take(record: LedgerRecord): void {
    if (record.record === 'ledger') ledger = record;
    else if (record.record === 'entry') takeEntry(record);
    else if (record.record === 'stub') takeStub(record);
    else if (record.record === 'bytes') takeBytes(record);
    else if (record.record === 'head') heads.push(record);
    else if (record.record === 'tip') tip = record;
    else if (record.record === 'end') end = record;
    else if (pseudonymFrom(Buffer.from(record.key, 'base64')) === record.person)
      keys.set(record.person, Buffer.from(record.key, 'base64'));
    else problems.push(`The key of the person ${record.person} was changed.`);
  }

  function takeBytes({ hash, type, data }: RecordOf<'bytes'>): void {
    kept.add(hash, type, Buffer.from(data, 'base64'));
  }

  /** A period or some alerts: it begins somewhere in the chain. */
  const isPart = (): boolean => Boolean(ledger?.from ?? ledger?.alert ?? ledger?.alerts);

  function checkStart(first: number): void {
    if (links.size() === 0 || first === 1 || isPart()) return;
    const before = links.previousOf(first);
    const head = heads.find(({ sequence }) => sequence === first - 1);
    if (pruned.get(first - 1) !== before || head?.hash !== before)
      problems.push(
        `${entriesFrom(1, first - 1)} ${first === 2 ? 'is' : 'are'} missing, and no pruning is on record.`,
      );
  }

  function checkHeads(): RecordOf<'head'> | null {
    let newest: RecordOf<'head'> | null = null;
    for (const record of heads) {
      const { record: _, ...head } = record;
      const name = `the head signed ${head.at}`;
      if (!headHolds(head) || head.workspace !== ledger?.workspace) {
        problems.push(`The signed head of entry ${head.sequence} was changed: its signature does not hold.`);
        continue;
      }
      if (options.trusted !== null && head.publicKey !== options.trusted) {
        problems.push(`The head of entry ${head.sequence} is signed with another key, ${head.publicKey}.`);
        continue;
      }
      const wrong = links.against(head, name);
      if (wrong !== null) problems.push(wrong);
      if (newest === null || head.sequence > newest.sequence) newest = record;
    }
    return newest;
  }

  function checkTip(): void {
    if (!tip) return;
    const wrong = links.against(tip, 'the end of the chain');
    if (wrong !== null) problems.push(wrong);
    if (links.highest() > tip.sequence)
      problems.push(
        `${entriesFrom(tip.sequence + 1, links.highest())}: the chain ended with entry ${tip.sequence}.`,
      );
  }

  /** An export ends with a signature over what it holds. */
  function checkEnd(): void {
    if (!end) return;
    const { record: _, publicKey, signature, ...said } = end;
    if (!isSigned('export', said, { publicKey, signature }))
      problems.push('The signed end of the export was changed: its signature does not hold.');
    else if (options.trusted !== null && publicKey !== options.trusted)
      problems.push(`The export is signed with another key, ${publicKey}.`);
    if (links.highest() > said.last)
      problems.push(
        `${entriesFrom(said.last + 1, links.highest())}: the export was signed up to entry ${said.last}.`,
      );
  }

  function finish(): Report {
    const least = links.lowest();
    const first = ledger && isPart() ? (end?.first ?? ledger.first) : least;
    checkStart(first);
    problems.push(...links.problems(first));
    const newest = checkHeads();
    checkTip();
    checkEnd();
    problems.push(...kept.problems());
    return {
      workspace: ledger?.workspace ?? '',
      name: ledger?.name ?? '',
      first: least,
      last: links.highest(),
      entries: links.size() - stubs,
      stubs,
      ...counts,
      kept: kept.size(),
      signed: newest && { through: newest.sequence, at: newest.at, publicKey: newest.publicKey },
      pruned: lastPruned,
      problems,
    };
  }

  return { take, finish, problem: (sentence: string) => void problems.push(sentence) };
}
