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
    from: 'First day, in the brand’s time zone. Null: from when it was added.',
    until: 'Last day. Null: until someone removes it.',
    inForce: 'Whether it applies now.',
    endedAt: 'When it was removed or replaced. Null: it’s on the list.',
  },
});
const SymbolLists = component({ name: 'SymbolLists', schema: symbolListsSchema, holds: [ListedSymbol] });
const SymbolsForm = component({
  name: 'SymbolsForm',
  schema: symbolsFormSchema,
  fields: {
    symbols: `A symbol per line, or CSV: \`symbol,reason,from,until\`. At most ${LINES_MAX} lines. A symbol without an exchange applies to all exchanges.`,
    reason: 'For lines without a reason of their own.',
    from: 'First day, such as `2026-11-30`. Default: now.',
    until: 'Last day. Default: until someone removes it.',
  },
});
const SymbolsAdded = component({
  name: 'SymbolsAdded',
  schema: symbolsAddedSchema,
  fields: { unchanged: 'Already listed with the same reason and days.' },
});

const BRAND = { id: 'The id of the brand.' };

export const SYMBOL_LISTS_OF_BRANDS = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/brands/{id}/symbol-lists',
    needs: 'restrictions:read',
    summary: 'List a brand’s restricted and watched symbols',
    description: 'The symbols on both lists. Future and past entries have `inForce` false.',
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
    description: `All entries with who added, removed or replaced them, and when. The last ${HISTORY_MAX}, newest change first; the ledger has all.`,
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
      'Takes effect at once. The brand’s alerts about a restricted symbol become `withheld`, including those approved, planned or being sent. Alerts about a watched symbol wait for a person, whatever the policy. If a line has an error, nothing is added, and `details.lines` lists the errors.',
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
    description: 'It stays in the history. Withheld alerts aren’t sent later.',
    params: { ...BRAND, entry: 'The id of the entry.' },
    answer: { status: 204, says: 'It’s off the list.' },
    errors: ['not_found'],
    example: { params: { id: '$BRAND_ID', entry: '$LISTED_ID' } },
  },
});
