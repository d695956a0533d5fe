import { DEVICES_MAX, type OwnDevice } from '#src/subscribers/devices/devices.ts';
import { escape } from '../../shared/page.ts';
import { PAGE_SCRIPT } from './page-script.ts';

type Offer = {
  token: string;
  key: string;
  publicKey: string;
  brandName: string;
  practice: boolean;
  own: readonly OwnDevice[];
};

/** What a reader agrees to by pressing the button. It is kept as their consent, so it says all of it. */
export const wordingOf = (brandName: string): string =>
  `Show alerts from ${brandName} as notifications on this device.`;

const shown = (states: string, html: string): string =>
  `<div data-state="${states}"${states.split(' ').includes('start') ? '' : ' hidden'}>${html}</div>`;
const say = (states: string, text: string): string => shown(states, `<p>${text}</p>`);

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** A person's devices, each with a button that needs no script. */
export function deviceList(token: string, own: readonly OwnDevice[]): string {
  if (own.length === 0) return '';
  const rows = own.map(
    ({ id, name, brand, since }) => `<li class="device"><span>${escape(name)}
<span class="hint">${brand === null ? '' : `Alerts from ${escape(brand)}. `}On since ${DAY.format(since)}</span></span>
<form method="post" action="/preferences/${encodeURIComponent(token)}"><input type="hidden" name="action" value="device"><input type="hidden" name="device" value="${escape(id)}">
<button class="quiet" type="submit" aria-label="Turn off ${escape(name)}, on since ${DAY.format(since)}">Turn off</button></form></li>`,
  );
  return `<h3>Your devices</h3>\n<ul class="devices">${rows.join('\n')}</ul>`;
}

/** A part of a page that registers the device it is on. Its script chooses among the texts. */
export function deviceSection({ token, key, publicKey, brandName, practice, own }: Offer): string {
  const name = escape(brandName);
  const attributes = Object.entries({ token, key, 'public-key': publicKey })
    .map(([attribute, value]) => ` data-${attribute}="${escape(value)}"`)
    .join('');
  return `<section id="devices"${attributes}><h2>Notifications on this device</h2>
<div role="status">
${say('start', 'Loading…')}
${say('off', escape(wordingOf(brandName)))}
${say('busy', 'One moment…')}
${say('on', `This device shows alerts from ${name} as notifications.`)}
${say('practice', 'A practice browser shows them at <a class="link" href="/dev/outbox">the outbox</a>. Nothing leaves this machine.')}
${say('blocked', 'This browser blocks notifications from this site. Allow them in its site settings, then reload this page.')}
${say('install', 'On iPhone and iPad, notifications need this page on the Home Screen. Tap Share, then “Add to Home Screen”, and open the page from there.')}
${say('unable', 'This browser can’t show notifications. Try Chrome, Edge, Firefox or Safari, and not in a private window.')}
${say('full', `You already get notifications on ${DEVICES_MAX} devices, which is the limit. Turn one off below, then try again.`)}
${say('closed', `${name} doesn’t offer notifications at the moment.`)}
${say('failed', 'That didn’t work. Check your connection and try again.')}
</div>
${shown('off failed full', '<button class="quiet" type="button" data-act="on">Get notifications</button>')}
${shown('on', '<button class="quiet" type="button" data-act="off">Turn off on this device</button>')}
${practice ? shown('off on blocked install unable failed', '<button class="quiet" type="button" data-act="practice">Use a practice browser</button>') : ''}
<noscript><p>Turn on JavaScript for this page to get notifications.</p></noscript>
<div data-list>${deviceList(token, own)}</div></section>`;
}

/** Rules for the list, beside those of every page of a brand. */
const CSS = `
#devices h3 { margin-top: 24px; font-size: 15px; line-height: 24px; }
.devices { margin: 4px 0 0; padding: 0; list-style: none; }
.device { display: flex; align-items: center; justify-content: space-between; gap: 16px; margin: 0; padding: 12px 0; border-top: 1px solid var(--line); color: var(--ink); }
.device:first-child { border-top: 0; }
.device .hint { display: block; margin: 0; }
.device .quiet { width: auto; margin: 0; white-space: nowrap; }
`;

/** What the page needs beside: its script, the rules of its list, and what an iPhone reads when the page goes to the Home Screen. */
export const devicePage = (key: string) => ({
  script: PAGE_SCRIPT,
  css: CSS,
  head: `<link rel="manifest" href="/push/${escape(key)}/app.webmanifest">\n`,
});
