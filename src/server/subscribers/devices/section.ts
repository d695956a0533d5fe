import { escape } from '../../shared/page.ts';
import { PAGE_SCRIPT } from './page-script.ts';

type Offer = { token: string; key: string; publicKey: string; brandName: string; practice: boolean };

/** What a reader agrees to by pressing the button. It is kept as their consent, so it says all of it. */
export const wordingOf = (brandName: string): string =>
  `Show alerts from ${brandName} as notifications on this device.`;

const shown = (states: string, html: string): string =>
  `<div data-state="${states}"${states.split(' ').includes('start') ? '' : ' hidden'}>${html}</div>`;
const say = (states: string, text: string): string => shown(states, `<p>${text}</p>`);

/** A part of a page that registers the device it is on. Its script chooses among the texts. */
export function deviceSection({ token, key, publicKey, brandName, practice }: Offer): string {
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
${say('full', 'You get notifications on as many devices as you can. Turn them off on another one first.')}
${say('closed', `${name} doesn’t offer notifications at the moment.`)}
${say('failed', 'That didn’t work. Check your connection and try again.')}
</div>
${shown('off failed full', '<button class="quiet" type="button" data-act="on">Get notifications</button>')}
${shown('on', '<button class="quiet" type="button" data-act="off">Turn off on this device</button>')}
${practice ? shown('off on blocked install unable failed', '<button class="quiet" type="button" data-act="practice">Use a practice browser</button>') : ''}
<noscript><p>Turn on JavaScript for this page to get notifications.</p></noscript></section>`;
}

/** What the page needs beside: its script, and what an iPhone reads when the page goes to the Home Screen. */
export const devicePage = (key: string) => ({
  script: PAGE_SCRIPT,
  head: `<link rel="manifest" href="/push/${escape(key)}/app.webmanifest">\n`,
});
