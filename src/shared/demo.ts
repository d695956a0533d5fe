import * as z from 'zod/mini';

/** The public demo is one workspace, the same on every installation. */
export const DEMO_WORKSPACE_ID = '01900000-0000-7000-8000-0000000000de';

/** What tokens of the demo begin with; no token of a session or a program does. */
export const DEMO_TOKEN_MARK = 'demo_';

/**
 * Whom a visitor of the demo is shown as, and who owns its workspace: a made-up person, without a password, banned for
 * ever, with an address of a reserved domain. Nobody can sign in as her.
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
