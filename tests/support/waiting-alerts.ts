import { expect } from 'vitest';
import { withTenant } from '#src/db/tenant.ts';
import { createApprovalLinks } from '#src/engine/alerts/by-email/decide-by-link.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { createClientApprovers } from '#src/engine/approval/clients/approvers.ts';
import { createConfirmations } from '#src/engine/approval/clients/confirm.ts';
import type { ApprovalMailJob, ApproverInvitationJob } from '#src/engine/enqueue.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { sendApprovalMail } from '#src/jobs/approval-mail.ts';
import { createReviewChats } from '#src/engine/review-chats/chats.ts';
import type { Enqueue, QueueData } from '#src/jobs/queues.ts';
import type { OutgoingMail } from '#src/platform/mail/transport.ts';
import { createConfirmRoutes } from '#src/server/approvals/confirm.ts';
import { createDecideRoutes } from '#src/server/approvals/decide.ts';
import { createBrandPages } from '#src/server/subscribers/brand-page.ts';
import { TEST_KEY, testApi } from './api.ts';
import type { TestDatabase } from './database.ts';
import { fallOf2020, newWorkspace, starterRule } from './workspace.ts';

type MailJob = ApprovalMailJob | ApproverInvitationJob;

/** A workspace whose alerts wait for a review, with the emails that ask about them and the pages behind their links. */
export async function waitingAlerts(db: TestDatabase) {
  const home = await newWorkspace(db);
  const { rows } = await db.admin.query<{ id: string }>('select id from brands where workspace_id = $1', [
    home.workspaceId,
  ]);
  const at = { now: new Date() };
  const clock = () => at.now;
  const jobs: MailJob[] = [];
  const mails: OutgoingMail[] = [];
  /** What is asked in browsers. */
  const pushes: QueueData['member-push'][] = [];
  const announce = () => undefined;
  /** Keeps the emails that are asked for; the rest is queued. */
  const enqueue: Enqueue = async (tx, queue, ...data) => {
    if (queue === 'approval-mail')
      jobs.push(...(data as MailJob[]).filter(({ workspaceId }) => workspaceId === home.workspaceId));
    else if (queue === 'member-push') pushes.push(...(data as QueueData['member-push'][]));
    else await db.enqueue(tx, queue, ...data);
  };
  const log = { warn: () => undefined };
  const deps = { app: db.app, system: db.system, enqueue, announce, clock, log };
  const clientApprovers = createClientApprovers({ ...deps, hashKey: TEST_KEY });
  const api = () => testApi(db, { clock, enqueue, clientApprovers });
  const pages = createBrandPages([]);
  const decide = createDecideRoutes(createApprovalLinks(deps), pages);
  const chats = createReviewChats({
    ...deps,
    encryptionKey: TEST_KEY,
    random: () => 0.5,
    mail: { from: 'alerts@bellwire.example' } as never,
    call: async () => ({ kind: 'not_sent', reason: 'Nobody is called here.' }),
    callbackUrl: () => 'https://bellwire.example/hooks',
  });
  const confirm = createConfirmRoutes(createConfirmations(deps), pages, chats);
  const send = sendApprovalMail({
    ...deps,
    transport: {
      send: async (mail: OutgoingMail) => {
        mails.push(mail);
        return { kind: 'accepted', response: '250 ok' };
      },
    } as never,
    mailFrom: 'alerts@bellwire.example',
    publicUrl: 'https://bellwire.example',
  });

  async function ask(who: string, method: string, path: string, body?: unknown) {
    const answered = await api().request(path, {
      method,
      headers: { Authorization: `Bearer ${who}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answered.text();
    return { status: answered.status, body: text === '' ? null : JSON.parse(text) };
  }

  async function sendAll(): Promise<void> {
    for (const job of jobs.splice(0)) await send(job, { id: 'job' } as never);
  }

  /** The workspace's rules are under this policy from now on. */
  async function policy(content: object): Promise<void> {
    const made = await ask(home.userId, 'POST', '/approval-policies', {
      name: `Policy ${Math.random()}`,
      content,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await db.admin.query(`update rules set approval = $2, changed_by = null where workspace_id = $1`, [
      home.workspaceId,
      made.body.id,
    ]);
  }

  /** An alert of a rule of its own that waits for a review. Its emails are sent. */
  async function waiting(): Promise<string> {
    const { workspaceId } = home;
    const made = await db.admin.query<{ id: string }>(
      `insert into rules select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).* from rules r
        where workspace_id = $1 limit 1 returning id`,
      [workspaceId],
    );
    const rule = { ...(await starterRule(db, workspaceId)), id: made.rows[0]!.id };
    const id = await withTenant(db.app, workspaceId, (tx) =>
      fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: at.now }),
    );
    if (id === null) throw new Error('The rule made no alert.');
    await composeAlert(deps, { workspaceId, alertId: id });
    await sendAll();
    return id;
  }

  const tokenIn = (mail: OutgoingMail | undefined, path = 'decide'): string =>
    new RegExp(`/${path}/([\\w-]{43})\\n`).exec(mail?.text ?? '')?.[1] ?? '';
  /** The token of the newest email to an address. */
  const tokenTo = (email: string, path?: string): string => {
    const mine = mails.filter(({ to, text }) => to === email && text.includes(`/${path ?? 'decide'}/`));
    return tokenIn(mine.at(-1), path);
  };

  async function open(token: string) {
    const page = await decide.request(`/${token}`);
    return { status: page.status, page: await page.text(), headers: page.headers };
  }
  async function post(token: string, decision: 'approve' | 'reject', reason?: string) {
    const revision =
      /name="revision" value="([0-9a-f]+)"/.exec((await open(token)).page)?.[1] ?? 'a'.repeat(64);
    const answered = await decide.request(`/${token}`, {
      method: 'POST',
      body: new URLSearchParams({ decision, revision, ...(reason !== undefined && { reason }) }),
    });
    return { status: answered.status, page: await answered.text() };
  }

  /** A client approver of the workspace's brand who has confirmed. */
  async function client(
    name: string,
    {
      confirms = true,
      brandId = rows[0]!.id,
      language = 'en',
    }: { confirms?: boolean; brandId?: string; language?: string } = {},
  ): Promise<{ id: string; email: string }> {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@${home.workspaceId}.example`;
    const form = { name, entity: 'Harbor Fund Ltd', email, language };
    const invited = await ask(home.userId, 'POST', `/brands/${brandId}/approvers`, form);
    expect(invited.status, JSON.stringify(invited.body)).toBe(201);
    await sendAll();
    if (confirms) {
      const path = `/${tokenTo(email, 'decide/confirm')}`;
      expect((await confirm.request(path, { method: 'POST' })).status).toBe(303);
    }
    return { id: invited.body.id, email };
  }

  async function all(text: string) {
    return (await db.admin.query(text, [home.workspaceId])).rows;
  }
  return {
    home,
    brandId: rows[0]!.id,
    at,
    clock,
    deps,
    enqueue,
    jobs,
    mails,
    pushes,
    decide,
    confirm,
    ask,
    sendAll,
    policy,
    waiting,
    tokenTo,
    open,
    post,
    client,
    all,
    state: async (id: string) =>
      (await db.admin.query<{ state: string }>('select state from alerts where id = $1', [id])).rows[0]
        ?.state,
    fanOuts: () => all('select id from fan_outs where workspace_id = $1'),
    decisions: async () =>
      (
        await all(
          `select body from ledger_entries where workspace_id = $1 and kind = 'decision' order by sequence`,
        )
      ).map(({ body }) => JSON.parse(body)),
  };
}
