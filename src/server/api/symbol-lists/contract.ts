import {
  HISTORY_MAX,
  LINES_MAX,
  listedSymbolSchema,
  symbolListsSchema,
  symbolsAddedSchema,
  symbolsFormSchema,
} from '#src/shared/symbol-lists/lists.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const ListedSymbol = component({
  name: 'ListedSymbol',
  schema: listedSymbolSchema,
  fields: {
    list: '`restricted`: never sent. `watch`: always reviewed by a person.',
    by: 'Who added it: a member, or an API key.',
    from: 'The first day, by the brand’s clocks. Null: from when it was added.',
    until: 'The last day. Null: until someone removes it.',
    inForce: 'Whether it applies now.',
    endedAt: 'When it was removed or replaced. Null: it’s on the list.',
  },
});
const SymbolLists = component({ name: 'SymbolLists', schema: symbolListsSchema, holds: [ListedSymbol] });
const SymbolsForm = component({
  name: 'SymbolsForm',
  schema: symbolsFormSchema,
  fields: {
    symbols: `A symbol per line, or CSV: \`symbol,reason,from,until\`. At most ${LINES_MAX} lines. Without an exchange, it’s meant on every exchange.`,
    reason: 'For lines without a reason of their own.',
    from: 'First day, such as `2026-11-30`. Left out: from now on.',
    until: 'Last day. Left out: until someone removes it.',
  },
});
const SymbolsAdded = component({
  name: 'SymbolsAdded',
  schema: symbolsAddedSchema,
  fields: { unchanged: 'They were listed with the same reason and days.' },
});

const BRAND = { id: 'The id of the brand.' };

export const SYMBOL_LISTS_OF_BRANDS = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/brands/{id}/symbol-lists',
    needs: 'restrictions:read',
    summary: 'List a brand’s restricted and watched symbols',
    description: 'The symbols on both lists. Those that begin later, or are over, have `inForce` false.',
    params: BRAND,
    answer: { status: 200, says: 'The symbols.', schema: SymbolLists },
    errors: ['not_found'],
    example: { params: { id: '$BRAND_ID' } },
  },
  history: {
    method: 'get',
    path: '/brands/{id}/symbol-lists/history',
    needs: 'restrictions:read',
    summary: 'Get the history of a brand’s symbol lists',
    description: `Every entry that was added, with who removed or replaced it and when. The last ${HISTORY_MAX}, newest change first; the ledger has all.`,
    params: BRAND,
    answer: { status: 200, says: 'The entries.', schema: SymbolLists },
    errors: ['not_found'],
    example: { params: { id: '$BRAND_ID' } },
  },
  add: {
    method: 'post',
    path: '/brands/{id}/symbol-lists',
    needs: 'restrictions:write',
    whileReadOnly: true,
    summary: 'Add symbols to a restricted or watch list',
    description:
      'Takes effect at once. Alerts of the brand about a restricted symbol become `withheld`, also those that are approved, planned or under way. Alerts about a watched symbol wait for a person, whatever the policy. If a line has an error, nothing is added and `details.lines` names each one.',
    params: BRAND,
    body: { schema: SymbolsForm, required: true },
    answer: { status: 200, says: 'They’re on the list.', schema: SymbolsAdded },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: {
      params: { id: '$BRAND_ID' },
      body: {
        list: 'restricted',
        symbols: 'AAPL\nMSFT,Holds a stake,2026-12-01',
        reason: 'Advisory mandate',
      },
    },
  },
  remove: {
    method: 'delete',
    path: '/brands/{id}/symbol-lists/{entry}',
    needs: 'restrictions:write',
    whileReadOnly: true,
    summary: 'Remove a symbol from its list',
    description: 'It stays in the history. What was withheld isn’t sent later.',
    params: { ...BRAND, entry: 'The id of the entry.' },
    answer: { status: 204, says: 'It’s off the list.' },
    errors: ['not_found'],
    example: { params: { id: '$BRAND_ID', entry: '$LISTED_ID' } },
  },
});
