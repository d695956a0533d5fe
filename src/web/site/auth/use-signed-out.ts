import { useEffect } from 'react';
import { returnPath } from '#src/web/auth/return-path.ts';
import type { Auth } from '#src/web/auth/use-auth.ts';

/**
 * True once it is known that nobody is signed in: only then is there a form. Someone who is signed in is sent
 * to the account area. (A form that stood there before its script would be sent by the browser itself, with
 * the password in the address.)
 */
export function useSignedOut({ loading, session }: Auth): boolean {
  const signedIn = session !== null;
  useEffect(() => {
    if (signedIn && !loading) location.replace(returnPath());
  }, [signedIn, loading]);
  return !loading && !signedIn;
}
