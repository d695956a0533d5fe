import type { JWK } from 'jose';
import type { KeepAnswer } from '#src/db/queries/activity.ts';
import { createAdmin } from './admin.ts';
import { generateLink, invite, type LinkRequest } from './admin-links.ts';
import { accountTrail } from './audit.ts';
import type { AccountsDeps, Client, LimitName, MailRequestJob } from './deps.ts';
import { challengeFactor, enrolTotp, unenrolFactor, verifyFactor } from './factors.ts';
import { exchangeCode } from './flows.ts';
import { limitAddress } from './limits.ts';
import { answerMailRequest, type MailRequest, requestMail } from './mail-requests.ts';
import { mayMail } from './mail-limits.ts';
import { normalEmail } from './normal-email.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { reauthenticate } from './reauthenticate.ts';
import { chooseRedirect } from './redirects.ts';
import { disownAccount } from './remove-account.ts';
import { createSecurity } from './security.ts';
import { requireAdmin } from './service-key.ts';
import { createSessionCheck } from './session-check.ts';
import { authenticate, factorsOf, refreshSession, type SignedIn, signOut } from './sessions.ts';
import { signInWithPassword } from './sign-in.ts';
import { type InvitedSignUp, signUpInvited } from './invited-sign-up.ts';
import { createConfirmed, type SignUp, signUp } from './sign-up.ts';
import { startWorkspace } from './start-workspace.ts';
import { updateUser, type UserUpdate } from './update-user.ts';
import { userObject } from './user-object.ts';
import { verify } from './verify.ts';

/** What the account service offers to the rest of the program. */
export function createAccounts(deps: AccountsDeps) {
  const redirects = { siteUrl: deps.publicUrl, allow: deps.redirectAllow ?? [] };
  const sessionCheck = createSessionCheck(deps);
  return {
    signUp: (request: SignUp) => signUp(deps, request),
    signUpInvited: (request: InvitedSignUp) => signUpInvited(deps, request),
    startWorkspace: (userId: string, keepAnswer?: KeepAnswer) => startWorkspace(deps, userId, keepAnswer),
    signInWithPassword: (request: { email: string; password: string; client: Client }) =>
      signInWithPassword(deps, request),
    refresh: (refreshToken: string, client: Client) => refreshSession(deps, refreshToken, client),
    exchangeCode: (request: { code: string; verifier: string; client: Client }) =>
      exchangeCode(deps, request),
    verify: (request: Parameters<typeof verify>[1]) => verify(deps, request),
    normalEmail,
    disownAccount: (tokenHash: string) => disownAccount(deps, tokenHash),
    requestMail: (request: MailRequest, ip: string | null) => requestMail(deps, request, ip),
    answerMailRequest: (job: MailRequestJob) => answerMailRequest(deps, job),
    /** Counts an email to an unconfirmed address. @returns whether it is within the limit */
    mayTellUnconfirmed: (email: string) => deps.db.transaction((tx) => mayMail(deps, tx, 'news', email)),
    authenticate: (accessToken: string) => authenticate(deps, accessToken),
    /** For /api/v1 and /rest/v1: the same, remembered for five seconds, and not without the second factor. */
    checkSession: sessionCheck.check,
    /** What `checkSession` remembers of a session or a person, or (null) of all. */
    forgetSessions: sessionCheck.forget,
    signOut: (who: SignedIn, scope: 'global' | 'local' | 'others', client: Client | null = null) =>
      signOut(deps, who, scope, client),
    updateUser: (who: SignedIn, update: UserUpdate) => updateUser(deps, who, update),
    enrolTotp: (who: SignedIn, request: Parameters<typeof enrolTotp>[2]) => enrolTotp(deps, who, request),
    challengeFactor: (who: SignedIn, factorId: string, client: Client) =>
      challengeFactor(deps, who, factorId, client),
    verifyFactor: (who: SignedIn, request: Parameters<typeof verifyFactor>[2]) =>
      verifyFactor(deps, who, request),
    spendRecoveryCode: (who: SignedIn, request: Parameters<typeof spendRecoveryCode>[2]) =>
      spendRecoveryCode(deps, who, request),
    unenrolFactor: (who: SignedIn, factorId: string, client: Client) =>
      unenrolFactor(deps, who, factorId, client),
    reauthenticate: (who: SignedIn, client: Client) => reauthenticate(deps, who, client),
    /** The user in the contract's shape, with their factors. */
    presentUser: async ({ user, hasFactors }: Pick<SignedIn, 'user' | 'hasFactors'>) =>
      userObject(user, hasFactors ? await factorsOf(deps.db, user.id) : []),
    /** @throws AppError not_admin */
    requireAdmin: (bearer: string) => requireAdmin(deps, bearer),
    admin: createAdmin(deps),
    security: createSecurity(deps),
    generateLink: (request: LinkRequest) => generateLink(deps, request),
    invite: (request: Parameters<typeof invite>[1]) => invite(deps, request),
    accountTrail: (userId: string) => accountTrail(deps.db, userId),
    /** @throws AppError over_request_rate_limit */
    limitAddress: (name: LimitName, ip: string | null) => limitAddress(deps, name, ip),
    chooseRedirect: (asked: string | undefined, referer?: string) =>
      chooseRedirect(redirects, asked, referer),
    createConfirmed: (
      ...args: Parameters<typeof createConfirmed> extends [unknown, ...infer Rest] ? Rest : never
    ) => createConfirmed(deps, ...args),
    publicKeys: (): { keys: JWK[] } => ({
      keys: [deps.keys.signing.publicJwk, ...(deps.keys.retired ?? [])],
    }),
    autoConfirms: deps.emailConfirmation === 'off',
    signUpsClosed: deps.signUps === false,
    publicUrl: deps.publicUrl,
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
