import { useEffect } from 'react';
import { returnPath } from '#src/web/auth/return-path.ts';
import type { Auth } from '#src/web/auth/use-auth.ts';

/**
 * What a sign-in page has to show. A form can be sent only once it is known that nobody is signed in: one that is
 * there while this is `loading` keeps what is sent until then (useEarlySubmit). Someone who is signed in is sent to the
 * account area.
 */
export function useSignedOut({ loading, session, codeNeeded }: Auth): 'loading' | 'form' | 'code' {
  const entered = !loading && session !== null && !codeNeeded;
  useEffect(() => {
    if (entered) location.replace(returnPath());
  }, [entered]);
  if (loading || entered) return 'loading';
  return codeNeeded ? 'code' : 'form';
}
