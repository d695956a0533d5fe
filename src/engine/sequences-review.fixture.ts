import { withTenant } from '#src/db/tenant.ts';
import { contentSchema } from '#src/shared/content/content.ts';
import { plain } from '#src/shared/content/text.ts';
import { AppError } from '#src/shared/errors.ts';
import { decideAlert } from './alerts/decide.ts';
import { editAlert } from './alerts/edit/edit-alert.ts';
import { newestRevision } from './alerts/review.ts';
import { alertsOf, engineDeps, type World } from './sequences-world.fixture.ts';

export const newestWaiting = async (world: World) => (await alertsOf(world, ['pending_review'])).at(-1)?.id;

/** What is refused changes nothing. */
async function tried(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

const BY = { name: 'Ada Byron', email: 'ada@desk.example' };

export async function decide(
  world: World,
  alertId: string,
  { approves, stale }: { approves: boolean; stale: boolean },
): Promise<void> {
  const { db, workspaceId, userId } = world;
  await tried(() =>
    withTenant(db.app, workspaceId, async (tx) => {
      const revision = stale ? 'a'.repeat(64) : ((await newestRevision(tx, alertId))?.hash ?? '');
      const state = await decideAlert(tx, async () => undefined, {
        workspaceId,
        alertId,
        decision: approves ? 'approve' : 'reject',
        ...(!approves && { reason: 'Not now.' }),
        revision,
        askedAgainAt: null,
        by: { userId, ...BY },
        actor: { kind: 'member', userId, name: BY.name },
        way: 'account area',
        now: new Date(world.now),
      });
      if (approves && state !== 'pending_review') world.approved.set(alertId, revision);
    }),
  );
}

export async function edit(world: World, words: string): Promise<void> {
  const { db, workspaceId, userId } = world;
  const alertId = await newestWaiting(world);
  if (alertId === undefined) return;
  const revision = await withTenant(db.app, workspaceId, (tx) => newestRevision(tx, alertId));
  const [document] = contentSchema.parse(revision?.content).documents;
  await tried(async () => {
    const { revision: made } = await editAlert(
      { ...engineDeps(world), recordedBars: () => null },
      {
        workspaceId,
        alertId,
        form: {
          revision: revision?.hash ?? '',
          texts: [{ language: 'en', headline: plain(document?.headline ?? []), summary: words }],
          vouched: true,
        },
        by: { userId, ...BY },
        actor: { kind: 'member', userId, name: BY.name },
      },
    );
    world.words.set(made.hash, words);
  });
}
