import type { Page } from '@playwright/test';
import type { Person } from './people.ts';

/**
 * How the API behaves for a page. `failing`: every answer is a 500; `away`: no connection comes about; `slow`: no
 * answer comes before the state is another.
 */
export type ApiState = 'well' | 'failing' | 'away' | 'slow';

export type ScreenState = { person: Person; api?: ApiState };

/** What each screen is looked at in. */
export const SCREEN_STATES = {
  full: { person: 'full' },
  empty: { person: 'empty' },
  viewer: { person: 'viewer' },
  grace: { person: 'grace' },
  readonly: { person: 'readonly' },
  spent: { person: 'spent' },
  error: { person: 'full', api: 'failing' },
  offline: { person: 'full', api: 'away' },
  loading: { person: 'full', api: 'slow' },
} as const satisfies Record<string, ScreenState>;

const PROBLEM = JSON.stringify({
  title: 'Something went wrong on our side. Try again.',
  status: 500,
  code: 'internal',
});
/** Who asks and for which workspace: without it no screen is shown at all. */
const WHO_ASKS = '/api/v1/me';

/**
 * Takes the API of a page in hand. Who asks is told all the same, but with `all`.
 * @returns puts it into another state; what has waited goes on in that
 */
export async function takeApi(
  page: Page,
  first: ApiState,
  { all = false } = {},
): Promise<(state: ApiState) => void> {
  let state = first;
  let waiting: (() => void)[] = [];
  await page.route('**/api/v1/**', async (route) => {
    const isSpared = !all && new URL(route.request().url()).pathname === WHO_ASKS;
    // oxlint-disable-next-line no-unmodified-loop-condition -- the state is put to another from outside
    while (state === 'slow' && !isSpared) await new Promise<void>((resolve) => waiting.push(resolve));
    // The page may be gone by now, or want the answer no more.
    const gone = () => undefined;
    if (state === 'well' || isSpared) await route.fallback().catch(gone);
    else if (state === 'away') await route.abort('connectionrefused').catch(gone);
    else
      await route
        .fulfill({ status: 500, contentType: 'application/problem+json', body: PROBLEM })
        .catch(gone);
  });
  return (next) => {
    state = next;
    const going = waiting;
    waiting = [];
    for (const go of going) go();
  };
}
