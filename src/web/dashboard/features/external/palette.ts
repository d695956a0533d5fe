import { Webhook } from 'lucide-react';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';
import { externalRulesQuery } from './queries.ts';

const FOUND = 5;

/** Rules on external sources, by a part of their name. */
export const found: PaletteSource = {
  group: 'Webhooks and news',
  search: async (text, { queries }) => {
    const wanted = text.toLocaleLowerCase('en');
    const rules = await queries.ensureQueryData(externalRulesQuery(false));
    return rules
      .filter(({ name }) => name.toLocaleLowerCase('en').includes(wanted))
      .slice(0, FOUND)
      .map(({ id, name }) => ({
        id: `outside rule ${id}`,
        label: name,
        icon: Webhook,
        run: ({ navigate }) => navigate(`/rules/outside/${id}`),
      }));
  },
};
