import { demoSessionSchema, type DemoSession } from '#src/shared/demo.ts';
import type { Access } from '#src/web/lib/api/access.ts';

/** Shown in place of a control that would change something. */
const DEMO_READ_ONLY = 'This is a demo: nothing can be changed in it.';

/** What became of asking for a token. `off`: there is no demo on this server. */
export type Opening = 'open' | 'off' | 'busy' | 'unreachable';

// In this page's memory only: a session in this browser stays as it is.
let session: DemoSession | null = null;
let asking: Promise<Opening> | null = null;

/** Asks for a token; several who ask at once wait for one answer. */
export function openDemo(): Promise<Opening> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<Opening> {
  try {
    const response = await fetch('/api/v1/demo/session', {
      method: 'POST',
      headers: { accept: 'application/json' },
    });
    if (response.status === 404) return 'off';
    const read = demoSessionSchema.safeParse(await response.json());
    if (!response.ok || !read.success) return 'busy';
    session = read.data;
    return 'open';
  } catch {
    return 'unreachable';
  }
}

export const demoAccess: Access = {
  token: async () => session?.token ?? null,
  stale: new Set(['demo_ended', 'no_authorization']),
  renew: async () => {
    const opening = await openDemo();
    return opening === 'open' ? 'renewed' : opening === 'off' ? 'gone' : 'later';
  },
  leave: async () => undefined,
  readOnly: DEMO_READ_ONLY,
};
