import { PUSH_WORKER } from '#src/server/push-worker.ts';

/**
 * The service worker of a member's notifications, for the scope `/push/account/{person}/{workspace}/`: it serves no page and
 * keeps nothing. It opens the account area, and approves by the single-use address that the message holds.
 */
export const MEMBER_WORKER = `${PUSH_WORKER}
const isOurs = (url) => typeof url === 'string' && url.startsWith(self.location.origin + '/');

self.addEventListener('push', (event) => {
  const message = read(event.data);
  if (!message || typeof message.title !== 'string') return;
  const actions = Array.isArray(message.actions) ? message.actions.filter(({ url }) => isOurs(url)) : [];
  event.waitUntil(
    self.registration.showNotification(message.title, {
      body: String(message.body || ''),
      lang: message.lang,
      tag: message.tag,
      renotify: Boolean(message.tag),
      timestamp: message.at,
      icon: '/apple-touch-icon.png',
      actions: actions.slice(0, 2).map(({ action, title }) => ({ action, title })),
      data: {
        url: isOurs(message.url) ? message.url : null,
        links: Object.fromEntries(actions.map(({ action, url }) => [action, url])),
        title: message.title,
        tag: message.tag,
      },
    }),
  );
});

/** A tab that is there already comes to the front; without one, a new one opens. */
async function open(url) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((each) => each.url === url);
  return tab ? tab.focus() : self.clients.openWindow(url);
}

/** The answer says what became of it: it may be decided already, edited or expired. */
async function approve({ url, links, title, tag }) {
  const said = await fetch(links.approve, { method: 'POST', credentials: 'omit' })
    .then((answer) => answer.json())
    .catch(() => ({ title: 'Not approved', text: 'Bellwire wasn’t reached. Open the alert to try again.' }));
  await self.registration.showNotification(String(said.title), {
    body: [String(said.text || ''), title].filter(Boolean).join('\\n'),
    tag,
    icon: '/apple-touch-icon.png',
    data: { url, links: {} },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const data = event.notification.data || {};
  if (event.action === 'approve' && isOurs((data.links || {}).approve)) event.waitUntil(approve(data));
  else if (isOurs(data.url)) event.waitUntil(open(data.url));
});
`;
