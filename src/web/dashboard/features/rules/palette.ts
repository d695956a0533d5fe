import { Plus, Radar } from 'lucide-react';
import { rulePageSchema } from '#src/shared/rules/stored.ts';
import { apiGet } from '#src/web/lib/api/api.ts';
import { mayDo } from '#src/web/dashboard/lib/may-do.ts';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';

const FOUND = 5;

/** New rule, and rules by a part of their name or condition. */
export const found: PaletteSource = {
  group: 'Rules',
  commands: async ({ queries }) =>
    (await mayDo(queries, 'rules:write'))
      ? [
          {
            id: 'rule new',
            label: 'New rule',
            icon: Plus,
            words: 'create add alert condition trigger price watch',
            run: ({ navigate }) => navigate('/rules/new'),
          },
        ]
      : [],
  search: async (text, _context, signal) => {
    const query = new URLSearchParams({ q: text, limit: String(FOUND) });
    const { items } = await apiGet(`/api/v1/rules?${query}`, rulePageSchema, signal);
    return items.map(({ id, name }) => ({
      id: `rule ${id}`,
      label: name,
      icon: Radar,
      run: ({ navigate }) => navigate(`/rules/${id}`),
    }));
  },
};
