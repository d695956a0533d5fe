import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import type { PracticeProvider } from '#src/platform/practice/provider.ts';
import { memoryRoom } from '#src/platform/practice/room.ts';
import { startPractice } from '#src/platform/practice/server.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { waitingAlerts } from '#tests/support/waiting-alerts.ts';
import { addMember, SPX_ID } from '#tests/support/workspace.ts';
import { composeAlert } from '../alerts/compose.ts';
import { releasePlanned } from '../alerts/composed/release-planned.ts';
import { lapseReviews } from '../alerts/lapse-reviews.ts';
import type { ChannelCall } from '../channels/callback.ts';
import { CallRefused } from '../channels/callback.ts';
import { channels, findChannel } from '../channels/registry.ts';
import { createCallbacks } from '../connections/callbacks.ts';
import { createConnections } from '../connections/connections.ts';
import { createChatActs } from './acts.ts';
import { createReviewChats } from './chats.ts';
import { keepReviewPosts } from './keep-posts.ts';
import { createChatCalls } from './take-call.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const kinds = channels().flatMap(({ kind, review }) => (review ? [kind] : []));
type Bench = Awaited<ReturnType<typeof waitingAlerts>>;

/** A workspace whose alerts wait, with a practice account of a channel that asks people to decide. */
async function chatBench(kind: (typeof kinds)[number]) {
  const bench = await waitingAlerts(db);
  const { home, deps } = bench;
  const channel = findChannel(kind);
  const provider = await channel?.practice?.();
  if (!channel || !provider) throw new Error(`${kind} has no practice provider.`);
  const room = memoryRoom(
    () => Date.now(),
    () => 'takes',
  );
  const server = await startPractice({ providers: [provider], room });
  const call = createCallProvider({
    allowPrivate: false,
    agent: 'Test',
    now: Date.now,
    practiceUrl: server.url,
  });
  const mail = { from: 'alerts@bellwire.example' } as never;
  const parts = { ...deps, encryptionKey: TEST_KEY, random: () => 0.5, mail, call };
  const connections = createConnections({
    ...parts,
    practices: true,
    callbackUrl: ({ connectionId }) => `https://bellwire.example/hooks/${connectionId}`,
    publicUrl: 'https://bellwire.example',
  });
  const actor = { kind: 'member' as const, userId: home.userId, name: 'Ada Byron' };
  const by = { workspaceId: home.workspaceId, actor, userId: home.userId };
  const { id: connectionId, destinations } = await connections.addPractice(by, { channel: kind });
  const chats = createReviewChats({
    ...parts,
    callbackUrl: () => `https://bellwire.example/hooks/${connectionId}`,
  });
  const callbacks = createCallbacks({
    ...parts,
    takeChatCalls: [createChatCalls({ ...parts, acts: createChatActs(parts) })],
  });
  const of = { workspaceId: home.workspaceId, connectionId };
  const sent: { headers: Readonly<Record<string, string>>; body: string }[] = [];
  /** As the provider calls us. */
  const taken = async (headers: Readonly<Record<string, string>>, body: string) => {
    const from: ChannelCall = {
      method: 'POST',
      header: (name) => headers[name.toLowerCase()] ?? null,
      query: new URLSearchParams(),
      body: Buffer.from(body),
      now: new Date(),
    };
    return callbacks.take(of, from);
  };
  const post = async (_: string, request: { headers: Readonly<Record<string, string>>; body: string }) => {
    sent.push(request);
    const answer = (await taken(request.headers, request.body))?.answer;
    return { status: answer?.status ?? 200, body: answer?.body ?? '{}' };
  };
  const act = (fields: Record<string, string>) => provider.act!(new URLSearchParams(fields), room, post);
  const keep = () =>
    keepReviewPosts({
      ...parts,
      publicUrl: 'https://bellwire.example',
      onError: (error) => {
        throw error;
      },
    });
  /** Until nothing is left to post or edit. */
  const settle = async (): Promise<void> => {
    for (let n = 0; n < 4; n += 1) {
      await db.admin.query(
        'update review_posts set due_at = $2 where due_at is not null and workspace_id = $1',
        [home.workspaceId, new Date(0)],
      );
      await keep();
    }
  };
  const messages = async () => (await room.messages(kind)).filter(({ text }) => text !== '');
  /** The newest message that asks, with the place and the data of a button. */
  const request = async (place?: string) => {
    const all = await messages();
    const message = all.findLast((each) => place === undefined || each.place === place);
    if (!message) throw new Error('Nothing was posted.');
    return message;
  };
  const buttons = async (place?: string) => {
    const message = await request(place);
    const html = (provider as PracticeProvider).draw(message, () => '');
    const data = [...html.matchAll(/name="data" value="([^"]+)"/g)].map(([, value = '']) => value);
    return { place: message.place, id: message.id, approve: data[0] ?? '', reject: data[1] ?? '', html };
  };
  const press = async (which: 'approve' | 'reject', place?: string) => {
    const { id, place: where, [which]: data } = await buttons(place);
    return act({ act: 'press', place: where, id, data });
  };
  const link = async (userId = home.userId) => {
    const { code } = await chats.link(home.workspaceId, { userId }, connectionId);
    return { code, said: await act({ act: 'code', code }) };
  };
  const turnOn = (place: string | null = null) => chats.set(by, connectionId, { on: true, place });
  await bench.policy({ mode: 'human' });
  return {
    ...bench,
    by,
    chats,
    connectionId,
    channelPlace: destinations[0]?.address ?? '',
    act,
    sent,
    taken,
    settle,
    messages,
    request,
    buttons,
    press,
    link,
    turnOn,
    stop: server.stop,
  };
}

describe.each(kinds)('approval in %s', (kind) => {
  let chat: Awaited<ReturnType<typeof chatBench>>;
  beforeEach(async () => {
    chat = await chatBench(kind);
    return () => chat.stop();
  });

  it('asks who is linked, decides by a button, and shows everyone what became of it', async () => {
    await chat.turnOn(chat.channelPlace);
    expect((await chat.link()).said).toContain('You’re linked as ');
    const id = await chat.waiting();
    await chat.settle();
    const asked = (await chat.messages()).filter(({ text }) => text.includes('11.98%'));
    expect(new Set(asked.map(({ place }) => place)).size).toBe(2);
    for (const part of ['Without a decision', 'Brand', 'Goes to', '1 person'])
      expect(asked[0]?.text).toContain(part);
    expect(asked[0]?.text).not.toContain(chat.home.email);
    expect(await chat.press('approve', chat.channelPlace)).toBe('Approved. It’s on its way.');
    expect(await chat.fanOuts()).toHaveLength(1);
    const title = findChannel(kind)?.title;
    expect(await chat.decisions()).toMatchObject([
      { decision: 'approved', about: { way: `chat (${title})` } },
    ]);
    await chat.settle();
    for (const place of new Set(asked.map((each) => each.place))) {
      const shown = await chat.buttons(place);
      expect((await chat.request(place)).text).toContain('✓ Approved by ');
      expect(shown.approve).toBe('');
    }
    expect(await chat.state(id)).not.toBe('pending_review');
  });

  it('rejects with a reason that it asks for', async () => {
    await chat.turnOn(chat.channelPlace);
    await chat.link();
    const id = await chat.waiting();
    await chat.settle();
    const before = await chat.buttons(chat.channelPlace);
    await chat.press('reject', chat.channelPlace);
    expect(await chat.state(id)).toBe('pending_review');
    const asks = (await chat.messages()).findLast((message) =>
      JSON.stringify(message.own).includes('"asks":true'),
    );
    const said = await chat.act({
      act: 'reason',
      place: asks?.place ?? before.place,
      id: asks?.id ?? before.id,
      data: before.reject,
      text: 'Not our view',
    });
    expect(said).toBe('Rejected. It isn’t sent.');
    expect(await chat.decisions()).toMatchObject([{ decision: 'rejected', reason: 'Not our view' }]);
    await chat.settle();
    const texts = (await chat.messages()).map(({ text }) => text);
    expect(texts.filter((text) => /✗ Rejected by .+: Not our view/.test(text))).toHaveLength(2);
  });

  it('asks again, with buttons, about an alert whose approval lapsed at its planned time', async () => {
    await chat.turnOn(chat.channelPlace);
    await chat.link();
    await db.admin.query(
      `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
         select $1, '1d', date_trunc('day', $2::timestamptz) - n * interval '1 day', 100, 100, 100, 100, 1 from generate_series(1, 3) n
         `,
      [SPX_ID, chat.at.now.toISOString()],
    );
    const { body: policy } = await chat.ask(chat.home.userId, 'POST', '/approval-policies', {
      name: 'Priced',
      content: { mode: 'human', freshness: { movedPercent: 2, action: 'ask' } },
    });
    const at = new Date(Date.now() + 3_600_000);
    const { status, body: made } = await chat.ask(chat.home.userId, 'POST', '/alerts', {
      symbol: 'SPX',
      headline: '{{ticker}} at {{close}}',
      summary: 'The details.',
      whenStale: 'send',
      route: { audienceIds: [chat.home.workspaceId], approval: policy.id },
      sendAt: { local: at.toISOString().slice(0, 16), timeZone: 'UTC' },
    });
    expect(status, JSON.stringify(made)).toBe(201);
    await composeAlert(chat.deps, { workspaceId: chat.home.workspaceId, alertId: made.id });
    await chat.settle();
    expect(await chat.press('approve', chat.channelPlace)).toBe('Approved. It goes out at its planned time.');
    await chat.settle();
    expect((await chat.buttons(chat.channelPlace)).approve).toBe('');
    await db.admin.query(
      `insert into bars (instrument_id, timeframe, ts, open, high, low, close, volume)
       values ($1, '1h', $2::timestamptz - interval '1 hour', 104, 104, 104, 104, 1)`,
      [SPX_ID, at.toISOString()],
    );
    chat.at.now = at;
    await releasePlanned(chat.deps);
    expect(await chat.state(made.id)).toBe('pending_review');
    await chat.settle();
    expect(await chat.press('approve', chat.channelPlace)).toBe('Approved. It’s on its way.');
    await db.admin.query('delete from bars where instrument_id = $1', [SPX_ID]);
  });

  it('says to the unlinked how to link, and decides nothing', async () => {
    await chat.turnOn(chat.channelPlace);
    const id = await chat.waiting();
    await chat.settle();
    expect(await chat.press('approve')).toContain('You aren’t linked yet.');
    expect(await chat.state(id)).toBe('pending_review');
    expect(await chat.decisions()).toEqual([]);
  });

  it('links by a code once, of this workspace and in time, and unlinking ends it', async () => {
    await chat.turnOn(chat.channelPlace);
    const { code } = await chat.link();
    expect(await chat.act({ act: 'code', code })).toContain('This code doesn’t work.');
    const late = await chat.chats.link(
      chat.home.workspaceId,
      { userId: chat.home.userId },
      chat.connectionId,
    );
    await db.admin.query(`update chat_link_codes set expires_at = 'epoch'`);
    expect(await chat.act({ act: 'code', code: late.code })).toContain('This code doesn’t work.');
    expect(await chat.act({ act: 'code', code: 'abcdefghjkmnpqrstuvw' })).toContain(
      'This code doesn’t work.',
    );
    const id = await chat.waiting();
    await chat.settle();
    await chat.chats.unlink(chat.by, chat.connectionId);
    expect(await chat.press('approve', chat.channelPlace)).toContain('You aren’t linked yet.');
    expect(await chat.state(id)).toBe('pending_review');
    const stored = JSON.stringify(await chat.all('select * from chat_link_codes where workspace_id = $1'));
    expect(stored).not.toContain(late.code);
  });

  it('looks at role, policy and membership at the moment of the press', async () => {
    const viewer = await addMember(db, chat.home.workspaceId, 'approver');
    await chat.turnOn(chat.channelPlace);
    await chat.link(viewer);
    const id = await chat.waiting();
    await chat.settle();
    const role = (name: string) =>
      db.admin.query('update members set role = $2 where user_id = $1', [viewer, name]);
    await role('viewer');
    expect(await chat.press('approve', chat.channelPlace)).toContain('Owners, admins and approvers decide.');
    await role('approver');
    await db.admin.query(
      `update alert_assessments set policy_content = jsonb_set(policy_content, '{approvers}', '{"roles": ["owner"], "people": []}') where alert_id = $1`,
      [id],
    );
    expect(await chat.press('approve', chat.channelPlace)).toContain(
      'The approval policy names other people.',
    );
    await db.admin.query('delete from members where user_id = $1', [viewer]);
    expect(await chat.press('approve', chat.channelPlace)).toContain('You aren’t linked yet.');
    expect(await chat.state(id)).toBe('pending_review');
  });

  it('refuses a text that was edited, a lapsed request and a second press, and says who decided elsewhere', async () => {
    await chat.turnOn(chat.channelPlace);
    await chat.link();
    const id = await chat.waiting();
    await chat.settle();
    const old = await chat.buttons(chat.channelPlace);
    const { waiting } = (await chat.ask(chat.home.userId, 'GET', `/alerts/${id}/review`)).body;
    const [text] = waiting.texts;
    await chat.ask(chat.home.userId, 'POST', `/alerts/${id}/revisions`, {
      revision: waiting.revision.hash,
      texts: [{ language: text.language, headline: text.headline, summary: `${text.summary} Again.` }],
    });
    expect(await chat.act({ act: 'press', place: old.place, id: old.id, data: old.approve })).toContain(
      'The text was edited after this message was sent.',
    );
    await chat.settle();
    expect(
      (await chat.messages()).some(({ text: said }) => said.includes('A newer message asks about it.')),
    ).toBe(true);
    const newer = await chat.buttons(chat.channelPlace);
    expect(newer.id).not.toBe(old.id);
    const review = (await chat.ask(chat.home.userId, 'GET', `/alerts/${id}/review`)).body.waiting;
    const decided = await chat.ask(chat.home.userId, 'POST', `/alerts/${id}/decision`, {
      decision: 'approve',
      revision: review.revision.hash,
    });
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    const again = () => chat.act({ act: 'press', place: newer.place, id: newer.id, data: newer.approve });
    expect(await again()).toContain('has approved this alert already.');
    expect(await again()).toContain('has approved this alert already.');
    await chat.settle();
    expect((await chat.request(chat.channelPlace)).text).toContain('✓ Approved by');

    const second = await chat.waiting();
    await chat.settle();
    const lapsed = await chat.buttons(chat.channelPlace);
    chat.at.now = new Date(Date.now() + 2 * 86_400_000);
    expect(
      await chat.act({ act: 'press', place: lapsed.place, id: lapsed.id, data: lapsed.approve }),
    ).toContain('This request has expired.');
    await lapseReviews(chat.deps);
    expect(await chat.state(second)).toBe('expired');
    await chat.settle();
    expect((await chat.request(chat.channelPlace)).text).toContain('Expired: no decision in time.');
  });

  it('says in whose place one decides, and until when it waits for sending hours', async () => {
    const grace = await addMember(db, chat.home.workspaceId, 'approver');
    const local = (days: number) =>
      new Date(chat.at.now.getTime() + days * 86_400_000).toISOString().slice(0, 16);
    const absence = { deputy: grace, from: local(-1), until: local(1), timeZone: 'UTC' };
    expect((await chat.ask(chat.home.userId, 'POST', '/team/absences', absence)).status).toBe(201);
    const tomorrow = (chat.at.now.getUTCDay() % 7) + 1;
    const hours = { scope: 'workspace', days: [tomorrow], from: '00:00', to: '24:00', timeZone: 'UTC' };
    expect((await chat.ask(chat.home.userId, 'POST', '/sending/hours', hours)).status).toBe(201);
    await chat.policy({ mode: 'human', approvers: { roles: [], people: [chat.home.userId] } });
    await chat.turnOn(chat.channelPlace);
    await chat.link(grace);
    await chat.waiting();
    await chat.settle();
    const asked = (await chat.messages()).filter(({ text }) => text.includes('11.98%'));
    const own = asked.filter(({ text }) => text.includes('You decide for'));
    expect([asked.length, own.length]).toEqual([2, 1]);
    for (const { text } of asked)
      expect(text).toMatch(/it waits until .+, 12:00 AM UTC, where sending hours apply/);
    expect(await chat.press('approve', chat.channelPlace)).toMatch(
      /^Approved for .+\. It waits until .+, 12:00 AM UTC, when sending hours begin\.$/,
    );
  });

  it('decides once where 100 press at once', async () => {
    await chat.turnOn(chat.channelPlace);
    await chat.link();
    await chat.waiting();
    await chat.settle();
    const { place, id, approve } = await chat.buttons(chat.channelPlace);
    const said = await Promise.all(
      Array.from({ length: 100 }, () => chat.act({ act: 'press', place, id, data: approve })),
    );
    expect(said.filter((each) => each === 'Approved. It’s on its way.')).toHaveLength(1);
    expect(said.filter((each) => each?.includes('has approved this alert already.'))).toHaveLength(99);
    expect(await chat.decisions()).toHaveLength(1);
    expect(await chat.fanOuts()).toHaveLength(1);
  });

  it('believes no call without the provider’s proof, nor one of another connection', async () => {
    await chat.turnOn(chat.channelPlace);
    await chat.link();
    const id = await chat.waiting();
    await chat.settle();
    const { place, id: message, approve } = await chat.buttons(chat.channelPlace);
    const other = await chatBench(kind);
    await other.turnOn(other.channelPlace);
    await other.link();
    // The button of one workspace, pressed at another's bot.
    expect(await other.act({ act: 'press', place, id: message, data: approve })).toContain(
      'isn’t known here',
    );
    await other.stop();
    const genuine = chat.sent.length;
    expect(await chat.press('approve', chat.channelPlace)).toBe('Approved. It’s on its way.');
    const call = chat.sent[genuine]!;
    const forged = [
      {},
      Object.fromEntries(
        Object.entries(call.headers).map(([name, value]) => [name, `${value.slice(0, -1)}x`]),
      ),
    ];
    for (const headers of forged)
      await expect(chat.taken(headers, call.body)).rejects.toBeInstanceOf(CallRefused);
    expect(await chat.decisions()).toHaveLength(1);
    expect(await chat.state(id)).not.toBe('pending_review');
  });

  it('asks a client approver in their own chat, with a link of their own', async () => {
    await chat.policy({ mode: 'human', approvers: { roles: ['owner'], people: [], clients: 'may' } });
    await chat.turnOn();
    const { email } = await chat.client('Mary Somerville');
    // On the page behind the invitation, while that is new.
    const path = `/${chat.tokenTo(email, 'decide/confirm')}`;
    const body = new URLSearchParams({ chat: chat.connectionId });
    const page = await (await chat.confirm.request(path, { method: 'POST', body })).text();
    const code = /Code <strong>([a-z0-9]+)</.exec(page)?.[1] ?? '';
    expect(await chat.act({ act: 'code', code })).toContain('Mary Somerville, Harbor Fund Ltd');
    const now = chat.at.now;
    chat.at.now = new Date(now.getTime() + 8 * 86_400_000);
    const late = await chat.confirm.request(path, { method: 'POST', body });
    expect(await late.text()).not.toContain('Code <strong>');
    chat.at.now = now;
    await chat.waiting();
    await chat.settle();
    expect((await chat.buttons()).html).toContain('/decide/');
    expect(await chat.press('approve')).toBe('Approved. It’s on its way.');
    expect(await chat.decisions()).toMatchObject([{ about: { as: 'client' } }]);
  });

  it('is of its own workspace, and off until it’s turned on', async () => {
    await chat.waiting();
    await chat.settle();
    expect((await chat.messages()).length).toBe(0);
    await chat.turnOn();
    await expect(chat.turnOn('nowhere')).rejects.toThrow('Choose one of the places');
    const other: Bench = await waitingAlerts(db);
    expect(await chat.chats.list(other.home.workspaceId, other.home.userId)).toEqual([]);
    await expect(
      chat.chats.link(other.home.workspaceId, { userId: other.home.userId }, chat.connectionId),
    ).rejects.toMatchObject({ code: 'not_found' });
    await withTenant(db.app, other.home.workspaceId, async (tx) => {
      for (const table of ['review_chats', 'chat_identities', 'chat_link_codes', 'review_posts'])
        expect((await tx.execute(`select * from ${table}`)).rows).toEqual([]);
    });
  });
});
