import { getTableColumns } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { users } from '#src/db/schema.ts';
import type { Keys } from '#src/keys.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { PasswordHasher } from './passwords.ts';

const { passwordHash: _hash, ...withoutHash } = getTableColumns(users);
/** What is read of a user everywhere but at sign-in: a hash that was never fetched cannot get out. */
export const userColumns = withoutHash;
export type User = Omit<typeof users.$inferSelect, 'passwordHash'>;

/** What sign-up hands on to whoever makes the workspace. Labels: they give no right. */
export type NewAccount = {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  accountType: 'personal' | 'company';
  companyName: string | null;
};

/** The mails of the account service; all but `password_changed` and `recovery_code_used` carry a token. */
export type AccountMailKind =
  | 'confirm'
  | 'recover'
  | 'magic_link'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthenticate'
  | 'invite'
  | 'password_changed'
  | 'recovery_code_used'
  // About the plan of a workspace, to whom it concerns.
  | 'trial_ending'
  | 'trial_ended'
  | 'workspace_read_only'
  | 'payment_failed';

/** One mail to one person. The token is sealed for him (`account-mail <user id>`). */
export type AccountMailJob = {
  userId: string;
  kind: AccountMailKind;
  sealedToken?: string;
  /** Where the page should lead on to; one of the allowed addresses. */
  redirectTo?: string | null;
  /** Of `confirm`: somebody asked for a code to sign in with, and it stands beside the link. */
  withCode?: boolean;
  /** Of `recovery_code_used`. */
  codesLeft?: number;
};
/** Somebody entered an address and asked for a mail: whether it is known is found out in the job, not in the answer. */
export type MailRequestJob = { kind: 'request'; sealed: string; requestedAt: string };

export type Limit = { max: number; perSeconds: number };
export type LimitName =
  | 'token'
  | 'verify'
  | 'otp'
  | 'recover'
  | 'resend'
  | 'signup'
  | 'updateUser'
  | 'factors'
  | 'mail'
  | 'mailDay'
  | 'mailNetwork'
  | 'mailHour'
  | 'mailUnanswered'
  | 'mailNewAddress'
  | 'mailNewAddresses'
  | 'mailedCode'
  | 'signIn'
  | 'code';

export type AccountsDeps = {
  db: Database;
  keys: Keys;
  clock: Clock;
  hasher: PasswordHasher;
  /** Without a slash at the end; tokens are issued in its name. */
  publicUrl: string;
  /**
   * `deferred`: a session at once, the mailed link confirms later. `required`: no session before that. `off`:
   * addresses count as confirmed.
   */
  emailConfirmation: 'deferred' | 'required' | 'off';
  /** False: nobody opens an account for himself. Whoever was invited does, and the operator for anybody. */
  signUps?: boolean;
  /** Addresses beside our own that links may lead back to; `*` stops at `.` and `/`, `**` does not. */
  redirectAllow?: readonly string[];
  /** A new password needs a mailed code once the session is older than a day. */
  reauthenticate?: boolean;
  /** In place of the contract's. */
  limits?: Partial<Record<LimitName, Limit>>;
  /** Waits; a test may count instead. */
  wait?: (ms: number) => Promise<void>;
  /** Makes what belongs to a new account, in the transaction that makes the user. */
  provision: (tx: Tx, account: NewAccount, now: Date) => Promise<{ workspaceId: string }>;
  /** Told inside the transaction that confirms an address, as its last step. */
  onConfirmed: (tx: Tx, user: User) => Promise<void>;
  /** Told inside the transaction in which it happened, as its last step. Whoever tells nobody leaves it out. */
  onSecurityEvent?: (tx: Tx, event: SecurityEvent) => Promise<void>;
  /** Who was invited into a workspace and has no account yet. Whoever knows no invitations leaves it out. */
  invitations?: Invitations;
  enqueue: (tx: Tx, queue: 'account-mail', data: AccountMailJob | MailRequestJob) => Promise<void>;
};

/** The token is the mailed one. Both throw AppError for one that is not open. */
export type Invitations = {
  openFor: (tx: Tx, token: string) => Promise<{ email: string }>;
  /** Afterwards the transaction is in the workspace. */
  accept: (
    tx: Tx,
    token: string,
    who: { id: string; email: string; emailConfirmedAt: Date | null; name: string },
  ) => Promise<{ workspaceId: string }>;
  /** Told once the transaction has ended well. */
  joined: (workspaceId: string) => void;
};

/** What a person is told of at once; `codesLeft` of his recovery codes. */
export type SecurityEvent =
  | { userId: string; kind: 'password_changed'; at: Date }
  | { userId: string; kind: 'recovery_code_used'; at: Date; codesLeft: number };

/** Where a session was opened from. */
export type Client = { userAgent: string | null; ip: string | null };
