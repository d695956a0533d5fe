import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FRAME_SCRIPT, WIDGET } from './widget.ts';

const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';
const SITE = 'https://desk.example/markets?token=secret#top';

type Heard = (event: object) => void;
type Frame = {
  src: string;
  title: string;
  hidden?: boolean;
  onload?: () => void;
  style: { cssText: string; height: string };
  attributes: Record<string, string>;
  contentWindow: object;
  setAttribute: (name: string, value: string) => void;
};

/** Runs the script beside a tag with these data attributes, on a page whose window has more than others. */
function run(dataset: Record<string, string>, more: (window: object) => object = () => ({})) {
  const frames: Frame[] = [];
  const adaptors: Frame[] = [];
  const make = (): Frame => {
    const attributes: Record<string, string> = {};
    return {
      src: '',
      title: '',
      style: { cssText: '', height: '' },
      attributes,
      contentWindow: {},
      setAttribute: (name, value) => void (attributes[name] = value),
    };
  };
  const currentScript = {
    dataset,
    src: 'https://site.example/p/harbor/widget.js',
    after: (frame: Frame) => frames.push(frame),
  };
  const heard = new Map<string, Heard[]>();
  const window: Record<string, unknown> = {
    addEventListener: (type: string, hear: Heard) => heard.set(type, [...(heard.get(type) ?? []), hear]),
    removeEventListener: (type: string, hear: Heard) =>
      heard.set(
        type,
        (heard.get(type) ?? []).filter((each) => each !== hear),
      ),
    opener: null,
  };
  window['parent'] = window;
  Object.assign(window, more(window));
  const body = { append: (frame: Frame) => adaptors.push(frame) };
  const location = new URL(SITE);
  const document = { currentScript, createElement: make, body };
  runInNewContext(WIDGET, { document, URL, window, location, crypto, Uint8Array });
  const [frame = make()] = frames;
  const hear = (type: string, event: object = {}): void => {
    for (const each of heard.get(type) ?? []) each(event);
  };
  /** What the frame says when a reader opens an alert. */
  const opens = (data: object, change: object = {}): void =>
    hear('message', {
      source: frame.contentWindow,
      origin: 'https://site.example',
      data: { type: 'alert.opened', ticker: 'BTCUSDT', exchange: 'BINANCE', ...data },
      ...change,
    });
  return { frames, frame, adaptors, window, hear, opens };
}

const shown = (dataset: Record<string, string>) =>
  run(dataset).frames.map(({ src, title, style, attributes }) => ({
    src,
    title,
    attributes,
    height: style.height,
  }));

it('puts one sandboxed frame behind its tag, in which no script runs', () => {
  expect(shown({})).toEqual([
    {
      src: 'https://site.example/p/harbor/embed?theme=auto&count=5',
      title: 'Alerts',
      height: '480px',
      attributes: { sandbox: SANDBOX, referrerpolicy: 'no-referrer', loading: 'lazy' },
    },
  ]);
});

it('reads what its tag asks for, and keeps to bounds', () => {
  expect(shown({ theme: 'dark', count: '3', height: '300', title: 'Desk' })).toMatchObject([
    { src: 'https://site.example/p/harbor/embed?theme=dark&count=3', title: 'Desk', height: '300px' },
  ]);
  expect(shown({ theme: '"><script>', height: '99999px' })).toMatchObject([
    { src: 'https://site.example/p/harbor/embed?theme=%22%3E%3Cscript%3E&count=5', height: '2000px' },
  ]);
  expect(shown({ height: 'tall' })).toMatchObject([{ height: '480px' }]);
});

it('is small', () => {
  expect(Buffer.byteLength(WIDGET)).toBeLessThan(15_000);
  expect(Buffer.byteLength(FRAME_SCRIPT)).toBeLessThan(1_000);
});

const INSTRUMENT = {
  type: 'fdc3.instrument',
  name: 'BTCUSDT',
  id: { ticker: 'BTCUSDT' },
  market: { name: 'BINANCE' },
};
/** An object of another realm, as one of this one. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('on a trading desktop that puts its agent into the page', () => {
  const start = (dataset: Record<string, string> = {}) => {
    const broadcast = vi.fn<(context: unknown) => Promise<void>>();
    return { broadcast, ...run(dataset, () => ({ fdc3: { broadcast } })) };
  };
  const heardBy = ({ broadcast }: ReturnType<typeof start>) =>
    broadcast.mock.calls.map(([each]) => plain(each));

  it('announces the instrument of an alert that a reader opens', () => {
    const desk = start();
    expect(desk.frame.src).toBe('https://site.example/p/harbor/embed?theme=auto&count=5&desktop=1');
    expect(desk.frame.attributes['sandbox']).toBe(`${SANDBOX} allow-scripts`);
    expect(heardBy(desk)).toEqual([]);
    desk.opens({});
    desk.opens({ ticker: 'SPX', exchange: '' });
    expect(heardBy(desk)).toEqual([
      INSTRUMENT,
      { type: 'fdc3.instrument', name: 'SPX', id: { ticker: 'SPX' } },
    ]);
  });

  it('believes its own frame, and nothing else', () => {
    const desk = start();
    desk.opens({}, { source: {} });
    desk.opens({}, { origin: 'https://other.example' });
    desk.opens({}, { data: null });
    for (const none of [{ type: 'other' }, { ticker: '' }, { ticker: 7 }]) desk.opens(none);
    expect(heardBy(desk)).toEqual([]);
  });

  it('takes an agent that comes later, and none where the tag says so', () => {
    const late = run({});
    expect(late.frame.attributes['sandbox']).toBe(SANDBOX);
    const broadcast = vi.fn<(context: unknown) => Promise<void>>();
    late.window['fdc3'] = { broadcast };
    late.hear('fdc3Ready');
    late.opens({});
    expect(broadcast).toHaveBeenCalledTimes(1);
    const off = start({ fdc3: 'off' });
    off.opens({});
    expect([off.frame.attributes['sandbox'], heardBy(off)]).toEqual([SANDBOX, []]);
  });

  it('does without one that refuses', async () => {
    const broadcast = vi
      .fn<(context: unknown) => Promise<void>>()
      .mockRejectedValue(new Error('AccessDenied'));
    const desk = run({}, () => ({ fdc3: { broadcast } }));
    desk.opens({});
    // An error that nothing catches would fail the run.
    await new Promise((done) => setImmediate(done));
    expect(broadcast).toHaveBeenCalledTimes(1);
  });
});

type Message = {
  type: string;
  meta: { connectionAttemptUuid?: string; requestUuid?: string };
  payload: Record<string, unknown>;
};

describe('below a window that answers the Web Connection Protocol', () => {
  const ports: { close: () => void }[] = [];
  afterEach(() => ports.splice(0).forEach((port) => port.close()));

  /** An agent above the page, which has joined the page to a channel, or hasn't. */
  function start({
    channel = 'fdc3.channel.1' as string | null,
    valid = true,
    dataset = { fdc3: 'connect' } as Record<string, string>,
    adaptorUrl = null as string | null,
  } = {}) {
    const said: Message[] = [];
    const hellos: Message[] = [];
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    port2.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      said.push(data);
      const { type, meta } = data;
      if (type === 'WCP4ValidateAppIdentity')
        port2.postMessage({
          type: valid ? 'WCP5ValidateAppIdentityResponse' : 'WCP5ValidateAppIdentityFailedResponse',
          meta: { connectionAttemptUuid: meta.connectionAttemptUuid },
          payload: valid ? { appId: 'desk', instanceId: 'i-1', instanceUuid: 'u-1' } : { message: 'No' },
        });
      if (type === 'getCurrentChannelRequest')
        port2.postMessage({
          type: 'getCurrentChannelResponse',
          meta: { requestUuid: meta.requestUuid, responseUuid: 'r-1' },
          payload: { channel: channel === null ? null : { id: channel, type: 'user' } },
        });
    });
    port2.start();
    const parent = {
      opener: null,
      parent: null as unknown,
      postMessage: (message: Message) => hellos.push(message),
    };
    parent.parent = parent;
    const page = run(dataset, () => ({ parent }));
    const answer = (source: object, type: string, payload: object, given: MessagePort[] = []): void =>
      page.hear('message', {
        source,
        ports: given,
        data: { type, meta: { connectionAttemptUuid: hellos[0]?.meta.connectionAttemptUuid }, payload },
      });
    const shake = (source: object = parent): void => answer(source, 'WCP3Handshake', {}, [port1]);
    if (adaptorUrl !== null) answer(parent, 'WCP2LoadUrl', { iframeUrl: adaptorUrl });
    const types = () => said.map(({ type }) => type);
    return { ...page, hellos, said, types, shake, port2, parent };
  }

  it('shows who it is, and broadcasts to the channel of the page', async () => {
    const desk = start();
    expect(desk.hellos.map(({ type, payload }) => ({ type, ...payload }))).toEqual([
      {
        type: 'WCP1Hello',
        // Without the query, which may hold a secret.
        identityUrl: 'https://desk.example/markets',
        actualUrl: 'https://desk.example/markets',
        fdc3Version: '2.2',
        intentResolver: false,
        channelSelector: false,
      },
    ]);
    desk.shake();
    await vi.waitFor(() => expect(desk.frame.attributes['sandbox']).toContain('allow-scripts'));
    desk.opens({});
    await vi.waitFor(() => expect(desk.types()).toContain('broadcastRequest'));
    expect(desk.said.at(-1)).toMatchObject({
      meta: {
        requestUuid: expect.stringMatching(/^[\da-f-]{36}$/),
        source: { appId: 'desk', instanceId: 'i-1' },
      },
      payload: { channelId: 'fdc3.channel.1', context: INSTRUMENT },
    });
    desk.port2.postMessage({ type: 'heartbeatEvent', meta: { eventUuid: 'h-1' }, payload: {} });
    await vi.waitFor(() => expect(desk.types()).toContain('heartbeatAcknowledgementRequest'));
    expect(desk.said.at(-1)?.payload).toEqual({ heartbeatEventUuid: 'h-1' });
    desk.hear('pagehide');
    await vi.waitFor(() => expect(desk.types()).toContain('WCP6Goodbye'));
  });

  it('says nothing where the page has joined no channel', async () => {
    const desk = start({ channel: null });
    desk.shake();
    await vi.waitFor(() => expect(desk.frame.attributes['sandbox']).toContain('allow-scripts'));
    desk.opens({});
    await vi.waitFor(() => expect(desk.types()).toContain('getCurrentChannelRequest'));
    desk.port2.postMessage({ type: 'heartbeatEvent', meta: { eventUuid: 'h-1' }, payload: {} });
    await vi.waitFor(() => expect(desk.types()).toContain('heartbeatAcknowledgementRequest'));
    expect(desk.types()).not.toContain('broadcastRequest');
  });

  it('stays as it is where the desktop doesn’t know the site', async () => {
    const desk = start({ valid: false });
    desk.shake();
    await vi.waitFor(() => expect(desk.types()).toContain('WCP4ValidateAppIdentity'));
    desk.opens({});
    expect([desk.frame.attributes['sandbox'], desk.types()]).toEqual([SANDBOX, ['WCP4ValidateAppIdentity']]);
  });

  it('hears only windows that it asked, and asks none unless the tag says so', () => {
    const desk = start();
    desk.shake({});
    expect(desk.types()).toEqual([]);
    for (const fdc3 of ['auto', 'off']) expect(start({ dataset: { fdc3 } }).hellos).toEqual([]);
  });

  it('loads the adaptor that an agent names, and no script', () => {
    const [adaptor] = start({ adaptorUrl: 'https://agent.example/adaptor' }).adaptors;
    expect(adaptor).toMatchObject({ src: 'https://agent.example/adaptor', hidden: true });
    expect(start({ adaptorUrl: 'javascript:alert(1)' }).adaptors).toEqual([]);
  });
});
