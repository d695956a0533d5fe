import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { insist } from '#src/web/ui/insist.ts';
import { leaveWithToast, toast, type ToastContent } from '#src/web/ui/toast/store.ts';
import { authActions, ownToast } from './actions.ts';
import { arrivalNotice, withoutTraces } from './arrival.ts';
import { afterFirstView } from './first-view.ts';
import { isSessionKept, keptSession } from './kept-session.ts';
import { startLeaving } from './leaving.ts';
import { loadAuthClient } from './load-client.ts';
import { onClient } from './made-client.ts';
import { SESSION_ENDED, SIGNED_IN } from './messages.ts';
import { returnPath } from './return-path.ts';
import { needsCode } from './second-factor.ts';
import { transition } from './transition.ts';
import { AuthContext, type Auth } from './use-auth.ts';
import { WEAK_KEY } from './weak-mark.ts';

const RESET_PATH = '/reset-password';
const replace = (path: string) => location.replace(path);

export type AuthProviderProps = {
  /**
   * What to do when someone signs in while this page is open: `leave` for the account area (sign-in pages),
   * `stay` where the page itself shows what happened.
   */
  onEntered: 'leave' | 'stay';
  /**
   * A session that needs nothing done about it is shown as it is kept, and the client, which weighs as much as all
   * screens of a first view, comes behind that view. Only for pages that are not drawn by the build.
   */
  early?: boolean;
  children: ReactNode;
};

type State = { loading: boolean; session: Session | null; notice: ToastContent | null };

/** Holds the session for the page, and turns its changes into toasts and moves. One per page. */
export function AuthProvider({ onEntered, early = false, children }: AuthProviderProps) {
  const [state, setState] = useState<State>(() => {
    const session = early ? keptSession(Date.now(), new URL(location.href)) : null;
    return { loading: session === null, session, notice: null };
  });
  const had = useRef(state.session !== null);
  const knows = useRef(state.session !== null);
  // As the page began: the client removes one that it can't renew.
  const [came] = useState(isSessionKept);

  useEffect(() => {
    const arrived = new URL(location.href);
    const byLink = withoutTraces(arrived) !== arrived.pathname + arrived.search + arrived.hash;
    const notice = arrivalNotice(arrived);
    let leaving = false;
    const hear = (event: AuthChangeEvent, session: Session | null): void => {
      // The user is leaving: handling anything else now would send them elsewhere.
      if (leaving) return;
      const knew = knows.current;
      const has = session !== null && !needsCode(session);
      const change = transition(event, had.current, has);
      had.current = has;
      knows.current = session !== null;
      // What boot.js has guessed from the storage; styles show and hide by it.
      document.documentElement.toggleAttribute('data-signed-in', session !== null);
      if (change === 'first' && byLink)
        history.replaceState(history.state, '', withoutTraces(new URL(location.href)));
      if (change === 'first' && notice) toast(notice);
      // Other tabs hear of it as well: only the page that the link has opened asks for a new password.
      if (event === 'PASSWORD_RECOVERY' && byLink && location.pathname !== RESET_PATH) replace(RESET_PATH);
      // A user who reads a mailed link or types a new password goes on without a session: another tab doesn't take the
      // page away.
      const staysOut = change === 'left' && onEntered === 'stay' && !early && ownToast() === null;
      leaving = (change === 'left' && !staysOut) || (change === 'entered' && onEntered === 'leave');
      if (change === 'entered' && onEntered === 'leave') {
        setState({ loading: true, session, notice });
        leaveWithToast(returnPath(), ownToast() ?? SIGNED_IN, replace);
      } else if (staysOut) {
        localStorage.removeItem(WEAK_KEY);
        setState({ loading: false, session, notice });
        toast(SESSION_ENDED);
      } else if (change === 'left') {
        startLeaving();
        localStorage.removeItem(WEAK_KEY);
        setState((before) => ({ ...before, loading: true }));
        // Our own sign-out leaves when it is done: leaving now would cut off the request that ends the session.
        if (ownToast() === null) leaveWithToast('/', SESSION_ENDED, replace);
      } else {
        const lost = session === null && came && !knew;
        setState({ loading: false, session, notice: notice ?? (lost ? SESSION_ENDED : null) });
      }
    };
    let ended = (): void => undefined;
    const unwait = onClient((client) => {
      const { data } = client.onAuthStateChange(hear);
      ended = () => data.subscription.unsubscribe();
    });
    const here = new AbortController();
    // A page that the browser has kept for going back to stands as it was left: on its way out, or with a session that
    // has begun or ended since.
    addEventListener(
      'pageshow',
      ({ persisted }) => {
        if (!persisted || (!leaving && knows.current === isSessionKept())) return;
        // What the client still says of this page mustn't turn the reload into a move elsewhere.
        leaving = true;
        location.reload();
      },
      { signal: here.signal },
    );
    void (async () => {
      if (had.current) await afterFirstView();
      await insist(loadAuthClient, here.signal);
    })();
    return () => {
      here.abort();
      unwait();
      ended();
    };
  }, [onEntered, early, came]);

  const auth = useMemo<Auth>(
    () => ({
      ...state,
      user: state.session?.user ?? null,
      codeNeeded: needsCode(state.session),
      ...authActions,
    }),
    [state],
  );

  return <AuthContext value={auth}>{children}</AuthContext>;
}
