import { newId } from '#src/db/ids.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { ADDRESSES_MAX, type RowOutcome } from '#src/shared/contacts.ts';
import { TAGS_MAX } from '#src/shared/tags.ts';
import { FIELDS, type Known, type KnownContacts } from './known.ts';
import { addressKey, type Problem, type Row } from './rows.ts';

export type Decided = {
  outcome: RowOutcome;
  contact: Known | null;
  problem: Problem | null;
};

export type Options = {
  /** Contacts that are there are left as they are. */
  onlyNew?: boolean;
};

/**
 * What becomes of a row: the contact with its external id, else with one of its addresses, is changed, and otherwise one
 * is created. Values that aren't given stay; tags and addresses are added. `room` counts down as contacts are created.
 */
export function decide(
  row: Row,
  known: KnownContacts,
  room: { left: number; sentence: () => string },
  { onlyNew = false }: Options = {},
): Decided {
  const owners = new Set(row.addresses.flatMap((each) => known.byAddress.get(addressKey(each))?.owner ?? []));
  const named = row.externalId === undefined ? undefined : known.byExternalId.get(row.externalId);
  if (named) owners.add(named);
  const [contact, another] = named ? [named, [...owners].find((each) => each !== named)] : [...owners];
  if (another) return reject('addresses', clashOf(row, known, contact ?? another));
  if (!contact) {
    if (row.externalId === undefined && row.addresses.length === 0)
      return reject('addresses', 'Give an address or an external ID, so that the contact can be recognized.');
    if (room.left < 1) return reject('plan', room.sentence());
    room.left -= 1;
    const made = newContact(row, known);
    apply(row, made, known);
    return { outcome: 'created', contact: made, problem: null };
  }
  if (row.externalId !== undefined && contact.externalId !== null && contact.externalId !== row.externalId)
    return reject(
      'externalId',
      `The address belongs to the contact with the external ID “${contact.externalId}”.`,
    );
  if (
    contact.isMember &&
    row.addresses.some((each) => known.byAddress.get(addressKey(each))?.owner !== contact)
  )
    return reject('addresses', 'A member’s address is the email address of their account.');
  const fault = tooMuch(row, contact, known);
  if (fault) return { outcome: 'rejected', contact: null, problem: fault };
  if (onlyNew) return { outcome: 'unchanged', contact, problem: null };
  return { outcome: apply(row, contact, known) ? 'updated' : 'unchanged', contact, problem: null };
}

const reject = (field: string, message: string): Decided => ({
  outcome: 'rejected',
  contact: null,
  problem: { field, message },
});

const clashOf = (row: Row, known: KnownContacts, contact: Known): string => {
  const taken = row.addresses.find((each) => {
    const owner = known.byAddress.get(addressKey(each))?.owner;
    return owner && owner !== contact;
  });
  return `“${taken?.address ?? ''}” belongs to another contact. Merge the two first.`;
};

function tooMuch(row: Row, contact: Known, known: KnownContacts): Problem | null {
  const tags = row.tags.filter((tag) => !contact.tags.has(tag)).length;
  if (contact.tags.size + tags > TAGS_MAX)
    return { field: 'tags', message: `A contact can have at most ${TAGS_MAX} tags.` };
  const added = row.addresses.filter(
    (each) => known.byAddress.get(addressKey(each))?.owner !== contact,
  ).length;
  if (contact.addresses + added > ADDRESSES_MAX)
    return { field: 'addresses', message: `A contact can have at most ${ADDRESSES_MAX} addresses.` };
  return null;
}

function newContact(row: Row, known: KnownContacts): Known {
  const deleted = row.addresses
    .map((each) => known.byAddress.get(addressKey(each)))
    .find((there) => there?.owner === null && there.canReturn);
  return {
    ...blank(),
    ...(deleted ? { id: deleted.contactId, isBack: true } : { id: newId(), isNew: true }),
  };
}

const blank = () => ({
  isNew: false,
  isBack: false,
  isMember: false,
  name: '',
  externalId: null,
  language: null,
  timeZone: null,
  country: null,
  tags: new Set<string>(),
  addresses: 0,
  addedTags: new Set<string>(),
  addedAddresses: [],
  returnedAddresses: [],
  confirmedAddresses: [],
  consents: [],
});

/** @returns whether anything changed */
function apply(row: Row, contact: Known, known: KnownContacts): boolean {
  let changed = false;
  for (const field of FIELDS) {
    const value = row[field];
    // A member's name is that of their account.
    if (value === undefined || value === contact[field] || (field === 'name' && contact.isMember)) continue;
    contact[field] = value;
    changed = true;
  }
  if (contact.externalId !== null) known.byExternalId.set(contact.externalId, contact);
  for (const tag of row.tags) {
    if (contact.tags.has(tag)) continue;
    contact.tags.add(tag);
    contact.addedTags.add(tag);
    changed = true;
  }
  const agreed = new Set<ChannelKind>();
  for (const given of row.addresses) {
    const key = addressKey(given);
    const there = known.byAddress.get(key);
    if (there?.owner === contact) {
      if (row.confirmed && !there.confirmed) {
        there.confirmed = true;
        contact.confirmedAddresses.push(there.id);
        agreed.add(given.channel);
        changed = true;
      }
      continue;
    }
    changed = true;
    // What was agreed to ended with the contact that had the address: it is confirmed by this row alone.
    const { confirmed } = row;
    if (confirmed) agreed.add(given.channel);
    contact.addresses += 1;
    const id = there?.id ?? newId();
    if (there) contact.returnedAddresses.push({ id, from: there.contactId, confirmed });
    else contact.addedAddresses.push({ ...given, id, confirmed });
    known.byAddress.set(key, { id, contactId: contact.id, confirmed, owner: contact, canReturn: false });
  }
  for (const channel of agreed) contact.consents.push({ ...row.consent, channel });
  return changed;
}
