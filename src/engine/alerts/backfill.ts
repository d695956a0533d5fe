import type { DeliverDeps } from '../delivery/deliver-deps.ts';
import { deliverAlert } from '../delivery/deliver.ts';
import { createSlots } from '../delivery/slots.ts';
import type { EngineEnqueue } from '../enqueue.ts';
import { composeAlert, type ComposeDeps } from './compose.ts';

type BackfillDeps = Omit<ComposeDeps, 'clock' | 'enqueue' | 'announce'> &
  Pick<DeliverDeps, 'instanceId' | 'send'>;

/**
 * Composes and delivers an alert in this process, from the moment `at` on: the same steps as the queues take. No job is queued and no live hint is sent.
 */
export async function backfillAlert(
  deps: BackfillDeps,
  { at, ...job }: { workspaceId: string; alertId: string; at: Date },
): Promise<void> {
  const began = performance.now();
  const clock = (): Date => new Date(at.getTime() + performance.now() - began);
  const past = { ...deps, clock, enqueue: noJobs, announce: () => undefined };
  await composeAlert(past, job);
  const pace = { lanes: 1, window: 16, slots: createSlots(16), rate: null };
  await deliverAlert({ ...past, pace: () => pace }, job);
}

/** The enqueue of a backfill: what would be a job is done here. */
const noJobs: EngineEnqueue = async () => undefined;
