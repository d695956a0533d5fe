import type { ReactNode } from 'react';

export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-8">
      <h1 className="headline text-h1">{title}</h1>
      {children ? <p className="mt-3 text-base text-ink-2">{children}</p> : null}
    </header>
  );
}

/** Until the session is known; and for someone who is signed in already, until the account area opens. */
export function AuthLoading() {
  return <output className="block text-center text-base text-ink-2">Loading...</output>;
}
