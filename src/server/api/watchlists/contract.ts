import {
  watchlistChangeSchema,
  watchlistFormSchema,
  watchlistSchema,
  watchlistsSchema,
} from '#src/shared/rules/stored.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Watchlists = component({ name: 'Watchlists', schema: watchlistsSchema });
const WatchlistForm = component({ name: 'WatchlistForm', schema: watchlistFormSchema });
const Watchlist = component({ name: 'Watchlist', schema: watchlistSchema });
const WatchlistChange = component({ name: 'WatchlistChange', schema: watchlistChangeSchema });

const WATCHLIST = { id: 'The watchlist’s id.' };

export const WATCHLISTS = endpoints('Rules', {
  list: {
    method: 'get',
    path: '/watchlists',
    needs: 'rules:read',
    demo: true,
    summary: 'List watchlists',
    description: 'With their symbols, and how many rules watch them.',
    answer: { status: 200, says: 'By name.', schema: Watchlists },
    example: {},
  },
  make: {
    method: 'post',
    path: '/watchlists',
    needs: 'rules:write',
    tells: ['rules'],
    summary: 'Create a watchlist',
    description: 'A watchlist can have up to 500 symbols.',
    body: { schema: WatchlistForm, required: true },
    answer: { status: 201, says: 'The watchlist.', schema: Watchlist },
    errors: ['bad_json', 'validation_failed', 'name_taken'],
    example: { body: { name: 'Indices', symbols: ['SPX'] } },
  },
  change: {
    method: 'patch',
    path: '/watchlists/{id}',
    needs: 'rules:write',
    tells: ['rules'],
    summary: 'Change a watchlist',
    description:
      'What is left out stays; Symbols are replaced as a whole. Rules that use it follow within a second.',
    params: WATCHLIST,
    body: { schema: WatchlistChange, required: true },
    answer: { status: 200, says: 'The watchlist.', schema: Watchlist },
    errors: ['bad_json', 'validation_failed', 'not_found', 'name_taken'],
    example: { params: { id: '$WATCHLIST_ID' }, body: { symbols: ['SPX'] } },
  },
  remove: {
    method: 'delete',
    path: '/watchlists/{id}',
    needs: 'rules:write',
    tells: ['rules'],
    summary: 'Delete a watchlist',
    description: 'Works if no rule uses it, deleted rules included.',
    params: WATCHLIST,
    answer: { status: 204, says: 'It’s gone.' },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$WATCHLIST_ID' } },
  },
});
