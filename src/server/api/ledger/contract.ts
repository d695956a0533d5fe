import { LEDGER_KINDS, ledgerEntrySchema, ledgerPageSchema } from '#src/shared/ledger.ts';
import {
  holdFormSchema,
  holdSchema,
  ledgerKeepingSchema,
  liftFormSchema,
  prunedSchema,
  retentionFormSchema,
} from '#src/shared/ledger-keeping.ts';
import {
  RECIPIENTS_SHOWN,
  recordedAlertSchema,
  RECORD_FILE_MAX,
  RECORD_LOOKED_AT,
  RECORD_PAGE_MAX,
  recordPageSchema,
} from '#src/shared/ledger-search.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const LedgerEntry = component({
  name: 'LedgerEntry',
  schema: ledgerEntrySchema,
  fields: {
    kind: `One of ${LEDGER_KINDS.join(', ')}.`,
    subject: 'What it is about: the id of an alert, or the pseudonym of a person.',
    body: 'What is recorded. People appear by pseudonym only.',
    previous: 'The hash of the entry before; zeros for the first.',
  },
});
const LedgerPage = component({
  name: 'LedgerPage',
  schema: ledgerPageSchema,
  fields: {
    next: 'Ask again with `before=…` for older entries; null at the end.',
    signed: 'The newest signature over the chain (Ed25519); null before the first.',
  },
  holds: [LedgerEntry],
});

const LedgerHold = component({
  name: 'LedgerHold',
  schema: holdSchema,
  fields: {
    scope: '`ledger`: everything. The others name a brand, a symbol or an alert in `target`.',
    name: 'The brand’s name, the symbol, or the alert’s title.',
    from: 'The first day it covers; null from the beginning.',
    to: 'The last day; null without an end.',
    lifted: 'Who ended it, when and why; null while it holds.',
  },
});
const LedgerKeeping = component({
  name: 'LedgerKeeping',
  schema: ledgerKeepingSchema,
  fields: {
    years: 'How long entries are kept: 3, 5 or 6 years; 6 unless an owner changes it.',
    operatorHold: 'Whether the operator of the installation holds the whole ledger.',
    holds: 'Every hold that was ever placed; those that hold come first.',
    pruned: 'Up to which entry the ledger was pruned; null where it begins with entry 1.',
  },
  holds: [LedgerHold],
});
const RetentionForm = component({ name: 'RetentionForm', schema: retentionFormSchema });
const HoldForm = component({
  name: 'HoldForm',
  schema: holdFormSchema,
  fields: {
    target: 'Of a brand or alert its id, of a symbol its name. The whole ledger has none.',
    from: 'The first day, in UTC. Leave it out to hold from the beginning.',
    to: 'The last day. Leave it out to hold without an end.',
    reason: 'On the ledger, and in the activity.',
  },
});
const LiftForm = component({ name: 'LiftForm', schema: liftFormSchema });
const PrunedLedger = component({
  name: 'PrunedLedger',
  schema: prunedSchema,
  fields: {
    entries: 'How many were deleted.',
    through: 'Up to which; null where none was old enough.',
    heldThrough: 'Old enough up to this entry, and kept by a hold; null where none stood in the way.',
  },
});

const RecordedAlert = component({
  name: 'RecordedAlert',
  schema: recordedAlertSchema,
  fields: {
    figures: 'The figures of its content, with price and source; null where it has none.',
    said: 'What each text was for, by channel and language, what was approved first. Texts that only the ledger has still name no channel.',
    decisions:
      'Who decided, or which policy, with the entry of the ledger. Search with `approver` for what a `person` decided.',
    outcomes: 'How many deliveries are in which state.',
    recipients: `The first ${RECIPIENTS_SHOWN} of them. A case file has all.`,
  },
});
const RecordPage = component({
  name: 'RecordPage',
  schema: recordPageSchema,
  fields: {
    next: `Ask again with \`before=…\` for older alerts; null at the end. A page looks at ${RECORD_LOOKED_AT.toLocaleString('en-US')} alerts of the symbol, brand and period: it may have fewer alerts than asked for, or none, and still a \`next\`.`,
  },
  holds: [RecordedAlert],
});

const RECORD_FILTER = {
  symbol: { says: 'What it was about, such as BTC-USD.' },
  brand: { says: 'The id of the brand.', type: 'uuid' },
  recipient: { says: 'An address or a place that it went to.' },
  approver: { says: 'The id of the person who decided.', type: 'uuid' },
  q: { says: 'Words of the title or the text.' },
  from: { says: 'The first day, in UTC.', type: 'date' },
  to: { says: 'The last day.', type: 'date' },
} as const;
const PEOPLE = {
  says: '`true` names people; without it they appear by pseudonym. Keep such a file as you keep their data.',
};
const FILE = `All that the search finds, ${RECORD_FILE_MAX.toLocaleString('en-US')} alerts at most. It’s in the activity who made one.`;

export const LEDGER = endpoints('Team', {
  list: {
    method: 'get',
    path: '/ledger',
    needs: 'ledger:read',
    summary: 'Ledger',
    description:
      'The record of what was approved and sent, newest first. Every entry holds the hash of the one before, so nothing in it can be changed unnoticed.',
    query: {
      kind: { says: `One of ${LEDGER_KINDS.join(', ')}.` },
      alert: { says: 'The id of an alert: its decisions and deliveries.', type: 'uuid' },
      before: { says: 'The `next` of the page before.', type: 'integer' },
      limit: { says: 'Entries of a page: 1 to 100, 50 unless told.', type: 'integer' },
    },
    answer: { status: 200, says: 'Newest first.', schema: LedgerPage },
    errors: ['validation_failed'],
    example: { query: 'kind=decision&limit=10' },
  },
  search: {
    method: 'get',
    path: '/ledger/search',
    needs: 'ledger:read',
    summary: 'Search what was said',
    description:
      'Alerts on the ledger: what they said, at which price, who approved them and when, and who got them. Newest first. Parameters narrow it together.',
    query: {
      ...RECORD_FILTER,
      before: { says: 'The `next` of the page before.', type: 'uuid' },
      limit: { says: `Alerts of a page: 1 to ${RECORD_PAGE_MAX}, 20 unless told.`, type: 'integer' },
    },
    answer: { status: 200, says: 'Newest first.', schema: RecordPage },
    errors: ['validation_failed'],
    example: { query: 'symbol=BTC-USD&limit=5' },
  },
  searchCsv: {
    method: 'get',
    path: '/ledger/search.csv',
    needs: 'ledger:read',
    summary: 'Export a search as CSV',
    description: `${FILE} Cells that a spreadsheet would run as a formula begin with an apostrophe.`,
    query: RECORD_FILTER,
    answer: { status: 200, says: 'A file, ledger-<day>.csv: a line for each alert.', type: 'text/csv' },
    errors: ['validation_failed', 'search_too_large'],
    example: { query: 'symbol=BTC-USD&from=2026-01-01' },
  },
  searchJson: {
    method: 'get',
    path: '/ledger/search.json',
    needs: 'ledger:read',
    summary: 'Export a search as JSON',
    description: `${FILE} \`items\` is what the search answers, page after page.`,
    query: RECORD_FILTER,
    answer: { status: 200, says: 'A file, ledger-<day>.json.', type: 'application/json' },
    errors: ['validation_failed', 'search_too_large'],
    example: { query: 'symbol=BTC-USD&from=2026-01-01' },
  },
  searchCase: {
    method: 'get',
    path: '/ledger/search.zip',
    needs: 'ledger:read',
    summary: 'Case file of a search',
    description: `A case file about all alerts that the search finds, ${RECORD_FILE_MAX.toLocaleString('en-US')} at most: their entries with proofs, texts, pictures and tables. Entries of others in between appear by hash only. It’s in the activity who made one.`,
    query: { ...RECORD_FILTER, people: PEOPLE },
    answer: { status: 200, says: 'A file, case-<day>.zip.', type: 'application/zip' },
    errors: ['validation_failed', 'search_too_large', 'case_file_too_large'],
    example: { query: 'symbol=BTC-USD&from=2026-01-01' },
  },
  caseFile: {
    method: 'get',
    path: '/ledger/case-file',
    needs: 'ledger:read',
    summary: 'Case file',
    description:
      'Everything on the ledger about an alert or a period, as one archive (.zip): the entries with their proofs, texts and pictures by hash, tables of deliveries and decisions, and a page to read or print. `bellwire ledger verify FILE` checks it without database or network, and names what was changed. It’s in the activity who made one.',
    query: {
      alert: { says: 'The id of an alert.', type: 'uuid' },
      from: { says: 'The first day of a period, in UTC.', type: 'date' },
      to: { says: 'Its last day.', type: 'date' },
      people: PEOPLE,
    },
    answer: { status: 200, says: 'A file, case-….zip.', type: 'application/zip' },
    errors: ['validation_failed', 'not_found', 'case_file_too_large'],
    example: { query: 'from=2026-01-01&to=2099-12-31' },
  },
  keeping: {
    method: 'get',
    path: '/ledger/keeping',
    needs: 'ledger:read',
    summary: 'Retention and legal holds',
    description: 'How long the ledger is kept, from when it is, and what is held.',
    answer: { status: 200, says: 'As it is now.', schema: LedgerKeeping },
    example: {},
  },
  retain: {
    method: 'patch',
    path: '/ledger/keeping',
    needs: 'ledger:prune',
    summary: 'Set how long the ledger is kept',
    description:
      'Entries older than this are deleted once a day, and the rest still verifies. What a hold covers stays. The change is on the ledger.',
    body: { schema: RetentionForm, required: true },
    answer: { status: 200, says: 'As it is now.', schema: LedgerKeeping },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { years: 6 } },
  },
  hold: {
    method: 'post',
    path: '/ledger/holds',
    needs: 'ledger:hold',
    whileReadOnly: true,
    summary: 'Place a legal hold',
    description:
      'Nothing that it covers is pruned until an owner lifts it, nor what comes after that in the chain. A hold can’t be changed or deleted; it’s on the ledger under your name.',
    body: { schema: HoldForm, required: true },
    answer: { status: 201, says: 'It holds.', schema: LedgerHold },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { body: { scope: 'ledger', from: '2026-01-01', to: '2026-06-30', reason: 'Inquiry 26-114' } },
  },
  lift: {
    method: 'post',
    path: '/ledger/holds/{id}/lift',
    needs: 'ledger:prune',
    whileReadOnly: true,
    summary: 'Lift a legal hold',
    description: 'Ends a hold, with a reason. Both stay on record.',
    params: { id: 'The id of the hold.' },
    body: { schema: LiftForm, required: true },
    answer: { status: 200, says: 'It’s lifted.', schema: LedgerHold },
    errors: ['bad_json', 'validation_failed', 'not_found', 'hold_lifted'],
    example: { params: { id: '$HOLD_ID' }, body: { reason: 'The inquiry was closed' } },
  },
  prune: {
    method: 'post',
    path: '/ledger/prune',
    needs: 'ledger:prune',
    summary: 'Prune the ledger',
    description:
      'Deletes entries that are older than they are kept, up to a signed head that takes their place. The program does the same once a day. It’s refused where a hold keeps every entry that is old enough.',
    answer: { status: 200, says: 'What was deleted.', schema: PrunedLedger },
    errors: ['ledger_held'],
    example: {},
  },
});
