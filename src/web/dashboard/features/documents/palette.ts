import { File } from 'lucide-react';
import { documentPageSchema } from '#src/shared/documents/documents.ts';
import { apiGet } from '#src/web/lib/api/api.ts';
import type { PaletteSource } from '#src/web/dashboard/lib/palette.ts';

const FOUND = 5;

/** Documents by a part of their name. */
export const found: PaletteSource = {
  group: 'Documents',
  search: async (text, _context, signal) => {
    const query = new URLSearchParams({ q: text, limit: String(FOUND) });
    const { items } = await apiGet(`/api/v1/documents?${query}`, documentPageSchema, signal);
    return items.map(({ id, name }) => ({
      id: `document ${id}`,
      label: name,
      icon: File,
      run: ({ navigate }) => navigate(`/documents/${id}`),
    }));
  },
};
