import * as z from 'zod/mini';
import { channelKindSchema } from './alerts.ts';
import { oneLabel } from './label.ts';

export const STOP_SCOPES = ['workspace', 'brand', 'channel'] as const;
export type StopScope = (typeof STOP_SCOPES)[number];
const REASON_MAX = 200;
/** So many alerts are recalled by one request. */
export const RECALL_MAX = 200;

/** What members have stopped: everything, one brand, or one channel. */
export const stopSchema = z.object({
  id: z.uuid(),
  scope: z.enum(STOP_SCOPES),
  /** The brand's id or the channel's kind; null where everything is stopped. */
  target: z.nullable(z.string()),
  /** The brand's. */
  name: z.nullable(z.string()),
  by: z.string(),
  since: z.iso.datetime(),
  reason: z.nullable(z.string()),
});
export type Stop = z.infer<typeof stopSchema>;

/** Alerts and digests with messages that haven't gone out; `expired`: those of which nothing is news anymore. */
const unsentSchema = { unsent: z.int(), expired: z.int() };
export type Unsent = { unsent: number; expired: number };

/** /api/v1/sending */
export const sendingSchema = z.object({
  stops: z.array(stopSchema),
  workspace: z.object(unsentSchema),
  brands: z.array(z.object({ id: z.uuid(), name: z.string(), ...unsentSchema })),
  channels: z.array(z.object({ channel: channelKindSchema, ...unsentSchema })),
});
export type Sending = z.infer<typeof sendingSchema>;

const SAY_SCOPE = 'Stop the workspace, a brand or a channel.';
export const stopFormSchema = z
  .strictObject({
    scope: z.enum(STOP_SCOPES, SAY_SCOPE),
    target: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    reason: z.optional(
      z
        .string()
        .check(
          z.overwrite(oneLabel),
          z.maxLength(REASON_MAX, `Please use at most ${REASON_MAX} characters.`),
        ),
    ),
  })
  .check(
    z.refine(({ scope, target }) => (scope === 'workspace') === (target === undefined), {
      error: 'Name the brand or the channel in `target`; a workspace has none.',
      path: ['target'],
    }),
  );
export type StopForm = z.infer<typeof stopFormSchema>;

export const recalledSchema = z.object({ recalled: z.int(), left: z.int() });
export type Recalled = z.infer<typeof recalledSchema>;
