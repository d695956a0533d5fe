import type { Tx } from '#src/db/database.ts';
import { turnOf } from '../timing/turn.ts';
import type { Candidate } from './candidates.ts';
import type { Ask, Head } from './claimed.ts';
import { type InDigest, keepForDigest, makeAnother } from './digest-items.ts';
import type { SkipReason } from './eligible.ts';
import { confirmedSince, HELD_BECAUSE, mayHold, QUIET_BECAUSE, TOO_MANY_HELD } from './held.ts';
import { inDigestFrom } from './past-news.ts';
import type { Shard } from './shard.ts';

export type Chosen = Candidate & { target_id: string; address: string };
/** `until`: ms, UTC; null until the address is confirmed. */
type Hold = { who: Chosen; state: 'held' | 'rejected'; reason: string; until: number | null };
export type Turn = {
  go: Chosen[];
  hold: Hold[];
  skipped: Map<SkipReason, number>;
  /** So many of the candidates have had their turn. */
  seen: number;
};
/** `digest`: they get it in the digest of that moment. `changed`: for them the digest is made anew. */
type Sorted = Turn & { digest: InDigest[]; changed: string[] };

/** Who of the candidates gets it now, who waits and who is passed over. Whoever gets it in a digest is noted for that. */
export async function choose(
  tx: Tx,
  ask: Ask,
  head: Head,
  shard: Shard,
  people: readonly Candidate[],
): Promise<Turn> {
  const { digest, changed, ...turn } = await sortOut(tx, ask, shard, people);
  const inDigest = await keepForDigest(tx, ask, head, digest);
  await makeAnother(tx, ask, changed);
  skip(turn.skipped, 'digest', inDigest);
  skip(turn.skipped, 'served', digest.length - inDigest);
  return turn;
}

async function sortOut(tx: Tx, ask: Ask, shard: Shard, people: readonly Candidate[]): Promise<Sorted> {
  const { purpose, lapsed } = shard;
  const heldUntil = inDigestFrom(shard, ask.now);
  const confirmed = await confirmedSince(tx, people);
  const turn: Sorted = { go: [], hold: [], digest: [], changed: [], skipped: new Map(), seen: 0 };
  for (const each of people) {
    if (turn.go.length >= ask.atMost) break;
    turn.seen += 1;
    // Without an address on the channel, or the turn of another channel's lane.
    if (each.target_id === null || each.address === null || each.channel !== ask.channel) continue;
    const who = { ...each, target_id: each.target_id, address: each.address };
    if (each.skip === null || (each.skip === 'unconfirmed' && confirmed.has(who.target_id))) {
      const when = turnOf(each.timing, purpose, ask.now.getTime());
      if (heldUntil !== null) {
        const at = when.go === 'digest' ? Math.max(when.at, heldUntil) : heldUntil;
        addOnce(turn.digest, { contactId: who.contact_id, at, notBefore: heldUntil, lapsed });
      } else if (when.go === 'now') turn.go.push(who);
      else if (when.go === 'later')
        turn.hold.push({ who, state: 'held', reason: QUIET_BECAUSE, until: when.until });
      else addOnce(turn.digest, { contactId: who.contact_id, at: when.at });
    } else if (each.skip === 'unconfirmed' && each.user_id !== null) {
      const fits = await mayHold(tx, ask.workspaceId, who.target_id);
      const held = { state: 'held', reason: HELD_BECAUSE } as const;
      turn.hold.push({ who, until: null, ...(fits ? held : { state: 'rejected', reason: TOO_MANY_HELD }) });
    } else {
      if (each.skip === 'changed' && each.contact_id !== null) turn.changed.push(each.contact_id);
      skip(turn.skipped, each.skip, 1);
    }
  }
  return turn;
}

/** A digest is a person's, however many devices show it. */
function addOnce(digest: InDigest[], item: InDigest): void {
  if (digest.at(-1)?.contactId !== item.contactId) digest.push(item);
}

/** Adds to who is passed over. */
export function skip(skipped: Map<SkipReason, number>, reason: SkipReason, people: number): void {
  if (people > 0) skipped.set(reason, (skipped.get(reason) ?? 0) + people);
}
