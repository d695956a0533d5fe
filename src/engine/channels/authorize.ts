import { z } from 'zod';
import type { CallProvider } from '#src/platform/net/call.ts';

/** The operator's app at a provider. */
export type OAuthApp = { clientId: string; clientSecret: string };

/** Apps by the kind of channel. `practiceAt`: where the practice provider has a page; null where there are none. */
export type OAuthApps = {
  apps: ReadonlyMap<string, OAuthApp>;
  practiceAt: ((url: string) => string) | null;
};

/** `challenge`: of PKCE, by S256; a provider that has no PKCE leaves it out. */
export type AuthorizeRequest = { app: OAuthApp; redirectUri: string; state: string; challenge: string };

/** What came back with the person. */
export type AuthorizeCode = { app: OAuthApp; redirectUri: string; code: string; verifier: string };

/** An account that the person allowed us to use. */
export const allowedAccountSchema = z.object({
  /** As the provider names it, whatever it's called. */
  id: z.string(),
  /** As people know it. */
  title: z.string(),
  settings: z.record(z.string(), z.string()),
  secrets: z.record(z.string(), z.string()),
  /** When its credentials end, ms since the epoch, UTC; null for never. */
  endsAt: z.number().nullable(),
  /** Where it posts, if that is known; else a person adds places. */
  place: z.object({ name: z.string(), address: z.string() }).nullable(),
});
export type AllowedAccount = z.infer<typeof allowedAccountSchema>;

/** Accounts, of which the person chooses one if there are several; or a sentence on why there is none. */
export type Exchanged = { accounts: readonly AllowedAccount[] } | { problem: string };

/** How people allow the operator's app to post for them (OAuth 2.0, the authorization code grant). */
export type Authorize = {
  scopes: readonly string[];
  /** The field that names the account, by which one whose keys were entered is recognized; null where none does. */
  namedBy: string | null;
  /** The provider's page where the person allows it. */
  start: (request: AuthorizeRequest) => URL;
  /** Redeems the code for credentials. */
  exchange: (came: AuthorizeCode, deps: { call: CallProvider; now: () => number }) => Promise<Exchanged>;
};

/** The scopes that were asked for and not given, in a sentence; null where all were. */
export function missingScopes(
  wanted: readonly string[],
  given: readonly string[],
  provider: string,
): string | null {
  const missing = wanted.filter((scope) => !given.includes(scope));
  return missing.length === 0
    ? null
    : `${provider} didn’t grant ${missing.join(', ')}. Connect again and allow everything.`;
}

/** A page with a query. */
export function pageWith(page: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(page);
  // Not with "+" for a space: not every provider reads that.
  url.search = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return url;
}
