import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { type Actor, type KeepAnswer, recordActivity } from '#src/db/queries/activity.ts';
import { listFollowUps, oneFollowUp } from '#src/db/queries/follow-ups.ts';
import { revisions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { documentsOf } from '#src/shared/content/content.ts';
import { type AlertDocument, textsOf } from '#src/shared/content/document.ts';
import { type Disclosures, disclosuresFor } from '#src/shared/countries/disclosures.ts';
import { AppError } from '#src/shared/errors.ts';
import type { FollowUp, FollowUpForm, FollowUps } from '#src/shared/follow-ups.ts';
import type { DecisionForm } from '#src/shared/review.ts';
import { lockAlert } from '../../approval/states.ts';
import { restrictedBy } from '../../barred/bar-on.ts';
import { languageOf } from '../../content/languages/registry.ts';
import { isFilled } from '../../content/templates/filled.ts';
import { layOutWith } from '../../content/templates/lay-out-with.ts';
import { WriterError } from '../../content/writer.ts';
import { policyFor } from '../../countries/ask.ts';
import type { Announce, EngineEnqueue } from '../../enqueue.ts';
import { channelsToWrite } from '../channels-to-write.ts';
import { type Draft, readDraft } from '../compose.ts';
import { valuesOf } from '../edit/values-in-text.ts';
import { groundAgain } from '../ground-again.ts';
import { renderAlert } from '../revision.ts';
import { decideFollowUp } from './decide-follow-up.ts';
import { checkFollowUp, followUpDocument } from './follow-up-document.ts';
import { avoidedBy, stateOf } from './follow-up-state.ts';
import { keepFollowUp } from './keep-follow-up.ts';

export type FollowUpDeps = {
  app: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
};
/** Who writes one: a member, or a program with a key. */
export type Author = { workspaceId: string; actor: Actor; keepAnswer?: KeepAnswer };
/** Who decides: a person, and the entity that they approve for. */
export type Decider = Author & { person: { userId: string; name: string; email: string } };

/** Updates and corrections of alerts that were sent. */
export function createFollowUps(deps: FollowUpDeps) {
  const { app, clock } = deps;
  return {
    list: (workspaceId: string, alertId: string): Promise<FollowUps> =>
      withTenant(app, workspaceId, async (tx) => {
        const state = await stateOf(tx, alertId, clock());
        return {
          items: await listFollowUps(tx, alertId),
          open: state.problem === null,
          problem: state.problem,
          needsApproval: state.alert.approval === 'human',
        };
      }),

    /**
     * Writes an update or a correction as a revision of its own. Where the route's policy is automatic, it is approved and
     * on its way at once; else it waits for a person.
     * @throws AppError not_found, alert_not_followed; validation_failed for what the gate refuses, or accepts only if the
     *   author vouches for it
     */
    write: async (by: Author, alertId: string, form: FollowUpForm): Promise<FollowUp> => {
      const { workspaceId } = by;
      const draft = await withTenant(app, workspaceId, async (tx) => ({
        ...(await draftOf(tx, alertId, form, clock())),
        over: await channelsToWrite(tx, workspaceId),
      }));
      // Outside any transaction: rendering must not hold rows.
      const { disclosures, over } = draft;
      const document = await laidOutAs(draft);
      const content = { version: 2 as const, documents: [document], ...(disclosures && { disclosures }) };
      const written = await renderAlert(content, over);
      const made = await withTenant(app, workspaceId, async (tx) => {
        await lockAlert(tx, alertId);
        const { alert, problem } = await stateOf(tx, alertId, clock());
        if (problem !== null) throw new AppError('alert_not_followed', problem);
        const { actor } = by;
        await recordActivity(tx, {
          workspaceId,
          actor,
          subject: alert.title ?? '',
          action: 'alert.followed',
          detail: { purpose: form.purpose },
          at: clock(),
        });
        const row = await keepFollowUp(tx, deps, {
          alert,
          purpose: form.purpose,
          written,
          ownFigures: draft.ownFigures,
          writtenBy: actor.userId === null ? `key:${actor.name}` : `user:${actor.userId}`,
          without: alert.approval === 'auto' ? { reason: 'the rule sends without a review' } : null,
        });
        const after = await oneFollowUp(tx, row.id);
        await by.keepAnswer?.(tx, 201, after);
        return after;
      });
      deps.announce(workspaceId);
      return made;
    },

    /** @throws AppError not_found, alert_not_waiting, revision_changed, not_approver */
    decide: async (by: Decider, alertId: string, id: string, decision: DecisionForm): Promise<FollowUp> => {
      const { workspaceId } = by;
      const made = await withTenant(app, workspaceId, async (tx) => {
        const { actor, person } = by;
        await decideFollowUp(tx, deps.enqueue, {
          workspaceId,
          alertId,
          id,
          form: decision,
          by: person,
          actor,
          now: clock(),
        });
        const after = await oneFollowUp(tx, id);
        await by.keepAnswer?.(tx, 200, after);
        return after;
      });
      deps.announce(workspaceId);
      return made;
    },
  };
}
export type FollowUpsService = ReturnType<typeof createFollowUps>;

type Drafted = {
  document: AlertDocument;
  ownFigures: string[];
  disclosures: Disclosures | null;
  /** What its template is filled from again; null where its layout stays. */
  filledFrom: Draft | null;
};

/** The document in its template's HTML, where it had one; in our layout where the event can't be read anymore. */
async function laidOutAs({ document, filledFrom }: Drafted): Promise<AlertDocument> {
  if (!filledFrom) return document;
  const values = new Set(textsOf(document).flatMap(({ text }) => valuesOf(text)));
  const language = languageOf(document.language.split('-')[0] ?? 'en');
  try {
    return await layOutWith(filledFrom.layout, document, groundAgain(filledFrom, language, values));
  } catch (error) {
    if (error instanceof WriterError) return document;
    throw error;
  }
}

/** The document that is approved now, with the author's words. */
async function draftOf(tx: Tx, alertId: string, form: FollowUpForm, now: Date): Promise<Drafted> {
  const { alert, problem } = await stateOf(tx, alertId, now);
  if (problem !== null) throw new AppError('alert_not_followed', problem);
  if (form.purpose === 'update' && (await restrictedBy(tx, alert, now)))
    throw new AppError(
      'alert_not_followed',
      'Its symbol is restricted for its brand. You can only correct it.',
    );
  const [approved] = await tx
    .select({ content: revisions.content })
    .from(revisions)
    .where(and(eq(revisions.alertId, alertId), eq(revisions.hash, alert.approvedHash ?? '')))
    .limit(1);
  const [before] = documentsOf(approved?.content);
  if (!before)
    throw new AppError(
      'alert_not_followed',
      'This alert was written by an earlier version. It can’t be updated or corrected.',
    );
  const { refused, own: ownFigures } = checkFollowUp(form, before, {
    evidence: alert.event.evidence,
    forbidden: await avoidedBy(tx, alert),
  });
  if (refused !== null)
    throw new AppError('validation_failed', refused.sentence, { details: { field: refused.field } });
  if (ownFigures.length > 0 && form.ownFigures !== true)
    throw new AppError(
      'validation_failed',
      `Not in the data behind this alert: ${ownFigures.join(', ')}. Check what you say, then vouch for it.`,
      { details: { field: 'ownFigures' } },
    );
  const { policy, ask } = await policyFor(tx, alert);
  const disclosures = disclosuresFor(policy, ask);
  return {
    document: followUpDocument(before, form.purpose, form),
    ownFigures,
    disclosures,
    filledFrom: isFilled(before) ? await readDraft(tx, alertId, now, alert.state) : null,
  };
}
