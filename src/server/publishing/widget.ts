/** So many alerts a widget shows, unless its tag asks for fewer or more. */
export const WIDGET_COUNT = 5;
export const WIDGET_MAX = 20;
export const WIDGET_THEMES = ['light', 'dark', 'auto'] as const;
export type WidgetTheme = (typeof WIDGET_THEMES)[number];

/**
 * What a customer's site runs: it puts a frame behind its own tag, and nothing else. No script runs in the frame, and it
 * neither reads the site nor is told where it is. What the tag says is checked again where the frame is made.
 */
export const WIDGET = `(() => {
  const tag = document.currentScript;
  if (!tag) return;
  const { theme = 'auto', count = '${WIDGET_COUNT}', height = '480', title = 'Alerts' } = tag.dataset;
  const address = new URL('embed', tag.src);
  address.searchParams.set('theme', theme);
  address.searchParams.set('count', count);
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin allow-popups allow-popups-to-escape-sandbox');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.setAttribute('loading', 'lazy');
  frame.title = title;
  frame.style.cssText = 'display:block;width:100%;border:0';
  frame.style.height = Math.min(2000, Math.max(120, parseInt(height, 10) || 480)) + 'px';
  frame.src = address.href;
  tag.after(frame);
})();
`;
