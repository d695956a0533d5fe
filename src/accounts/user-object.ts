import type { authFactors } from '#src/db/schema.ts';
import type { User } from './deps.ts';

export type FactorRow = typeof authFactors.$inferSelect;

/** A user as the contract's section 3.1 writes one: what the client stores and shows. Never the password's hash. */
export function userObject(user: User, factors: readonly FactorRow[] = []): Record<string, unknown> {
  const iso = (date: Date | null): string | undefined => date?.toISOString();
  const identityData = {
    sub: user.id,
    email: user.email,
    email_verified: user.emailConfirmedAt !== null,
    phone_verified: false,
  };
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    phone: '',
    email_confirmed_at: iso(user.emailConfirmedAt),
    confirmed_at: iso(user.emailConfirmedAt),
    confirmation_sent_at: iso(user.confirmationSentAt),
    recovery_sent_at: iso(user.recoverySentAt),
    reauthentication_sent_at: iso(user.reauthenticationSentAt),
    invited_at: iso(user.invitedAt),
    new_email: user.newEmail ?? undefined,
    email_change_sent_at: iso(user.emailChangeSentAt),
    // One that is for ever cannot be written as a date.
    banned_until: Number.isNaN(user.bannedUntil?.getTime()) ? undefined : iso(user.bannedUntil),
    ...(factors.length > 0 ? { factors: factors.map(factorObject) } : {}),
    last_sign_in_at: iso(user.lastSignInAt),
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    identities: [
      {
        identity_id: user.id,
        id: user.id,
        user_id: user.id,
        identity_data: identityData,
        provider: 'email',
        email: user.email,
        last_sign_in_at: iso(user.lastSignInAt) ?? null,
        created_at: user.createdAt.toISOString(),
        updated_at: user.updatedAt.toISOString(),
      },
    ],
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
    is_anonymous: false,
  };
}

/** A second factor as the contract writes one. */
export function factorObject(factor: FactorRow): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: factor.createdAt.toISOString(),
    updated_at: factor.updatedAt.toISOString(),
    status: factor.status,
    ...(factor.friendlyName ? { friendly_name: factor.friendlyName } : {}),
    factor_type: 'totp',
    phone: '',
    last_challenged_at: factor.lastChallengedAt?.toISOString() ?? null,
  };
}
