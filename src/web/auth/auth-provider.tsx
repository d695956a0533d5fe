import type { Session } from '@supabase/auth-js';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { leaveWithToast, toast, type ToastContent } from '#src/web/ui/toast/store.ts';
import { authClient } from './client.ts';
import {
  ACCOUNT_CREATED,
  authErrorText,
  EMAIL_CONFIRMED,
  SESSION_ENDED,
  SIGNED_IN,
  SIGNED_IN_BY_FORM,
  SIGNED_OUT,
  signOutFailed,
} from './messages.ts';
import { returnPath } from './return-path.ts';
import { transition } from './transition.ts';
import { AuthContext, type Auth } from './use-auth.ts';

const replace = (path: string) => location.replace(path);

/** Does the address carry what a confirmation link leaves there? To be read before the client clears it. */
function confirmationInUrl(): boolean {
  return new URLSearchParams(location.search).has('code') || location.hash.includes('access_token=');
}

export type AuthProviderProps = {
  /**
   * What to do when someone signs in while this page is open: `leave` for the account area (sign-in pages),
   * `stay` where the page says itself what happened.
   */
  onEntered: 'leave' | 'stay';
  children: ReactNode;
};

/** Holds the session for the page, and turns its changes into toasts and moves. One per page. */
export function AuthProvider({ onEntered, children }: AuthProviderProps) {
  const [state, setState] = useState<{ loading: boolean; session: Session | null }>({
    loading: true,
    session: null,
  });
  const had = useRef(false);
  /** The toast of the action under way; it wins over the event's own. */
  const own = useRef<ToastContent | null>(null);

  useEffect(() => {
    const confirmed = confirmationInUrl();
    const { data } = authClient().onAuthStateChange((event, session) => {
      const change = transition(event, had.current, session !== null);
      had.current = session !== null;
      // What boot.js has guessed from the storage; styles show and hide by it.
      document.documentElement.toggleAttribute('data-signed-in', session !== null);
      if (change === 'first' && session !== null && confirmed) toast(EMAIL_CONFIRMED);
      if (change === 'entered' && onEntered === 'leave') {
        setState({ loading: true, session });
        leaveWithToast(returnPath(), own.current ?? SIGNED_IN, replace);
      } else if (change === 'left') {
        setState((before) => ({ ...before, loading: true }));
        // Our own sign-out leaves when it is done: leaving now would cut off the request that ends the session.
        if (own.current === null) leaveWithToast('/', SESSION_ENDED, replace);
      } else {
        setState({ loading: false, session });
      }
    });
    return () => data.subscription.unsubscribe();
  }, [onEntered]);

  const auth = useMemo<Auth>(() => {
    const during = async <T,>(content: ToastContent, act: () => Promise<T>): Promise<T> => {
      own.current = content;
      try {
        return await act();
      } finally {
        own.current = null;
      }
    };
    return {
      ...state,
      user: state.session?.user ?? null,
      signIn: (email, password) =>
        during(SIGNED_IN_BY_FORM, async () => {
          const { error } = await authClient().signInWithPassword({ email, password });
          if (error) throw error;
        }),
      signUp: ({ email, password, firstName, lastName, options }) =>
        during(ACCOUNT_CREATED, async () => {
          const { data, error } = await authClient().signUp({
            email,
            password,
            options: {
              data: { first_name: firstName, last_name: lastName, ...options },
              emailRedirectTo: `${location.origin}/dashboard`,
            },
          });
          if (error) throw error;
          if (data.session) return 'entered';
          toast(ACCOUNT_CREATED);
          return 'confirm';
        }),
      signOut: () =>
        during(SIGNED_OUT, async () => {
          // This browser only: other devices of the person stay signed in.
          const { error } = await authClient().signOut({ scope: 'local' });
          // The client has forgotten the session either way; an error means that the server may not have.
          leaveWithToast('/', error ? signOutFailed(authErrorText(error)) : SIGNED_OUT, replace);
        }),
    };
  }, [state]);

  return <AuthContext value={auth}>{children}</AuthContext>;
}
