import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { siteConfig } from '#src/shared/site-config.ts';
import { Brand } from '#src/web/ui/brand.tsx';
import { buttonClass } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Loading } from '#src/web/ui/loading.tsx';
import { openDemo, type Opening } from './demo-access.ts';

const TROUBLE = {
  busy: 'Too many people are looking at the demo just now. Try again in a minute.',
  unreachable: 'The server couldn’t be reached. Check your connection and try again.',
};

/** Shows the demo once there is a token for it; where there is none, what to look at instead. */
export function DemoGate({ children }: { children: ReactNode }) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const open = useCallback(() => {
    setOpening(null);
    void openDemo().then(setOpening);
  }, []);
  useEffect(() => {
    void openDemo().then(setOpening);
  }, []);
  if (opening === 'open') return children;
  if (opening === null) return <Loading />;
  return (
    <div className="px-5 md:px-12">
      <header className="flex h-16 items-center">
        <a href="/" className="flex h-11 items-center" aria-label={`${siteConfig.name}, home`}>
          <Brand />
        </a>
      </header>
      <main className="mx-auto w-full max-w-text py-10 lg:py-24">
        {opening === 'off' ? (
          <DemoOff />
        ) : (
          <>
            <h1 className="headline mb-6 text-h2">The demo</h1>
            <ErrorState
              heading="h2"
              title="The demo couldn’t be opened"
              text={TROUBLE[opening]}
              onRetry={open}
            />
          </>
        )}
      </main>
    </div>
  );
}

function DemoOff() {
  return (
    <>
      <h1 className="headline text-h1">The demo is switched off here</h1>
      <p className="mt-4 text-base text-ink-2">
        This server has no demo. The landing page detects an event in recorded data and writes its alert live;
        a free trial does it with your own.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <a className={buttonClass('primary')} href="/signup">
          Start your free trial
        </a>
        <a className={buttonClass('secondary')} href="/#how-it-works">
          See how it works
        </a>
      </div>
    </>
  );
}
