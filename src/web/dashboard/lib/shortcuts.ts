/** Keys in the order they are pressed; two in one piece are pressed together. `does` goes on from "… to". */
export type Shortcut = { keys: readonly string[]; does: string };

const APPLE = /mac|iphone|ipad/i;

/** The keys that a part's screens know, under their title in the help. */
export type ScreenShortcuts = { title: string; shortcuts: readonly Shortcut[] };

/** Cmd on Apple's keyboards, Ctrl on the others. */
export const modifier = (): string => (APPLE.test(navigator.platform) ? '⌘' : 'Ctrl');

export const ROW_SHORTCUTS: readonly Shortcut[] = [
  { keys: ['j'], does: 'Next row' },
  { keys: ['k'], does: 'Row before' },
  { keys: ['Enter'], does: 'Open the row' },
];
