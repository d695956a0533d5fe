import type { ScreenShortcuts } from '#src/web/dashboard/lib/shortcuts.ts';

export const documents: ScreenShortcuts = {
  title: 'Documents',
  shortcuts: [{ keys: ['/'], does: 'Search the names' }],
};
