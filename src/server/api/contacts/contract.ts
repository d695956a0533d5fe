import { ACCOUNT_CHANNEL } from '#src/shared/account-channel.ts';
import {
  changedCountSchema,
  chosenSchema,
  contactConsentsSchema,
  contactDetailSchema,
  contactFormSchema,
  contactHistorySchema,
  contactPageSchema,
  contactSchema,
  contactSummarySchema,
  mergeSchema,
  tagChangeSchema,
  UPSERT_MAX,
  upsertResultSchema,
  upsertSchema,
} from '#src/shared/contacts.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Contact = component({
  name: 'Contact',
  schema: contactSchema,
  fields: {
    member: 'A member of the workspace. Members manage their name and email address themselves.',
    externalId: 'Your own ID of the person.',
    language: 'BCP 47, like `en` or `pt-BR`; null if unknown.',
    timeZone: 'An IANA time zone; null if unknown.',
    country: 'ISO 3166-1 alpha-2; null if unknown.',
  },
});
const ContactPage = component({
  name: 'ContactPage',
  schema: contactPageSchema,
  fields: { next: 'Pass it as `cursor` to get the next page; null on the last page.' },
  holds: [Contact],
});
const ContactDetail = component({
  name: 'ContactDetail',
  schema: contactDetailSchema,
  fields: { lists: 'Lists that it is on.', sameName: 'Up to five other contacts with this name.' },
});
const ContactForm = component({
  name: 'ContactForm',
  schema: contactFormSchema,
  fields: {
    tags: 'All of its tags.',
    addresses: 'All of its addresses.',
    confirmed:
      '`true`: the person agreed to get alerts at these addresses. An address without that gets nothing until the person confirms it.',
    consent:
      'When they agreed (`at`, ISO 8601), to what (`wording`) and from where (`ip`), as far as you know. Kept with the contact and in the ledger. With `at`, the addresses count as confirmed.',
  },
});
const ContactSummary = component({
  name: 'ContactSummary',
  schema: contactSummarySchema,
  fields: {
    total: 'Contacts besides the members.',
    allowed: 'How many the plan includes; null is unlimited.',
    limitedFrom:
      'If there are more than the plan includes: from then on, alerts reach only as many, those added first. Otherwise null.',
    tags: 'The 200 most used.',
    channels: 'Channels that reach people, and how their addresses look.',
  },
});
const ContactUpsert = component({ name: 'ContactUpsert', schema: upsertSchema });
const ContactUpsertResult = component({
  name: 'ContactUpsertResult',
  schema: upsertResultSchema,
  fields: { items: 'One per row, in the order of the request.' },
});
const ContactMerge = component({
  name: 'ContactMerge',
  schema: mergeSchema,
  fields: { from: 'The duplicates. They become part of the contact in the path.' },
});
const ContactTagChange = component({ name: 'ContactTagChange', schema: tagChangeSchema });
const ContactChoice = component({ name: 'ContactChoice', schema: chosenSchema });
const ChangedContacts = component({ name: 'ChangedContacts', schema: changedCountSchema });
const ContactHistory = component({
  name: 'ContactHistory',
  schema: contactHistorySchema,
  fields: {
    items:
      'Newest first. `openedAt` and `clickedAt`: the first time by a person, if the brand counts it. `maybeOpenedAt`: loaded only by a mail app that hides its reader.',
    next: 'Pass it as `cursor` to get the next page; null on the last page.',
  },
});

const ContactConsents = component({
  name: 'ContactConsents',
  schema: contactConsentsSchema,
  fields: {
    items:
      'What the person agreed to or withdrew, newest first, up to 200. Entries are never changed or deleted; an erasure clears the IP addresses. `source`: `form`, `import`, `api`, `team`, or how they unsubscribed or came back. `brand` and `channel` are null if it applies to all.',
    unsubscribed: 'What the person doesn’t get now; null means every brand, channel or topic.',
  },
});

const CONTACT = { id: 'The contact’s ID.' };
const THE_CONTACT = { id: '$CONTACT_ID' };
const FILTER = {
  q: { says: 'The beginnings of words in a name, an address or an external ID.' },
  tag: { says: 'Only contacts with this tag.' },
  audience: { says: 'Only contacts in this audience.', type: 'uuid' },
} as const;
const CURSOR = { says: 'The `next` of the previous page, with the same filters.' };
const LIMIT = { says: 'Rows per page, 1 to 200. Default: 50.', type: 'integer' } as const;

export const CONTACTS = endpoints('People', {
  list: {
    method: 'get',
    path: '/contacts',
    needs: 'contacts:read',
    demo: true,
    summary: 'List contacts',
    description: 'People who get alerts, newest first, including the members of the workspace.',
    query: { ...FILTER, limit: LIMIT, cursor: CURSOR },
    answer: { status: 200, says: 'A page.', schema: ContactPage },
    errors: ['validation_failed', 'not_found'],
    example: { query: 'q=ada&limit=10' },
  },
  summary: {
    method: 'get',
    path: '/contacts/summary',
    needs: 'contacts:read',
    demo: true,
    summary: 'Count contacts and tags',
    description: 'How many contacts there are, how many the plan includes, and which tags they have.',
    answer: { status: 200, says: 'The counts.', schema: ContactSummary },
    example: {},
  },
  create: {
    method: 'post',
    path: '/contacts',
    needs: 'contacts:write',
    tells: ['contacts', 'notifications'],
    summary: 'Add a contact',
    description:
      'An address belongs to one contact. If another one has it, the answer is `contact_exists` with its ID.',
    body: { schema: ContactForm, required: true },
    answer: { status: 201, says: 'The contact.', schema: ContactDetail },
    errors: ['bad_json', 'validation_failed', 'contact_exists', 'plan_limit'],
    example: {
      body: {
        name: 'Ada Byron',
        addresses: [{ channel: ACCOUNT_CHANNEL, address: 'ada.byron@readers.example' }],
        tags: ['vip'],
        language: 'en',
        confirmed: true,
        consent: { at: '2026-01-15T09:30:00Z', wording: 'Send me market alerts.', ip: '203.0.113.7' },
      },
    },
  },
  upsert: {
    method: 'post',
    path: '/contacts/upsert',
    needs: 'contacts:write',
    tells: ['contacts', 'notifications'],
    summary: 'Add or change contacts in bulk',
    description: `Up to ${UPSERT_MAX.toLocaleString('en-US')} rows per call. A row is matched by its external ID, otherwise by an address, and created if there’s no match. Values you leave out stay; tags and addresses are added. Invalid rows are rejected one by one, with field and reason.`,
    body: { schema: ContactUpsert, required: true },
    answer: { status: 200, says: 'The result for each row.', schema: ContactUpsertResult },
    errors: ['bad_json', 'validation_failed'],
    example: {
      body: {
        contacts: [
          {
            externalId: 'crm-1001',
            name: 'Grace Hopper',
            addresses: [{ channel: ACCOUNT_CHANNEL, address: 'grace@readers.example' }],
            tags: ['trial'],
            confirmed: true,
          },
        ],
      },
    },
  },
  tag: {
    method: 'post',
    path: '/contacts/tags',
    needs: 'contacts:write',
    tells: ['contacts'],
    summary: 'Tag contacts',
    description: 'Adds and removes tags of up to 500 contacts.',
    body: { schema: ContactTagChange, required: true },
    answer: { status: 200, says: 'How many contacts were changed.', schema: ChangedContacts },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { ids: ['$CONTACT_ID'], add: ['newsletter'] } },
  },
  removeMany: {
    method: 'post',
    path: '/contacts/delete',
    needs: 'contacts:write',
    tells: ['contacts'],
    summary: 'Delete several contacts',
    description: 'Deletes up to 500 contacts. Members are skipped. The record of what was sent stays.',
    body: { schema: ContactChoice, required: true },
    answer: { status: 200, says: 'How many were deleted.', schema: ChangedContacts },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    whileReadOnly: true,
    example: { body: { ids: ['$CONTACT_ID'] } },
  },
  export: {
    method: 'get',
    path: '/contacts/export',
    needs: 'contacts:read',
    demo: true,
    summary: 'Export contacts',
    description:
      'A CSV file of all contacts, or of those that match. Cells that a spreadsheet would run as a formula begin with an apostrophe.',
    query: FILTER,
    answer: { status: 200, says: 'The file.', type: 'text/csv' },
    errors: ['validation_failed', 'not_found'],
    example: { query: 'tag=vip' },
  },
  one: {
    method: 'get',
    path: '/contacts/{id}',
    needs: 'contacts:read',
    demo: true,
    summary: 'One contact',
    description: 'With its lists, and other contacts of the same name.',
    params: CONTACT,
    answer: { status: 200, says: 'The contact.', schema: ContactDetail },
    errors: ['not_found'],
    example: { params: THE_CONTACT },
  },
  history: {
    method: 'get',
    path: '/contacts/{id}/history',
    needs: 'contacts:read',
    demo: true,
    summary: 'What was sent to a contact',
    description:
      'Every delivery, newest first, including those to addresses it had before and to merged duplicates.',
    params: CONTACT,
    query: { limit: LIMIT, cursor: CURSOR },
    answer: { status: 200, says: 'A page.', schema: ContactHistory },
    errors: ['validation_failed', 'not_found'],
    example: { params: THE_CONTACT },
  },
  consents: {
    method: 'get',
    path: '/contacts/{id}/consents',
    needs: 'contacts:read',
    demo: true,
    summary: 'Consents of a contact',
    description:
      'Every consent with its source, time, wording and IP address, and what the person is unsubscribed from.',
    params: CONTACT,
    answer: { status: 200, says: 'The record.', schema: ContactConsents },
    errors: ['not_found'],
    example: { params: THE_CONTACT },
  },
  change: {
    method: 'patch',
    path: '/contacts/{id}',
    needs: 'contacts:write',
    tells: ['contacts'],
    summary: 'Change a contact',
    description:
      'Values you leave out stay; null clears them. Tags and addresses are replaced as a whole. What was sent to a removed address stays in the history.',
    params: CONTACT,
    body: { schema: ContactForm, required: true },
    answer: { status: 200, says: 'The contact.', schema: ContactDetail },
    errors: ['bad_json', 'validation_failed', 'not_found', 'contact_exists'],
    example: { params: THE_CONTACT, body: { country: 'GB', tags: ['vip', 'symbol:spx'] } },
  },
  merge: {
    method: 'post',
    path: '/contacts/{id}/merge',
    needs: 'contacts:write',
    tells: ['contacts'],
    summary: 'Merge contacts',
    description:
      'The duplicates’ addresses, tags, lists and history become this contact’s, and so do values that it doesn’t have. This can’t be undone.',
    params: CONTACT,
    body: { schema: ContactMerge, required: true },
    answer: { status: 200, says: 'The merged contact.', schema: ContactDetail },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { params: THE_CONTACT, body: { from: ['$DUPLICATE_ID'] } },
  },
  remove: {
    method: 'delete',
    path: '/contacts/{id}',
    needs: 'contacts:write',
    whileReadOnly: true,
    tells: ['contacts'],
    summary: 'Delete a contact',
    description: 'The contact gets nothing more. The record of what was sent stays.',
    params: CONTACT,
    answer: { status: 204, says: 'Deleted.' },
    errors: ['not_found', 'validation_failed'],
    example: { params: THE_CONTACT },
  },
});
