import * as z from 'zod/mini';
import { exportedWorkspaceSchema } from './account-export.ts';

/** One signed-in browser or program. `lastUsedAt` is when its tokens were renewed last. */
export const accountSessionSchema = z.object({
  id: z.uuid(),
  current: z.boolean(),
  userAgent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  aal: z.enum(['aal1', 'aal2']),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
});
export const accountSessionsSchema = z.object({ items: z.array(accountSessionSchema) });

export const accountEventSchema = z.object({
  id: z.uuid(),
  event: z.string(),
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export const accountEventsSchema = z.object({ items: z.array(accountEventSchema) });

/** `left` of the newest set of ten; `madeAt` is null where none was ever made. */
export const recoveryCodeStatusSchema = z.object({
  left: z.int(),
  madeAt: z.nullable(z.iso.datetime()),
});
/** Told once, when they are made. */
export const newRecoveryCodesSchema = z.object({ codes: z.array(z.string()), madeAt: z.iso.datetime() });

/** `user` and `factors` as /auth/v1 writes them. */
export const accountExportSchema = z.object({
  exportedAt: z.iso.datetime(),
  user: z.record(z.string(), z.unknown()),
  factors: z.array(z.record(z.string(), z.unknown())),
  recoveryCodes: recoveryCodeStatusSchema,
  sessions: z.array(accountSessionSchema),
  events: z.array(accountEventSchema),
  workspaces: z.array(exportedWorkspaceSchema),
});

export const passwordConfirmationSchema = z.object({
  password: z.optional(z.string().check(z.maxLength(4_096))),
});
