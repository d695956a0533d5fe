import type { Tx } from '#src/db/database.ts';
import { appendEntry } from './append.ts';
import { keepBytes } from './bytes.ts';
import { peopleOf } from './people.ts';

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
  const words = await keepBytes(tx, Buffer.from(wording), 'text/plain; charset=utf-8');
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
