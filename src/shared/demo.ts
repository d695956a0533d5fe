import * as z from 'zod/mini';

/** The public demo is one workspace, the same on every installation. */
export const DEMO_WORKSPACE_ID = '01900000-0000-7000-8000-0000000000de';

/** What tokens of the demo begin with; no token of a session or a program does. */
export const DEMO_TOKEN_MARK = 'demo_';

/**
 * The owner of the demo workspace, and the name its visitors see: a made-up person without a password, banned forever,
 * with an address on a reserved domain. Nobody can sign in to this account.
 */
export const DEMO_PERSON = {
  id: '01900000-0000-7000-8000-0000000000df',
  email: 'dana@demo.example',
  firstName: 'Dana',
  lastName: 'Demo',
} as const;

/** What POST /api/v1/demo/session answers: a token that reads the demo's workspace, until it ends. */
export const demoSessionSchema = z.object({ token: z.string(), expiresAt: z.iso.datetime() });
export type DemoSession = z.infer<typeof demoSessionSchema>;
