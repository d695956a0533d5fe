import type { AddRoutes } from './deps.ts';

/** What anybody may know of the service. */
export const addAbout: AddRoutes = (auth, { accounts }) => {
  auth.get('/settings', (c) =>
    c.json({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: accounts.signUpsClosed,
      mailer_autoconfirm: accounts.autoConfirms,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    }),
  );
  // The contract fixes the name.
  auth.get('/health', (c) => c.json({ version: '1', name: 'GoTrue', description: 'Bellwire accounts' }));
  auth.get('/.well-known/jwks.json', (c) =>
    c.json(accounts.publicKeys(), 200, { 'Cache-Control': 'public, max-age=600' }),
  );
};
