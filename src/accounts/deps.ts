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

export type AccountsDeps = {
  db: Database;
  keys: Keys;
  clock: Clock;
  hasher: PasswordHasher;
  /** Without a slash at the end; tokens are issued in its name. */
  publicUrl: string;
  /** `deferred`: a session at once, the mailed link confirms later. `off`: addresses count as confirmed. */
  emailConfirmation: 'deferred' | 'off';
  /** Makes what belongs to a new account, in the transaction that makes the user. */
  provision: (tx: Tx, account: NewAccount, now: Date) => Promise<{ workspaceId: string }>;
  /** Told inside the transaction that confirms an address, as its last step. */
  onConfirmed: (tx: Tx, user: User) => Promise<void>;
  enqueue: (
    tx: Tx,
    queue: 'account-mail',
    data: { userId: string; kind: 'confirm'; sealedToken: string },
  ) => Promise<void>;
};

/** Where a session was opened from. */
export type Client = { userAgent: string | null; ip: string | null };
