import { getTableColumns } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { users } from '#src/db/schema.ts';
import type { Keys } from '#src/platform/keys/keys.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { MailDetails, PlanMailKind } from '#src/shared/mail-details.ts';
import type { PasswordHasher } from './passwords.ts';

const { passwordHash: _hash, ...withoutHash } = getTableColumns(users);
/** What is read of a user everywhere but at sign-in: a hash that was never fetched cannot get out. */
export const userColumns = withoutHash;
export type User = Omit<typeof users.$inferSelect, 'passwordHash'>;

/** What sign-up passes on for creating the workspace. Labels: they grant no rights. */
export type NewAccount = {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  accountType: 'personal' | 'company';
  companyName: string | null;
};

/** News about the security of an account: it is always emailed, and carries no token. */
export type SecurityMailKind =
  | 'password_changed'
  | 'recovery_code_used'
  | 'started_over'
  | 'two_factor_on'
  | 'two_factor_off'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_replaced'
  | 'data_exported'
  // To the address that the account had before.
  | 'email_changed'
  | 'account_deleted';

/** The emails of the account service; the first ones carry a token. */
export type AccountMailKind =
  | 'confirm'
  | 'recover'
  | 'magic_link'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthenticate'
  | 'invite'
  | SecurityMailKind
  // About a workspace, to its owners.
  | 'api_key_made'
  | 'trial_ending'
  | 'trial_ended'
  | 'workspace_read_only'
  | PlanMailKind;

/** One email to one person. The token is sealed for that person (`account-mail <user id>`). */
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
  /** Where it goes when the account no longer has this address (`account-mail to <user id>`). */
  sealedTo?: string;
  /** With `sealedTo`: this address was never confirmed. */
  unconfirmed?: true;
  /** Rows below the text. */
  details?: MailDetails;
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
  /** False: only invited people can open an account, and operators can open one for anyone. */
  signUps?: boolean;
  /** Addresses beside our own that links may lead back to; `*` stops at `.` and `/`, `**` does not. */
  redirectAllow?: readonly string[];
  /** A new password needs a mailed code once the session is older than a day. */
  reauthenticate?: boolean;
  /** In place of the contract's. */
  limits?: Partial<Record<LimitName, Limit>>;
  /** Waits; a test may count instead. */
  wait?: (ms: number) => Promise<void>;
  /** Makes a person's own workspace, in the transaction that makes the user or in one of its own. */
  provision: (tx: Tx, account: NewAccount, now: Date) => Promise<{ workspaceId: string }>;
  /**
   * Removes from an account what was made in it, when the owner of its address takes it back from a stranger who opened
   * it. With `own` it gets an empty workspace, and the transaction may be in that one afterwards.
   */
  startOver: (tx: Tx, account: NewAccount, how: { at: Date; own: boolean }) => Promise<void>;
  /** Told inside the transaction that confirms an address, as its last step. */
  onConfirmed: (tx: Tx, user: User) => Promise<void>;
  /** Called inside the transaction in which it happened, as its last step. Optional. */
  onSecurityEvent?: (tx: Tx, event: SecurityEvent) => Promise<void>;
  /** People invited into a workspace who have no account yet. Optional. */
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

/** What a person is notified of at once; `codesLeft` counts their recovery codes. */
export type SecurityEvent =
  | { userId: string; kind: 'password_changed'; at: Date }
  | { userId: string; kind: 'recovery_code_used'; at: Date; codesLeft: number };

/** Where a session was opened from. */
export type Client = { userAgent: string | null; ip: string | null };
