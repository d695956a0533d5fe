import {
  CONTACT_IMPORT,
  contactImportSchema,
  contactImportsSchema,
  importCheckSchema,
} from '#src/shared/contact-import.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const ContactImport = component({
  name: 'ContactImport',
  schema: contactImportSchema,
  fields: {
    state: 'Poll while it’s `checking`, `importing` or `undoing`.',
    header: 'The cells of the first line.',
    sample: 'The first five rows.',
    mapping: 'What each column contains; null is ignored. Guessed from the header at first.',
    rows: 'Rows below the header.',
    done: 'Rows that were checked or imported so far.',
    created: 'Contacts created; in a check, contacts that would be created.',
    rejected: 'Invalid rows.',
    kept: 'Contacts that an undo left: `changed` since the import, or `agreed` since then, by a sign-up for example.',
    faults: 'The first 200 errors, with line and column.',
  },
});
const ContactImports = component({
  name: 'ContactImports',
  schema: contactImportsSchema,
  holds: [ContactImport],
});
const ContactImportCheck = component({
  name: 'ContactImportCheck',
  schema: importCheckSchema,
  fields: {
    mapping:
      'For each column: `name`, `first_name`, `last_name`, `external_id`, `language`, `country`, `time_zone`, `tags`, `topics`, `symbols`, `address:` and a channel, or null.',
    options:
      '`confirmed`: these people agreed to get alerts. `onlyNew`: leave existing contacts as they are. `tags`: given to every contact of the file.',
  },
});

const IMPORT = { id: 'The import’s ID.' };
const THE_IMPORT = { id: '$IMPORT_ID' };

export const CONTACT_IMPORTS = endpoints('People', {
  list: {
    method: 'get',
    path: '/contact-imports',
    needs: 'contacts:read',
    summary: 'List imports of contacts',
    description: 'The last 20, newest first.',
    answer: { status: 200, says: 'Newest first.', schema: ContactImports },
    example: {},
  },
  upload: {
    method: 'post',
    path: '/contact-imports',
    needs: 'contacts:write',
    summary: 'Upload a CSV of contacts',
    description:
      'Nothing is imported yet: the response has the header, the first rows and a guess at what each column contains. Separators: comma, semicolon, tab or pipe. Encodings: UTF-8, UTF-16 and Windows-1252. Up to 20 MB and 200,000 rows.',
    query: { file: { says: 'File name.' } },
    body: {
      bytes: 'The file.',
      limit: {
        bytes: CONTACT_IMPORT.fileBytes,
        says: 'A file of contacts can have 20 MB. Split it in two.',
      },
    },
    answer: { status: 201, says: 'The import.', schema: ContactImport },
    errors: ['validation_failed', 'request_entity_too_large'],
    example: { query: 'file=contacts.csv', file: 'contacts.csv' },
  },
  one: {
    method: 'get',
    path: '/contact-imports/{id}',
    needs: 'contacts:read',
    summary: 'One import of contacts',
    description: 'Its progress, and the rejected rows.',
    params: IMPORT,
    answer: { status: 200, says: 'The import.', schema: ContactImport },
    errors: ['not_found'],
    example: { params: THE_IMPORT },
  },
  check: {
    method: 'post',
    path: '/contact-imports/{id}/check',
    needs: 'contacts:write',
    summary: 'Check an import',
    description:
      'A dry run: checks every row and counts what would be created, changed and rejected. Nothing is stored.',
    params: IMPORT,
    body: { schema: ContactImportCheck, required: true },
    answer: { status: 202, says: 'The check has started.', schema: ContactImport },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: {
      params: THE_IMPORT,
      body: {
        mapping: ['name', 'address:email', 'tags'],
        options: { confirmed: true, onlyNew: false, tags: ['newsletter'] },
      },
    },
  },
  start: {
    method: 'post',
    path: '/contact-imports/{id}/start',
    needs: 'contacts:write',
    summary: 'Start an import',
    description: 'Check it first. Invalid rows are skipped.',
    params: IMPORT,
    answer: { status: 202, says: 'The import has started.', schema: ContactImport },
    errors: ['validation_failed', 'not_found'],
    example: { params: THE_IMPORT },
  },
  undo: {
    method: 'post',
    path: '/contact-imports/{id}/undo',
    needs: 'contacts:write',
    summary: 'Undo an import',
    description:
      'Deletes the contacts it created and restores what it changed. Consent that came with the import is withdrawn. Contacts that were changed or agreed since then stay, counted in `kept`, and so do values that were changed again.',
    params: IMPORT,
    answer: { status: 202, says: 'The undo has started.', schema: ContactImport },
    errors: ['validation_failed', 'not_found'],
    example: { params: THE_IMPORT },
  },
});
