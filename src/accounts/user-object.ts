import type { User } from './deps.ts';

/** A user as the contract's section 3.1 writes one: what the client stores and shows. Never the password's hash. */
export function userObject(user: User): Record<string, unknown> {
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
