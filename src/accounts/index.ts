import type { Keys } from '#src/keys.ts';
import { confirmEmail, resendConfirmation } from './confirmation.ts';
import type { AccountsDeps, Client } from './deps.ts';
import { createSessionCheck } from './session-check.ts';
import { authenticate, refreshSession, type SignedIn, signOut } from './sessions.ts';
import { signInWithPassword } from './sign-in.ts';
import { createConfirmed, normalEmail, type SignUp, signUp } from './sign-up.ts';
import { userObject } from './user-object.ts';

export type { AccountsDeps, Client, NewAccount, User } from './deps.ts';
export { createHasher } from './passwords.ts';
export type { SignedIn } from './sessions.ts';

/** What the account service offers to the rest of the program. */
export function createAccounts(deps: AccountsDeps) {
  return {
    signUp: (request: SignUp) => signUp(deps, request),
    signInWithPassword: (request: { email: string; password: string; client: Client }) =>
      signInWithPassword(deps, request),
    refresh: (refreshToken: string) => refreshSession(deps, refreshToken),
    confirmEmail: (request: { tokenHash: string; client: Client }) => confirmEmail(deps, request),
    normalEmail,
    resendConfirmation: (email: string) => resendConfirmation(deps, normalEmail(email)),
    authenticate: (accessToken: string) => authenticate(deps, accessToken),
    /** For /api/v1: the same, remembered for five seconds. */
    checkSession: createSessionCheck(deps),
    signOut: (who: SignedIn, scope: 'global' | 'local' | 'others') => signOut(deps.db, who, scope),
    userObject,
    createConfirmed: (
      ...args: Parameters<typeof createConfirmed> extends [unknown, ...infer Rest] ? Rest : never
    ) => createConfirmed(deps, ...args),
    publicKeys: (): { keys: Keys['signing']['publicJwk'][] } => ({ keys: [deps.keys.signing.publicJwk] }),
    autoConfirms: deps.emailConfirmation === 'off',
    publicUrl: deps.publicUrl,
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
