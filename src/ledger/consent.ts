import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { appendEntry } from './append.ts';
import { keepBytes, keepJson, keepTexts } from './bytes.ts';
import { peopleOf } from './people.ts';

const TEXT = 'text/plain; charset=utf-8';

export type NewConsent = {
  workspaceId: string;
  contactId: string;
  at: Date;
  kind: 'given' | 'withdrawn';
  source: string;
  brandId: string | null;
  channel: string | null;
  /** What the person agreed to, as it was shown. */
  wording: string;
  ip: string | null;
};

/** Records a consent, in its transaction, of which it is the last step: see `appendEntry`. */
export async function recordConsent(tx: Tx, consent: NewConsent): Promise<void> {
  const { workspaceId, contactId, at, kind, source, brandId, channel, wording, ip } = consent;
  const person = (await peopleOf(tx, workspaceId, [contactId])).get(contactId);
  if (!person) return;
  const words = await keepBytes(tx, Buffer.from(wording), TEXT);
  await appendEntry(tx, {
    kind: 'consent',
    subject: person.pseudonym,
    at,
    body: {
      person: person.pseudonym,
      kind,
      source,
      brand: brandId,
      channel,
      wording: words,
      sealed: person.seal({ ip }),
      bytes: [words],
    },
  });
}

export type NewConsents = {
  workspaceId: string;
  source: string;
  now: Date;
  kind?: NewConsent['kind'];
  given: readonly Pick<NewConsent, 'contactId' | 'at' | 'channel' | 'wording' | 'ip'>[];
};

/**
 * Records consents that came together, or were taken back together, to every brand, in one entry: the list of them is kept by its hash, beside the
 * wordings. A single one is an entry as of `recordConsent`. The last step of its transaction, too.
 */
export async function recordConsents(
  tx: Tx,
  { workspaceId, source, now, kind = 'given', given }: NewConsents,
): Promise<void> {
  const [first] = given;
  if (!first) return;
  if (given.length === 1) return recordConsent(tx, { ...first, workspaceId, source, kind, brandId: null });
  const people = await peopleOf(
    tx,
    workspaceId,
    given.map(({ contactId }) => contactId),
  );
  const wordings = [...new Set(given.map(({ wording }) => wording))];
  const kept = await keepTexts(
    tx,
    wordings.map((text) => ({ text, type: TEXT })),
  );
  const hashOf = new Map(wordings.map((text, n) => [text, kept[n] ?? '']));
  const list = given.flatMap(({ contactId, at, channel, wording, ip }) => {
    const person = people.get(contactId);
    if (!person) return [];
    return {
      person: person.pseudonym,
      at: at.toISOString(),
      channel,
      wording: hashOf.get(wording) ?? '',
      sealed: ip === null ? null : person.seal({ ip }),
    };
  });
  const hash = await keepJson(tx, list, 'application/json');
  await appendEntry(tx, {
    kind: 'consent',
    subject: newId(),
    at: now,
    body: {
      kind,
      source,
      brand: null,
      people: list.length,
      list: hash,
      bytes: [hash, ...kept].sort(),
    },
  });
}
