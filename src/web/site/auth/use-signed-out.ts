import { useEffect } from 'react';
import { returnPath } from '#src/web/auth/return-path.ts';
import type { Auth } from '#src/web/auth/use-auth.ts';

/**
 * What a sign-in page has to show. A form that can be sent only once it is known that nobody is signed in: before its
 * script it would be sent by the browser itself, so one that stands there while this is `loading` must have its button
 * disabled. Someone who is signed in is sent to the account area.
 */
export function useSignedOut({ loading, session, codeNeeded }: Auth): 'loading' | 'form' | 'code' {
  const entered = !loading && session !== null && !codeNeeded;
  useEffect(() => {
    if (entered) location.replace(returnPath());
  }, [entered]);
  if (loading || entered) return 'loading';
  return codeNeeded ? 'code' : 'form';
}
