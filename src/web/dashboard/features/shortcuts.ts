import { ROW_SHORTCUTS, type ScreenShortcuts } from '../lib/shortcuts.ts';
import { alerts } from './alerts/shortcuts.ts';
import { documents } from './documents/shortcuts.ts';
import { ledger } from './ledger/shortcuts.ts';
import { review } from './review/shortcuts.ts';
import { rules } from './rules/shortcuts.ts';

/** The keys of screens, as the help lists them. It loads with the help: the features are part of the first view. */
export const SHORTCUTS: readonly ScreenShortcuts[] = [
  { title: 'Lists', shortcuts: ROW_SHORTCUTS },
  alerts,
  review,
  rules,
  ledger,
  documents,
];
