/**
 * What a reader's page runs to register its device. The browser is asked for nothing before the button is pressed. Every
 * state has its text in the page (`section.ts`); the script only chooses.
 */
export const PAGE_SCRIPT = `(() => {
  'use strict';
  const root = document.getElementById('devices');
  if (!root) return;
  const { token, key, publicKey } = root.dataset;
  const scope = '/push/' + key + '/';
  const on = root.querySelector('[data-act=on]');
  const off = root.querySelector('[data-act=off]');
  const practice = root.querySelector('[data-act=practice]');
  const show = (state) => {
    for (const each of root.querySelectorAll('[data-state]'))
      each.hidden = !each.dataset.state.split(' ').includes(state);
    root.setAttribute('aria-busy', String(state === 'busy'));
  };
  const post = async (path, body) => {
    const answer = await fetch(scope + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, ...body }),
    });
    if (!answer.ok && answer.status !== 409) throw new Error(String(answer.status));
    const said = await answer.json();
    // The list is ours, written as the page was.
    if (typeof said.list === 'string') root.querySelector('[data-list]').innerHTML = said.list;
    return said;
  };
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);
  const isInstalled = navigator.standalone === true || matchMedia('(display-mode: standalone)').matches;
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  const registration = () => navigator.serviceWorker.getRegistration(scope);
  const there = async () => (await registration())?.pushManager.getSubscription() ?? null;

  async function look() {
    if (!isAble) return show(isApple && !isInstalled ? 'install' : 'unable');
    if (Notification.permission === 'denied') return show('blocked');
    const subscription = await there();
    const known = subscription && (await post('status', { subscription })).on;
    show(known ? 'on' : 'off');
  }

  /** The worker is active before the browser subscribes for it. */
  async function worker() {
    const made = await navigator.serviceWorker.register(scope + 'worker.js', { scope });
    const waiting = made.installing || made.waiting;
    if (!made.active && waiting)
      await new Promise((done) => waiting.addEventListener('statechange', () => made.active && done()));
    return made;
  }

  async function turnOn() {
    // First, while the press still counts as one.
    if ((await Notification.requestPermission()) !== 'granted')
      return show(Notification.permission === 'denied' ? 'blocked' : 'off');
    show('busy');
    const made = await worker();
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    const subscription = await made.pushManager.subscribe(options).catch(async (error) => {
      // One that was made with other keys is in the way.
      const old = await made.pushManager.getSubscription();
      if (!old) throw error;
      await old.unsubscribe();
      return made.pushManager.subscribe(options);
    });
    const { state } = await post('register', { subscription });
    if (state === 'on') {
      const kept = new Response(JSON.stringify({ token, publicKey }));
      await (await caches.open('push ' + scope)).put(scope + 'person', kept);
    } else await subscription.unsubscribe();
    show(state);
  }

  async function turnOff() {
    show('busy');
    const subscription = await there();
    if (subscription) {
      await post('remove', { subscription });
      await subscription.unsubscribe();
    }
    await caches.delete('push ' + scope);
    show('off');
    on.focus();
  }

  const run = (act) => act().catch(() => show('failed'));
  on.addEventListener('click', () => run(turnOn));
  off.addEventListener('click', () => run(turnOff));
  practice?.addEventListener('click', () =>
    run(async () => show((await post('practice', {})).state === 'on' ? 'practice' : 'failed')),
  );
  run(look);
})();
`;
