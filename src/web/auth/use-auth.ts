import type { Session, User } from '@supabase/auth-js';
import { createContext, use } from 'react';
import type { CodeKind } from './code-kinds.ts';
import type { ToastContent } from '#src/web/ui/toast/store.ts';

type SignUpValues = {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  /** Labels kept with the account; they grant nothing. */
  options?: { accountType: 'personal' | 'company'; companyName?: string };
};

export type Auth = {
  /** True until the first session check is done, and while the page is being left. */
  loading: boolean;
  session: Session | null;
  user: User | null;
  /** The session waits for the code of a second factor: nothing but asking for it may be shown. */
  codeNeeded: boolean;
  /** What a mailed link has left in this page's address, as a toast; it is shown on arrival. */
  notice: ToastContent | null;
  /**
   * On success the page is left for the account area, or a code is needed first; answers who it is, and what the server
   * says of a password that it would refuse today (for weak-password.ts). Throws the auth client's error.
   */
  signIn: (
    email: string,
    password: string,
  ) => Promise<{ user: string; weak: { reasons: readonly string[] } | undefined }>;
  /** Of the authenticator app, or a saved one. On success a sign-in page is left. Throws the auth client's error. */
  enterCode: (code: string, kind: CodeKind) => Promise<void>;
  /** Gives the half session up, without leaving the page. */
  abandonCode: () => Promise<void>;
  /** Answers `confirm` when the address must be confirmed before there is a session. Throws the client's error. */
  signUp: (values: SignUpValues) => Promise<'entered' | 'confirm'>;
  /**
   * Forgets the session, then leaves for the landing page or loads this page anew; where the server did not hear
   * of it, a toast says why.
   */
  signOut: (then?: 'leave' | 'reload') => Promise<void>;
};

export const AuthContext = createContext<Auth | null>(null);

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** The first name as the account holds it, or 'User'. */
export function firstNameOf(user: User | null): string {
  const name: unknown = user?.user_metadata['first_name'];
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : 'User';
}
