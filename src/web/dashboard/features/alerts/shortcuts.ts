import type { ScreenShortcuts } from '#src/web/dashboard/lib/shortcuts.ts';

export const alerts: ScreenShortcuts = {
  title: 'Alerts',
  shortcuts: [{ keys: ['/'], does: 'Search the list' }],
};
