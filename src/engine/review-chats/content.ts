import { desc, and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { actorNames } from '#src/db/queries/actor-names.ts';
import { alertTransitions, rules } from '#src/db/schema.ts';
import type { ReachAhead } from '#src/shared/alert-reach.ts';
import { documentsOf } from '#src/shared/content/content.ts';
import { plain } from '#src/shared/content/text.ts';
import { LAPSE_WORDS } from '#src/shared/lapse-words.ts';
import { momentIn } from '#src/shared/moment.ts';
import type { ReviewContent } from '#src/shared/review-chats.ts';
import { waitsWords } from '../alerts/fate-words.ts';
import { reachAhead } from '../alerts/reach.ts';
import type { Review } from '#src/shared/review.ts';
import { findChannel } from '../channels/registry.ts';
import type { alerts, brands } from '#src/db/schema.ts';

const SUMMARY_MAX = 600;

type About = {
  alert: typeof alerts.$inferSelect;
  brand: Pick<typeof brands.$inferSelect, 'name' | 'timeZone'>;
  review: Review;
  content: unknown;
};

/** What a message in a chat says of an alert that waits. Counts only: who gets it is nobody's business there. */
export async function contentOf(
  tx: Tx,
  { alert, brand, review, content }: About,
  now: Date,
): Promise<ReviewContent | null> {
  const [document] = documentsOf(content);
  if (!document) return null;
  const [rule] = await tx.select({ name: rules.name }).from(rules).where(eq(rules.id, alert.ruleId));
  const reach = await reachAhead(tx, alert.id, now);
  const waits = reach && waitsWords(reach, brand.timeZone);
  const summary = plain(document.summary);
  const then = LAPSE_WORDS[review.escalated ? 'expire' : review.unanswered];
  const approvals = review.approvals.length === 0 ? 'none yet' : `so far ${review.approvals.join(', ')}`;
  return {
    headline: plain(document.headline),
    summary: summary.length > SUMMARY_MAX ? `${summary.slice(0, SUMMARY_MAX - 1)}…` : summary,
    rows: [
      ...(rule ? [{ label: 'Rule', value: rule.name }] : []),
      { label: 'Brand', value: brand.name },
      ...(reach ? [{ label: 'Goes to', value: reachWords(reach) }] : []),
      ...(waits === null ? [] : [{ label: 'After approval', value: `it waits ${waits}` }]),
      ...(review.moved === null ? [] : [{ label: 'Price', value: review.moved }]),
      ...(review.inPlaceOf === null
        ? []
        : [
            {
              label: 'You decide for',
              value: `${review.inPlaceOf.name}, until ${momentIn(new Date(review.inPlaceOf.until), brand.timeZone)}`,
            },
          ]),
      {
        label: 'Without a decision',
        value: `${then.charAt(0).toLowerCase()}${then.slice(1)} ${momentIn(new Date(review.lapsesAt), brand.timeZone)}`,
      },
      ...(review.needs > 1 ? [{ label: 'Approvals', value: `${review.needs} needed, ${approvals}` }] : []),
    ],
  };
}

function reachWords({ people, about, channels, destinations }: ReachAhead): string {
  const by = channels.map(({ channel }) => findChannel(channel)?.title ?? channel);
  const counted = `${about ? 'about ' : ''}${people.toLocaleString('en-US')} ${people === 1 ? 'person' : 'people'}`;
  const readers = by.length === 0 ? counted : `${counted} by ${by.join(', ')}`;
  const places = destinations.map(({ name }) => name);
  return new Intl.ListFormat('en').format([
    ...(people > 0 || places.length === 0 ? [readers] : []),
    ...places,
  ]);
}

/** What became of an alert that waited, for everyone who sees the message. */
export async function outcomeOf(tx: Tx, { alert, brand }: Pick<About, 'alert' | 'brand'>): Promise<string> {
  if (alert.state === 'pending_review') return 'The text was edited. A newer message asks about it.';
  const [step] = await tx
    .select()
    .from(alertTransitions)
    .where(
      and(
        eq(alertTransitions.alertId, alert.id),
        eq(alertTransitions.fromState, 'pending_review'),
        inArray(alertTransitions.toState, ['approved', 'rejected', 'expired']),
      ),
    )
    .orderBy(desc(alertTransitions.at))
    .limit(1);
  if (!step) return 'It isn’t waiting for a review anymore.';
  const at = momentIn(step.at, brand.timeZone);
  const who = (await actorNames(tx, [step.actor])).get(step.actor);
  if (step.toState === 'expired') return `Expired: no decision in time. ${at}`;
  if (step.toState === 'approved')
    return who ? `✓ Approved by ${who}, ${at}` : `✓ Sent by its policy: no decision in time. ${at}`;
  return `✗ Rejected${who ? ` by ${who}` : ''}, ${at}: ${step.reason}`;
}
