import { DESKTOP } from './desktop.ts';

/** So many alerts a widget shows, unless its tag asks for fewer or more. */
export const WIDGET_COUNT = 5;
export const WIDGET_MAX = 20;
export const WIDGET_THEMES = ['light', 'dark', 'auto'] as const;
export type WidgetTheme = (typeof WIDGET_THEMES)[number];

/** What the frame says of the alert that a reader opened. */
const OPENED = 'alert.opened';

/**
 * What a customer's site runs: it puts a frame behind its own tag. No script runs in the frame, and it neither reads the
 * site nor knows where it is. What the tag says is checked again where the frame is made.
 *
 * On a trading desktop, the frame is loaded once more with one script of ours, which says which alert was opened, and the
 * desktop gets its instrument (see `DESKTOP`).
 */
export const WIDGET = `(() => {
  const tag = document.currentScript;
  if (!tag) return;
  const { theme = 'auto', count = '${WIDGET_COUNT}', height = '480', title = 'Alerts', fdc3 = 'auto' } = tag.dataset;
  const address = new URL('embed', tag.src);
  address.searchParams.set('theme', theme);
  address.searchParams.set('count', count);
  const frame = document.createElement('iframe');
  const sandbox = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';
  frame.setAttribute('sandbox', sandbox);
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.setAttribute('loading', 'lazy');
  frame.title = title;
  frame.style.cssText = 'display:block;width:100%;border:0';
  frame.style.height = Math.min(2000, Math.max(120, parseInt(height, 10) || 480)) + 'px';
  frame.src = address.href;
  tag.after(frame);
  if (fdc3 === 'off') return;
${DESKTOP}
  onAgent(fdc3 === 'connect', (announce) => {
    window.addEventListener('message', ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== address.origin || !data || data.type !== '${OPENED}') return;
      const { ticker, exchange } = data;
      if (typeof ticker !== 'string' || ticker === '') return;
      const context = { type: 'fdc3.instrument', name: ticker, id: { ticker } };
      if (typeof exchange === 'string' && exchange !== '') context.market = { name: exchange };
      Promise.resolve(announce(context)).catch(() => undefined);
    });
    address.searchParams.set('desktop', '1');
    frame.setAttribute('sandbox', sandbox + ' allow-scripts');
    frame.src = address.href;
  });
})();
`;

/** In the frame, on a desktop only: says which alert was opened, to the site that the frame is on. */
export const FRAME_SCRIPT = `(() => {
  const opened = (event) => {
    const link = event.target instanceof Element && event.target.closest('a[data-ticker]');
    if (!link || window === parent) return;
    const { ticker, exchange = '' } = link.dataset;
    parent.postMessage({ type: '${OPENED}', ticker, exchange }, '*');
  };
  addEventListener('click', opened);
  addEventListener('auxclick', opened);
})();`;
