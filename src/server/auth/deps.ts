import type { Context, Hono } from 'hono';
import type { Accounts } from '#src/accounts/accounts.ts';

export type AuthRoutesDeps = {
  accounts: Accounts;
  /** The address of the peer, or of the client behind a trusted proxy; null where it cannot be known. */
  clientAddress: (c: Context) => string | null;
  /** Whether opening the contract's link spends its token. Off: it leads to the page with the button. */
  spendsOpenedLinks?: boolean;
  log: { error: (context: object, message: string) => void };
};

/** A group of routes puts itself on the app; routes.ts has the list of them. */
export type AddRoutes = (auth: Hono, deps: AuthRoutesDeps) => void;
