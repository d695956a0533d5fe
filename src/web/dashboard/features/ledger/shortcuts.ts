import type { ScreenShortcuts } from '#src/web/dashboard/lib/shortcuts.ts';

export const ledger: ScreenShortcuts = {
  title: 'Ledger',
  shortcuts: [{ keys: ['/'], does: 'Search titles and texts' }],
};
