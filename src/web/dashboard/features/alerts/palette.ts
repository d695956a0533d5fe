import { Bookmark, Search, Send, Siren } from 'lucide-react';
import { alertPageSchema, writeAlertFilter } from '#src/shared/alert-list.ts';
import { apiGet } from '#src/web/lib/api/api.ts';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';
import { viewsQuery } from './queries.ts';

const FOUND = 6;

export const screens: PaletteSource = {
  group: 'Screens',
  commands: () => [
    {
      id: 'deliveries',
      label: 'Deliveries',
      icon: Send,
      words: 'log sent failed recipients emails',
      run: ({ navigate }) => navigate('/deliveries'),
    },
  ],
};

/** Saved views, by their name. */
export const views: PaletteSource = {
  group: 'Views',
  commands: async ({ queries }) =>
    // Without its views the palette still has everything else.
    (await queries.ensureQueryData(viewsQuery).catch(() => [])).map(({ id, name, query }) => ({
      id: `view ${id}`,
      label: name,
      icon: Bookmark,
      words: 'view filter',
      run: ({ navigate }) => navigate(`/alerts?${query}`),
    })),
};

/** Alerts by words of their title, or by their symbol. */
export const found: PaletteSource = {
  group: 'Alerts',
  search: async (text, _context, signal) => {
    const query = writeAlertFilter({ q: text });
    const { items } = await apiGet(`/api/v1/alerts?${query}&limit=${FOUND}`, alertPageSchema, signal);
    if (items.length === 0) return [];
    return [
      ...items.map(({ id, title, symbol }) => ({
        id: `alert ${id}`,
        label: title,
        icon: Siren,
        hint: symbol,
        run: ({ navigate }: { navigate: (to: string) => void }) => navigate(`/alerts/${id}`),
      })),
      {
        id: `alerts ${text}`,
        label: `All alerts with “${text}”`,
        icon: Search,
        run: ({ navigate }) => navigate(`/alerts?${query}`),
      },
    ];
  },
};
