import { channels } from '#src/engine/channels/registry.ts';

/** It sends alerts to us, so it's no channel. Its mark is from Simple Icons 11 (CC0). */
const TRADINGVIEW =
  'M15.8654 8.2789c0 1.3541-1.0978 2.4519-2.452 2.4519-1.354 0-2.4519-1.0978-2.4519-2.452 0-1.354 1.0978-2.4518 2.452-2.4518 1.3541 0 2.4519 1.0977 2.4519 2.4519zM9.75 6H0v4.9038h4.8462v7.2692H9.75Zm8.5962 0H24l-5.1058 12.173h-5.6538z';

const symbol = (id: string, path: string): string =>
  `<symbol id="${id}" viewBox="0 0 24 24"><path fill-rule="evenodd" d="${path}"/></symbol>`;

/** All marks in one picture, which ui/channel-mark.tsx takes them from. They have no color of their own. */
export const channelMarks = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg">${[
    ...channels().map(({ kind, mark }) => symbol(kind, mark)),
    symbol('tradingview', TRADINGVIEW),
  ].join('')}</svg>`;
