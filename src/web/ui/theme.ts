export const THEMES = ['system', 'day', 'night'] as const;
export type Theme = (typeof THEMES)[number];

/** Read by site/boot.js before the first paint as well. */
const KEY = 'bellwire.theme';

export function storedTheme(): Theme {
  const value = localStorage.getItem(KEY);
  return value === 'day' || value === 'night' ? value : 'system';
}

/** Sets and remembers the theme of this browser; `system` follows the operating system. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['theme'];
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset['theme'] = theme;
  }
}

/** Calls when the theme in force has changed, by choice or by the system: for what is drawn on a canvas. @returns how to stop */
export function onThemeChange(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(changed);
  system.addEventListener('change', changed);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', changed);
    chosen.disconnect();
  };
}
