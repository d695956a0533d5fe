import { createHash } from 'node:crypto';
import { createCallProvider } from '#src/platform/net/call.ts';
import { memoryRoom } from '#src/platform/practice/room.ts';
import { practiceAddress, startPractice } from '#src/platform/practice/server.ts';
import type { OAuthApp } from './authorize.ts';
import { callOver } from './call-over.ts';
import type { Channel, ChannelDeps } from './channel.ts';

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

export const VERIFIER = 'v'.repeat(43);

/** A channel and its practice provider, with a person who allows the app or denies it. */
export async function practiceAuthorize(channel: Channel) {
  const provider = await channel.practice?.();
  if (!provider?.app || !channel.authorize) throw new Error(`${channel.title} has no app to practice with.`);
  const { app } = provider;
  const { authorize } = channel;
  let now = Date.UTC(2026, 10, 25, 12);
  const room = memoryRoom(
    () => now,
    () => 'takes',
  );
  const server = await startPractice({ providers: [provider], room });
  const practiceUrl = server.url;
  const redirectUri = `http://localhost:3000/hooks/oauth/${channel.kind}`;
  const call = createCallProvider({ allowPrivate: false, agent: 'Test', now: () => now, practiceUrl });
  const over = { id: '', practice: true, settings: {}, secrets: {} };
  const deps: Pick<ChannelDeps, 'call' | 'now'> = { now: () => now, call: callOver(call, over) };

  /** The provider's page. @returns its status, its HTML, and how to decide on it */
  async function open({
    change = () => undefined,
    state = 'a-state',
  }: { change?: (url: URL) => void; state?: string } = {}) {
    const url = authorize.start({ app, redirectUri, state, challenge: challengeOf(VERIFIER) });
    change(url);
    const address = practiceAddress(practiceUrl, url.href);
    const page = await fetch(address);
    const html = await page.text();
    /** @returns the query that the person comes back with */
    async function decide(decision: 'allow' | 'deny', { without = [] as string[] } = {}) {
      const scopes = [...html.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope = '']) => scope);
      const body = new URLSearchParams({ decision });
      for (const scope of scopes) if (!without.includes(scope)) body.append('scope', scope);
      const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '').searchParams;
    }
    return { status: page.status, html, decide };
  }

  const exchange = (code: string, change: { app?: OAuthApp; redirectUri?: string; verifier?: string } = {}) =>
    authorize.exchange({ app, redirectUri, code, verifier: VERIFIER, ...change }, deps);

  /** A code as of a person who allows everything. */
  async function allowed(): Promise<string> {
    const { decide } = await open();
    return (await decide('allow')).get('code') ?? '';
  }

  return {
    app,
    room,
    open,
    exchange,
    allowed,
    deps,
    pass: (ms: number) => void (now += ms),
    stop: server.stop,
  };
}
