import { BookOpen, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { siteConfig } from '#src/shared/site-config.ts';
import { applyTheme, type Theme } from '#src/web/ui/theme.ts';
import { FEATURES } from '../features/registry.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import type { Command } from '../lib/palette.ts';

const THEMES: readonly { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'system', label: 'Theme: as the system', icon: Monitor },
  { theme: 'day', label: 'Theme: day', icon: Sun },
  { theme: 'night', label: 'Theme: night', icon: Moon },
];

/** Every screen of the menu, and the documentation. */
export const screens: readonly Command[] = [
  ...FEATURES.flatMap(({ menu }) => (menu ? [menu] : [])).map(({ label, to, icon, key }): Command => ({
    id: `go ${to}`,
    label,
    icon,
    words: 'go open screen',
    ...(key ? { hint: `g ${key}` } : {}),
    run: ({ navigate }) => navigate(to),
  })),
  {
    id: 'go documentation',
    label: 'Documentation',
    icon: BookOpen,
    words: 'help guide api',
    hint: 'New tab',
    run: () => void window.open(siteConfig.documentation, '_blank', 'noopener'),
  },
];

/** What can be done anywhere. */
export const actions = (own: { help: () => void; signOut: () => Promise<void> }): readonly Command[] => [
  ...THEMES.map(({ theme, label, icon }) => ({
    id: `theme ${theme}`,
    label,
    icon,
    words: 'dark light colour color',
    run: () => {
      applyTheme(theme);
      dispatchEvent(new Event('bellwire:theme'));
    },
  })),
  { id: 'help', label: 'Keyboard shortcuts', icon: Keyboard, words: 'help keys', hint: '?', run: own.help },
  {
    id: 'sign out',
    label: readOnlyReason() === null ? 'Sign out' : 'Leave the demo',
    icon: LogOut,
    words: 'log out leave',
    run: () => void own.signOut(),
  },
];
