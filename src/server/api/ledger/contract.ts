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
    previous: 'Hash of the previous entry; zeros for the first.',
  },
});
const LedgerPage = component({
  name: 'LedgerPage',
  schema: ledgerPageSchema,
  fields: {
    next: 'Pass it as `before` to get older entries; null on the last page.',
    signed: 'Newest signature of the chain (Ed25519); null before the first.',
  },
  holds: [LedgerEntry],
});

const LedgerHold = component({
  name: 'LedgerHold',
  schema: holdSchema,
  fields: {
    scope: '`ledger`: everything. The others name a brand, a symbol or an alert in `target`.',
    name: 'The brand’s name, the symbol, or the alert’s title.',
    from: 'First day it covers; null for no start.',
    to: 'Last day it covers; null for no end.',
    lifted: 'Who ended it, when and why; null while it holds.',
  },
});
const LedgerKeeping = component({
  name: 'LedgerKeeping',
  schema: ledgerKeepingSchema,
  fields: {
    years: 'How long entries are kept: 3, 5 or 6 years. Default: 6.',
    operatorHold: 'Whether the operator of the installation holds the whole ledger.',
    holds: 'All holds ever placed, active ones first.',
    pruned: 'Last pruned entry; null if the ledger starts with entry 1.',
  },
  holds: [LedgerHold],
});
const RetentionForm = component({ name: 'RetentionForm', schema: retentionFormSchema });
const HoldForm = component({
  name: 'HoldForm',
  schema: holdFormSchema,
  fields: {
    target: 'The id of the brand or alert, or the name of the symbol. Leave it out for the whole ledger.',
    from: 'First day, in UTC. Leave it out for no start.',
    to: 'Last day. Leave it out for no end.',
    reason: 'Recorded in the ledger and the activity log.',
  },
});
const LiftForm = component({ name: 'LiftForm', schema: liftFormSchema });
const PrunedLedger = component({
  name: 'PrunedLedger',
  schema: prunedSchema,
  fields: {
    entries: 'How many were deleted.',
    through: 'Last deleted entry; null if none was old enough.',
    heldThrough: 'Last entry that was old enough but is kept by a hold; null if there is none.',
  },
});

const RecordedAlert = component({
  name: 'RecordedAlert',
  schema: recordedAlertSchema,
  fields: {
    figures: 'The alert’s figures, with price and source; null if it has none.',
    said: 'Its texts by channel and language, the approved ones first. Texts that exist only in the ledger have no channel.',
    decisions:
      'The person or policy that decided, with the ledger entry. Search with `approver` to find a `person`’s decisions.',
    outcomes: 'Deliveries by state.',
    recipients: `The first ${RECIPIENTS_SHOWN}. A case file has all of them.`,
  },
});
const RecordPage = component({
  name: 'RecordPage',
  schema: recordPageSchema,
  fields: {
    next: `Pass it as \`before\` to get older alerts; null on the last page. A page checks up to ${RECORD_LOOKED_AT.toLocaleString('en-US')} alerts of the symbol, brand and period, so it can have fewer alerts than the limit, or none, and still have a \`next\`.`,
  },
  holds: [RecordedAlert],
});

const RECORD_FILTER = {
  symbol: { says: 'Symbol, such as BTC-USD.' },
  brand: { says: 'The id of the brand.', type: 'uuid' },
  recipient: { says: 'An address or destination.' },
  approver: {
    says: 'The id of a person who decided: also the first of two who must approve, and an absent member whose deputy did.',
    type: 'uuid',
  },
  q: { says: 'Words in the title or text.' },
  from: { says: 'The first day, in UTC.', type: 'date' },
  to: { says: 'The last day.', type: 'date' },
} as const;
const PEOPLE = {
  says: '`true`: people appear by name instead of by pseudonym. Protect such a file like other personal data.',
};
const FILE = `All results of the search, up to ${RECORD_FILE_MAX.toLocaleString('en-US')} alerts. The activity log shows who created it.`;

export const LEDGER = endpoints('Team', {
  list: {
    method: 'get',
    path: '/ledger',
    needs: 'ledger:read',
    summary: 'Ledger',
    description:
      'The record of what was approved and sent, newest first. Each entry has the hash of the previous one, so any change is detected.',
    query: {
      kind: { says: `One of ${LEDGER_KINDS.join(', ')}.` },
      alert: { says: 'The id of an alert: its decisions and deliveries.', type: 'uuid' },
      before: { says: 'The `next` of the previous page.', type: 'integer' },
      limit: { says: 'Entries per page, 1 to 100. Default: 50.', type: 'integer' },
    },
    answer: { status: 200, says: 'Newest first.', schema: LedgerPage },
    errors: ['validation_failed'],
    example: { query: 'kind=decision&limit=10' },
  },
  search: {
    method: 'get',
    path: '/ledger/search',
    needs: 'ledger:read',
    summary: 'Search the ledger',
    description:
      'Finds alerts in the ledger: texts, prices, who approved them and when, and who got them. Newest first. All parameters must match.',
    query: {
      ...RECORD_FILTER,
      before: { says: 'The `next` of the previous page.', type: 'uuid' },
      limit: { says: `Alerts per page, 1 to ${RECORD_PAGE_MAX}. Default: 20.`, type: 'integer' },
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
    answer: { status: 200, says: 'A file, ledger-<day>.csv, with one row per alert.', type: 'text/csv' },
    errors: ['validation_failed', 'search_too_large'],
    example: { query: 'symbol=BTC-USD&from=2026-01-01' },
  },
  searchJson: {
    method: 'get',
    path: '/ledger/search.json',
    needs: 'ledger:read',
    summary: 'Export a search as JSON',
    description: `${FILE} \`items\` has the same form as in the search.`,
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
    description: `A case file about all alerts the search finds, up to ${RECORD_FILE_MAX.toLocaleString('en-US')}: entries with proofs, texts, pictures and tables. Other entries in between appear by hash only. The activity log shows who created it.`,
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
      'Everything on the ledger about an alert or a period, as one archive (.zip): the entries with their proofs, texts and pictures by hash, tables of deliveries and decisions, and a page to read or print. `bellwire ledger verify FILE` checks it without database or network, and reports any change. The activity log shows who created it.',
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
    description: 'How long entries are kept, where the ledger starts, and its legal holds.',
    answer: { status: 200, says: 'The current settings.', schema: LedgerKeeping },
    example: {},
  },
  retain: {
    method: 'patch',
    path: '/ledger/keeping',
    needs: 'ledger:prune',
    summary: 'Set how long the ledger is kept',
    description:
      'Older entries are deleted once a day, and the rest still verifies. Entries under a hold are kept. The change is recorded in the ledger.',
    body: { schema: RetentionForm, required: true },
    answer: { status: 200, says: 'The current settings.', schema: LedgerKeeping },
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
      'Nothing it covers is pruned until an owner lifts it, and neither is anything after that in the chain. A hold can’t be changed or deleted. It’s recorded in the ledger under your name.',
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
      'Deletes entries past their retention and replaces them with a signed head. This also happens once a day. It’s rejected if a hold keeps every entry that is old enough.',
    answer: { status: 200, says: 'What was deleted.', schema: PrunedLedger },
    errors: ['ledger_held'],
    example: {},
  },
});
