/**
 * FDC3 2.2 for the page that a widget is on, as JavaScript: `onAgent(asks, found)` calls `found` with a function that
 * tells a trading desktop of an instrument, once there is one. Either the desktop has put its agent into the page
 * (`window.fdc3`), or, where `asks`, a window above it answers the Web Connection Protocol. Then the context goes to the
 * channel that the page has joined, if any. Without a desktop, nothing happens.
 *
 * Windows above are asked only where the site wants it: the question names the site's address to any site that opened or
 * framed it. It leaves out the query, only windows that were asked may answer, and there is no channel selector, since a
 * widget has no room for one.
 */
export const DESKTOP = `
  const onAgent = (asks, found) => {
    const preloaded = () => {
      const agent = window.fdc3;
      if (!agent || typeof agent.broadcast !== 'function') return false;
      found((context) => agent.broadcast(context));
      return true;
    };
    if (preloaded()) return;
    let done = false;
    window.addEventListener('fdc3Ready', () => { done = done || preloaded(); }, { once: true });

    if (!asks) return;
    const asked = new Set();
    const look = (from) => {
      for (const other of [from.opener, from.parent])
        if (other && other !== window && !asked.has(other)) { asked.add(other); look(other); }
    };
    try { look(window); } catch { /* What is above isn't ours to look into. */ }
    if (asked.size === 0) return;

    const uuid = () => '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (c) =>
      (+c ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (+c / 4)))).toString(16));
    const attempt = uuid();
    const url = location.origin + location.pathname;
    const wcp = (type, payload) => ({ type, meta: { connectionAttemptUuid: attempt, timestamp: new Date() }, payload });
    const hello = (to) => to.postMessage(
      wcp('WCP1Hello', { identityUrl: url, actualUrl: url, fdc3Version: '2.2', intentResolver: false, channelSelector: false }), '*');

    const join = (port) => {
      const waiting = new Map();
      let me;
      const say = (type, payload) => {
        const requestUuid = uuid();
        port.postMessage({ type, meta: { requestUuid, timestamp: new Date(), source: me }, payload });
        return new Promise((answer) => waiting.set(requestUuid, answer));
      };
      port.onmessage = ({ data }) => {
        const { type, meta = {}, payload = {} } = data || {};
        if (type === 'WCP5ValidateAppIdentityResponse' && !done) {
          done = true;
          me = { appId: payload.appId, instanceId: payload.instanceId };
          window.addEventListener('pagehide', () => port.postMessage({ type: 'WCP6Goodbye', meta: { timestamp: new Date() } }));
          found(async (context) => {
            const { channel } = await say('getCurrentChannelRequest', {});
            if (channel) await say('broadcastRequest', { channelId: channel.id, context });
          });
        } else if (type === 'WCP5ValidateAppIdentityFailedResponse') port.close();
        else if (type === 'heartbeatEvent') say('heartbeatAcknowledgementRequest', { heartbeatEventUuid: meta.eventUuid });
        else if (waiting.has(meta.requestUuid)) {
          waiting.get(meta.requestUuid)(payload);
          waiting.delete(meta.requestUuid);
        }
      };
      port.postMessage(wcp('WCP4ValidateAppIdentity', { identityUrl: url, actualUrl: url }));
    };

    const hear = ({ data, source, ports }) => {
      if (!asked.has(source) || !data || !data.meta || data.meta.connectionAttemptUuid !== attempt) return;
      if (data.type === 'WCP3Handshake' && ports[0]) {
        window.removeEventListener('message', hear);
        join(ports[0]);
      } else if (data.type === 'WCP2LoadUrl' && /^https?:/.test(data.payload.iframeUrl)) {
        const adaptor = document.createElement('iframe');
        adaptor.hidden = true;
        adaptor.onload = () => { asked.add(adaptor.contentWindow); hello(adaptor.contentWindow); };
        adaptor.src = data.payload.iframeUrl;
        document.body.append(adaptor);
      }
    };
    window.addEventListener('message', hear);
    asked.forEach(hello);
  };
`;
