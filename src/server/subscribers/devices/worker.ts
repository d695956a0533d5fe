import { PUSH_WORKER } from '#src/server/push-worker.ts';

/**
 * The service worker of a brand's notifications, below `/push/{key}/`: it serves no page, keeps nothing but who is
 * registered, and loads no other script. It opens the links that a message holds, and no others.
 */
export const WORKER = `${PUSH_WORKER}
const scope = new URL('./', self.location.href).pathname;
const pictureOf = (hash) =>
  /^[0-9a-f]{64}$/.test(hash || '') ? new URL('/media/' + hash + '.png', self.location.origin).href : undefined;
const isLink = (url) => typeof url === 'string' && /^https?:\\/\\//i.test(url);

self.addEventListener('push', (event) => {
  const message = read(event.data);
  if (!message || typeof message.title !== 'string') return;
  const actions = Array.isArray(message.actions) ? message.actions.filter(({ url }) => isLink(url)) : [];
  const links = Object.fromEntries(actions.map(({ action, url }) => [action, url]));
  const icon = pictureOf(message.icon);
  const image = pictureOf(message.image);
  event.waitUntil(
    self.registration.showNotification(message.title, {
      body: String(message.body || ''),
      lang: message.lang,
      tag: message.tag,
      // A correction takes the place of what it corrects, and is seen to.
      renotify: Boolean(message.tag),
      timestamp: message.at,
      ...(icon && { icon }),
      ...(image && { image }),
      actions: actions.slice(0, 2).map(({ action, title }) => ({ action, title })),
      data: { url: isLink(message.url) ? message.url : null, links },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url = null, links = {} } = event.notification.data || {};
  const chosen = event.action ? links[event.action] : url;
  if (isLink(chosen)) event.waitUntil(self.clients.openWindow(chosen));
});

/** The browser has another subscription, or is to ask for one: the old one is over. */
async function renew(event) {
  const kept = await (await caches.open('push ' + scope)).match(scope + 'person');
  if (!kept) return;
  const { token, publicKey } = await kept.json();
  const subscription =
    event.newSubscription ||
    (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  await fetch(scope + 'register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, subscription, before: event.oldSubscription || null }),
  });
}
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
`;
