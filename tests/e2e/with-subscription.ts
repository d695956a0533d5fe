import { practiceBrowser } from '#src/engine/channels/web-push/practice-browser.ts';

/** A browser's subscription, which no push service of the internet has to make. */
export function subscriptionOf(id: string) {
  const { p256dh, auth } = practiceBrowser(id);
  return {
    endpoint: `https://push.practice.invalid/push/${id}`,
    expirationTime: null,
    keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
  };
}

/** Runs in the page: the person allows notifications, which no headless browser does, and its push service has this for it. */
export function withSubscription(given: ReturnType<typeof subscriptionOf>): void {
  let permission: NotificationPermission = 'default';
  Object.defineProperty(Notification, 'permission', { get: () => permission });
  Notification.requestPermission = async () => (permission = 'granted');
  let current: PushSubscription | null = null;
  const made = {
    ...given,
    toJSON: () => given,
    unsubscribe: async () => {
      current = null;
      return true;
    },
  } as unknown as PushSubscription;
  PushManager.prototype.subscribe = async () => (current = made);
  PushManager.prototype.getSubscription = async () => current;
}
