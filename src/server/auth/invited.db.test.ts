import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHasher } from '#src/accounts/passwords.ts';
import { createTeam } from '#src/workspaces/team/team.ts';
import type { InvitationMailJob } from '#src/workspaces/team/deps.ts';
import { unsealToken } from '#src/workspaces/team/tokens.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { type AuthWorld, authWorld, PASSWORD } from './test-support.ts';

let world: AuthWorld;
const mailed: InvitationMailJob[] = [];
let hashed = 0;
const team = () =>
  createTeam({
    app: world.database.app,
    clock: () => world.now(),
    encryptionKey: TEST_KEY,
    enqueue: async (_tx, _queue, job) => void mailed.push(job),
  });
beforeAll(async () => {
  const hasher = createHasher({ cost: { memoryCost: 64, timeCost: 1 } });
  world = await authWorld({
    hasher: {
      ...hasher,
      hash: (password) => {
        hashed += 1;
        return hasher.hash(password);
      },
    },
    // Must be confirmed first: an invitation has done that.
    emailConfirmation: 'required',
    invitations: {
      openFor: (tx, token) => team().openFor(tx, token),
      accept: (tx, token, who) => team().acceptIn(tx, token, who),
      joined: () => undefined,
    },
  });
});
afterAll(() => world.close());

async function invited(email: string): Promise<{ workspaceId: string; token: string }> {
  const { workspaceId, userId } = await newWorkspace(world.database);
  const actor = { userId, name: 'Ada Byron' };
  const { id } = await team().invite({ workspaceId, actor, email, role: 'editor' });
  const sealed = mailed.find(({ invitationId }) => invitationId === id)?.sealedToken ?? '';
  return { workspaceId, token: unsealToken(TEST_KEY, id, sealed) ?? '' };
}
const join = (token: string, password = PASSWORD) =>
  world.post('/invited', {
    token,
    password,
    data: { first_name: 'Grace', last_name: 'Hopper', email: 'x@y.z' },
  });
const rolesOf = async (email: string) =>
  (
    await world.database.admin.query<{ role: string }>(
      'select role from members m join users u on u.id = m.user_id where email = $1 order by m.created_at',
      [email],
    )
  ).rows.map(({ role }) => role);

const plansOf = async (email: string) =>
  (
    await world.database.admin.query<{ status: string; days: number }>(
      `select status, extract(day from trial_ends_at - s.created_at)::int as days from subscriptions s
         join users u on u.id = s.user_id where email = $1`,
      [email],
    )
  ).rows;

it('opens a confirmed account of the invited address, without a workspace of its own, and joins', async () => {
  const { workspaceId, token } = await invited('grace@desk.example');
  const answer = await join(token);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    workspace_id: workspaceId,
    user: { email: 'grace@desk.example', email_confirmed_at: expect.any(String) },
  });
  expect(await plansOf('grace@desk.example')).toEqual([]);
  expect(await rolesOf('grace@desk.example')).toEqual(['editor']);
  const signedIn = await world
    .client()
    .auth.signInWithPassword({ email: 'grace@desk.example', password: PASSWORD });
  expect(signedIn.error).toBeNull();
});

it('opens one account, however often it is pressed', async () => {
  const { token } = await invited('often@desk.example');
  const answers = await Promise.all([1, 2, 3].map(() => join(token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await rolesOf('often@desk.example')).toEqual(['editor']);
});

it('gives the email’s recipient an account that a stranger had opened with the address, without the stranger’s keys', async () => {
  const email = 'victim@desk.example';
  const stranger = world.client();
  await stranger.auth.signUp({ email, password: 'the stranger knows' });
  const { token } = await invited(email);
  expect((await join(token, 'the owner knows')).status).toBe(200);
  const tried = await stranger.auth.signInWithPassword({ email, password: 'the stranger knows' });
  expect(tried.error?.code).toBe('invalid_credentials');
  const { error } = await stranger.auth.signInWithPassword({ email, password: 'the owner knows' });
  expect(error).toBeNull();
  expect(await rolesOf(email)).toEqual(['editor']);
});

it('refuses where there is a confirmed account, and what is no open invitation', async () => {
  const { token } = await invited('there@desk.example');
  await newWorkspace(world.database, { email: 'there@desk.example' });
  const there = await join(token);
  expect([there.status, await there.json()]).toMatchObject([422, { code: 'user_already_exists' }]);
  expect(await rolesOf('there@desk.example')).toEqual(['owner']);
  const nonsense = await join('nonsense');
  expect([nonsense.status, await nonsense.json()]).toMatchObject([404, { code: 'invitation_not_found' }]);
  const { token: late } = await invited('late@desk.example');
  await team().decline(late);
  expect((await join(late)).status).toBe(410);
  expect(await rolesOf('late@desk.example')).toEqual([]);
});

it('hashes nothing for a token that opens nothing', async () => {
  const { token } = await invited('ended@desk.example');
  await team().decline(token);
  const before = hashed;
  expect((await join('nonsense')).status).toBe(404);
  expect((await join(token)).status).toBe(410);
  expect(hashed).toBe(before);
});

it('starts a workspace and its trial when the person asks for one, once', async () => {
  const email = 'later@desk.example';
  const { workspaceId, token } = await invited(email);
  await join(token);
  const { id } = await world.userOf(email);
  world.later(30 * 86_400_000);
  const ended = await Promise.allSettled([1, 2, 3].map(() => world.accounts.startWorkspace(id)));
  world.later(-30 * 86_400_000);
  const started = ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(started).toMatchObject([{ name: 'Grace Hopper', role: 'owner', members: 1 }]);
  const codes = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
  expect(codes).toEqual(['workspace_already_started', 'workspace_already_started']);
  expect(await rolesOf(email)).toEqual(['editor', 'owner']);
  expect(await plansOf(email)).toEqual([{ status: 'Trial', days: 14 }]);
  const { rows } = await world.database.admin.query(
    `select a.action, a.subject, r.state, b.name as brand from activity a join rules r using (workspace_id)
       join brands b using (workspace_id) where workspace_id = $1 and workspace_id <> $2`,
    [started[0]?.id, workspaceId],
  );
  expect(rows).toEqual([
    { action: 'workspace.started', subject: 'Grace Hopper', state: 'paused', brand: 'Grace Hopper' },
  ]);
});

it('starts none for an account that began with one, also when its owner has left it', async () => {
  const { userId } = await newWorkspace(world.database);
  await world.database.admin.query('delete from members where user_id = $1', [userId]);
  await expect(world.accounts.startWorkspace(userId)).rejects.toMatchObject({
    code: 'workspace_already_started',
  });
});

it('lets an account without a workspace start one after a takeover, change its password and go', async () => {
  const email = 'taken@desk.example';
  await world.client().auth.signUp({ email, password: 'the stranger knows' });
  await world.answerRequests();
  const { token } = await invited(email);
  expect((await join(token)).status).toBe(200);
  expect(await plansOf(email)).toEqual([]);
  const { id } = await world.userOf(email);
  await world.database.admin.query('delete from members where user_id = $1', [id]);
  const owner = world.client();
  await owner.auth.signInWithPassword({ email, password: PASSWORD });
  expect((await owner.auth.updateUser({ password: 'another horse 2!' })).error).toBeNull();
  await world.accounts.startWorkspace(id);
  expect(await plansOf(email)).toEqual([{ status: 'Trial', days: 14 }]);
  await world.database.admin.query(
    'delete from workspaces where id in (select workspace_id from members where user_id = $1)',
    [id],
  );
  await world.accounts.admin.remove(id);
  expect(await world.userOf(email)).toBeUndefined();
});
