import { useMemo, type ReactNode } from 'react';
import { DEMO_PERSON } from '#src/shared/demo.ts';
import { AuthContext, type Auth } from '#src/web/auth/use-auth.ts';

const refuse = () => Promise.reject(new Error('The demo has no sign-in.'));

/**
 * Replaces the AuthProvider of the account area and doesn't use the auth client: a session in this browser is neither
 * read nor written.
 */
export function DemoAuth({ children }: { children: ReactNode }) {
  const auth = useMemo<Auth>(
    () => ({
      loading: false,
      session: null,
      user: {
        id: DEMO_PERSON.id,
        email: DEMO_PERSON.email,
        app_metadata: {},
        user_metadata: { first_name: DEMO_PERSON.firstName, last_name: DEMO_PERSON.lastName },
        aud: 'demo',
        created_at: '',
      },
      codeNeeded: false,
      notice: null,
      signIn: refuse,
      signUp: refuse,
      enterCode: refuse,
      abandonCode: refuse,
      signOut: async () => location.assign('/'),
    }),
    [],
  );
  return <AuthContext value={auth}>{children}</AuthContext>;
}
