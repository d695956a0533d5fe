import { useEffect, type ReactNode } from 'react';
import { signInPath } from '#src/web/auth/return-path.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { Loading } from './loading.tsx';

/** Lets only signed-in people through; others go to sign in, and come back to this path afterwards. */
export function Guard({ children }: { children: ReactNode }) {
  const { loading, session } = useAuth();
  const out = !loading && session === null;
  useEffect(() => {
    if (out) location.replace(signInPath(location.pathname + location.search + location.hash));
  }, [out]);
  return loading || out ? <Loading /> : children;
}
