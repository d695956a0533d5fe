import { ChartCandlestick } from 'lucide-react';
import { instrumentPageSchema } from '#src/shared/rules/stored.ts';
import { apiGet } from '#src/web/lib/api/api.ts';
import { pathOf } from '#src/web/dashboard/lib/instruments/path.ts';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';

const FOUND = 5;

/** The list, and instruments by a part of their symbol or name. */
export const sources: readonly PaletteSource[] = [
  {
    group: 'Screens',
    commands: () => [
      {
        id: 'instruments',
        label: 'Instruments',
        words: 'symbols tickers markets bars exchange',
        icon: ChartCandlestick,
        run: ({ navigate }) => navigate('/instruments'),
      },
    ],
  },
  {
    group: 'Instruments',
    search: async (text, _context, signal) => {
      const query = new URLSearchParams({ q: text, limit: String(FOUND) });
      const { items } = await apiGet(`/api/v1/instruments?${query}`, instrumentPageSchema, signal);
      return items.map(({ symbol, name }) => ({
        id: `instrument ${symbol}`,
        label: `${symbol} · ${name}`,
        icon: ChartCandlestick,
        run: ({ navigate }) => navigate(pathOf(symbol)),
      }));
    },
  },
];
