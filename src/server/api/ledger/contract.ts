import { LEDGER_KINDS, ledgerEntrySchema, ledgerPageSchema } from '#src/shared/ledger.ts';
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
});
