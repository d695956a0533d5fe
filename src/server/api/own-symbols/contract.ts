import {
  ownSymbolChangeSchema,
  ownSymbolSchema,
  ownSymbolsSchema,
  suspectedSplitAnswerSchema,
} from '#src/shared/own-symbols.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const OwnSymbols = component({ name: 'OwnSymbols', schema: ownSymbolsSchema });
const OwnSymbolChange = component({
  name: 'OwnSymbolChange',
  schema: ownSymbolChangeSchema,
  fields: {
    splits:
      'All splits of the symbol; they replace the stored ones. 4 means four new shares for one old, 0.1 one for ten.',
  },
});
const OwnSymbol = component({
  name: 'OwnSymbol',
  schema: ownSymbolSchema,
  fields: {
    session: 'Its trading hours.',
    timeZone: 'Time zone of its days.',
    history: 'Start of the first and last bar of each timeframe.',
    splits: 'By date. From that day on, one old share is `ratio` new ones.',
    suspectedSplits:
      'Jumps by the ratio of a split that stay at the new level, although no source lists a split. The first bar of each is quarantined and earlier prices are adjusted until you decide.',
  },
});

const SuspectedSplitAnswer = component({
  name: 'SuspectedSplitAnswer',
  schema: suspectedSplitAnswerSchema,
  fields: { isSplit: 'True for a split; false for a market move.' },
});

export const OWN_SYMBOLS = endpoints('Feeds', {
  list: {
    method: 'get',
    path: '/own-symbols',
    needs: 'feeds:read',
    summary: 'List imported symbols',
    description: 'The symbols your workspace imported, with trading hours, history and splits.',
    answer: { status: 200, says: 'By symbol.', schema: OwnSymbols },
    example: {},
  },
  change: {
    method: 'patch',
    path: '/own-symbols/{symbol}',
    needs: 'feeds:write',
    tells: ['feeds', 'rules'],
    summary: 'Change an imported symbol',
    description:
      'Sets its splits. Rules and backtests adjust bars before a split; stored bars stay as traded. The list replaces all stored splits; an empty list removes them.',
    params: { symbol: 'A symbol your workspace imported.' },
    body: { schema: OwnSymbolChange, required: true },
    answer: { status: 200, says: 'The symbol.', schema: OwnSymbol },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { params: { symbol: 'GME' }, body: { splits: [{ date: '2022-07-22', ratio: 4 }] } },
  },
  settleSplit: {
    method: 'post',
    path: '/own-symbols/{symbol}/suspected-splits/{id}',
    needs: 'feeds:write',
    tells: ['feeds', 'rules'],
    summary: 'Confirm or dismiss a suspected split',
    description:
      'Decides whether a jump in an imported file was a split. If so, it’s added to the symbol’s splits; otherwise it counts as a market move. The quarantined bar is stored either way.',
    params: {
      symbol: 'A symbol your workspace imported.',
      id: 'The id of the suspected split.',
    },
    body: { schema: SuspectedSplitAnswer, required: true },
    answer: { status: 200, says: 'The symbol.', schema: OwnSymbol },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { params: { symbol: 'GME', id: '$SUSPECTED_SPLIT_ID' }, body: { isSplit: true } },
  },
  remove: {
    method: 'delete',
    path: '/own-symbols/{symbol}',
    needs: 'feeds:write',
    tells: ['feeds', 'rules'],
    whileReadOnly: true,
    summary: 'Remove an imported symbol',
    description:
      'Removes it with its bars and splits. Works if no rule or watchlist uses it. Its alerts stay, and you can import it again.',
    params: { symbol: 'A symbol your workspace imported.' },
    answer: { status: 204, says: 'It’s removed.' },
    errors: ['not_found', 'validation_failed', 'too_many_uploads'],
    example: { params: { symbol: 'GME' } },
  },
});
