import type { Page } from '@playwright/test';
import type { Person } from './people.ts';

/** How the API behaves for a page. Its stream stays away in each: what is not asked again by itself stays as it is. */
export const API_STATES = ['failing', 'away', 'slow'] as const;
export type ApiState = (typeof API_STATES)[number];

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

/**
 * Puts the API into a state for this page: every answer is a 500, no connection comes about, or no answer comes.
 * @returns puts it right again, and lets through what has waited
 */
export async function putApiInto(page: Page, state: ApiState): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/**', async (route) => {
    if (state === 'slow') {
      await released;
      // The page may be gone by now.
      await route.fallback().catch(() => undefined);
    } else if (state === 'away') await route.abort('connectionrefused');
    else await route.fulfill({ status: 500, contentType: 'application/problem+json', body: PROBLEM });
  });
  return async () => {
    release();
    await page.unroute('**/api/v1/**');
  };
}
