import type { ScreenShortcuts } from '#src/web/dashboard/lib/shortcuts.ts';

export const rules: ScreenShortcuts = {
  title: 'Rules',
  shortcuts: [
    { keys: ['/'], does: 'Search the rules' },
    { keys: ['x'], does: 'Select a rule; with Shift, all up to it' },
  ],
};
