import { useEffect } from 'react';
import { returnPath } from '#src/web/auth/return-path.ts';
import type { Auth } from '#src/web/auth/use-auth.ts';

/** Sends someone who is signed in already to the account area. True while that is so: show no form then. */
export function useRedirectSignedIn({ loading, session }: Auth): boolean {
  const signedIn = session !== null;
  useEffect(() => {
    if (signedIn && !loading) location.replace(returnPath());
  }, [signedIn, loading]);
  return signedIn;
}
