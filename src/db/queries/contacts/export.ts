import { toCsv } from '#src/shared/csv.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import type { Tx } from '../../database.ts';
import { type ContactQuery, listContacts } from './list.ts';

type Export = ContactQuery & {
  /** A column each. */
  forms: readonly { kind: ChannelKind }[];
  header: boolean;
  now: Date;
};

/** A page of contacts as lines of a CSV that the import reads. Several values in a cell are separated by semicolons. */
export async function contactsAsRows(
  tx: Tx,
  { forms, header, now, ...query }: Export,
): Promise<{ text: string; next: string | null }> {
  const { items, next } = await listContacts(tx, query, now);
  const rows = items.map((contact) => [
    contact.name,
    ...forms.map(({ kind }) =>
      contact.addresses
        .filter(({ channel }) => channel === kind)
        .map(({ address }) => address)
        .join('; '),
    ),
    contact.externalId,
    contact.language,
    contact.timeZone,
    contact.country,
    contact.tags.join('; '),
    contact.createdAt,
  ]);
  const head = ['name', ...forms.map(({ kind }) => kind), ...COLUMNS];
  const text = toCsv(header ? [head, ...rows] : rows);
  return { text: header ? text : text.slice(1), next };
}

const COLUMNS = ['external_id', 'language', 'time_zone', 'country', 'tags', 'created_at'];
