/*
 * This browser and its push service. A person has a service worker of their own in each workspace, so that two people who
 * use one browser never share a subscription.
 */

const BASE = '/push/account/';
const scopeOf = (userId: string, workspaceId: string): string => `${BASE}${userId}/${workspaceId}/`;

/** `install`: only from the Home Screen; `blocked`: its owner has to allow it in the browser's settings. */
export type Support = 'able' | 'install' | 'unable' | 'blocked';

export function support(): Support {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (isAble) return Notification.permission === 'denied' ? 'blocked' : 'able';
  const isApple =
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);
  return isApple && !matchMedia('(display-mode: standalone)').matches ? 'install' : 'unable';
}

/** How a subscription is listed by the server. */
async function markOf(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Mine = { userId: string; workspaceId: string };

/** The mark of this browser's subscription; null where it has none. */
export async function markHere({ userId, workspaceId }: Mine): Promise<string | null> {
  if (support() !== 'able') return null;
  const registration = await navigator.serviceWorker.getRegistration(scopeOf(userId, workspaceId));
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? markOf(subscription.endpoint) : null;
}

/** The worker is active before the browser subscribes for it. */
async function worker(scope: string): Promise<ServiceWorkerRegistration> {
  const made = await navigator.serviceWorker.register(`${BASE}worker.js`, { scope });
  const waiting = made.installing ?? made.waiting;
  if (!made.active && waiting)
    await new Promise<void>((done) => {
      waiting.addEventListener('statechange', () => {
        if (made.active) done();
      });
    });
  return made;
}

/**
 * Subscribes this browser, after its owner has allowed it. Workers of others who used it before end here.
 * @returns null where it wasn't allowed
 */
export async function subscribe({ userId, workspaceId }: Mine, key: string): Promise<unknown> {
  // First, while the press still counts as one.
  if ((await Notification.requestPermission()) !== 'granted') return null;
  for (const other of await navigator.serviceWorker.getRegistrations()) {
    const { pathname } = new URL(other.scope);
    if (pathname.startsWith(BASE) && !pathname.startsWith(`${BASE}${userId}/`)) await other.unregister();
  }
  const made = await worker(scopeOf(userId, workspaceId));
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await made.pushManager.subscribe(options).catch(async (error: unknown) => {
    // One that was made with other keys is in the way.
    const old = await made.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return made.pushManager.subscribe(options);
  });
  return subscription.toJSON();
}

export async function unsubscribe({ userId, workspaceId }: Mine): Promise<void> {
  const made = await navigator.serviceWorker.getRegistration(scopeOf(userId, workspaceId));
  await (await made?.pushManager.getSubscription())?.unsubscribe();
  await made?.unregister();
}
