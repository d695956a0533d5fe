import * as z from 'zod/mini';

const time = z.iso.datetime();

/** Messages of one replay at most. */
export const REPLAY_MAX = 10_000;
/** A list shows so many of the last ones. */
export const REPLAYS_SHOWN = 20;

export const REPLAY_STATES = ['running', 'done', 'stopped', 'failed'] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

const SAY_TIME = 'Enter a date and time with its offset, such as 2026-11-27T14:00:00Z';
const moment = z.iso.datetime({ offset: true, error: SAY_TIME });

/** From a moment until before another. */
export const replayFormSchema = z.object({ from: moment, to: moment }).check(
  z.refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    message: 'Choose an end after the start',
  }),
);
export type ReplayForm = z.infer<typeof replayFormSchema>;

/** What a replay of a period would send. */
export const replayCountSchema = z.object({
  messages: z.int(),
  /** When the first and the last of them were sent first; null where there are none. */
  first: z.nullable(time),
  last: z.nullable(time),
});
export type ReplayCount = z.infer<typeof replayCountSchema>;

export const replaySchema = z.object({
  id: z.uuid(),
  from: time,
  to: time,
  state: z.enum(REPLAY_STATES),
  /** Messages, as they were counted when it began. */
  total: z.int(),
  sent: z.int(),
  failed: z.int(),
  skipped: z.int(),
  /** Why it stands still or failed; null where it does neither. */
  problem: z.nullable(z.string()),
  /** Why the last message that failed for good did; null where none has. */
  failure: z.nullable(z.string()),
  createdAt: time,
  endedAt: z.nullable(time),
});
export type Replay = z.infer<typeof replaySchema>;
export const replaysSchema = z.object({ items: z.array(replaySchema) });
