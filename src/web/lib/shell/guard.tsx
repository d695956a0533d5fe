import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { siteConfig } from '#src/shared/site-config.ts';
import { withoutTraces } from '#src/web/auth/arrival.ts';
import { SIGNED_IN_BY_FORM } from '#src/web/auth/messages.ts';
import { signInPath } from '#src/web/auth/return-path.ts';
import { useAuth } from '#src/web/auth/use-auth.ts';
import { Brand } from '#src/web/ui/brand.tsx';
import { leaveWithToast, toast } from '#src/web/ui/toast/store.ts';
import { Loading } from '#src/web/ui/loading.tsx';

const SecondStep = lazy(async () => ({
  default: (await import('#src/web/auth/second-step.tsx')).SecondStep,
}));

const replace = (path: string) => location.replace(path);

/**
 * Lets only signed-in people through; others go to sign in, and come back to this path afterwards. A user who owes the
 * code of two-factor authentication enters it here, and then gets to this path.
 */
export function Guard({ children }: { children: ReactNode }) {
  const { loading, session, codeNeeded, notice } = useAuth();
  const out = !loading && session === null;
  useEffect(() => {
    if (!out) return;
    const path = signInPath(withoutTraces(new URL(location.href)));
    if (notice) leaveWithToast(path, notice, replace);
    else replace(path);
  }, [out, notice]);
  if (loading || out) return <Loading />;
  if (!codeNeeded) return children;
  return (
    <div className="px-5 md:px-12">
      <header className="flex h-16 items-center">
        <a href="/" className="flex h-11 items-center" aria-label={`${siteConfig.name}, home`}>
          <Brand />
        </a>
      </header>
      <main className="mx-auto w-full max-w-form py-10 lg:py-24">
        <Suspense fallback={<Loading />}>
          <SecondStep onEntered={() => toast(SIGNED_IN_BY_FORM)} />
        </Suspense>
      </main>
    </div>
  );
}
