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
      'All there are; they take the place of what was known. 4 is four new for one old, 0.1 one for ten.',
  },
});
const OwnSymbol = component({
  name: 'OwnSymbol',
  schema: ownSymbolSchema,
  fields: {
    session: 'When it trades.',
    timeZone: 'The zone of its days.',
    history: 'Where its first bar of each size begins, and its last.',
    splits: 'In order of time: from that day on, one old is `ratio` new ones.',
    suspectedSplits:
      'Jumps by the ratio of a split whose level holds and that no source names. The first bar of each is quarantined, and the prices before it are adjusted, until you say what it was.',
  },
});

const SuspectedSplitAnswer = component({
  name: 'SuspectedSplitAnswer',
  schema: suspectedSplitAnswerSchema,
  fields: { isSplit: 'True for a split; false for a move of the market.' },
});

export const OWN_SYMBOLS = endpoints('Feeds', {
  list: {
    method: 'get',
    path: '/own-symbols',
    needs: 'feeds:read',
    summary: 'List symbols of your own',
    description:
      'The symbols that the workspace imported, each with when it trades, what history there is of it, and its splits.',
    answer: { status: 200, says: 'By symbol.', schema: OwnSymbols },
    example: {},
  },
  change: {
    method: 'patch',
    path: '/own-symbols/{symbol}',
    needs: 'feeds:write',
    tells: ['feeds', 'rules'],
    summary: 'Change a symbol of your own',
    description:
      'Says its splits: rules and replays compare bars before a split as they would stand after it; stored bars stay as they were traded. What is sent takes the place of what was known; an empty list takes all of them away.',
    params: { symbol: 'A symbol that the workspace imported.' },
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
      'Says what a jump in an imported file was. A split becomes one of the symbol’s splits; otherwise the jump counts as a move of the market. The bar that was put aside is stored either way.',
    params: {
      symbol: 'A symbol that the workspace imported.',
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
    summary: 'Remove a symbol of your own',
    description:
      'With its bars and its splits. Not while a rule or a watchlist names it. Alerts about it stay, and it may be imported again.',
    params: { symbol: 'A symbol that the workspace imported.' },
    answer: { status: 204, says: 'It is removed.' },
    errors: ['not_found', 'validation_failed', 'too_many_uploads'],
    example: { params: { symbol: 'GME' } },
  },
});
