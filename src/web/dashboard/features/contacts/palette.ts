import { ContactRound, FileUp, UserRoundPlus, UsersRound } from 'lucide-react';
import { contactPageSchema } from '#src/shared/contacts.ts';
import type { Command, PaletteSource } from '#src/web/dashboard/lib/palette.ts';
import { isDemo } from '#src/web/lib/api/access.ts';
import { apiGet } from '#src/web/lib/api/api.ts';
import { nameOf } from './words.ts';

const FOUND = 5;

const audiences: Command = {
  id: 'audiences',
  label: 'Audiences',
  icon: UsersRound,
  words: 'lists segments filters people contacts',
  run: ({ navigate }) => navigate('/audiences'),
};
const changes: readonly Command[] = [
  {
    id: 'contacts import',
    label: 'Import contacts',
    icon: FileUp,
    words: 'csv upload people readers excel',
    run: ({ navigate }) => navigate('/contacts/import'),
  },
  {
    id: 'contact new',
    label: 'Add a contact',
    icon: UserRoundPlus,
    words: 'new person reader subscriber recipient',
    run: ({ navigate }) => navigate('/contacts/new'),
  },
];
const screens: PaletteSource = {
  group: 'Screens',
  // The demo changes nothing.
  commands: () => [audiences, ...(isDemo() ? [] : changes)],
};

const found: PaletteSource = {
  group: 'Contacts',
  search: async (text, _context, signal) => {
    const query = new URLSearchParams({ q: text, limit: String(FOUND) });
    const { items } = await apiGet(`/api/v1/contacts?${query}`, contactPageSchema, signal);
    return items.map((contact) => ({
      id: `contact ${contact.id}`,
      label: nameOf(contact),
      icon: ContactRound,
      run: ({ navigate }) => navigate(`/contacts/${contact.id}`),
    }));
  },
};

export const sources: readonly PaletteSource[] = [screens, found];
