import { newId } from '#src/db/ids.ts';
import { paced } from '#tests/support/workspace.ts';
import { composeAlert } from './alerts/compose.ts';
import { decide } from './sequences-review.fixture.ts';
import type { SendOutcome } from './channels/channel.ts';
import type { ClaimedDelivery } from './delivery/claimed.ts';
import { deliverAlert } from './delivery/deliver.ts';
import { sweepDeliveries } from './delivery/sweep.ts';
import { sweepDigests } from './digests/sweep-digests.ts';
import { isImported } from './sequences-people.fixture.ts';
import {
  alertsOf,
  type Answer,
  APPROVAL,
  engineDeps,
  onTheirWay,
  selfOf,
  type World,
} from './sequences-world.fixture.ts';

export async function compose(world: World): Promise<void> {
  for (const { id } of await alertsOf(world, ['drafted']))
    await composeAlert(engineDeps(world), { workspaceId: world.workspaceId, alertId: id });
}

/** Nothing of the second brand goes out that wasn't approved, and no other revision than that. */
function checkApproved(
  { approved, words, wrong }: World,
  { brand, delivery }: { brand: number; delivery: ClaimedDelivery },
): void {
  if (APPROVAL[brand] === 'auto') return;
  const revision = approved.get(delivery.alertId);
  const said = words.get(revision ?? '');
  if (revision === undefined) wrong.push(`${delivery.alertId} was not approved`);
  else if (revision !== delivery.rendition.revision)
    wrong.push(`${delivery.alertId} was approved as another`);
  else if (said && !delivery.prepared.text.replaceAll(/\s+/g, ' ').includes(said))
    wrong.push(`${delivery.alertId} doesn't say “${said}”`);
}

/** No one gets anything after leaving, at another time than they want, or unapproved. */
function checkWanted(
  world: World,
  { brand, person, delivery }: { brand: number; person: number; delivery: ClaimedDelivery },
): void {
  const self = selfOf(world, person);
  const left = world.left.get(self);
  if (left?.has(null) || left?.has(brand)) world.wrong.push(`${delivery.address} had left`);
  if (world.gone.has(person)) world.wrong.push(`${delivery.address} was gone`);
  const wants = world.wants.get(`${self} ${brand}`);
  const digest = delivery.purpose === 'digest';
  if (wants?.digest && !digest && delivery.attempt === 1)
    world.wrong.push(`${delivery.address} wants digests`);
  if (!digest) checkApproved(world, { brand, delivery });
  const clock = Math.floor(world.now / 60_000) % 1_440;
  const { from, to } = wants?.quiet ?? { from: 0, to: 0 };
  if (from < to ? clock >= from && clock < to : from > to && (clock >= from || clock < to))
    world.wrong.push(`${delivery.address} had quiet hours`);
}

/** As servers do, they name who it was for. */
const wordsAbout = ({ address }: ClaimedDelivery, said: string): string => `550 <${address}> ${said}`;

/** One process that works on one alert until it ends, or dies at an answer. */
export async function deliver(
  world: World,
  alert: { id: string; brand_id: string },
  answers: Answer[],
): Promise<void> {
  const instanceId = newId();
  const brand = world.brands.indexOf(alert.brand_id);
  const stopped = new AbortController();
  const { promise: died, resolve: die } = Promise.withResolvers<void>();
  let isDead = false;
  let n = 0;
  const send = async (delivery: ClaimedDelivery): Promise<SendOutcome> => {
    const person = world.people.findIndex(({ address }) => address === delivery.address);
    const digest = delivery.purpose === 'digest';
    // What it had claimed when it died reaches no one, whatever they do meanwhile.
    if (!isDead && person >= 0) checkWanted(world, { brand, person, delivery });
    else if (!isDead && !isImported(world, delivery.address))
      world.wrong.push(`${delivery.address} was imported by no import`);
    const said = isDead ? 'dies' : (answers[n % answers.length] ?? 'sent');
    n += 1;
    if (person >= 0) world.sends.push({ alertId: alert.id, digest, brand, person, answer: said });
    else world.toNewcomers.push({ alertId: alert.id, brand, address: delivery.address, answer: said });
    if (said === 'dies') {
      isDead = true;
      world.dead.add(instanceId);
      // It claims no more when it wakes.
      stopped.abort();
      die();
      await world.late.promise;
      return { outcome: 'unknown', reason: wordsAbout(delivery, 'dies') };
    }
    if (said === 'sent') return { outcome: 'sent', providerMessageId: delivery.id };
    if (said === 'retry')
      return { outcome: 'retry', at: world.now + 600_000, reason: wordsAbout(delivery, 'later') };
    return { outcome: said, reason: wordsAbout(delivery, said) };
  };
  const deps = { ...engineDeps(world), instanceId, pace: paced(3), send, stop: stopped.signal };
  const whole = deliverAlert(deps, { workspaceId: world.workspaceId, alertId: alert.id });
  await Promise.race([whole, died]);
  if (stopped.signal.aborted) world.asleep.push(whole);
}

const IN_THE_AIR = ['drafted', 'pending_review', 'approved', 'scheduled', 'sending'];

/** When something is due that quiet hours or a digest hold, in ms; 0 for nothing. */
async function nextMoment({ db, workspaceId }: World): Promise<number> {
  const { rows } = await db.admin.query<{ at: Date | null }>(
    `select least((select min(next_attempt_at) from deliveries where workspace_id = $1 and state = 'held'),
                  (select min(due_at) from digest_items where workspace_id = $1 and digest_id is null and ended is null)
                    + interval '1 minute') as at`,
    [workspaceId],
  );
  return rows[0]?.at?.getTime() ?? 0;
}

/** Lets everything come to its end, with providers that work. */
export async function drain(world: World): Promise<void> {
  for (let round = 0; round < 16; round += 1) {
    await compose(world);
    for (const { id } of await alertsOf(world, ['pending_review']))
      await decide(world, id, { approves: true, stale: false });
    for (const alert of await onTheirWay(world)) await deliver(world, alert, ['sent']);
    world.now = Math.max(world.now + 31 * 60_000, await nextMoment(world));
    await sweepDeliveries(engineDeps(world));
    await sweepDigests(engineDeps(world));
    const { rows } = await world.db.admin.query(
      `select 1 from deliveries where workspace_id = $1 and state in ('pending', 'held', 'sending', 'retry')
       union all select 1 from fan_outs where workspace_id = $1 and state = 'open'
       union all select 1 from digest_items where workspace_id = $1 and digest_id is null and ended is null
       union all select 1 from digests where workspace_id = $1 and state = 'drafted'`,
      [world.workspaceId],
    );
    if (rows.length === 0 && (await alertsOf(world, IN_THE_AIR)).length === 0) return;
  }
  throw new Error(`Something never ends: ${JSON.stringify(await alertsOf(world, IN_THE_AIR))}`);
}

/**
 * The processes that have died turn out to have been frozen: they hear their answers, write down what they know, and end
 * without an error. @returns whether there were any
 */
export async function wakeDead({ late, asleep }: World): Promise<boolean> {
  late.resolve();
  await Promise.all(asleep);
  return asleep.length > 0;
}
