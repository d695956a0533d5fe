import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { withTenant } from '#src/db/tenant.ts';
import { listMembers } from '#src/db/queries/team.ts';
import type { Role } from '#src/shared/permissions.ts';
import { INVITATION_DAYS, INVITATIONS_PER_ADDRESS } from '#src/shared/team.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';
import type { InvitationMailJob } from './deps.ts';
import { createTeam } from './team.ts';
import { unsealToken } from './tokens.ts';
import { forgetInvitations } from './upkeep.ts';

let db: TestDatabase;
let now: Date;
let mailed: InvitationMailJob[];
const told: string[] = [];
const team = () =>
  createTeam({
    app: db.app,
    clock: () => now,
    encryptionKey: TEST_KEY,
    enqueue: async (_tx, _queue, job) => void mailed.push(job),
    announce: (workspaceId, topic) => void told.push(`${workspaceId} ${topic}`),
  });
beforeAll(async () => {
  db = await testDatabase();
});
beforeEach(() => {
  now = new Date();
  mailed = [];
});
afterAll(() => db.drop());

const tokenOf = (job = mailed.at(-1)): string => {
  if (!job) throw new Error('Nothing was mailed.');
  return unsealToken(TEST_KEY, job.invitationId, job.sealedToken) ?? '';
};
const rolesIn = async (workspaceId: string) =>
  (await withTenant(db.app, workspaceId, (tx) => listMembers(tx, workspaceId))).map(({ role }) => role);
const who = (userId: string) => ({ userId, name: 'Ada Byron' });
const logOf = async (workspaceId: string) =>
  (
    await db.admin.query<{ action: string }>(
      'select action from activity where workspace_id = $1 order by at, id',
      [workspaceId],
    )
  ).rows.map(({ action }) => action);
const guest = async (email = `${newId()}@desk.example`) => {
  const { userId } = await newWorkspace(db, { email });
  return { id: userId, email, emailConfirmedAt: new Date(), name: 'Grace Hopper' };
};
async function invited(email: string, role: 'admin' | 'editor' | 'viewer' = 'editor') {
  const one = await newWorkspace(db);
  await team().invite({ workspaceId: one.workspaceId, actor: who(one.userId), email, role });
  return { ...one, token: tokenOf() };
}

it('leaves one owner of two who make each other viewers at the same moment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { workspaceId, userId } = await newWorkspace(db);
    const other = await addMember(db, workspaceId, 'owner');
    const demote = (by: string, whom: string) =>
      team().changeRole({ workspaceId, actor: who(by), userId: whom, role: 'viewer' });
    const ended = await Promise.allSettled([demote(userId, other), demote(other, userId)]);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(ended.find((each) => each.status === 'rejected')?.reason).toMatchObject({ code: 'forbidden' });
    expect(await rolesIn(workspaceId)).toEqual(['owner', 'viewer']);
  }
});

it('leaves one owner of two who go at the same moment', async () => {
  const { workspaceId, userId } = await newWorkspace(db);
  const other = await addMember(db, workspaceId, 'owner');
  const ended = await Promise.allSettled(
    [userId, other].map((each) => team().leave({ workspaceId, actor: who(each) })),
  );
  expect(ended.find((each) => each.status === 'rejected')?.reason).toMatchObject({ code: 'last_owner' });
  expect(await rolesIn(workspaceId)).toEqual(['owner']);
});

it.each<[Role, Role, Role | null, string | null]>([
  ['admin', 'editor', 'admin', null],
  ['admin', 'admin', 'viewer', null],
  ['admin', 'editor', 'owner', 'forbidden'],
  ['admin', 'owner', 'viewer', 'forbidden'],
  ['admin', 'owner', null, 'forbidden'],
  ['owner', 'owner', 'viewer', null],
  ['owner', 'admin', 'owner', null],
  ['editor', 'viewer', 'editor', 'forbidden'],
  ['viewer', 'viewer', null, 'forbidden'],
])('when %s turns %s into %s: %s', async (by, from, to, code) => {
  const { workspaceId } = await newWorkspace(db);
  const actor = who(await addMember(db, workspaceId, by));
  const userId = await addMember(db, workspaceId, from);
  const act = to
    ? team().changeRole({ workspaceId, actor, userId, role: to })
    : team().removeMember({ workspaceId, actor, userId });
  const ended = await act.then(
    () => null,
    (error: { code: string }) => error.code,
  );
  expect(ended).toBe(code);
});

it('removes what a removed member had in the workspace, and emails them no more alerts', async () => {
  const email = `${newId()}@desk.example`;
  const { workspaceId, userId, token } = await invited(email, 'admin');
  const person = await guest(email);
  await team().accept(token, person);
  await db.admin.query(`insert into saved_views values ($1, $2, $3, 'alerts', 'Mine', '', now())`, [
    workspaceId,
    newId(),
    person.id,
  ]);
  await team().invite({
    workspaceId,
    actor: { userId: person.id, name: person.name },
    email: 'accomplice@desk.example',
    role: 'admin',
  });
  const way = tokenOf();
  await team().removeMember({ workspaceId, actor: who(userId), userId: person.id });
  const count = async (sql: string) => (await db.admin.query(sql, [workspaceId])).rowCount;
  expect(await count('select 1 from saved_views where workspace_id = $1')).toBe(0);
  expect(await count('select 1 from contacts where workspace_id = $1 and user_id is not null')).toBe(1);
  expect(await count(`select 1 from contacts where workspace_id = $1 and receives = 'nothing'`)).toBe(1);
  // Invitations they sent don't bring them back.
  expect((await team().lookAt(way)).state).toBe('withdrawn');
  expect(await logOf(workspaceId)).toEqual([
    'member.invited',
    'member.joined',
    'member.invited',
    'member.removed',
  ]);
  expect(told).toContain(`${workspaceId} team`);
  // Invited again, they are a recipient again, for their own trial runs.
  await team().invite({ workspaceId, actor: who(userId), email, role: 'viewer' });
  await team().accept(tokenOf(), person);
  expect(
    await count(
      `select 1 from contacts where workspace_id = $1 and receives = 'trials' and user_id is not null`,
    ),
  ).toBe(1);
});

it('is accepted once, however often it is pressed', async () => {
  const email = `${newId()}@desk.example`;
  const { workspaceId, token } = await invited(email);
  const person = await guest(email);
  const joined = await Promise.all([1, 2, 3, 4].map(() => team().accept(token, person)));
  expect(new Set(joined.map((each) => each.workspaceId))).toEqual(new Set([workspaceId]));
  expect(await rolesIn(workspaceId)).toEqual(['owner', 'editor']);
  expect((await logOf(workspaceId)).filter((action) => action === 'member.joined')).toHaveLength(1);
});

it('is accepted or declined, and never both', async () => {
  const email = `${newId()}@desk.example`;
  const { workspaceId, token } = await invited(email);
  const person = await guest(email);
  const ended = await Promise.allSettled([team().accept(token, person), team().decline(token)]);
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(ended.find((each) => each.status === 'rejected')?.reason).toMatchObject({
    code: 'invitation_ended',
  });
  const { state } = await team().lookAt(token);
  expect(await rolesIn(workspaceId)).toHaveLength(state === 'accepted' ? 2 : 1);
});

it('is for the invited address, and for one that is known to be the person’s', async () => {
  const { token } = await invited('right@desk.example');
  await expect(team().accept(token, await guest())).rejects.toMatchObject({ code: 'invitation_of_another' });
  const person = { ...(await guest('right@desk.example')), emailConfirmedAt: null };
  await expect(team().accept(token, person)).rejects.toMatchObject({ code: 'confirm_email_first' });
  expect((await team().lookAt(token)).state).toBe('open');
});

it('runs out after seven days, and makes room for another', async () => {
  const { workspaceId, userId, token } = await invited('late@desk.example');
  const person = await guest('late@desk.example');
  now = new Date(now.getTime() + INVITATION_DAYS * 86_400_000);
  expect((await team().lookAt(token)).state).toBe('expired');
  await expect(team().accept(token, person)).rejects.toMatchObject({
    code: 'invitation_ended',
    details: { state: 'expired' },
  });
  await team().invite({ workspaceId, actor: who(userId), email: 'late@desk.example', role: 'viewer' });
  await team().accept(tokenOf(), person);
  expect(await rolesIn(workspaceId)).toEqual(['owner', 'viewer']);
});

it('has one living invitation of an address, one good link, and limits', async () => {
  const { workspaceId, userId, token } = await invited('one@desk.example');
  const asked = { workspaceId, actor: who(userId), email: 'one@desk.example', role: 'viewer' as const };
  await expect(team().invite(asked)).rejects.toMatchObject({ code: 'already_invited' });
  const id = mailed.at(-1)?.invitationId ?? '';
  await team().resend({ ...asked, id });
  await expect(team().lookAt(token)).rejects.toMatchObject({ code: 'invitation_not_found' });
  expect((await team().lookAt(tokenOf())).state).toBe('open');
  await expect(team().resend({ ...asked, id })).rejects.toMatchObject({ code: 'over_request_rate_limit' });
  // Refused is not counted: the whole of the day's mails to one address can be used.
  for (let mails = 2; mails < INVITATIONS_PER_ADDRESS; mails += 1) {
    now = new Date(now.getTime() + 61_000);
    await team().resend({ ...asked, id });
  }
  now = new Date(now.getTime() + 61_000);
  await expect(team().resend({ ...asked, id })).rejects.toMatchObject({ code: 'over_request_rate_limit' });
  expect(mailed).toHaveLength(INVITATIONS_PER_ADDRESS);
});

it('gives the same answer whether the invited address has an account or not', async () => {
  const { workspaceId, userId } = await newWorkspace(db);
  const { email } = await guest();
  const shape = async (address: string) => {
    const {
      id,
      email: _email,
      ...rest
    } = await team().invite({
      workspaceId,
      actor: who(userId),
      email: address,
      role: 'viewer',
    });
    return { ...rest, id: id.length };
  };
  expect(await shape(email)).toEqual(await shape('nobody@desk.example'));
});

it('does not let two invitations of one address in at the same moment', async () => {
  const { workspaceId, userId } = await newWorkspace(db);
  const asked = { workspaceId, actor: who(userId), email: 'twice@desk.example', role: 'viewer' as const };
  const ended = await Promise.allSettled([team().invite(asked), team().invite(asked)]);
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('shows a token its own invitation, and the role without it none', async () => {
  const { workspaceId } = await invited('mine@desk.example');
  await expect(team().lookAt('nonsense')).rejects.toMatchObject({ code: 'invitation_not_found' });
  expect((await db.app.$client.query('select 1 from invitations')).rowCount).toBe(0);
  const other = await newWorkspace(db);
  const seen = await withTenant(db.app, other.workspaceId, (tx) => tx.query.invitations.findMany());
  expect(seen).toEqual([]);
  expect(workspaceId).not.toBe(other.workspaceId);
});

it('forgets an address thirty days after its invitation ran out', async () => {
  const { workspaceId } = await invited('old@desk.example');
  await db.admin.query(
    `update invitations set expires_at = now() - interval '29 days' where workspace_id = $1`,
    [workspaceId],
  );
  expect(await forgetInvitations(db)).toBe(0);
  await db.admin.query(
    `update invitations set expires_at = now() - interval '31 days' where workspace_id = $1`,
    [workspaceId],
  );
  expect(await forgetInvitations(db)).toBe(1);
});
