import { leaveWithToast, toast, type ToastContent } from '#src/web/ui/toast/store.ts';
import { STORAGE_KEY } from './kept-session.ts';
import { loadAuthClient } from './load-client.ts';
import { forgetLead } from './forget-lead.ts';
import { startLeaving } from './leaving.ts';
import {
  ACCOUNT_CREATED,
  ACCOUNT_DELETED,
  authErrorText,
  SIGNED_IN_BY_FORM,
  SIGNED_OUT,
  signOutFailed,
} from './messages.ts';
import { codeFactor } from './second-factor.ts';
import type { Auth } from './use-auth.ts';

type Actions = Pick<Auth, 'signIn' | 'signUp' | 'signOut' | 'enterCode' | 'abandonCode'>;

/** The toast of the action under way; it wins over the event's own. */
let own: ToastContent | null = null;
export const ownToast = (): ToastContent | null => own;

async function during<T>(content: ToastContent, act: () => Promise<T>): Promise<T> {
  own = content;
  try {
    return await act();
  } finally {
    own = null;
  }
}

/** What one can do about the session. */
export const authActions: Actions = {
  signIn: (email, password) =>
    during(SIGNED_IN_BY_FORM, async () => {
      const client = await loadAuthClient();
      const { data, error } = await client.signInWithPassword({ email, password });
      if (error) throw error;
      return { user: data.user.id, weak: data.weakPassword };
    }),
  signUp: ({ email, password, firstName, lastName, options }) =>
    during(ACCOUNT_CREATED, async () => {
      const client = await loadAuthClient();
      const { data, error } = await client.signUp({
        email,
        password,
        options: {
          data: { first_name: firstName, last_name: lastName, ...options },
          emailRedirectTo: `${location.origin}/dashboard`,
        },
      });
      if (error) throw error;
      forgetLead();
      if (data.session) return 'entered';
      toast(ACCOUNT_CREATED);
      return 'confirm';
    }),
  enterCode: (code, kind) =>
    during(SIGNED_IN_BY_FORM, async () => {
      if (kind === 'recovery') return (await import('./recovery-code.ts')).enterRecoveryCode(code);
      const client = await loadAuthClient();
      const { data } = await client.getSession();
      const factor = codeFactor(data.session);
      if (factor === null) return;
      const { error } = await client.mfa.challengeAndVerify({ factorId: factor.id, code });
      if (error) throw error;
    }),
  abandonCode: async () => {
    const client = await loadAuthClient();
    await client.signOut({ scope: 'local' });
  },
  signOut: (then = 'leave') =>
    during(SIGNED_OUT, async () => {
      const client = await loadAuthClient().catch((error: Error) => {
        toast(signOutFailed(error.message));
        return null;
      });
      // This browser only: other devices of the person stay signed in.
      if (client === null) return;
      startLeaving();
      const { error } = await client.signOut({ scope: 'local' });
      // The client has forgotten the session either way; an error means that the server may not have.
      leaveWithToast('/', error ? signOutFailed(authErrorText(error)) : SIGNED_OUT, (to) =>
        then === 'leave' ? location.replace(to) : location.reload(),
      );
    }),
};

/** The account is no more: forgets its session and leaves for the landing page. */
export function accountDeleted(): Promise<void> {
  return during(ACCOUNT_DELETED, async () => {
    startLeaving();
    // Forgotten first: the server no longer has this session, and doesn't need its end reported.
    localStorage.removeItem(STORAGE_KEY);
    const client = await loadAuthClient();
    await client.signOut({ scope: 'local' });
    leaveWithToast('/', ACCOUNT_DELETED, (to) => location.replace(to));
  });
}
