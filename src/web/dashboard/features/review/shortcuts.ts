import type { ScreenShortcuts } from '#src/web/dashboard/lib/shortcuts.ts';

export const review: ScreenShortcuts = {
  title: 'Review',
  shortcuts: [
    { keys: ['a'], does: 'Approve and send' },
    { keys: ['r'], does: 'Reject with a reason' },
    { keys: ['e'], does: 'Edit the text' },
    { keys: ['x'], does: 'Select an alert; with Shift, all up to it' },
  ],
};
